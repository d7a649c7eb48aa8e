package embedded

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
	"time"
)

// helper is the other process, which tests kill: it starts a server and says so.
func helper(dir string) error {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	s, err := Start(context.Background(), Options{DataDir: dir, Durable: true})
	if err != nil {
		return err
	}
	db, err := sql.Open("postgres", s.URL("orrery"))
	if err != nil {
		return err
	}
	if _, err := db.Exec(`create table if not exists kept (n int); insert into kept values (1)`); err != nil {
		return err
	}
	fmt.Println("ready", s.process.Pid)
	<-interrupts
	time.Sleep(200 * time.Millisecond)
	if _, err := db.Exec(`insert into kept values (2)`); err != nil {
		return err
	}
	fmt.Println("served")
	return s.Stop()
}

// another runs the helper in a process group of its own, as a terminal does.
func another(t *testing.T, dir string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), helperEnv+"="+dir, "TMPDIR="+folder(t)) // a killed one leaves its socket folder
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return cmd, bufio.NewScanner(out)
}

func says(t *testing.T, out *bufio.Scanner, format string, into ...any) {
	t.Helper()
	if !out.Scan() {
		t.Fatal("the other process said nothing")
	}
	if n, err := fmt.Sscanf(out.Text(), format, into...); n != len(into) || err != nil {
		t.Fatalf("the other process said %q", out.Text())
	}
}

func kill(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // tells that it was killed
}
