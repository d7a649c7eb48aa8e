package binary

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of the times in /proc.
const tick = time.Second / 100

// below tells what every process that root has started, itself included, has worked so far, in ticks. Only Linux tells.
func below(root int) (ticks map[int]int) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	parent, all := map[int]int{}, map[int]int{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has just ended
		}
		// The name in brackets may hold anything.
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		if len(fields) < 15 {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		parent[pid], _ = strconv.Atoi(fields[1])
		for _, field := range fields[11:15] { // user and system, its own and those of children that have ended
			n, _ := strconv.Atoi(field)
			all[pid] += n
		}
	}
	ticks = map[int]int{}
	for pid := range all {
		for above := pid; above > 0; above = parent[above] {
			if above == root {
				ticks[pid] = all[pid]
				break
			}
		}
	}
	return ticks
}

// Family is a process and all below it. Only Linux tells.
func Family(root int) []int { return slices.Collect(maps.Keys(below(root))) }

// CPU is the user and system time that a process and all below it have taken so far. Only Linux tells.
func CPU(root int) (time.Duration, error) {
	ticks := below(root)
	if len(ticks) == 0 {
		return 0, fmt.Errorf("the times of process %d are not known", root)
	}
	sum := 0
	for _, n := range ticks {
		sum += n
	}
	return time.Duration(sum) * tick, nil
}

// Busy is what all processors of the machine have worked so far. Only Linux tells.
func Busy() (time.Duration, error) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, err
	}
	var user, nice, system, idle, waiting, interrupts, soft int // interrupts are part of the time of those whom they interrupt
	_, err = fmt.Sscanf(string(text), "cpu %d %d %d %d %d %d %d", &user, &nice, &system, &idle, &waiting, &interrupts, &soft)
	return time.Duration(user+nice+system+interrupts+soft) * tick, err
}

// Memory is what a process has in memory, now and at most so far, in bytes. Only Linux tells.
func Memory(pid int) (resident, peak int, err error) {
	status, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = status.Close() }()
	for lines := bufio.NewScanner(status); lines.Scan(); {
		_, _ = fmt.Sscanf(lines.Text(), "VmHWM: %d kB", &peak)
		_, _ = fmt.Sscanf(lines.Text(), "VmRSS: %d kB", &resident)
	}
	if resident == 0 {
		return 0, 0, fmt.Errorf("no memory in the status of process %d", pid)
	}
	return resident << 10, peak << 10, nil
}

// Postmaster is the process of the PostgreSQL with that data folder.
func Postmaster(dir string) (pid int, err error) {
	text, err := os.ReadFile(filepath.Join(dir, "postgres", "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.SplitN(string(text), "\n", 2)[0])
}
