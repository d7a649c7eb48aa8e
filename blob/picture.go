package blob

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"runtime/debug"
	"slices"

	"orrery/shop"
)

const (
	jpegQuality = 82
	hashBytes   = 16
)

// Pictures stores pictures in a bucket. Each picture is encoded again from its pixels, so that nothing else of the
// uploaded file survives: no metadata, no appended archive, no markup.
type Pictures struct {
	bucket Bucket
	turn   chan struct{} // one picture is decoded at a time, since it takes up to 150 MB
}

// NewPictures returns a Pictures that stores into the bucket.
func NewPictures(b Bucket) *Pictures { return &Pictures{b, make(chan struct{}, 1)} }

// Save stores a picture in all its widths. It waits for its turn. It first calls record, which keeps a concurrent sweep
// from deleting the files, and ends with its error. Other errors: UNSUPPORTED_MEDIA_TYPE, TOO_LARGE, INVALID and
// OUT_OF_RANGE for the content, UNAVAILABLE if it can't be stored.
func (p *Pictures) Save(ctx context.Context, content io.Reader, record func(shop.Picture) error) error {
	picture, files, err := p.render(ctx, content)
	if err != nil {
		return err
	}
	if err := record(picture); err != nil {
		return err
	}
	for i, width := range picture.Widths {
		name := picture.Name(width)
		mediaType, _ := shop.PictureType(name)
		if err := p.bucket.Put(ctx, name, mediaType, bytes.NewReader(files[i]), int64(len(files[i]))); err != nil {
			return fmt.Errorf("%w: keep %s: %w", shop.NoStorage(), name, err)
		}
	}
	return nil
}

// render encodes a picture in all its widths and returns the files, in the order of the widths.
func (p *Pictures) render(ctx context.Context, content io.Reader) (picture shop.Picture, files [][]byte, err error) {
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return picture, nil, fmt.Errorf("%w: wait for a turn: %w", shop.NoStorage(), ctx.Err())
	}
	largest, widths, err := open(content)
	if err != nil {
		return picture, nil, err
	}
	picture = shop.Picture{Format: "jpg", Width: largest.Rect.Dx(), Height: largest.Rect.Dy(), Widths: widths}
	if !largest.Opaque() {
		picture.Format = "png"
	}
	for _, width := range widths {
		form := largest
		if width != picture.Width {
			form = scale(largest, largest.Rect, width, shop.PictureHeight(picture.Width, picture.Height, width))
		}
		file, err := encode(form, picture.Format)
		if err != nil {
			return picture, nil, err
		}
		files = append(files, file)
	}
	sum := sha256.Sum256(slices.Concat(files...))
	picture.Hash = hex.EncodeToString(sum[:hashBytes])
	return picture, files, nil
}

// open decodes a picture upright in the largest of its widths. It returns unused memory to the operating system before,
// and the memory of the decoder afterwards.
func open(content io.Reader) (*image.RGBA, []int, error) {
	debug.FreeOSMemory()
	defer debug.FreeOSMemory()
	data, err := io.ReadAll(io.LimitReader(content, shop.MaxUploadBytes+1))
	if err != nil {
		return nil, nil, err
	}
	if len(data) > shop.MaxUploadBytes {
		return nil, nil, shop.PictureTooLarge()
	}
	src, err := inspect(data)
	if err != nil {
		return nil, nil, err
	}
	decoded, err := src.decode(bytes.NewReader(data))
	if err != nil {
		return nil, nil, shop.BrokenPicture()
	}
	w, h := src.bounds.Dx(), src.bounds.Dy()
	if sideways(src.orientation) {
		w, h = h, w
	}
	widths := shop.PictureWidths(w, h)
	width := widths[len(widths)-1]
	height := shop.PictureHeight(w, h, width)
	if sideways(src.orientation) {
		return upright(scale(decoded, src.bounds, height, width), src.orientation), widths, nil
	}
	return upright(scale(decoded, src.bounds, width, height), src.orientation), widths, nil
}

func encode(form *image.RGBA, format string) ([]byte, error) {
	var out bytes.Buffer
	var err error
	if format == "png" {
		err = png.Encode(&out, form)
	} else {
		err = jpeg.Encode(&out, form, &jpeg.Options{Quality: jpegQuality})
	}
	return out.Bytes(), err
}
