package app

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"orrery/db/dump"
	"orrery/db/embedded"
)

// Names in the folder of a backup.
const (
	dumpName     = "database.dump"
	mediaName    = "media"
	manifestName = "manifest.json"
)

// manifest describes a backup. It is written last: a folder without a manifest is not a complete backup.
type manifest struct {
	MadeAt time.Time         `json:"madeAt"` // the backup has everything that was committed before
	Orders int               `json:"orders"` // minimum number of orders in the backup
	Files  map[string]string `json:"files"`  // SHA-256 of each file, in hexadecimal, by its path in the folder
}

// backup saves the database and the uploads of a shop to a folder, which must not exist yet. The shop may be running.
// Uploads in a bucket are not copied: object storage has its own versions and copies.
func backup(ctx context.Context, c Config, to string, log *slog.Logger, out io.Writer) error {
	if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is there already: name a new folder", to)
	}
	at, stop, err := openDatabase(ctx, c, log)
	if err != nil {
		return err
	}
	defer stop()
	m := manifest{MadeAt: time.Now().UTC(), Files: map[string]string{}}
	if err := queryInt(ctx, at, `SELECT count(*) FROM orders`, &m.Orders); err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o700); err != nil { // the backup holds personal data
		return err
	}
	if err := dump.Save(ctx, at, filepath.Join(to, dumpName)); err != nil {
		return err
	}
	// Uploads are copied after the database, so that every file that it refers to is in the backup.
	if folder, ok := c.mediaFolder(); ok {
		if err := copyFolder(folder, filepath.Join(to, mediaName)); err != nil {
			return fmt.Errorf("copy the uploads: %w", err)
		}
	}
	if m.Files, err = sums(to); err != nil {
		return err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(to, manifestName), append(text, '\n'), 0o600); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%d orders and %d files are in %s\n", m.Orders, len(m.Files), to)
	return err
}

// restore fills an empty database and the folder of uploads from a backup. The next start migrates both.
func restore(ctx context.Context, c Config, from string, log *slog.Logger, out io.Writer) error {
	m, err := readManifest(from)
	if err != nil {
		return err
	}
	at, stop, err := openDatabase(ctx, c, log)
	if err != nil {
		return err
	}
	defer stop()
	var tables int
	if err := queryInt(ctx, at, `SELECT count(*) FROM pg_tables WHERE schemaname = 'public'`, &tables); err != nil {
		return err
	}
	if tables > 0 {
		return errors.New("the database is not empty: restore into a new one")
	}
	if err := dump.Load(ctx, at, filepath.Join(from, dumpName)); err != nil {
		return err
	}
	if folder, ok := c.mediaFolder(); ok {
		if err := copyFolder(filepath.Join(from, mediaName), folder); err != nil {
			return fmt.Errorf("copy the uploads: %w", err)
		}
	}
	var orders int
	if err := queryInt(ctx, at, `SELECT count(*) FROM orders`, &orders); err != nil {
		return err
	}
	if orders < m.Orders {
		return fmt.Errorf("found %d orders, expected at least %d", orders, m.Orders)
	}
	_, err = fmt.Fprintf(out, "%d orders are back, as of %s or a little later\n", orders, m.MadeAt.Format(time.RFC3339))
	return err
}

// openDatabase returns the address of the database without changing anything in it: that of DATABASE_URL, that of the
// shop that runs on DATA_DIR, or that of the embedded one, which it starts.
func openDatabase(ctx context.Context, c Config, log *slog.Logger) (at string, stop func(), err error) {
	if c.databaseURL != "" {
		return c.direct(), func() {}, nil
	}
	if at, err := embedded.Running(c.dataDir); err == nil && queryInt(ctx, at, `SELECT 1`, new(int)) == nil {
		return at, func() {}, nil
	}
	server, err := embedded.Start(ctx, embedded.Options{DataDir: c.dataDir, Durable: true, Log: log,
		NPMDir: "client/node_modules"})
	if err != nil {
		return "", nil, err
	}
	return server.URL("orrery"), func() { _ = server.Stop() }, nil
}

func queryInt(ctx context.Context, at, query string, into *int) error {
	pool, err := sql.Open("postgres", at)
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }()
	return pool.QueryRowContext(ctx, query).Scan(into)
}

// direct returns the address of PostgreSQL itself, not of a pooler.
func (c Config) direct() string {
	if c.directURL != "" {
		return c.directURL
	}
	return c.databaseURL
}

// mediaFolder returns the folder of the uploads; ok is false when they are in a bucket.
func (c Config) mediaFolder() (path string, ok bool) {
	at, err := url.Parse(c.blobURL)
	return at.Path, err == nil && at.Scheme == "file"
}

func readManifest(folder string) (m manifest, err error) {
	text, err := os.ReadFile(filepath.Join(folder, manifestName))
	if err != nil {
		return m, fmt.Errorf("no complete backup in %s: %w", folder, err)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return m, fmt.Errorf("read %s: %w", manifestName, err)
	}
	found, err := sums(folder)
	if err != nil {
		return m, err
	}
	for name, sum := range m.Files {
		if found[name] != sum {
			return m, fmt.Errorf("%s is not as it was saved", name)
		}
	}
	return m, nil
}

// copyFolder copies the files of one folder into another, which may already contain files. It copies nothing when from
// does not exist.
func copyFolder(from, to string) error {
	root, err := os.OpenRoot(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		in, err := root.Open(entry.Name())
		if errors.Is(err, fs.ErrNotExist) || !entry.Type().IsRegular() {
			continue // a file that is being written is renamed when it is complete
		}
		if err != nil {
			return err
		}
		file, err := os.OpenFile(filepath.Join(to, entry.Name()), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if errors.Is(err, fs.ErrExist) {
			_ = in.Close()
			continue // uploads never change
		}
		if err == nil {
			_, err = io.Copy(file, in)
			err = errors.Join(err, file.Sync(), file.Close())
		}
		if err := errors.Join(err, in.Close()); err != nil {
			return err
		}
	}
	return nil
}

// sums returns the hash of every file in a folder except the manifest.
func sums(folder string) (map[string]string, error) {
	found := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == manifestName {
			return err
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		hash := sha256.New()
		_, err = io.Copy(hash, file)
		name, _ := filepath.Rel(folder, path)
		found[filepath.ToSlash(name)] = hex.EncodeToString(hash.Sum(nil))
		return errors.Join(err, file.Close())
	})
	return found, err
}
