package embedded

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

const helperEnv = "EMBEDDED_TEST_DATA"

func TestMain(m *testing.M) {
	if dir := os.Getenv(helperEnv); dir != "" {
		if err := helper(dir); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		return
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "embedded-test-")
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer os.RemoveAll(dir)
	template = sync.OnceValues(func() (string, error) {
		s, err := Start(context.Background(), Options{DataDir: filepath.Join(dir, "data")})
		if err != nil {
			return "", err
		}
		return s.data.cluster(), s.Stop()
	})
	// Where root may not disguise itself, an ordinary user has to get in.
	if err := os.Chmod(dir, 0o755); err != nil {
		fmt.Println(err)
		return 1
	}
	return m.Run()
}

// template is a cluster, made once: that is the slow part of a first start.
var template func() (string, error)

// cluster is a data folder with a copy of it.
func cluster(t *testing.T) string {
	t.Helper()
	made, err := template()
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t)
	if out, err := exec.Command("cp", "-a", made, dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

// folder is an empty one that everybody may enter.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func start(t *testing.T, o Options) *Server {
	t.Helper()
	began := time.Now()
	s, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("started in %v", time.Since(began))
	t.Cleanup(func() { _ = s.Stop() })
	return s
}

// refused asserts that a start fails with one line that holds every one of the words.
func refused(t *testing.T, o Options, words ...string) {
	t.Helper()
	s, err := Start(t.Context(), o)
	if err == nil {
		_ = s.Stop()
		t.Fatal("started")
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("more than one line: %v", err)
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q is missing in: %v", word, err)
		}
	}
}

func open(t *testing.T, s *Server) *sql.DB {
	t.Helper()
	db, err := sql.Open("postgres", s.URL("orrery"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func execute(t *testing.T, db *sql.DB, statement string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func ask[T any](t *testing.T, db *sql.DB, query string) T {
	t.Helper()
	var answer T
	if err := db.QueryRowContext(t.Context(), query).Scan(&answer); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return answer
}
