package main

import (
	"os/exec"
	"sync"
	"syscall"

	"orrery/bench/binary"
	"orrery/bench/buyers"
)

// stock is the initial stock of the two products that are ordered.
const stock = 1_000_000

// shop is a running binary with its data folder.
type shop struct {
	buyers.Shop
	dir string

	mu      sync.RWMutex
	url     string
	process *exec.Cmd
}

func open(dir string) *shop {
	s := &shop{dir: dir}
	s.URL = func() string {
		s.mu.RLock()
		defer s.mu.RUnlock()
		return s.url
	}
	return s
}

// start runs the binary and returns when it answers.
func (s *shop) start() error {
	process, url, err := binary.Start(s.dir)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.url, s.process = url, process
	return nil
}

// kill sends SIGKILL to the shop, or to its PostgreSQL, and waits for the shop, which ends when its PostgreSQL does.
func (s *shop) kill(postgres bool) error {
	victim := s.process.Process.Pid
	if postgres {
		var err error
		if victim, err = binary.Postmaster(s.dir); err != nil {
			return err
		}
	}
	if err := syscall.Kill(victim, syscall.SIGKILL); err != nil {
		return err
	}
	_ = s.process.Wait()
	return nil
}

func (s *shop) stop() {
	_ = s.process.Process.Signal(syscall.SIGTERM)
	_ = s.process.Wait()
}

// prepare sets the stock and registers the buyers.
func (s *shop) prepare(number int) ([]*buyers.Buyer, error) {
	pool, err := binary.Database(s.dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = pool.Close() }()
	if _, err := pool.Exec(`UPDATE products SET stock = $1 WHERE id IN (1, 3)`, stock); err != nil {
		return nil, err
	}
	all, err := s.Register(number)
	if err != nil {
		return nil, err
	}
	return all, buyers.Verify(pool)
}
