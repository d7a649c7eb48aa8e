// Package dump saves a whole database to a file and loads it from one, with PostgreSQL's own pg_dump and pg_restore.
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

// Save writes the database as it is at one moment, while others go on to work with it.
func Save(ctx context.Context, url, file string) error {
	// Owners and rights are the server's own, and counts of the last minutes nobody's.
	return run(ctx, url, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--no-comments",
		"--exclude-table-data=caller_counts", "--file="+file)
}

// Load fills an empty database from a file that Save has written: all of it or nothing.
func Load(ctx context.Context, url, file string) error {
	return run(ctx, url, "pg_restore", "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", file)
}

// run starts a program that finds the database in its environment, which others can't read as they can its arguments.
func run(ctx context.Context, url, name string, arguments ...string) error {
	program, err := embedded.Find(name)
	if err != nil {
		return err
	}
	to, err := pq.NewConfig(url)
	if err != nil {
		return errors.New("the address of the database can't be read")
	}
	if name == "pg_restore" { // which would print the file otherwise
		arguments = append([]string{"--dbname=" + to.Database}, arguments...)
	}
	cmd := exec.CommandContext(ctx, program, arguments...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "PG") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	for name, value := range map[string]string{"PGHOST": to.Host, "PGPORT": fmt.Sprint(to.Port), "PGUSER": to.User, "PGPASSWORD": to.Password,
		"PGDATABASE": to.Database, "PGSSLMODE": string(to.SSLMode), "PGSSLROOTCERT": to.SSLRootCert, "PGSSLCERT": to.SSLCert,
		"PGSSLKEY": to.SSLKey, "PGCONNECT_TIMEOUT": "10"} {
		if value != "" {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(said.String()))
	}
	return nil
}
