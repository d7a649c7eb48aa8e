// Package blob stores files, on disk or in S3-compatible storage, and sanitises uploaded pictures.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
)

// Errors of buckets.
var (
	ErrNotFound = errors.New("no such file")          // there is no file with the name
	ErrRange    = errors.New("the file is too short") // a range begins behind the end of the file
)

// Bucket stores files by name. Writes are atomic, and the content of a file never changes.
type Bucket interface {
	// Put stores a file of a size in bytes. It is idempotent.
	Put(ctx context.Context, name, mediaType string, content io.ReadSeeker, size int64) error
	// Get opens a file and returns its size in bytes; the error is ErrNotFound if there is none. Reading ends with ctx.
	Get(ctx context.Context, name string) (io.ReadCloser, int64, error)
	// GetRange opens a part of a file and returns the size of the whole file; the error is ErrRange if there is no such
	// part.
	GetRange(ctx context.Context, name string, r Range) (io.ReadCloser, int64, error)
	// Delete deletes a file. It is idempotent.
	Delete(ctx context.Context, name string) error
}

// Range is a part of a file: the bytes from First to Last, or to the end of the file if Last exceeds it. A negative
// First selects as many bytes at the end; then Last is not used.
type Range struct{ First, Last int64 }

// ToEnd is the Last of a range to the end of the file.
const ToEnd = math.MaxInt64

// In returns offset and length of the range in a file of a size, and false if it has no byte of it.
func (r Range) In(size int64) (offset, length int64, ok bool) {
	if r.First < 0 {
		length = min(-r.First, size)
		return size - length, length, length > 0
	}
	return r.First, min(r.Last, size-1) - r.First + 1, r.First < size && r.First <= r.Last
}

// Open opens the bucket at a URL: file:///folder, which is created if it is missing, or
// s3://bucket?endpoint=https://host&region=name with the credentials in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
func Open(address string) (Bucket, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return nil, errors.New("it is not a URL") // the cause would repeat the whole URL
	case u.Scheme == "file" && u.Host == "" && u.Path != "":
		return openDisk(u.Path)
	case u.Scheme == "s3" && u.Host != "" && u.Path == "":
		return openS3(u.Host, u.Query())
	}
	return nil, fmt.Errorf("it must be file:///folder or s3://bucket, not %s", u.Redacted())
}
