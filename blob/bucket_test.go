package blob_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"orrery/blob"
)

// openS3 is a bucket on an S3-compatible server of the test's own.
func openS3(t *testing.T) (blob.Bucket, gofakes3.Backend, *httptest.Server) {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	backend := s3mem.New()
	if err := backend.CreateBucket("shop"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend, gofakes3.WithLogger(gofakes3.DiscardLog())).Server())
	t.Cleanup(server.Close)
	return open(t, "s3://shop?endpoint="+server.URL), backend, server
}

func open(t *testing.T, address string) blob.Bucket {
	t.Helper()
	b, err := blob.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func read(t *testing.T, b blob.Bucket, name string) string {
	t.Helper()
	content, size, err := b.Get(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = content.Close() }()
	text, err := io.ReadAll(content)
	if err != nil || int64(len(text)) != size {
		t.Errorf("%s: %d bytes of %d, %v", name, len(text), size, err)
	}
	return string(text)
}

func TestBucketsKeepFiles(t *testing.T) {
	s3, _, _ := openS3(t)
	for kind, b := range map[string]blob.Bucket{"disk": open(t, "file://"+t.TempDir()+"/not/there yet"), "s3": s3} {
		t.Run(kind, func(t *testing.T) {
			if _, _, err := b.Get(t.Context(), "a.jpg"); !errors.Is(err, blob.ErrNotFound) {
				t.Errorf("a missing file: %v", err)
			}
			large := strings.Repeat("0123456789abcdef", 400_000) // more than one chunk of a signed body
			for name, content := range map[string]string{"a.jpg": "one", "b.jpg": large} {
				for range 2 {
					if err := b.Put(t.Context(), name, "image/jpeg", strings.NewReader(content), int64(len(content))); err != nil {
						t.Fatal(err)
					}
				}
				if got := read(t, b, name); got != content {
					t.Errorf("%s: %d bytes, want %d", name, len(got), len(content))
				}
			}
			for r, want := range map[blob.Range]string{
				{First: 0, Last: 3}:                  "0123",
				{First: 14, Last: 17}:                "ef01",
				{First: 6_399_990, Last: blob.ToEnd}: "6789abcdef",
				{First: 6_399_998, Last: 7_000_000}:  "ef",
				{First: -3}:                          "def",
				{First: -7_000_000}:                  large,
				{First: 6_400_000, Last: blob.ToEnd}: "",
				{First: 6_400_000, Last: 6_400_000}:  "",
			} {
				content, size, err := b.GetRange(t.Context(), "b.jpg", r)
				if want == "" {
					if !errors.Is(err, blob.ErrRange) || size != int64(len(large)) {
						t.Errorf("%v: %v of %d bytes", r, err, size)
					}
					continue
				}
				if err != nil {
					t.Fatalf("%v: %v", r, err)
				}
				got, err := io.ReadAll(content)
				if err = errors.Join(err, content.Close()); err != nil || string(got) != want || size != int64(len(large)) {
					t.Errorf("%v: %.20q of %d bytes (%v), want %.20q", r, got, size, err, want)
				}
			}
			if _, _, err := b.GetRange(t.Context(), "c.jpg", blob.Range{Last: 3}); !errors.Is(err, blob.ErrNotFound) {
				t.Errorf("a range of a missing file: %v", err)
			}
			for range 2 {
				if err := b.Delete(t.Context(), "b.jpg"); err != nil {
					t.Errorf("delete a file: %v", err)
				}
			}
			if _, _, err := b.Get(t.Context(), "b.jpg"); !errors.Is(err, blob.ErrNotFound) {
				t.Errorf("a deleted file: %v", err)
			}
			if got := read(t, b, "a.jpg"); got != "one" {
				t.Errorf("the other file is %q", got)
			}
		})
	}
}

func TestStoredObjectsSayWhatTheyAre(t *testing.T) {
	b, backend, _ := openS3(t)
	if err := b.Put(t.Context(), "a.jpg", "image/jpeg", strings.NewReader("one"), int64(len("one"))); err != nil {
		t.Fatal(err)
	}
	object, err := backend.HeadObject("shop", "a.jpg")
	if err != nil {
		t.Fatal(err)
	}
	if got := object.Metadata["Content-Type"]; got != "image/jpeg" {
		t.Errorf("type %q", got)
	}
}

func TestDiskKeepsNothingElse(t *testing.T) {
	dir := t.TempDir()
	b := open(t, "file://"+dir+"/media")
	for _, name := range []string{"../out.jpg", "/out.jpg", "no/folder.jpg", "."} {
		if err := b.Put(t.Context(), name, "image/jpeg", strings.NewReader("x"), int64(len("x"))); err == nil {
			t.Errorf("%q was written", name)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "secret"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.Get(t.Context(), "../secret"); err == nil {
		t.Error("the name led out of the folder")
	}
	entries, err := os.ReadDir(filepath.Join(dir, "media"))
	if err != nil || len(entries) != 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// A reader that comes while the file is written again and again always finds all of it.
func TestDiskWritesAtOnce(t *testing.T) {
	b := open(t, "file://"+t.TempDir())
	contents := [2]string{strings.Repeat("a", 1<<20), strings.Repeat("b", 1<<20)}
	done := make(chan error, 1)
	go func() {
		for i := range 40 {
			if err := b.Put(context.Background(), "a.jpg", "image/jpeg", strings.NewReader(contents[i%2]), int64(len(contents[i%2]))); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	for {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			return
		default:
		}
		if _, _, err := b.Get(t.Context(), "a.jpg"); errors.Is(err, blob.ErrNotFound) {
			continue // before the first
		}
		if got := read(t, b, "a.jpg"); got != contents[0] && got != contents[1] {
			t.Fatalf("half a file of %d bytes", len(got))
		}
	}
}

func TestAStorageThatIsGone(t *testing.T) {
	b, _, server := openS3(t)
	server.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := b.Put(ctx, "a.jpg", "image/jpeg", strings.NewReader("one"), int64(len("one"))); err == nil || ctx.Err() != nil {
		t.Errorf("put: %v (%v)", err, ctx.Err())
	}
	if _, _, err := b.Get(ctx, "a.jpg"); err == nil || errors.Is(err, blob.ErrNotFound) || ctx.Err() != nil {
		t.Errorf("get: %v (%v)", err, ctx.Err())
	}
}

func TestOpen(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "")
	t.Setenv("AWS_ACCESS_KEY", "")
	for address, fault := range map[string]string{
		"":                     "file:///folder",
		"media":                "file:///folder",
		"file://":              "file:///folder",
		"file://relative/path": "file:///folder",
		"https://bucket":       "file:///folder",
		"s3://":                "s3://bucket",
		"s3://bucket/folder":   "s3://bucket",
		"s3://b?endpoint=host": "endpoint",
		"s3://bucket":          "AWS_ACCESS_KEY_ID",
		"s3://\x7f":            "URL",
		"file://" + file:       "file",
	} {
		if _, err := blob.Open(address); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%q: %v must say %s", address, err, fault)
		}
	}
	if _, err := blob.Open("ftp://user:secret@host"); err == nil || strings.Contains(fmt.Sprint(err), "secret") {
		t.Errorf("%v shows the password", err)
	}
}
