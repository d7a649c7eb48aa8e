// Package dump saves a whole database to a file and restores it, with pg_dump and pg_restore.
package dump

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/lib/pq"

	"orrery/db/embedded"
)

// Save writes a consistent snapshot of the database to a file. The database may be in use.
func Save(ctx context.Context, url, file string) error {
	// Owners and privileges are specific to the server. The counts of the rate limits are valid for minutes only, and
	// pages can be rendered anew.
	return run(ctx, url, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--no-comments",
		"--exclude-table-data=caller_counts", "--exclude-table-data=rendered_pages", "--file="+file)
}

// Load fills an empty database from a file that Save has written, in a single transaction.
func Load(ctx context.Context, url, file string) error {
	return run(ctx, url, "pg_restore", "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", file)
}

// run runs a program. It passes the database in environment variables, since other users of the machine can read
// arguments.
func run(ctx context.Context, url, name string, arguments ...string) error {
	program, err := embedded.Find(name)
	if err != nil {
		return err
	}
	to, err := pq.NewConfig(url)
	if err != nil {
		return errors.New("the address of the database can't be read")
	}
	if name == "pg_restore" { // without --dbname it would print the file
		arguments = append([]string{"--dbname=" + to.Database}, arguments...)
	}
	cmd := exec.CommandContext(ctx, program, arguments...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "PG") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	for name, value := range map[string]string{
		"PGHOST": to.Host, "PGPORT": fmt.Sprint(to.Port), "PGUSER": to.User, "PGPASSWORD": to.Password,
		"PGDATABASE": to.Database, "PGSSLMODE": string(to.SSLMode), "PGSSLROOTCERT": to.SSLRootCert,
		"PGSSLCERT": to.SSLCert, "PGSSLKEY": to.SSLKey, "PGCONNECT_TIMEOUT": "10",
	} {
		if value != "" {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(stderr.String()))
	}
	return nil
}
