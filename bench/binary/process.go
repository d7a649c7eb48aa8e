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

// tick is the unit of the CPU times in /proc.
const tick = time.Second / 100

// cpuTicks returns the CPU time that root and each of its descendants have used so far, in ticks by process ID. It
// needs Linux; elsewhere the map is empty.
func cpuTicks(root int) (ticks map[int]int) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	parent, all := map[int]int{}, map[int]int{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the process has ended
		}
		// The command name is in parentheses and may itself contain spaces and parentheses.
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		if len(fields) < 15 {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		parent[pid], _ = strconv.Atoi(fields[1])
		for _, field := range fields[11:15] { // user and system time: its own, and that of ended children
			n, _ := strconv.Atoi(field)
			all[pid] += n
		}
	}
	ticks = map[int]int{}
	for pid := range all {
		for ancestor := pid; ancestor > 0; ancestor = parent[ancestor] {
			if ancestor == root {
				ticks[pid] = all[pid]
				break
			}
		}
	}
	return ticks
}

// Family returns the IDs of root and all its descendants. It needs Linux; elsewhere the result is empty.
func Family(root int) []int { return slices.Collect(maps.Keys(cpuTicks(root))) }

// CPU returns the user and system time that root and all its descendants have used so far. It needs Linux.
func CPU(root int) (time.Duration, error) {
	ticks := cpuTicks(root)
	if len(ticks) == 0 {
		return 0, fmt.Errorf("the times of process %d are not known", root)
	}
	sum := 0
	for _, n := range ticks {
		sum += n
	}
	return time.Duration(sum) * tick, nil
}

// Busy returns the CPU time that all processors of the machine have used so far. It needs Linux.
func Busy() (time.Duration, error) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, err
	}
	// Interrupts are included because CPU charges their time to the interrupted process.
	var user, nice, system, idle, waiting, interrupts, soft int
	_, err = fmt.Sscanf(string(text), "cpu %d %d %d %d %d %d %d",
		&user, &nice, &system, &idle, &waiting, &interrupts, &soft)
	return time.Duration(user+nice+system+interrupts+soft) * tick, err
}

// Memory returns the resident memory of a process, current and peak, in bytes. It needs Linux.
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

// Postmaster returns the process ID of the PostgreSQL server whose data is in dir.
func Postmaster(dir string) (pid int, err error) {
	text, err := os.ReadFile(filepath.Join(dir, "postgres", "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.SplitN(string(text), "\n", 2)[0])
}
