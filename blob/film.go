package blob

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"orrery/shop"
)

// Films stores films and their captions in a bucket, after a check of their content.
type Films struct{ bucket Bucket }

// NewFilms returns a Films that stores into the bucket.
func NewFilms(b Bucket) *Films { return &Films{b} }

// Save stores a film, without its metadata. It never holds more than the film's index in memory. It calls record as
// Pictures.Save does. Errors: TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, OUT_OF_RANGE and INVALID for the content, UNAVAILABLE
// if it can't be stored.
func (f *Films) Save(ctx context.Context, content io.ReaderAt, size int64, record func(shop.FilmFile) error) error {
	read, err := shop.ReadFilm(content, size)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp("", "orrery-film-")
	if err != nil {
		return err
	}
	defer func() {
		_ = file.Close()
		_ = os.Remove(file.Name())
	}()
	sum := sha256.New()
	stored, err := io.Copy(io.MultiWriter(file, sum), read.Content(content))
	if err != nil {
		return fmt.Errorf("copy film: %w", err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	film := read.FilmFile
	film.Hash, film.Bytes = hex.EncodeToString(sum.Sum(nil)[:hashBytes]), int(stored)
	if err := record(film); err != nil {
		return err
	}
	return f.put(ctx, film.Name(), file, stored)
}

// SaveCaptions stores captions. It calls record as Pictures.Save does. Errors: TOO_LARGE and INVALID for the content,
// UNAVAILABLE if they can't be stored.
func (f *Films) SaveCaptions(ctx context.Context, content io.Reader, record func(shop.CaptionsFile) error) error {
	data, err := io.ReadAll(io.LimitReader(content, shop.MaxCaptionsBytes+1))
	if err != nil {
		return err
	}
	if err := shop.CheckCaptions(data); err != nil {
		return err
	}
	sum := sha256.Sum256(data)
	captions := shop.CaptionsFile{Hash: hex.EncodeToString(sum[:hashBytes]), Bytes: len(data)}
	if err := record(captions); err != nil {
		return err
	}
	return f.put(ctx, captions.Name(), bytes.NewReader(data), int64(len(data)))
}

func (f *Films) put(ctx context.Context, name string, content io.ReadSeeker, size int64) error {
	mediaType, _ := shop.FilmType(name)
	if err := f.bucket.Put(ctx, name, mediaType, content, size); err != nil {
		return fmt.Errorf("%w: keep %s: %w", shop.NoStorage(), name, err)
	}
	return nil
}
