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

// share is a control group that limits processes, and the processes that they start from then on, to a fraction of a
// processor. Without it, the components would compete for the processors of the one machine. It needs root on Linux,
// with version 1 or 2 of the control groups.
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

// hold adds root and all its descendants to the group.
func (s *share) hold(root int) error {
	for _, pid := range binary.Family(root) {
		if err := os.WriteFile(filepath.Join(s.dir, "cgroup.procs"), []byte(strconv.Itoa(pid)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// end moves the processes that still run to the parent group and removes the group.
func (s *share) end() {
	procs, _ := os.ReadFile(filepath.Join(s.dir, "cgroup.procs"))
	for pid := range strings.FieldsSeq(string(procs)) {
		_ = os.WriteFile(filepath.Join(filepath.Dir(s.dir), "cgroup.procs"), []byte(pid), 0o644)
	}
	_ = os.Remove(s.dir)
}
