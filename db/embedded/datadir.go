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

// What lies in the data folder. A cluster is made under another name first, so that half a one is never taken for whole.
const (
	clusterName    = "postgres"
	newClusterName = "postgres.new"
	lockName       = "postgres.lock"
	socketLink     = "postgres.socket"

	versionName = "PG_VERSION" // in a cluster
	controlName = "global/pg_control"
)

const (
	orphansWithin = 10 * time.Second
	socketPrefix  = "orrery-"
	port          = "5432" // names the socket file only: nothing listens on the network
	maxSocketPath = 100    // the kernel takes 103 bytes (macOS) or 107 (Linux)
)

// dataDir is the data folder, held by two locks. ours ends with this process and says that another Orrery works here. The
// children inherit the second one, on the folder itself, and so it is free when the last of them has ended.
type dataDir struct {
	path    string
	ours    *os.File
	running *os.File
}

// openDataDir makes the folder when missing, locks it, and sees to the end of a server that outlived its Orrery.
func openDataDir(ctx context.Context, path string) (dataDir, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return dataDir{}, err
	}
	d := dataDir{path: path}
	err = os.MkdirAll(path, 0o755)
	if err == nil {
		d.ours, err = os.OpenFile(filepath.Join(path, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	}
	if err == nil {
		d.running, err = os.Open(path)
	}
	if errors.Is(err, syscall.ENOSPC) {
		d.close()
		return d, err // which says where
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
	if err := tryLock(d.ours); errors.Is(err, syscall.EWOULDBLOCK) {
		holder, _ := os.ReadFile(d.ours.Name())
		return fmt.Errorf("the data folder %s is in use by the process %s: stop that one, or set DATA_DIR to another folder",
			d.path, strings.TrimSpace(string(holder)))
	} else if err != nil {
		return fmt.Errorf("lock %s: %w", d.ours.Name(), err)
	}
	if err := d.ours.Truncate(0); err != nil {
		return fmt.Errorf("write to the data folder: %w", err)
	}
	if _, err := fmt.Fprintln(d.ours, os.Getpid()); err != nil {
		return fmt.Errorf("write to the data folder: %w", err)
	}
	return d.awaitOrphans(ctx)
}

// awaitOrphans waits until the server of a killed Orrery is gone. It is mostly on its way; where the kernel did not tell
// it (other than Linux), we do.
func (d dataDir) awaitOrphans(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, orphansWithin)
	defer cancel()
	for {
		err := tryLock(d.running)
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
			return fmt.Errorf("PostgreSQL of an earlier run still works in %s (process %d): end it and start again", d.path, pid)
		}
	}
}

func tryLock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// close gives the folder up. The second lock stays with children that still run; the first is undone and not only closed,
// because a program that is being started elsewhere in this process has a copy of every open file for a moment.
func (d dataDir) close() {
	if d.ours != nil {
		_ = syscall.Flock(int(d.ours.Fd()), syscall.LOCK_UN)
	}
	_ = d.ours.Close() // nil files refuse to close, which is fine
	_ = d.running.Close()
}

func (d dataDir) cluster() string { return filepath.Join(d.path, clusterName) }

// version is the major version that wrote the cluster, empty when there is no cluster yet. A folder that holds no cluster is an error:
// a new one in its place would hide that the data is somewhere else.
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
		return "", fmt.Errorf("the folder of the database %s is empty: put the data back that it held, or remove it to begin with a new shop", d.cluster())
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

// check finds out what PostgreSQL would only say in riddles: that a cluster is not whole, or belongs to somebody else.
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
	return fmt.Errorf("%s holds no whole database (%s is missing): restore a backup (docs/operations/backup.md), or move the folder away to begin with a new shop",
		d.cluster(), missing)
}

func (d dataDir) notOurs() error {
	owner := "somebody else"
	if info, err := os.Stat(d.cluster()); err == nil {
		owner = fmt.Sprintf("the user with the number %d", ownerOf(info).uid)
	}
	return fmt.Errorf("the folder of the database %s belongs to %s, and this process runs as the user with the number %d: start it as its owner, or hand the folder over (chown -R)",
		d.cluster(), owner, os.Geteuid())
}

// postmaster is what a server says of itself in postmaster.pid.
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

// ready tells whether the server accepts connections, as one that follows another ("standby") does for reading.
func (d dataDir) ready(pid int) bool {
	p := d.postmaster()
	return p.pid == pid && (p.status == "ready" || p.status == "standby")
}

// dropStalePID removes a killed server's postmaster.pid when its number belongs to another program by now, as happens in
// containers, which count from 1 again: PostgreSQL would take that program for itself and refuse. A dead one it sees.
func (d dataDir) dropStalePID() {
	name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", d.postmaster().pid))
	if err == nil && strings.TrimSpace(string(name)) != "postgres" {
		_ = os.Remove(d.pidFile())
	}
}

// makeSocketDir makes a private folder for the socket, outside of the data folder, whose path may be too long for one. A
// link in the data folder leads there, and lets the next start remove what a killed one left.
func (d dataDir) makeSocketDir(who account) (string, error) {
	link := filepath.Join(d.path, socketLink)
	if old, err := os.Readlink(link); err == nil && strings.HasPrefix(filepath.Base(old), socketPrefix) {
		_ = os.RemoveAll(old)
	}
	_ = os.Remove(link)
	parent := os.TempDir()
	// PostgreSQL and lib/pq both take a list here, with separators of their own.
	if len(parent)+len("/orrery-1234567890/.s.PGSQL.5432.lock") > maxSocketPath || strings.ContainsAny(parent, `, "'\`) {
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
