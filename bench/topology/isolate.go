package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// isolated is set in the environment of a process that isolate has started.
const isolated = "ORRERY_TOPOLOGY_ISOLATED"

// isolate runs this command again in its own namespaces of processes, mounts and networks: it reaches no other network,
// and its end, for any reason, ends every process that it has started and removes its mounts. It needs root on Linux.
func isolate() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	// The shell reaps orphans. Patroni would take a PostgreSQL that is a zombie to be running.
	c := exec.Command("unshare", append([]string{"--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc",
		"sh", "-c", `"$@"; exit $?`, "sh", self}, os.Args[1:]...)...)
	c.Env = append(os.Environ(), isolated+"=1")
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	return c.Run()
}

// sh runs a command to its end.
func sh(command ...string) error {
	out, err := exec.Command(command[0], command[1:]...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %.300s", strings.Join(command, " "), err, out)
	}
	return nil
}

// connect creates the bridge that the machines are connected to, on which this process has the address 198.18.0.1, and
// hides the shared memory of other processes, where killed databases would leave theirs.
func connect() error {
	return errors.Join(
		sh("mount", "-t", "tmpfs", "tmpfs", "/dev/shm"),
		sh("ip", "link", "set", "lo", "up"),
		sh("ip", "link", "add", "machines", "type", "bridge"),
		sh("ip", "addr", "add", "198.18.0.1/24", "dev", "machines"),
		sh("ip", "link", "set", "machines", "up"))
}

// machine is a simulated machine: processes with their own network and their own disk.
type machine struct {
	number  int
	dir     string // its disk
	network *exec.Cmd
}

// diskSize is that of each machine.
const diskSize = "1g"

// newMachine adds a machine to the network, with an empty disk in dir.
func newMachine(number int, dir string) (*machine, error) {
	m := &machine{number: number, dir: dir}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	if err := sh("mount", "-t", "tmpfs", "-o", "size="+diskSize, "tmpfs", dir); err != nil {
		return nil, err
	}
	m.network = exec.Command("sleep", "infinity")
	m.network.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	if err := m.network.Start(); err != nil {
		return nil, err
	}
	pid := strconv.Itoa(m.network.Process.Pid)
	return m, errors.Join(
		sh("ip", "link", "add", m.link(), "type", "veth", "peer", "name", "eth0", "netns", pid),
		sh("ip", "link", "set", m.link(), "master", "machines", "up"),
		m.sh("ip", "link", "set", "lo", "up"),
		m.sh("ip", "addr", "add", m.address()+"/24", "dev", "eth0"),
		m.sh("ip", "link", "set", "eth0", "up"))
}

func (m *machine) link() string    { return fmt.Sprint("machine", m.number) }
func (m *machine) address() string { return fmt.Sprint("198.18.0.", 10+m.number) }

func (m *machine) inside(command ...string) []string {
	return append([]string{"nsenter", "--target", strconv.Itoa(m.network.Process.Pid), "--net"}, command...)
}

func (m *machine) sh(command ...string) error { return sh(m.inside(command...)...) }

// kill ends every process of the machine at once, as a power failure does.
func (m *machine) kill() error {
	network, err := os.Readlink(fmt.Sprintf("/proc/%d/ns/net", m.network.Process.Pid))
	if err != nil {
		return err
	}
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		alive := 0
		all, _ := filepath.Glob("/proc/[0-9]*/ns/net")
		for _, link := range all {
			pid, _ := strconv.Atoi(strings.Split(link, "/")[2])
			if of, err := os.Readlink(link); err != nil || of != network || pid == m.network.Process.Pid {
				continue
			}
			alive++
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		if alive == 0 {
			return nil
		}
	}
	return fmt.Errorf("processes of machine %d do not end", m.number)
}

// unplug cuts the machine off from everything, and plug connects it again.
func (m *machine) unplug() error { return sh("ip", "link", "set", m.link(), "down") }
func (m *machine) plug() error   { return sh("ip", "link", "set", m.link(), "up") }

// separate cuts the machine off from others, not from this process, and join connects them again.
func (m *machine) separate(others []*machine) error { return m.routes("add", others) }
func (m *machine) join(others []*machine) error     { return m.routes("del", others) }

func (m *machine) routes(verb string, others []*machine) (err error) {
	for _, o := range others {
		err = errors.Join(err,
			m.sh("ip", "route", verb, "blackhole", o.address()+"/32"),
			o.sh("ip", "route", verb, "blackhole", m.address()+"/32"))
	}
	return err
}

// fill fills the disk of the machine, and empty removes what filled it.
func (m *machine) fill() error {
	file, err := os.Create(m.filler())
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	for block := make([]byte, 1<<20); len(block) > 0; {
		if _, err = file.Write(block); err != nil {
			block = block[:len(block)/2]
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("the disk does not fill: %w", err)
	}
	return nil
}

func (m *machine) empty() error   { return os.Remove(m.filler()) }
func (m *machine) filler() string { return filepath.Join(m.dir, "filler") }
