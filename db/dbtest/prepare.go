package dbtest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"orrery/db"
	"orrery/db/embedded"
)

const (
	preparedFormat = "1" // of a prepared cluster: what makeCluster does besides the migrations
	keptClusters   = 3   // of other migrations and versions
)

// Prepare puts a cluster with a migrated, empty database into an empty data folder, as the first start of a shop would
// make one. It copies one that the first caller makes for all processes: below the folder of temporary files, under a
// name that depends on the migrations and on PostgreSQL.
func Prepare(dataDir, npmDir string) error {
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("orrery-clusters-%d", os.Getuid()))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = lock.Close() }()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	key, err := clusterKey(npmDir)
	if err != nil {
		return err
	}
	made := filepath.Join(dir, key)
	if _, err := os.Stat(made); err != nil {
		if err := removeClusters(dir); err != nil {
			return err
		}
		if err := makeCluster(made, npmDir); err != nil {
			return fmt.Errorf("prepare a cluster: %w", err)
		}
	}
	_ = os.Chtimes(made, time.Now(), time.Now())
	if out, err := exec.Command("cp", "-a", made+"/.", dataDir).CombinedOutput(); err != nil {
		return fmt.Errorf("copy the prepared cluster: %w: %s", err, out)
	}
	return nil
}

func clusterKey(npmDir string) (string, error) {
	programs, err := embedded.Programs(npmDir)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	_, _ = fmt.Fprintf(sum, "%s %s\n", preparedFormat, programs)
	files := db.Migrations()
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return "", err
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return "", err
		}
		_, _ = fmt.Fprintf(sum, "%s %d\n%s", name, len(text), text)
	}
	return fmt.Sprintf("cluster-%x", sum.Sum(nil)[:12]), nil
}

// makeCluster makes a data folder under another name first, so that one of a killed process is never used.
func makeCluster(path, npmDir string) error {
	dir, err := os.MkdirTemp(filepath.Dir(path), "new-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	ctx := context.Background()
	server, err := embedded.Start(ctx, embedded.Options{DataDir: dir, NPMDir: npmDir,
		Settings: map[string]string{"min_wal_size": "32MB", "max_wal_size": "32MB"}}) // there is less to copy
	if err != nil {
		return err
	}
	store, err := open(server.URL(template), NewClock(), true)
	if err == nil {
		err = store.Close()
	}
	if stopped := server.Stop(); err == nil {
		err = stopped
	}
	if err != nil {
		return err
	}
	// The rest belongs to the process that used the folder.
	for _, name := range []string{"postgres.lock", "postgres.socket"} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return os.Rename(dir, path)
}

// removeClusters removes what killed processes left and all clusters except those that were used last.
func removeClusters(dir string) error {
	unfinished, err := filepath.Glob(filepath.Join(dir, "new-*"))
	if err != nil {
		return err
	}
	clusters, err := filepath.Glob(filepath.Join(dir, "cluster-*"))
	if err != nil {
		return err
	}
	used := func(path string) time.Time {
		info, err := os.Stat(path)
		if err != nil {
			return time.Time{}
		}
		return info.ModTime()
	}
	slices.SortFunc(clusters, func(a, b string) int { return used(b).Compare(used(a)) })
	for _, path := range append(unfinished, clusters[min(keptClusters, len(clusters)):]...) {
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	return nil
}
