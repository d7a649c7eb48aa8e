package dbtest

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// What killed processes left is removed, and so is every cluster but those that were used last.
func TestOldClustersAreRemoved(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"cluster-d", "new-1", "cluster-a", "cluster-c", "cluster-b", "new-2"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Join(path, "postgres"), 0o700); err != nil {
			t.Fatal(err)
		}
		used := time.Now().Add(time.Duration(i) * time.Minute)
		if err := os.Chtimes(path, used, used); err != nil {
			t.Fatal(err)
		}
	}
	if err := removeClusters(dir); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for i, path := range left {
		left[i] = filepath.Base(path)
	}
	if want := []string{"cluster-a", "cluster-b", "cluster-c"}; !slices.Equal(left, want) {
		t.Errorf("%v are left, want %v", left, want)
	}
}
