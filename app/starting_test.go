package app

import (
	"bytes"
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"orrery/db/embedded"
)

// asProgram lets the test's binary be the program.
const asProgram = "ORRERY_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		Main()
		return
	}
	// Tests run where the program does: at the top of the repository, whose files some of them read.
	if err := os.Chdir(".."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// program is the shop as a process of its own, with its data in a folder.
func program(t *testing.T, folder string, prefix ...string) (c *exec.Cmd, said *bytes.Buffer) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	line := append(prefix, os.Args[0])
	c = exec.CommandContext(ctx, line[0], line[1:]...)
	c.Env = append(os.Environ(), asProgram+"=1", "DATA_DIR="+folder, "HOST=127.0.0.1", "PORT=0", "DEMO=0")
	said = &bytes.Buffer{}
	c.Stderr = said
	return c, said
}

// installedVersion is the major version of the PostgreSQL that the shop would take.
func installedVersion(t *testing.T) string {
	t.Helper()
	postgres, err := embedded.Find("postgres")
	if err != nil {
		t.Fatal(err)
	}
	said, err := exec.Command(postgres, "-V").Output()
	version := regexp.MustCompile(`\d+`).FindString(string(said))
	if err != nil || version == "" {
		t.Fatalf("%s (%v)", said, err)
	}
	return version
}

// Whatever keeps the shop from starting is said in one line that names the file and what to do.
func TestWhatKeepsTheShopFromStarting(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = taken.Close() })
	_, port, _ := net.SplitHostPort(taken.Addr().String())
	write := func(t *testing.T, text string, path ...string) {
		t.Helper()
		file := filepath.Join(path...)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, row := range map[string]struct {
		prepare func(t *testing.T, folder string)
		env     string
		words   []string
	}{
		"a signing key that was cut off": {func(t *testing.T, folder string) { write(t, "short", folder, "jwt-secret") }, "",
			[]string{"/jwt-secret has 5 bytes instead of at least 32", "restore the old file, or remove it"}},
		"a signing key that is a folder": {func(t *testing.T, folder string) { write(t, "", folder, "jwt-secret", "x") }, "",
			[]string{"/jwt-secret: is a directory", "JWT_SECRET"}},
		"a port that is taken": {nil, "PORT=" + port, []string{"127.0.0.1:" + port, "set HOST and PORT"}},
		"an empty folder of the database": {func(t *testing.T, folder string) {
			if err := os.Mkdir(filepath.Join(folder, "postgres"), 0o700); err != nil {
				t.Fatal(err)
			}
		}, "", []string{"/postgres is empty", "put the data back", "remove it"}},
		"half a database": {func(t *testing.T, folder string) { write(t, installedVersion(t), folder, "postgres", "PG_VERSION") }, "",
			[]string{"/postgres holds no whole database", "global/pg_control is missing", "restore a backup"}},
		"a database without its version": {func(t *testing.T, folder string) { write(t, "", folder, "postgres", "postgresql.conf") }, "",
			[]string{"/postgres holds no whole database", "PG_VERSION is missing", "restore a backup"}},
		"a database of another version": {func(t *testing.T, folder string) { write(t, "9.6\n", folder, "postgres", "PG_VERSION") }, "",
			[]string{"written by PostgreSQL 9.6", "PGBIN"}},
		"a file in place of the database": {func(t *testing.T, folder string) { write(t, "", folder, "postgres") }, "", []string{"/postgres is a file", "move it away"}},
		"a file in place of the data":     {func(t *testing.T, folder string) { _ = os.Remove(folder); write(t, "", folder) }, "", []string{"the data folder ", "set DATA_DIR"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			if row.prepare != nil {
				row.prepare(t, folder)
			}
			c, said := program(t, folder)
			if row.env != "" {
				c.Env = append(c.Env, row.env)
			}
			err := c.Run()
			lines := strings.Split(strings.TrimSpace(said.String()), "\n")
			last := lines[len(lines)-1]
			if c.ProcessState.ExitCode() != 1 || !strings.HasPrefix(last, "orrery: ") {
				t.Fatalf("%v: %s", err, said)
			}
			for _, word := range row.words {
				if !strings.Contains(last, word) {
					t.Errorf("%q is missing in: %s", word, last)
				}
			}
			if _, err := os.Stat(filepath.Join(folder, "postgres.lock")); name == "a port that is taken" && err == nil {
				t.Error("the database was started before")
			}
		})
	}
}

// A full disk is called so, whoever notices it.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	for _, size := range []string{"4k", "20m"} {
		folder := t.TempDir()
		// The file system is seen by this program alone, and goes with it.
		unshare := []string{"unshare", "--mount", "--propagation", "private"}
		if os.Geteuid() != 0 {
			unshare = append(unshare, "--user", "--map-root-user")
		}
		fill := `mount -t tmpfs -o size=` + size + ` tmpfs "$DATA_DIR" || exit 77; test ` + size + ` = 20m || dd if=/dev/zero of="$DATA_DIR/full" 2>/dev/null; exec "$0"`
		c, said := program(t, folder, append(unshare, "sh", "-c", fill)...)
		err := c.Run()
		if c.ProcessState == nil || c.ProcessState.ExitCode() == 77 || strings.HasPrefix(said.String(), "unshare:") {
			t.Skipf("no file system can be mounted here: %v %s", err, said)
		}
		if last := said.String(); c.ProcessState.ExitCode() != 1 || !strings.Contains(last, "disk full (DATA_DIR is "+folder+"): free some space") {
			t.Errorf("%s: %v: %s", size, err, last)
		}
	}
}

// Of many that make the signing key at once all have the same, and nobody ever reads a part of one.
func TestSigningKeyOfManyAtOnce(t *testing.T) {
	t.Parallel()
	c := Config{dataDir: t.TempDir()}
	keys := make([]string, 50)
	var all sync.WaitGroup
	for i := range keys {
		all.Go(func() {
			key, err := c.signingKey()
			if err != nil {
				t.Error(err)
			}
			keys[i] = string(key)
		})
	}
	all.Wait()
	for _, key := range keys {
		if key != keys[0] {
			t.Fatalf("%q and %q", key, keys[0])
		}
	}
	left, err := os.ReadDir(c.dataDir)
	if err != nil || len(left) != 1 {
		t.Errorf("%v is left (%v)", left, err)
	}
}
