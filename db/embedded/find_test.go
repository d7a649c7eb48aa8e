package embedded

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// alone hides the system's PostgreSQL from pg_config's side; the places are the caller's.
func alone(t *testing.T) binaries {
	t.Helper()
	system, err := find("", installDirs, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", "")
	t.Setenv("PGBIN", "")
	return system
}

func TestNoBinaries(t *testing.T) {
	alone(t)
	_, err := find(t.TempDir(), nil, "")
	for _, word := range []string{"PGBIN", "apt-get install postgresql", "DATABASE_URL"} {
		if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%q is missing in: %v", word, err)
		}
	}
}

func TestPGBINDecides(t *testing.T) {
	system := alone(t)
	t.Setenv("PGBIN", t.TempDir())
	if _, err := find("", installDirs, ""); err == nil || !strings.Contains(err.Error(), "PGBIN") {
		t.Errorf("a folder without programs: %v", err)
	}
	t.Setenv("PGBIN", system.dir)
	if b, err := find("", nil, ""); err != nil || b != system {
		t.Errorf("found %v, %v", b, err)
	}
}

// fake makes a bin folder whose postgres says a version, and whose other programs are the system's.
func fake(t *testing.T, system binaries, dir, version string) {
	t.Helper()
	script := "#!/bin/sh\necho 'postgres (PostgreSQL) " + version + "'\n"
	write(t, filepath.Join(dir, "postgres"), script)
	if err := os.Symlink(system.program("initdb"), filepath.Join(dir, "initdb")); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestNewestUnlessDataSaysOtherwise(t *testing.T) {
	system := alone(t)
	root := t.TempDir()
	for _, version := range []string{"9.6.24", "21.3", "14.1 (Debian 14.1-1)"} {
		fake(t, system, filepath.Join(root, version, "bin"), version)
	}
	places := []string{filepath.Join(root, "*", "bin")}
	for data, want := range map[string]int{"": 21, "14": 14} {
		if b, err := find("", places, data); err != nil || b.major != want {
			t.Errorf("for data of %q: %v, %v", data, b, err)
		}
	}
}

func TestNPMPackageWithoutItsLinks(t *testing.T) {
	system := alone(t)
	npm := t.TempDir()
	platform := runtime.GOOS + "-" + strings.Replace(runtime.GOARCH, "amd64", "x64", 1)
	native := filepath.Join(npm, "@embedded-postgres", platform, "native")
	write(t, filepath.Join(native, "lib", "libpq.so.5.18"), "library")
	write(t, filepath.Join(native, "pg-symlinks.json"), `[
		{"source": "native/lib/libpq.so.5.18", "target": "native/lib/libpq.so"},
		{"source": "native/lib/libpq.so.5.18", "target": "native/lib/libpq.so.5"}]`)
	fake(t, system, filepath.Join(native, "bin"), "18.4")
	for range 2 { // the links are missing, then there
		b, err := find(npm, nil, "")
		if err != nil {
			t.Fatal(err)
		}
		if want := filepath.Join(native, "bin"); b.dir != want || b.major != 18 {
			t.Errorf("found %v, want %s", b, want)
		}
	}
	for _, name := range []string{"libpq.so", "libpq.so.5"} {
		if text, err := os.ReadFile(filepath.Join(native, "lib", name)); string(text) != "library" {
			t.Errorf("%s leads nowhere: %v", name, err)
		}
	}
}

func TestCOnSystemsWithoutCUTF8(t *testing.T) {
	system := alone(t)
	dir := folder(t)
	write(t, filepath.Join(dir, "initdb"), `#!/bin/sh
case "$*" in *C.UTF-8*) echo 'initdb: error: invalid locale name "C.UTF-8"' >&2; exit 1;; esac
exec `+system.program("initdb")+` "$@"
`)
	write(t, filepath.Join(dir, "postgres"), "#!/bin/sh\nexec "+system.program("postgres")+" \"$@\"\n")
	t.Setenv("PGBIN", dir)
	db := open(t, start(t, Options{DataDir: folder(t)}))
	if got := ask[string](t, db, `select datcollate || ' ' || pg_encoding_to_char(encoding) from pg_database where datname = 'orrery'`); got != "C UTF8" {
		t.Errorf("database in %q", got)
	}
}

func TestLongTempFolder(t *testing.T) {
	long := filepath.Join(t.TempDir(), strings.Repeat("long", 25))
	write(t, filepath.Join(long, "exists"), "")
	data := cluster(t)
	t.Setenv("TMPDIR", long)
	execute(t, open(t, start(t, Options{DataDir: data})), `select 1`)
}
