package blob

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

const (
	putTimeout    = 10 * time.Second // for storing a small file, with retries
	putRate       = 1 << 20          // bytes that are stored in a second, at least
	getTimeout    = 5 * time.Second  // until the content of a file begins to arrive, with retries
	deleteTimeout = 5 * time.Second  // for deleting a file, with retries
	answerTimeout = 3 * time.Second  // until the storage begins to respond
	attempts      = 3
)

// bucket is a bucket of S3-compatible storage.
type bucket struct {
	client minio.Core
	name   string
}

func openS3(name string, options url.Values) (Bucket, error) {
	endpoint, err := url.Parse(cmp.Or(options.Get("endpoint"), "https://s3.amazonaws.com"))
	if err != nil || endpoint.Host == "" || endpoint.Scheme != "https" && endpoint.Scheme != "http" {
		return nil, errors.New("its endpoint must be https://host or http://host")
	}
	keys := credentials.NewEnvAWS()
	if found, err := keys.GetWithContext(nil); err != nil || found.AccessKeyID == "" || found.SecretAccessKey == "" {
		return nil, errors.New("s3 needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	transport, err := minio.DefaultTransport(endpoint.Scheme == "https")
	if err != nil {
		return nil, err
	}
	transport.ResponseHeaderTimeout = answerTimeout
	client, err := minio.NewCore(endpoint.Host, &minio.Options{
		Creds:      keys,
		Secure:     endpoint.Scheme == "https",
		Transport:  transport,
		Region:     cmp.Or(options.Get("region"), os.Getenv("AWS_REGION"), "us-east-1"),
		MaxRetries: attempts,
	})
	if err != nil {
		return nil, err
	}
	return bucket{*client, name}, nil
}

func (b bucket) Put(ctx context.Context, name, mediaType string, content io.ReadSeeker, size int64) error {
	ctx, cancel := context.WithTimeout(ctx, putTimeout+time.Duration(size/putRate)*time.Second)
	defer cancel()
	_, err := b.client.Client.PutObject(ctx, b.name, name, content, size,
		minio.PutObjectOptions{ContentType: mediaType})
	if err != nil {
		return fmt.Errorf("put %s into the bucket: %w", name, err)
	}
	return nil
}

func (b bucket) Delete(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, deleteTimeout)
	defer cancel()
	err := b.client.RemoveObject(ctx, b.name, name, minio.RemoveObjectOptions{})
	if err != nil && minio.ToErrorResponse(err).Code != minio.NoSuchKey {
		return fmt.Errorf("delete %s in the bucket: %w", name, err)
	}
	return nil
}

func (b bucket) Get(ctx context.Context, name string) (io.ReadCloser, int64, error) {
	content, info, _, err := b.get(ctx, name, minio.GetObjectOptions{})
	return content, info.Size, err
}

func (b bucket) GetRange(ctx context.Context, name string, r Range) (io.ReadCloser, int64, error) {
	var options minio.GetObjectOptions
	switch {
	case r.First < 0:
		options.Set("Range", fmt.Sprintf("bytes=%d", r.First))
	case r.Last == ToEnd:
		options.Set("Range", fmt.Sprintf("bytes=%d-", r.First))
	default:
		options.Set("Range", fmt.Sprintf("bytes=%d-%d", r.First, r.Last))
	}
	content, _, header, err := b.get(ctx, name, options)
	if errors.Is(err, ErrRange) {
		info, err := b.client.StatObject(ctx, b.name, name, minio.StatObjectOptions{})
		if err != nil {
			return nil, 0, fmt.Errorf("get the size of %s in the bucket: %w", name, err)
		}
		if r.First < 0 && info.Size > 0 { // some storages refuse to send less than that
			return b.GetRange(ctx, name, Range{0, ToEnd})
		}
		return nil, info.Size, ErrRange
	}
	if err != nil {
		return nil, 0, err
	}
	_, total, _ := strings.Cut(header.Get("Content-Range"), "/")
	size, err := strconv.ParseInt(total, 10, 64)
	if err != nil {
		return nil, 0, errors.Join(fmt.Errorf("get a range of %s from the bucket: %w", name, err), content.Close())
	}
	return content, size, nil
}

// get opens an object, or a part of one. Its errors wrap those of the storage.
func (b bucket) get(ctx context.Context, name string, options minio.GetObjectOptions) (
	io.ReadCloser, minio.ObjectInfo, http.Header, error,
) {
	ctx, cancel := context.WithCancel(ctx)
	late := time.AfterFunc(getTimeout, cancel)
	content, info, header, err := b.client.GetObject(ctx, b.name, name, options)
	if !late.Stop() && err == nil {
		_ = content.Close() // reading it would fail
		err = context.DeadlineExceeded
	}
	if err != nil {
		cancel()
	}
	switch minio.ToErrorResponse(err).Code {
	case minio.NoSuchKey:
		return nil, info, nil, ErrNotFound
	case minio.InvalidRange:
		return nil, info, nil, ErrRange
	}
	if err != nil {
		return nil, info, nil, fmt.Errorf("get %s from the bucket: %w", name, err)
	}
	return opened{content, cancel}, info, header, nil
}

// opened is a file that is being read.
type opened struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (o opened) Close() error {
	defer o.cancel()
	return o.ReadCloser.Close()
}
