package blob

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
)

// disk is a folder. Names can't refer to files outside it.
type disk struct{ root *os.Root }

func openDisk(folder string) (Bucket, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	return disk{root}, nil
}

// Put writes a temporary file and renames it, so that neither a reader nor a power failure ever leaves a partial file
// visible.
func (d disk) Put(_ context.Context, name, _ string, content io.ReadSeeker, _ int64) error {
	part := ".part-" + rand.Text()
	if err := d.write(part, content); err != nil {
		_ = d.root.Remove(part)
		return err
	}
	if err := d.root.Rename(part, name); err != nil {
		_ = d.root.Remove(part)
		return err
	}
	folder, err := d.root.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func (d disk) write(name string, content io.Reader) error {
	file, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	return errors.Join(err, file.Sync(), file.Close())
}

func (d disk) Delete(_ context.Context, name string) error {
	if err := d.root.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (d disk) Get(_ context.Context, name string) (io.ReadCloser, int64, error) { return d.open(name) }

func (d disk) GetRange(_ context.Context, name string, r Range) (io.ReadCloser, int64, error) {
	file, size, err := d.open(name)
	if err != nil {
		return nil, 0, err
	}
	offset, length, ok := r.In(size)
	if !ok {
		return nil, size, errors.Join(ErrRange, file.Close())
	}
	return struct {
		io.Reader
		io.Closer
	}{io.NewSectionReader(file, offset, length), file}, size, nil
}

func (d disk) open(name string) (*os.File, int64, error) {
	file, err := d.root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, ErrNotFound
	}
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, info.Size(), nil
}
