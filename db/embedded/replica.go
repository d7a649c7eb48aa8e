package embedded

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Copy creates the data folder of a replica, from which Start then starts a server that follows this one. It takes a
// base backup through the low-level API of PostgreSQL, since not every installation has pg_basebackup.
func (s *Server) Copy(ctx context.Context, dir string) error {
	db, err := sql.Open("postgres", s.URL("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	session, err := db.Conn(ctx) // a backup belongs to one session
	if err != nil {
		return err
	}
	defer func() { _ = session.Close() }()
	if _, err := session.ExecContext(ctx, `SELECT pg_backup_start('replica', true)`); err != nil {
		return fmt.Errorf("begin to copy: %w", err)
	}
	to := filepath.Join(dir, clusterName)
	if err := copyCluster(s.data.cluster(), to); err != nil {
		return fmt.Errorf("copy the cluster: %w", err)
	}
	var label string
	if err := session.QueryRowContext(ctx, `SELECT labelfile FROM pg_backup_stop(false)`).Scan(&label); err != nil {
		return fmt.Errorf("end the copy: %w", err)
	}
	owner, err := os.Stat(s.data.cluster())
	if err != nil {
		return err
	}
	for name, text := range map[string]string{
		"backup_label":   label,
		"standby.signal": "",
		"postgresql.auto.conf": fmt.Sprintf("primary_conninfo = 'host=%s port=%s user=postgres'\n",
			filepath.Join(s.data.path, socketLink), port), // the link survives a restart of the primary
	} {
		path := filepath.Join(to, name)
		if err := errors.Join(os.WriteFile(path, []byte(text), 0o600), ownedLike(owner, path)); err != nil {
			return err
		}
	}
	return nil
}

// copyCluster copies a cluster without the files that belong to the running server. The write-ahead log that the
// recovery needs is streamed.
func copyCluster(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // the server has removed the file meanwhile
		}
		if err != nil {
			return err
		}
		inside, _ := filepath.Rel(from, path)
		if strings.HasPrefix(inside, "pg_wal/") || strings.HasPrefix(inside, "postmaster.") {
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		target := filepath.Join(to, inside)
		if entry.IsDir() {
			err = os.MkdirAll(target, 0o700)
		} else {
			err = copyFile(path, target)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return errors.Join(err, ownedLike(info, target))
	})
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// ownedLike changes the owner of a file that root created to the user that PostgreSQL runs as, which owns info.
func ownedLike(info os.FileInfo, path string) error {
	if owner := ownerOf(info); owner.uid != os.Geteuid() {
		return os.Chown(path, owner.uid, owner.gid)
	}
	return nil
}
