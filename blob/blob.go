// Package blob stores files, on disk or in S3-compatible storage, and sanitises uploaded pictures.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
)

// ErrNotFound is returned when there is no file with the name.
var ErrNotFound = errors.New("no such file")

// Bucket stores files by name. Writes are atomic, and the content of a file never changes.
type Bucket interface {
	// Put stores a file. It is idempotent.
	Put(ctx context.Context, name, mediaType string, content []byte) error
	// Get opens a file and returns its size in bytes; the error is ErrNotFound if there is none. Reading ends with ctx.
	Get(ctx context.Context, name string) (io.ReadCloser, int64, error)
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
