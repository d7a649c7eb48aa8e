// Command strangers attacks the shop as one network or many addresses could, to the detriment of visitors who browse
// the catalogue: with logins that have wrong passwords, with idle connections and with subscriptions. It prints the
// response times of a visitor and the memory that the shop uses.
//
// It runs .bin/orrery on loopback with a temporary data folder and ends without intervention.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"orrery/bench/binary"
)

const (
	guessers   = 120 // concurrent clients that try passwords, each from its own address
	attack     = 10 * time.Second
	idleConns  = 2000 // number of idle connections
	sockets    = 1500 // WebSockets with a subscription, from many networks
	perNetwork = 1000 // subscriptions that one network tries to open
	maxMemory  = 250 << 20
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "strangers:", err)
		os.Exit(1)
	}
}

func run() error {
	dir, err := os.MkdirTemp("", "orrery-strangers-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	process, url, err := binary.Start(dir, "TRUSTED_PROXIES=127.0.0.1", "RATE_LIMIT=1200")
	if err != nil {
		return err
	}
	defer func() {
		_ = process.Process.Signal(syscall.SIGTERM)
		_ = process.Wait()
	}()
	s := strangers{url: url, client: &http.Client{
		Timeout:   20 * time.Second,
		Transport: &http.Transport{MaxIdleConnsPerHost: 2 * guessers},
	}}
	fmt.Println("| catalogue, one reader | answers | p50 ms | p99 ms | 503 |\n|---|--:|--:|--:|--:|")
	s.read("alone", attack/2)
	s.guess()
	if err := s.connections(process.Process.Pid); err != nil {
		return err
	}
	for _, network := range []struct{ name, address string }{
		{"one IPv4 address", "203.0.113.7"}, {"one IPv6 /64", "2001:db8:1:2::%x"},
	} {
		opened := s.subscriptions(perNetwork, func(i int) string {
			if strings.Contains(network.address, "%") {
				return fmt.Sprintf(network.address, i+1)
			}
			return network.address
		})
		fmt.Printf("%s takes %d of %d subscriptions\n", network.name, len(opened), perNetwork)
		closeAll(opened)
	}
	return nil
}

type strangers struct {
	url    string
	client *http.Client
}

// post sends an operation as the client at address and returns the status, 0 without a response.
func (s strangers) post(ctx context.Context, address, query string) int {
	body, _ := json.Marshal(map[string]string{"query": query})
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/graphql", strings.NewReader(string(body)))
	if err != nil {
		return 0
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Forwarded-For", address)
	response, err := s.client.Do(request)
	if err != nil {
		return 0
	}
	_ = response.Body.Close()
	return response.StatusCode
}

// read queries the catalogue one request at a time, each with a new alias, so that no response comes from a cache.
func (s strangers) read(name string, during time.Duration) {
	var took []time.Duration
	refused := 0
	for end, i := time.Now().Add(during), 0; time.Now().Before(end); i++ {
		began := time.Now()
		status := s.post(context.Background(), fmt.Sprintf("192.0.2.%d", i%250),
			fmt.Sprintf(`{ %s%d: products(first: 12) { nodes { id name price { amount } } } }`, name[:2], i))
		took = append(took, time.Since(began))
		if status != http.StatusOK {
			refused++
		}
		time.Sleep(5 * time.Millisecond)
	}
	slices.Sort(took)
	at := func(share float64) float64 {
		return float64(took[int(share*float64(len(took)-1))].Microseconds()) / 1000
	}
	fmt.Printf("| %s | %d | %.1f | %.1f | %d |\n", name, len(took), at(0.5), at(0.99), refused)
}

// guess runs read while guessers try passwords.
func (s strangers) guess() {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	var mu sync.Mutex
	statuses := map[int]int{}
	for g := range guessers {
		wg.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				status := s.post(ctx, fmt.Sprintf("198.51.%d.%d", 100+g/100, g%100), fmt.Sprintf(
					`mutation { userLogin(input: {email: "g%d-%d@example.org", password: "wrong"}) { token } }`, g, i))
				mu.Lock()
				statuses[status]++
				mu.Unlock()
				if status != http.StatusOK {
					time.Sleep(time.Second) // the value of Retry-After
				}
			}
		})
	}
	time.Sleep(time.Second)
	s.read("during wrong logins", attack)
	cancel()
	wg.Wait()
	fmt.Printf("\n%d at a time tried passwords: %d were answered, %d turned away\n",
		guessers, statuses[http.StatusOK], statuses[http.StatusServiceUnavailable])
}

// connections opens idle connections and subscriptions, and prints the memory of the shop. It returns an error if the
// peak exceeds maxMemory.
func (s strangers) connections(pid int) error {
	var open []net.Conn
	defer func() {
		for _, conn := range open {
			_ = conn.Close()
		}
	}()
	for range idleConns {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			return err
		}
		open = append(open, conn)
		if _, err := fmt.Fprint(conn, "GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			return err
		}
	}
	opened := s.subscriptions(sockets, func(i int) string { return fmt.Sprintf("203.0.%d.%d", i/5000, i%50) })
	defer closeAll(opened)
	now, peak, err := binary.Memory(pid)
	if err != nil {
		return err
	}
	fmt.Printf("%d idle connections and %d subscriptions over WebSockets: %d MB, at most %d MB so far\n",
		len(open), len(opened), now>>20, peak>>20)
	if len(opened) < sockets {
		return fmt.Errorf("only %d of %d subscriptions were taken", len(opened), sockets)
	}
	if peak > maxMemory {
		return errors.New("the shop took more than 250 MB")
	}
	return nil
}

// subscriptions opens up to limit WebSockets, each with a subscription that has delivered a message, and stops when one
// is refused.
func (s strangers) subscriptions(limit int, address func(i int) string) (opened []*websocket.Conn) {
	for i := range limit {
		socket, err := s.subscribe(address(i))
		if err != nil {
			break
		}
		opened = append(opened, socket)
	}
	return opened
}

func (s strangers) subscribe(address string) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	socket, _, err := websocket.Dial(ctx, s.url+"/graphql", &websocket.DialOptions{
		Subprotocols: []string{"graphql-transport-ws"},
		HTTPHeader:   http.Header{"X-Forwarded-For": {address}},
	})
	if err != nil {
		return nil, err
	}
	type message struct {
		Type    string `json:"type"`
		ID      string `json:"id,omitempty"`
		Payload any    `json:"payload,omitempty"`
	}
	for _, m := range []message{
		{Type: "connection_init"},
		{Type: "subscribe", ID: "1", Payload: map[string]string{
			"query": `subscription { productChanged(ids: ["1"]) { id stock } }`}},
	} {
		if err := wsjson.Write(ctx, socket, m); err != nil {
			return nil, err
		}
	}
	for {
		var m message
		if err := wsjson.Read(ctx, socket, &m); err != nil {
			return nil, err
		}
		text := fmt.Sprint(m.Payload)
		switch {
		case m.Type == "next" && strings.Contains(text, "stock"):
			return socket, nil
		case m.Type == "next", m.Type == "error":
			_ = socket.CloseNow()
			return nil, errors.New(text)
		}
	}
}

func closeAll(opened []*websocket.Conn) {
	for _, socket := range opened {
		_ = socket.CloseNow()
	}
}
