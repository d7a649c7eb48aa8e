package embedded

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// family lists a server and its children that live, by their working directory: all of them work in the cluster.
func family(t *testing.T, dir string) (pids []int) {
	t.Helper()
	links, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, link := range links {
		if cwd, err := os.Readlink(link); err == nil && strings.HasPrefix(cwd, dir) {
			pid, err := strconv.Atoi(filepath.Base(filepath.Dir(link)))
			if err != nil {
				t.Fatal(err)
			}
			pids = append(pids, pid)
		}
	}
	return pids
}

func TestKilledLeavesNothing(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells a child that its parent has died")
	}
	dir := cluster(t)
	cmd, out := another(t, dir)
	var pid int
	says(t, out, "ready %d", &pid)
	if len(family(t, dir)) < 2 {
		t.Fatal("the server's processes are not seen")
	}
	kill(t, cmd)
	deadline := time.Now().Add(30 * time.Second)
	for len(family(t, dir)) > 0 {
		if time.Now().After(deadline) {
			t.Fatalf("still there after 5 s: %v", family(t, dir))
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func TestStartRightAfterKill(t *testing.T) {
	t.Parallel()
	dir := cluster(t)
	var sockets []string
	for range 3 {
		cmd, out := another(t, dir)
		var pid int
		says(t, out, "ready %d", &pid)
		socket, err := os.Readlink(filepath.Join(dir, socketLink))
		if err != nil {
			t.Fatal(err)
		}
		sockets = append(sockets, socket)
		kill(t, cmd)
	}
	if got := ask[int](t, open(t, start(t, Options{DataDir: dir, Durable: true})), `select count(*) from kept`); got != 3 {
		t.Errorf("%d committed rows, want 3", got)
	}
	for _, socket := range sockets {
		if _, err := os.Stat(socket); !os.IsNotExist(err) {
			t.Errorf("the killed server's socket folder is still there: %v", err)
		}
	}
}

func TestWaitsForTheOldServersEnd(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("the server's processes are found in /proc")
	}
	dir := cluster(t)
	cmd, out := another(t, dir)
	var server int
	says(t, out, "ready %d", &server)
	for _, pid := range family(t, dir) {
		if pid == server {
			continue // the system would wake it when it loses its parent
		}
		if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(500*time.Millisecond, func() { _ = syscall.Kill(pid, syscall.SIGCONT) })
	}
	kill(t, cmd)
	start(t, Options{DataDir: dir})
}

func TestKilledWhileTheClusterIsMade(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	cmd, _ := another(t, dir)
	half := filepath.Join(dir, newClusterName, "global")
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(half); err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("initdb did not begin")
		}
	}
	kill(t, cmd)
	start(t, Options{DataDir: dir})
	if _, err := os.Stat(filepath.Dir(half)); !os.IsNotExist(err) {
		t.Errorf("the half cluster is still there: %v", err)
	}
}

func TestInterruptReachesOnlyUs(t *testing.T) {
	t.Parallel()
	cmd, out := another(t, cluster(t))
	var pid int
	says(t, out, "ready %d", &pid)
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	says(t, out, "served")
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

func TestEndsByItself(t *testing.T) {
	t.Parallel()
	o := Options{DataDir: cluster(t)}
	s := start(t, o)
	if err := s.process.Kill(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-s.Done():
	case <-time.After(30 * time.Second):
		t.Fatal("nobody noticed")
	}
	if err := s.Stop(); err != nil {
		t.Error(err)
	}
	start(t, o)
}

func TestStopFreesTheFolderAtOnce(t *testing.T) {
	t.Parallel()
	o := Options{DataDir: cluster(t)}
	s := start(t, o)
	// What a program that another goroutine is starting holds between fork and exec.
	held, err := syscall.Dup(int(s.data.processLock.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(held)
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	start(t, o)
}

func TestStopIsBounded(t *testing.T) {
	t.Parallel()
	s := start(t, Options{DataDir: cluster(t)})
	if err := s.process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- s.end(50*time.Millisecond, 50*time.Millisecond) }()
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), "killed") {
			t.Errorf("err = %v", err)
		}
	case <-time.After(30 * time.Second):
		t.Error("a server that does not react holds up the end")
	}
}

func TestNumberOfTheOldServerTakenByAnother(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("the name of a process is read from /proc")
	}
	o := Options{DataDir: cluster(t)}
	s := start(t, o)
	text, err := os.ReadFile(s.data.pidFile())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	other := exec.Command("sleep", "60")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Process.Kill(); _ = other.Wait() }()
	_, rest, _ := strings.Cut(string(text), "\n")
	if err := os.WriteFile(s.data.pidFile(), fmt.Appendf(nil, "%d\n%s", other.Process.Pid, rest), 0o600); err != nil {
		t.Fatal(err)
	}
	start(t, o)
}
