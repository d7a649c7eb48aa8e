package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"orrery/bench/binary"
)

// share holds processes, and what they start from then on, to a part of a processor: on one machine everything would get in the way of
// everything otherwise. Only root on Linux can, with either version of its control groups.
type share struct{ dir string }

const period = 100 * time.Millisecond

func newShare(name string, processors float64) (*share, error) {
	quota := int(processors * float64(period.Microseconds()))
	s := &share{filepath.Join("/sys/fs/cgroup", name)}
	file, text := "cpu.max", fmt.Sprint(quota, " ", period.Microseconds())
	if _, err := os.Stat("/sys/fs/cgroup/cgroup.controllers"); err != nil {
		s.dir = filepath.Join("/sys/fs/cgroup/cpu", name)
		file, text = "cpu.cfs_quota_us", fmt.Sprint(quota)
	}
	if err := os.Mkdir(s.dir, 0o755); err != nil {
		return nil, fmt.Errorf("processes can't be held to a share of the processor here: %w", err)
	}
	return s, os.WriteFile(filepath.Join(s.dir, file), []byte(text), 0o644)
}

// hold takes in a process and all below it.
func (s *share) hold(root int) error {
	for _, pid := range binary.Family(root) {
		if err := os.WriteFile(filepath.Join(s.dir, "cgroup.procs"), []byte(strconv.Itoa(pid)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// end lets go of what still runs.
func (s *share) end() {
	procs, _ := os.ReadFile(filepath.Join(s.dir, "cgroup.procs"))
	for pid := range strings.FieldsSeq(string(procs)) {
		_ = os.WriteFile(filepath.Join(filepath.Dir(s.dir), "cgroup.procs"), []byte(pid), 0o644)
	}
	_ = os.Remove(s.dir)
}
