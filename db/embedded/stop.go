package embedded

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

const (
	fastTimeout = 5 * time.Second // a fast shutdown writes at most shared_buffers to the disk
	quitTimeout = 2 * time.Second
)

// Stop ends PostgreSQL and releases the data folder within some seconds. Open transactions are rolled back. A server
// that doesn't end in time is killed, which loses no committed data; Stop then returns an error. It may be called
// again.
func (s *Server) Stop() error {
	s.stop.Do(func() {
		s.mu.Lock()
		s.stopping = true
		s.mu.Unlock()
		if s.process != nil {
			s.stopErr = s.end(fastTimeout, quitTimeout)
		}
		if s.socket != "" {
			_ = os.RemoveAll(s.socket)
			_ = os.Remove(filepath.Join(s.data.path, socketLink))
		}
		s.data.close()
	})
	return s.stopErr
}

// end sends SIGINT (fast shutdown), SIGQUIT (immediate shutdown) and SIGKILL in turn until the server has ended.
func (s *Server) end(fast, quit time.Duration) error {
	for _, try := range []struct {
		signal syscall.Signal
		within time.Duration
	}{{syscall.SIGINT, fast}, {syscall.SIGQUIT, quit}} {
		_ = s.process.Signal(try.signal) // fails only when it has ended
		select {
		case <-s.exited:
			if try.signal == syscall.SIGQUIT {
				return errors.New(
					"PostgreSQL took too long to stop and was told to quit; it recovers at the next start")
			}
			return nil
		case <-time.After(try.within):
		}
	}
	_ = s.process.Kill()
	<-s.exited
	return errors.New("PostgreSQL did not stop and was killed; it recovers at the next start")
}
