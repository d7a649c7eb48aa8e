package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Names in the data folder. A cluster is created under another name first, so that an incomplete one is never used.
const (
	clusterName    = "postgres"
	newClusterName = "postgres.new"
	lockName       = "postgres.lock"
	socketLink     = "postgres.socket"

	versionName = "PG_VERSION" // in a cluster
	controlName = "global/pg_control"
)

const (
	orphanTimeout = 10 * time.Second
	socketPrefix  = "orrery-"
	port          = "5432" // part of the name of the socket file only: the server doesn't listen on the network
	maxSocketPath = 100    // the limit of the kernel is 103 bytes (macOS) or 107 (Linux)
)

// dataDir is the data folder, protected by two locks. processLock is released when this process ends; while it is
// held, another shop process uses the folder. childLock, on the folder itself, is inherited by child processes
// and therefore released when the last of them has ended.
type dataDir struct {
	path        string
	processLock *os.File
	childLock   *os.File
}

// openDataDir creates the folder if it is missing, locks it, and ends a server that outlived its shop process.
func openDataDir(ctx context.Context, path string) (dataDir, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return dataDir{}, err
	}
	d := dataDir{path: path}
	err = os.MkdirAll(path, 0o755)
	if err == nil {
		d.processLock, err = os.OpenFile(filepath.Join(path, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	}
	if err == nil {
		d.childLock, err = os.Open(path)
	}
	if errors.Is(err, syscall.ENOSPC) {
		d.close()
		return d, err // the error contains the path
	}
	if err != nil {
		d.close()
		return d, fmt.Errorf("the data folder %s is not writable, set DATA_DIR to one that is: %w", path, err)
	}
	if err := d.lock(ctx); err != nil {
		d.close()
		return d, err
	}
	return d, nil
}

func (d dataDir) lock(ctx context.Context) error {
	if err := tryLock(d.processLock); errors.Is(err, syscall.EWOULDBLOCK) {
		holder, _ := os.ReadFile(d.processLock.Name())
		return fmt.Errorf("the data folder %s is in use by the process %s: "+
			"stop that one, or set DATA_DIR to another folder", d.path, strings.TrimSpace(string(holder)))
	} else if err != nil {
		return fmt.Errorf("lock %s: %w", d.processLock.Name(), err)
	}
	if err := d.processLock.Truncate(0); err != nil {
		return fmt.Errorf("write to the data folder: %w", err)
	}
	if _, err := fmt.Fprintln(d.processLock, os.Getpid()); err != nil {
		return fmt.Errorf("write to the data folder: %w", err)
	}
	return d.awaitOrphans(ctx)
}

// awaitOrphans waits until the server of a killed shop process has ended. On Linux the kernel has already signalled it;
// on other systems awaitOrphans does.
func (d dataDir) awaitOrphans(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, orphanTimeout)
	defer cancel()
	for {
		err := tryLock(d.childLock)
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return err
		}
		pid := d.postmaster().pid
		if pid > 1 {
			_ = syscall.Kill(pid, syscall.SIGQUIT)
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return fmt.Errorf("PostgreSQL of an earlier run still works in %s (process %d): end it and start again",
				d.path, pid)
		}
	}
}

func tryLock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// close releases the folder. Child processes that still run keep childLock. processLock is released explicitly
// before its file is closed, because a child that this process is starting has a copy of every open file until it calls
// exec.
func (d dataDir) close() {
	if d.processLock != nil {
		_ = syscall.Flock(int(d.processLock.Fd()), syscall.LOCK_UN)
	}
	_ = d.processLock.Close() // returns an error for a nil file, which is ignored
	_ = d.childLock.Close()
}

func (d dataDir) cluster() string { return filepath.Join(d.path, clusterName) }

// version returns the major version of PostgreSQL that wrote the cluster, or "" when there is no cluster yet. A folder
// without a cluster is an error: a new cluster in its place would hide that the data is somewhere else.
func (d dataDir) version() (string, error) {
	entries, err := os.ReadDir(d.cluster())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case errors.Is(err, fs.ErrPermission):
		return "", d.notOurs()
	case errors.Is(err, syscall.ENOTDIR):
		return "", fmt.Errorf("%s is a file and should be the folder of the database: move it away", d.cluster())
	case err != nil:
		return "", fmt.Errorf("read the folder of the database: %w", err)
	case len(entries) == 0:
		return "", fmt.Errorf("the folder of the database %s is empty: "+
			"put the data back that it held, or remove it to begin with a new shop", d.cluster())
	}
	version, err := os.ReadFile(filepath.Join(d.cluster(), versionName))
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "", d.notOurs()
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("read the version of the data: %w", err)
	case strings.TrimSpace(string(version)) == "":
		return "", d.notWhole(versionName)
	}
	return strings.TrimSpace(string(version)), nil
}

// check returns an error if the cluster is incomplete or belongs to another user. PostgreSQL's own errors for these are
// unclear.
func (d dataDir) check() error {
	if info, err := os.Stat(d.cluster()); err == nil && os.Geteuid() != 0 && ownerOf(info).uid != os.Geteuid() {
		return d.notOurs()
	}
	if _, err := os.Stat(filepath.Join(d.cluster(), controlName)); errors.Is(err, fs.ErrNotExist) {
		return d.notWhole(controlName)
	}
	return nil
}

func (d dataDir) notWhole(missing string) error {
	return fmt.Errorf("%s holds no whole database (%s is missing): "+
		"restore a backup (docs/operations/backup.md), or move the folder away to begin with a new shop",
		d.cluster(), missing)
}

func (d dataDir) notOurs() error {
	owner := "somebody else"
	if info, err := os.Stat(d.cluster()); err == nil {
		owner = fmt.Sprintf("the user with the number %d", ownerOf(info).uid)
	}
	return fmt.Errorf("the folder of the database %s belongs to %s, "+
		"and this process runs as the user with the number %d: "+
		"start it as its owner, or hand the folder over (chown -R)", d.cluster(), owner, os.Geteuid())
}

// postmaster is the content of postmaster.pid.
type postmaster struct {
	pid    int
	status string
}

func (d dataDir) pidFile() string { return filepath.Join(d.cluster(), "postmaster.pid") }

func (d dataDir) postmaster() postmaster {
	text, _ := os.ReadFile(d.pidFile())
	lines := strings.Split(string(text), "\n")
	var p postmaster
	p.pid, _ = strconv.Atoi(lines[0])
	if len(lines) > 7 {
		p.status = strings.TrimSpace(lines[7])
	}
	return p
}

// ready reports whether the server accepts connections. A replica ("standby") accepts them for reading.
func (d dataDir) ready(pid int) bool {
	p := d.postmaster()
	return p.pid == pid && (p.status == "ready" || p.status == "standby")
}

// dropStalePID removes the postmaster.pid of a killed server when another program now has its process ID, as happens in
// containers, where process IDs start from 1 again. PostgreSQL would take that program for a running server and refuse
// to start. It detects the ID of a dead process itself.
func (d dataDir) dropStalePID() {
	name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", d.postmaster().pid))
	if err == nil && strings.TrimSpace(string(name)) != "postgres" {
		_ = os.Remove(d.pidFile())
	}
}

// makeSocketDir creates a private folder for the socket. It is outside of the data folder, whose path may be too long
// for a socket. A link in the data folder points to it, and lets the next start remove the folder that a killed process
// left.
func (d dataDir) makeSocketDir(who account) (string, error) {
	link := filepath.Join(d.path, socketLink)
	if old, err := os.Readlink(link); err == nil && strings.HasPrefix(filepath.Base(old), socketPrefix) {
		_ = os.RemoveAll(old)
	}
	_ = os.Remove(link)
	parent := os.TempDir()
	// PostgreSQL and lib/pq both parse the path as a list, with different separators.
	if len(parent)+len("/orrery-1234567890/.s.PGSQL.5432.lock") > maxSocketPath ||
		strings.ContainsAny(parent, `, "'\`) {
		parent = "/tmp"
	}
	dir, err := os.MkdirTemp(parent, socketPrefix)
	if err != nil {
		return "", fmt.Errorf("make a folder for PostgreSQL's socket (TMPDIR chooses where): %w", err)
	}
	if err := errors.Join(who.own(dir), os.Symlink(dir, link)); err != nil {
		_ = os.RemoveAll(dir)
		return "", fmt.Errorf("hand over the socket folder: %w", err)
	}
	return dir, nil
}
