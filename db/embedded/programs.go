package embedded

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// programs runs PostgreSQL's programs over one data folder.
type programs struct {
	bin    binaries
	who    account
	data   dataDir
	output *output
}

// command is a program that ends with us.
type command struct{ *exec.Cmd }

func (p programs) command(name string, args ...string) command {
	cmd := exec.Command(p.bin.program(name), args...)
	cmd.Dir = p.data.path
	cmd.SysProcAttr = p.who.attr
	cmd.ExtraFiles = []*os.File{p.data.running} // the lock lasts as long as any of them
	cmd.Stdout, cmd.Stderr = p.output, p.output
	cmd.WaitDelay = time.Second // a killed server's children may keep the pipe open
	// PGPORT and its like must not reach the server; messages are read in English; initdb need not guess the time zone.
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "PG") })
	cmd.Env = append(cmd.Env, "LC_ALL=C", "TZ=UTC")
	return command{cmd}
}

// start returns a channel that takes the program's end. The kernel tells a child about the end of the thread that started
// it, so that this one is kept.
func (c command) start() (ended <-chan error, err error) {
	started, end := make(chan error), make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		err := c.Start()
		started <- err
		if err == nil {
			end <- c.Wait()
		}
	}()
	return end, <-started
}

// initdb makes the cluster.
func (p programs) initdb(ctx context.Context, durable bool) error {
	dir := filepath.Join(p.data.path, newClusterName)
	// Not every system knows C.UTF-8; both sort by bytes.
	for _, locale := range []string{"C.UTF-8", "C"} {
		if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o700), p.who.own(dir)); err != nil {
			return fmt.Errorf("make a folder for the database: %w", err)
		}
		args := []string{"--pgdata=" + dir, "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=" + locale,
			"--data-checksums"}
		if !durable {
			args = append(args, "--no-sync")
		}
		err := p.command("initdb", args...).run(ctx)
		if err == nil {
			break
		}
		if locale == "C" || !strings.Contains(p.output.fault, "locale") {
			return fmt.Errorf("make the database: %w: %w", err, p.output.reason())
		}
	}
	err := os.Rename(dir, p.data.cluster())
	if err == nil && durable {
		err = p.data.running.Sync()
	}
	if err != nil {
		return fmt.Errorf("put the new database in place: %w", err)
	}
	return nil
}

// run waits for the program's end, and when ctx ends first, kills it and its children.
func (c command) run(ctx context.Context) error {
	ended, err := c.start()
	if err != nil {
		return err
	}
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
		<-ended
		return ctx.Err()
	}
}

// postgres is the server itself, not pg_ctl, so that it is our child.
func (p programs) postgres(socket string, o Options) command {
	safe := "off"
	if o.Durable {
		safe = "on"
	}
	args := []string{"-D", p.data.cluster(),
		"-c", "log_line_prefix=", // first, for output reads the complaints about the others
		"-c", "log_destination=stderr",
		"-c", "logging_collector=off",
		"-c", "log_error_verbosity=terse", // details quote rows: customers' data stays out of logs
		"-c", "listen_addresses=",
		"-c", "port=" + port,
		"-c", "unix_socket_directories=" + socket,
		"-c", "unix_socket_permissions=0700",
		"-c", "fsync=" + safe,
		"-c", "synchronous_commit=" + safe,
		"-c", "full_page_writes=" + safe,
		"-c", "max_connections=60",
		"-c", "shared_buffers=64MB",
		"-c", "max_wal_size=256MB", // bounds the recovery at a start after a crash
		"-c", "timezone=UTC",
		"-c", "log_timezone=UTC",
	}
	for name, value := range o.Settings {
		args = append(args, "-c", name+"="+value)
	}
	return p.command("postgres", args...)
}

// output passes what a program says on, line by line. One goroutine writes; reason may be called after the program's end.
type output struct {
	log         *slog.Logger
	rest        []byte
	fault, last string // the latest line that names a fault, and the latest of all
}

// reason is the line that tells best why a program failed; syscall.ENOSPC when that is a full disk.
func (o *output) reason() error {
	fault := cmp.Or(o.fault, o.last)
	if fullDisk(fault) {
		return fmt.Errorf("%s (%w)", fault, syscall.ENOSPC)
	}
	return errors.New(fault)
}

// fullDisk tells whether a line of PostgreSQL says that its disk is full. A part of a page may still have found room.
func fullDisk(line string) bool {
	return strings.Contains(line, "No space left on device") || strings.Contains(line, "could not extend file")
}

func (o *output) Write(p []byte) (int, error) {
	o.rest = append(o.rest, p...)
	for {
		line, rest, complete := bytes.Cut(o.rest, []byte("\n"))
		if !complete {
			return len(p), nil
		}
		o.rest = rest
		o.line(string(line))
	}
}

// line gives the log what concerns the server. Failed statements do not: their callers have the error, and they quote values.
func (o *output) line(text string) {
	level := slog.LevelDebug
	switch {
	case strings.HasPrefix(text, "ERROR:"), strings.HasPrefix(text, "STATEMENT:"), strings.HasPrefix(text, "\t"):
		return
	case strings.HasPrefix(text, "PANIC:"):
		level = slog.LevelError
	case strings.HasPrefix(text, "FATAL:"), strings.HasPrefix(text, "WARNING:"):
		level = slog.LevelWarn
	}
	// While the cluster is made, lines begin with the time.
	named := level == slog.LevelError || strings.Contains(text, "FATAL:") || strings.Contains(text, "PANIC:") || strings.Contains(text, "error:")
	if !fullDisk(o.fault) && (named || fullDisk(text)) {
		o.fault = text
	}
	o.last = text
	o.log.Log(context.Background(), level, text, "from", "postgres")
}
