package blob

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"orrery/shop"
)

// Documents stores documents in a bucket as they are, after a check of their content.
type Documents struct {
	bucket Bucket
	turn   chan struct{} // one document is in memory at a time
}

// NewDocuments returns a Documents that stores into the bucket.
func NewDocuments(b Bucket) *Documents { return &Documents{b, make(chan struct{}, 1)} }

// Save stores a document of a format. It waits for its turn. It calls record as Pictures.Save does. Errors: TOO_LARGE
// and INVALID for the content, UNAVAILABLE if it can't be stored.
func (d *Documents) Save(ctx context.Context, format shop.DocumentFormat, content io.Reader,
	record func(shop.DocumentFile) error) error {
	select {
	case d.turn <- struct{}{}:
		defer func() { <-d.turn }()
	case <-ctx.Done():
		return fmt.Errorf("%w: wait for a turn: %w", shop.NoStorage(), ctx.Err())
	}
	data, err := io.ReadAll(io.LimitReader(content, shop.MaxDocumentBytes+1))
	if err != nil {
		return err
	}
	if err := shop.CheckDocument(format, data); err != nil {
		return err
	}
	sum := sha256.Sum256(data)
	file := shop.DocumentFile{Hash: hex.EncodeToString(sum[:hashBytes]), Format: format, Bytes: len(data)}
	if err := record(file); err != nil {
		return err
	}
	_, mediaType, _ := shop.DocumentType(file.Name())
	if err := d.bucket.Put(ctx, file.Name(), mediaType, bytes.NewReader(data), int64(len(data))); err != nil {
		return fmt.Errorf("%w: keep %s: %w", shop.NoStorage(), file.Name(), err)
	}
	return nil
}
