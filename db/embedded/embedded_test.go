package embedded

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestDataOutlivesTheServer(t *testing.T) {
	t.Parallel()
	o := Options{DataDir: filepath.Join(folder(t), "made", "by start"), Durable: true}
	s := start(t, o)
	db := open(t, s)
	execute(t, db, `create table kept (word text)`)
	execute(t, db, `insert into kept values ('grüezi')`)
	for name, want := range map[string]string{
		"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on", "data_checksums": "on",
		"listen_addresses": "", "server_encoding": "UTF8", "timezone": "UTC",
	} {
		if got := ask[string](t, db, "show "+name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	socket := ask[string](t, db, `show unix_socket_directories`)
	if info, err := os.Stat(socket); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("socket folder: %v, %v", info, err)
	}

	for range 2 {
		if err := s.Stop(); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case <-s.Done():
		t.Error("Stop counts as an end by itself")
	default:
	}
	if _, err := os.Stat(socket); !os.IsNotExist(err) {
		t.Errorf("the socket folder is still there: %v", err)
	}

	if got := ask[string](t, open(t, start(t, o)), `select word from kept`); got != "grüezi" {
		t.Errorf("kept %q", got)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	o := Options{DataDir: cluster(t), Settings: map[string]string{"shared_preload_libraries": "pg_stat_statements"}}
	s := start(t, o)
	db := open(t, s)
	execute(t, db, `create extension pg_stat_statements`)
	execute(t, db, `select count(*) from pg_stat_statements`)
	if got := ask[string](t, db, `show fsync`); got != "off" {
		t.Errorf("fsync = %q without Durable", got)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}

	o.Settings = map[string]string{"no_such_setting": "1"}
	refused(t, o, "no_such_setting")
	o.Settings = nil
	start(t, o) // a start that failed leaves nothing in the way
}

func TestSecondInstance(t *testing.T) {
	t.Parallel()
	o := Options{DataDir: cluster(t)}
	s := start(t, o)
	refused(t, o, o.DataDir, fmt.Sprintf("process %d", os.Getpid()), "DATA_DIR")
	execute(t, open(t, s), `select 1`)
}

func TestDataFolderNotWritable(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	refused(t, Options{DataDir: file}, file, "not writable", "DATA_DIR")
}

func TestWrongVersion(t *testing.T) {
	t.Parallel()
	o := Options{DataDir: folder(t)}
	cluster := filepath.Join(o.DataDir, clusterName)
	if err := os.Mkdir(cluster, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(cluster, "PG_VERSION"), []byte("9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := find("", installDirs, "")
	if err != nil {
		t.Fatal(err)
	}
	refused(t, o, "PostgreSQL 9", fmt.Sprintf("version %d", found.major), found.dir, "PGBIN")
}

func TestCancelledStart(t *testing.T) {
	t.Parallel()
	o := Options{DataDir: folder(t)}
	ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond) // within initdb
	defer cancel()
	if _, err := Start(ctx, o); err == nil || !strings.Contains(err.Error(), context.DeadlineExceeded.Error()) {
		t.Fatalf("err = %v", err)
	}
	start(t, o)
}
