package blob

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

const (
	putTimeout    = 10 * time.Second // for storing one file, with retries
	getTimeout    = 5 * time.Second  // until the content of a file begins to arrive, with retries
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

func (b bucket) Put(ctx context.Context, name, mediaType string, content []byte) error {
	ctx, cancel := context.WithTimeout(ctx, putTimeout)
	defer cancel()
	_, err := b.client.Client.PutObject(ctx, b.name, name, bytes.NewReader(content), int64(len(content)),
		minio.PutObjectOptions{ContentType: mediaType})
	if err != nil {
		return fmt.Errorf("put %s into the bucket: %w", name, err)
	}
	return nil
}

func (b bucket) Get(ctx context.Context, name string) (io.ReadCloser, int64, error) {
	ctx, cancel := context.WithCancel(ctx)
	late := time.AfterFunc(getTimeout, cancel)
	content, info, _, err := b.client.GetObject(ctx, b.name, name, minio.GetObjectOptions{})
	if !late.Stop() && err == nil {
		_ = content.Close() // reading it would fail
		err = context.DeadlineExceeded
	}
	if err != nil {
		cancel()
	}
	if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
		return nil, 0, ErrNotFound
	}
	if err != nil {
		return nil, 0, fmt.Errorf("get %s from the bucket: %w", name, err)
	}
	return opened{content, cancel}, info.Size, nil
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
