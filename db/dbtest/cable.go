package dbtest

import (
	"net"
	"strings"
	"sync"
	"testing"
)

// Cable is a proxy between a Store and PostgreSQL, whose connections a test can cut. It is safe for concurrent use.
type Cable struct {
	to      string // socket of PostgreSQL
	gate    net.Listener
	mu      sync.Mutex
	changed *sync.Cond
	cut     bool // connections are refused
	silent  bool // no data is forwarded
	open    map[net.Conn]bool
}

// NewCabled returns a seeded database whose Store connects to it through a Cable. Its field SQL connects directly.
func NewCabled(t testing.TB) (*Database, *Cable) {
	t.Helper()
	d := New(t)
	gate, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	settings := map[string]string{}
	for part := range strings.FieldsSeq(d.URL) {
		name, value, _ := strings.Cut(part, "=")
		settings[name] = value
	}
	c := &Cable{to: settings["host"] + "/.s.PGSQL." + settings["port"], gate: gate, open: map[net.Conn]bool{}}
	c.changed = sync.NewCond(&c.mu)
	_, port, _ := net.SplitHostPort(gate.Addr().String())
	d.URL = "host=127.0.0.1 port=" + port + " user=postgres dbname=" + d.Name + " sslmode=disable"
	go c.serve()
	t.Cleanup(func() {
		_ = gate.Close()
		c.Cut()
	})
	return d.Another(t), c
}

// Cut closes all connections and refuses new ones.
func (c *Cable) Cut() { c.set(true, false) }

// Silence keeps connections open and stops forwarding data.
func (c *Cable) Silence() { c.set(false, true) }

// Mend resumes forwarding, including the data that was held back.
func (c *Cable) Mend() { c.set(false, false) }

func (c *Cable) set(cut, silent bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut, c.silent = cut, silent
	if cut {
		for conn := range c.open {
			_ = conn.Close()
		}
	}
	c.changed.Broadcast()
}

func (c *Cable) serve() {
	for {
		near, err := c.gate.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("unix", c.to)
		if err != nil {
			_ = near.Close()
			continue
		}
		c.mu.Lock()
		c.open[near], c.open[far] = true, true
		if c.cut {
			_, _ = near.Close(), far.Close()
		}
		c.mu.Unlock()
		go c.carry(near, far)
		go c.carry(far, near)
	}
}

// carry forwards data in one direction until either end closes its connection.
func (c *Cable) carry(from, to net.Conn) {
	defer func() {
		_, _ = from.Close(), to.Close()
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.open, from)
	}()
	buffer := make([]byte, 16<<10)
	for {
		n, err := from.Read(buffer)
		c.mu.Lock()
		for c.silent {
			c.changed.Wait()
		}
		c.mu.Unlock()
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
