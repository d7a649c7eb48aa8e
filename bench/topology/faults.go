package main

import (
	"database/sql"
	"fmt"
	"os/exec"
	"syscall"
	"time"

	"orrery/bench/binary"
)

// fault is a failure of a component, which begin causes and mend repairs.
type fault struct {
	name        string
	begin, mend func() error
}

// faults returns the faults of each component: stopped as an operator does, and killed as a power failure does.
func (s *site) faults() []fault {
	instance := func(i int, signal syscall.Signal) func() error {
		return func() error { end(s.instances[i], signal); return nil }
	}
	start := func(i int) func() error { return func() error { return s.startInstance(i) } }
	process := func(c func() *exec.Cmd) func() error {
		return func() error { end(c(), syscall.SIGKILL); return nil }
	}
	kill := func(name string, stop func() error) func() error {
		return func() error {
			pid, err := binary.Postmaster(s.path(name))
			if err != nil {
				return err
			}
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				return err
			}
			time.Sleep(100 * time.Millisecond) // time for its child processes to notice the kill
			_ = stop()
			return nil
		}
	}
	return []fault{
		{"nothing", nil, nil},
		{"an instance is stopped", instance(0, syscall.SIGTERM), start(0)},
		{"an instance is killed", instance(1, syscall.SIGKILL), start(1)},
		{"the replica stops to replay",
			s.replay(`SELECT pg_wal_replay_pause()`), s.replay(`SELECT pg_wal_replay_resume()`)},
		{"the replica is killed", kill("replica", func() error { return s.replica.Stop() }), s.startReplica},
		{"PgBouncer is killed", process(func() *exec.Cmd { return s.pooler }), s.startPooler},
		{"the primary is stopped", func() error { return s.primary.Stop() }, s.startPrimary},
		{"the primary is killed", kill("primary", func() error { return s.primary.Stop() }), s.startPrimary},
	}
}

func (s *site) replay(statement string) func() error {
	return func() error {
		pool, err := sql.Open("postgres", s.postgres("replica"))
		if err != nil {
			return err
		}
		defer func() { _ = pool.Close() }()
		if _, err := pool.Exec(statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
		return nil
	}
}
