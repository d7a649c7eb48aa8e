// Package blob keeps files, on disk or in S3-compatible storage, and makes the pictures safe that go there.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
)

// ErrNotFound says that there is no file with the name.
var ErrNotFound = errors.New("no such file")

// Bucket keeps files by name. A file is there completely or not at all, and its content never changes.
type Bucket interface {
	// Put keeps a file. Keeping it again changes nothing.
	Put(ctx context.Context, name, mediaType string, content []byte) error
	// Get opens a file and tells its size in bytes; ErrNotFound when there is none. Reading ends with ctx.
	Get(ctx context.Context, name string) (io.ReadCloser, int64, error)
}

// Open opens the bucket at a URL: file:///folder, which is made when it is missing, or
// s3://bucket?endpoint=https://host&region=name with the credentials in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
func Open(address string) (Bucket, error) {
	at, err := url.Parse(address)
	switch {
	case err != nil:
		return nil, errors.New("it is not a URL") // the cause would repeat the whole URL
	case at.Scheme == "file" && at.Host == "" && at.Path != "":
		return openDisk(at.Path)
	case at.Scheme == "s3" && at.Host != "" && at.Path == "":
		return openS3(at.Host, at.Query())
	}
	return nil, fmt.Errorf("it must be file:///folder or s3://bucket, not %s", at.Redacted())
}
