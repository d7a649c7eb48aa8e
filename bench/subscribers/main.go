// Command subscribers tells 5,000 WebSockets of one change of a product: those of the shop, and those of a hub that
// sends the same bytes and does nothing else. It prints the CPU for each message, that of PostgreSQL included, and the
// time from the request that changes the product until a subscriber has its message.
//
// It runs .bin/orrery on loopback with a temporary data folder and ends without intervention.
package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/coder/websocket"

	"orrery/bench/binary"
	"orrery/bench/buyers"
)

const (
	limit   = 2.0 // of both figures, in those of the hub
	settle  = 500 * time.Millisecond
	timeout = 20 * time.Second

	subscribe = `{"type":"subscribe","id":"1","payload":{"query":` +
		`"subscription { productChanged(ids: [\"1\"]) { id name stock price { amount currency } } }"}}`
	change = `mutation ($price: Decimal) { productUpdate(input: {id: "1", price: $price}) { userErrors { message } } }`
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == "hub" { // started by startHub
		fmt.Fprintln(os.Stderr, "hub:", serveHub())
		os.Exit(1)
	}
	number := flag.Int("number", 5000, "subscribers of each server")
	rounds := flag.Int("rounds", 15, "changes; the medians are shown")
	flag.Parse()
	if err := run(*number, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "subscribers:", err)
		os.Exit(1)
	}
}

func run(number, rounds int) error {
	dir, err := os.MkdirTemp("", "orrery-subscribers-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	process, url, err := binary.Start(dir, "TRUSTED_PROXIES=127.0.0.1")
	if err != nil {
		return err
	}
	defer end(process)
	postgres, err := binary.Postmaster(dir)
	if err != nil {
		return err
	}
	graph := buyers.Shop{URL: func() string { return url }}
	token, err := graph.SignIn()
	if err != nil {
		return err
	}
	shop := &server{name: "Orrery", url: url + "/graphql", processes: []int{process.Process.Pid, postgres}}
	price := 20_000
	shop.tell = func() error {
		price++
		var out struct {
			ProductUpdate struct{ UserErrors []struct{ Message string } }
		}
		err := graph.Ask(token, change, map[string]any{"price": fmt.Sprint(price)}, &out)
		if len(out.ProductUpdate.UserErrors) > 0 {
			return errors.New(out.ProductUpdate.UserErrors[0].Message)
		}
		return err
	}
	hub, err := startHub()
	if err != nil {
		return err
	}
	defer end(hub.process)
	for _, s := range []*server{shop, hub} {
		defer s.close()
		if err := s.subscribe(number); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	hub.tell = func() error {
		body := bytes.NewReader(shop.lastMessage())
		response, err := http.Post(strings.Replace(hub.url, "/listen", "/tell", 1), "", body)
		if err != nil {
			return err
		}
		return response.Body.Close()
	}
	for range rounds {
		for _, s := range []*server{shop, hub} {
			if err := s.measure(); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
	}
	fmt.Printf("%d subscribers, medians of %d changes, messages of %d bytes\n\n"+
		"| server | CPU µs for a message | p50 ms | p99 ms | memory MB |\n|---|--:|--:|--:|--:|\n",
		number, rounds, len(shop.lastMessage()))
	for _, s := range []*server{shop, hub} {
		memory, _, err := binary.Memory(s.processes[0])
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %.1f | %.0f | %.0f | %d |\n",
			s.name, median(s.cpu), median(s.p50), median(s.p99), memory>>20)
	}
	cpu, p99 := median(shop.cpu)/median(hub.cpu), median(shop.p99)/median(hub.p99)
	fmt.Printf("\nCPU %.1f times and p99 %.1f times those of the hub, where %.1f are allowed\n", cpu, p99, limit)
	if cpu > limit || p99 > limit {
		return errors.New("a figure exceeds its limit")
	}
	return nil
}

func end(process *exec.Cmd) {
	_ = process.Process.Signal(syscall.SIGTERM)
	_ = process.Wait()
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

// server is the shop or the hub, with its subscribers.
type server struct {
	name, url string
	process   *exec.Cmd // of the hub
	processes []int     // whose CPU counts
	tell      func() error
	sockets   []*websocket.Conn

	mu       sync.Mutex
	last     []byte
	received []time.Time // when each message of a change arrived
	all      chan struct{}
	failed   error

	cpu, p50, p99 []float64 // of each change: µs for a message, ms, ms
}

func (s *server) lastMessage() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// subscribe opens sockets from the addresses of many networks, each when the one before has its first message.
func (s *server) subscribe(number int) error {
	for i := range number {
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		socket, _, err := websocket.Dial(ctx, s.url, &websocket.DialOptions{
			Subprotocols: []string{"graphql-transport-ws"},
			HTTPHeader:   http.Header{"X-Forwarded-For": {fmt.Sprintf("203.0.%d.%d", i/250, i%50)}},
		})
		cancel()
		if err != nil {
			return err
		}
		s.sockets = append(s.sockets, socket)
		s.await(1)
		for _, text := range []string{`{"type":"connection_init"}`, subscribe} {
			if err := socket.Write(context.Background(), websocket.MessageText, []byte(text)); err != nil {
				return err
			}
		}
		go s.listen(socket)
		if err := s.wait(); err != nil {
			return err
		}
	}
	return nil
}

// listen counts the messages of a change, and answers those of the protocol.
func (s *server) listen(socket *websocket.Conn) {
	for {
		_, text, err := socket.Read(context.Background())
		now := time.Now()
		if err == nil && bytes.Contains(text, []byte(`"type":"ping"`)) {
			err = socket.Write(context.Background(), websocket.MessageText, []byte(`{"type":"pong"}`))
		}
		s.mu.Lock()
		switch {
		case err != nil:
			s.failed = err
		case bytes.Contains(text, []byte(`"errors"`)), bytes.Contains(text, []byte(`"type":"error"`)):
			s.failed = errors.New(string(text))
		case bytes.Contains(text, []byte(`"type":"next"`)) && bytes.Contains(text, []byte(`"stock"`)):
			s.last = text
			if s.received = append(s.received, now); len(s.received) == cap(s.received) {
				close(s.all)
			}
		}
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (s *server) await(number int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.received, s.all = make([]time.Time, 0, number), make(chan struct{})
}

func (s *server) wait() error {
	select {
	case <-s.all:
		return nil
	case <-time.After(timeout):
		s.mu.Lock()
		defer s.mu.Unlock()
		return fmt.Errorf("%d of %d subscribers received it within %v: %v", len(s.received), cap(s.received), timeout,
			s.failed)
	}
}

func (s *server) used() (sum time.Duration, err error) {
	for _, pid := range s.processes {
		used, err := binary.CPU(pid)
		if err != nil {
			return 0, err
		}
		sum += used
	}
	return sum, nil
}

func (s *server) measure() error {
	s.await(len(s.sockets))
	time.Sleep(settle)
	before, err := s.used()
	if err != nil {
		return err
	}
	began := time.Now()
	if err := s.tell(); err != nil {
		return err
	}
	if err := s.wait(); err != nil {
		return err
	}
	time.Sleep(settle)
	after, err := s.used()
	if err != nil {
		return err
	}
	number := len(s.sockets)
	s.cpu = append(s.cpu, float64((after-before).Microseconds())/float64(number))
	for at, into := range map[int]*[]float64{number / 2: &s.p50, number * 99 / 100: &s.p99} {
		*into = append(*into, float64(s.received[at].Sub(began).Microseconds())/1000)
	}
	return nil
}

func (s *server) close() {
	for _, socket := range s.sockets {
		_ = socket.CloseNow()
	}
}

// startHub starts this program as the hub, whose CPU is then its own.
func startHub() (*server, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(program, "hub")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, err
	}
	return &server{name: "hub", url: "http://" + strings.TrimSpace(address) + "/listen", process: cmd,
		processes: []int{cmd.Process.Pid}}, nil
}

// serveHub accepts WebSockets and sends each what is posted to /tell. A socket has a goroutine that writes and one that
// reads, as it would have in any hub.
func serveHub() error {
	var mu sync.Mutex
	var listeners []chan []byte
	mux := http.NewServeMux()
	mux.HandleFunc("GET /listen", func(w http.ResponseWriter, r *http.Request) {
		socket, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"graphql-transport-ws"}})
		if err != nil {
			return
		}
		defer func() { _ = socket.CloseNow() }()
		messages := make(chan []byte, 1)
		mu.Lock()
		listeners = append(listeners, messages)
		mu.Unlock()
		messages <- []byte(`{"type":"next","payload":"stock"}`) // what listen awaits after a subscription
		ctx, stop := context.WithCancel(context.Background())
		go func() {
			defer stop()
			for {
				if _, _, err := socket.Read(ctx); err != nil {
					return
				}
			}
		}()
		for {
			select {
			case text := <-messages:
				if socket.Write(ctx, websocket.MessageText, text) != nil {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	})
	mux.HandleFunc("POST /tell", func(_ http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		for _, messages := range listeners {
			messages <- text
		}
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return (&http.Server{Handler: mux, ReadHeaderTimeout: timeout}).Serve(listener)
}
