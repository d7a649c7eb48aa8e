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

// programs runs the programs of PostgreSQL on one data folder.
type programs struct {
	bin    binaries
	who    account
	data   dataDir
	output *output
}

// command is a child process that ends with this process.
type command struct{ *exec.Cmd }

func (p programs) command(name string, args ...string) command {
	cmd := exec.Command(p.bin.program(name), args...)
	cmd.Dir = p.data.path
	cmd.SysProcAttr = p.who.attr
	cmd.ExtraFiles = []*os.File{p.data.childLock} // the lock is held until the last child has ended
	cmd.Stdout, cmd.Stderr = p.output, p.output
	cmd.WaitDelay = time.Second // children of a killed server may keep the pipe open
	// The server must not inherit variables such as PGPORT. Its messages are parsed in English, and initdb would
	// otherwise have to detect the time zone.
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "PG") })
	cmd.Env = append(cmd.Env, "LC_ALL=C", "TZ=UTC")
	return command{cmd}
}

// start returns a channel that receives the result of the process. The kernel signals a child when the thread that
// started it ends, so that thread is locked to a goroutine until the child has ended.
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

// initdb creates the cluster.
func (p programs) initdb(ctx context.Context, durable bool) error {
	dir := filepath.Join(p.data.path, newClusterName)
	// Some systems don't have C.UTF-8; both locales sort by bytes.
	for _, locale := range []string{"C.UTF-8", "C"} {
		if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o700), p.who.own(dir)); err != nil {
			return fmt.Errorf("make a folder for the database: %w", err)
		}
		args := []string{"--pgdata=" + dir, "--username=postgres", "--auth=trust", "--encoding=UTF8",
			"--locale=" + locale, "--data-checksums"}
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
		err = p.data.childLock.Sync()
	}
	if err != nil {
		return fmt.Errorf("put the new database in place: %w", err)
	}
	return nil
}

// run starts the program and waits for its end. When ctx ends first, run kills the program and its children.
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

// postgres returns the server itself, not pg_ctl, so that the server is a child of this process.
func (p programs) postgres(socket string, o Options) command {
	durable := "off"
	if o.Durable {
		durable = "on"
	}
	args := []string{"-D", p.data.cluster(),
		"-c", "log_line_prefix=", // first, since output parses the errors about the other settings
		"-c", "log_destination=stderr",
		"-c", "logging_collector=off",
		"-c", "log_error_verbosity=terse", // keeps personal data out of the log, since details quote rows
		"-c", "listen_addresses=",
		"-c", "port=" + port,
		"-c", "unix_socket_directories=" + socket,
		"-c", "unix_socket_permissions=0700",
		"-c", "fsync=" + durable,
		"-c", "synchronous_commit=" + durable,
		"-c", "full_page_writes=" + durable,
		"-c", "max_connections=60",
		"-c", "shared_buffers=64MB",
		"-c", "max_wal_size=256MB", // bounds the duration of the recovery after a crash
		"-c", "timezone=UTC",
		"-c", "log_timezone=UTC",
	}
	for name, value := range o.Settings {
		args = append(args, "-c", name+"="+value)
	}
	return p.command("postgres", args...)
}

// output writes the output of a program to the log, line by line. Only one goroutine may write; reason may be called
// after the program has ended.
type output struct {
	log         *slog.Logger
	rest        []byte
	fault, last string // the latest line that reports an error, and the latest line
}

// reason returns the line that best explains why a program failed. The error wraps syscall.ENOSPC when the disk is
// full.
func (o *output) reason() error {
	fault := cmp.Or(o.fault, o.last)
	if fullDisk(fault) {
		return fmt.Errorf("%s (%w)", fault, syscall.ENOSPC)
	}
	return errors.New(fault)
}

// fullDisk reports whether a line of PostgreSQL's output says that its disk is full. "could not extend file" is the
// message when part of a page could still be written.
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

// line logs a line that concerns the server. Errors of statements are not logged: their callers receive them, and they
// quote values.
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
	// While the cluster is created, lines begin with the time.
	isFault := level == slog.LevelError || strings.Contains(text, "FATAL:") || strings.Contains(text, "PANIC:") ||
		strings.Contains(text, "error:")
	if !fullDisk(o.fault) && (isFault || fullDisk(text)) {
		o.fault = text
	}
	o.last = text
	o.log.Log(context.Background(), level, text, "from", "postgres")
}
