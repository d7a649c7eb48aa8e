package main

import (
	"os/exec"
	"sync"
	"syscall"

	"orrery/bench/binary"
	"orrery/bench/buyers"
)

// stock is what the two products of the load begin with.
const stock = 1_000_000

// shop is the running binary and its data folder.
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

// start runs the binary and waits until it answers.
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

// kill ends the shop, or its PostgreSQL, the hard way. The shop ends with its PostgreSQL.
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

// prepare fills the shelves and registers the buyers.
func (s *shop) prepare(number int) ([]*buyers.Buyer, error) {
	pool, err := binary.Database(s.dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = pool.Close() }()
	if _, err := pool.Exec(`UPDATE products SET stock = $1 WHERE id IN (1, 3)`, stock); err != nil {
		return nil, err
	}
	return s.Register(number)
}
