// Package binary starts .bin/orrery for the benchmarks and measures the resources that processes use.
package binary

import (
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"

	_ "github.com/lib/pq" // the driver that Database uses
)

const startWithin = time.Minute

var greeting = regexp.MustCompile(`Orrery is at (http://\S+)`)

// Log returns the path of the log file of the binary whose data folder is dir.
func Log(dir string) string { return filepath.Join(dir, "log") }

// Start runs the binary on loopback with the data folder dir, writes its output to Log(dir), and returns its URL as
// soon as it answers /readyz. Without settings, which are environment variables, it runs in demo mode with an embedded
// PostgreSQL. The caller must end the process.
func Start(dir string, settings ...string) (process *exec.Cmd, url string, err error) {
	cmd := exec.Command(".bin/orrery")
	cmd.Env = append(os.Environ(), "PORT=0", "HOST=127.0.0.1", "DEMO=1", "DATABASE_URL=", "BLOB_URL=",
		"PUBLIC_URL=", "SMTP_URL=", "RATE_LIMIT=0", "DATA_DIR="+dir)
	cmd.Env = append(cmd.Env, settings...) // of duplicate variables, the last value is used
	out, err := os.Create(Log(dir))
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = out.Close() }()
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		return nil, "", err
	}
	for deadline := time.Now().Add(startWithin); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		log, _ := os.ReadFile(Log(dir))
		found := greeting.FindSubmatch(log)
		if found == nil {
			continue
		}
		if response, err := http.Get(string(found[1]) + "/readyz"); err == nil {
			_ = response.Body.Close()
			return cmd, string(found[1]), nil
		}
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	log, _ := os.ReadFile(Log(dir))
	return nil, "", fmt.Errorf("no answer within %v:\n%s", startWithin, log)
}

// Database opens the database of the binary whose data folder is dir.
func Database(dir string) (*sql.DB, error) {
	socket, err := os.Readlink(filepath.Join(dir, "postgres.socket"))
	if err != nil {
		return nil, err
	}
	return sql.Open("postgres", "host="+socket+" port=5432 user=postgres dbname=orrery sslmode=disable")
}
