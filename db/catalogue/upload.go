package catalogue

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
	"time"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

const uploadColumns = `u.id, u.hash, u.format, u.width, u.height, u.widths, u.bytes, u.seconds, u.created_at`

type uploadRow struct {
	ID        string        `db:"id"`
	Hash      string        `db:"hash"`
	Format    string        `db:"format"`
	Width     int           `db:"width"`
	Height    int           `db:"height"`
	Widths    pq.Int64Array `db:"widths"`
	Bytes     *int          `db:"bytes"`   // null for a picture
	Seconds   *int          `db:"seconds"` // of a film
	CreatedAt time.Time     `db:"created_at"`
}

func (r uploadRow) upload() shop.Upload {
	widths := make([]int, len(r.Widths))
	for i, w := range r.Widths {
		widths[i] = int(w)
	}
	picture := shop.Picture{Hash: r.Hash, Format: r.Format, Width: r.Width, Height: r.Height, Widths: widths}
	return shop.Upload{ID: r.ID, Picture: picture, CreatedAt: r.CreatedAt}
}

func (r uploadRow) document() shop.DocumentUpload {
	file := shop.DocumentFile{Hash: r.Hash, Format: shop.DocumentFormat(strings.ToUpper(r.Format)), Bytes: *r.Bytes}
	return shop.DocumentUpload{ID: r.ID, DocumentFile: file}
}

func (r uploadRow) film() shop.FilmUpload {
	return shop.FilmUpload{ID: r.ID, FilmFile: shop.FilmFile{Hash: r.Hash, Width: r.Width, Height: r.Height,
		Seconds: *r.Seconds, Bytes: *r.Bytes}}
}

func (r uploadRow) captions() shop.CaptionsUpload {
	return shop.CaptionsUpload{ID: r.ID, CaptionsFile: shop.CaptionsFile{Hash: r.Hash, Bytes: *r.Bytes}}
}

// Formats of uploads that are neither pictures nor documents.
const (
	filmFormat     = "mp4"
	captionsFormat = "vtt"
)

func (r uploadRow) isDocument() bool {
	return r.Bytes != nil && r.Format != filmFormat && r.Format != captionsFormat
}

// BeginUpload counts an upload of the actor before its content is read; RATE_LIMITED when the limit is exceeded.
// Requires shop.WriteProducts, shop.WriteContent or shop.WriteSettings.
func (s *Store) BeginUpload(ctx context.Context, actor shop.Actor) error {
	if err := actor.MayUpload(); err != nil {
		return err
	}
	return s.db.CountAttempt(ctx, actor, shop.UploadPerAccount, *actor.Account())
}

type newUpload struct {
	uploadRow
	UserID *string       `db:"user_id"`
	Widths driver.Valuer `db:"widths"` // instead of that of uploadRow
}

var insertUpload = pg.Named(newUpload{}, `INSERT INTO uploads AS u `+
	pg.Values(`id, user_id, hash, format, width, height, widths, bytes, seconds, created_at`)+
	` RETURNING `+uploadColumns)

// CreateUpload assigns an ID to a picture that is then stored, by which products and other objects can refer to it.
// While a sweep deletes files with the same content, it waits. Requires shop.WriteProducts, shop.WriteContent or
// shop.WriteSettings.
func (s *Store) CreateUpload(ctx context.Context, actor shop.Actor, p shop.Picture) (shop.Upload, error) {
	if err := actor.MayUpload(); err != nil {
		return shop.Upload{}, err
	}
	row, err := s.addUpload(ctx, actor, uploadRow{Hash: p.Hash, Format: p.Format, Width: p.Width, Height: p.Height},
		p.Widths)
	return row.upload(), err
}

// CreateDocument assigns an ID to a document that is then stored, by which products can refer to it. Requires
// shop.WriteProducts.
func (s *Store) CreateDocument(ctx context.Context, actor shop.Actor, f shop.DocumentFile) (
	shop.DocumentUpload, error,
) {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return shop.DocumentUpload{}, err
	}
	row, err := s.addUpload(ctx, actor, uploadRow{Hash: f.Hash, Format: strings.ToLower(string(f.Format)),
		Bytes: &f.Bytes}, []int{})
	if err != nil {
		return shop.DocumentUpload{}, err
	}
	return row.document(), nil
}

// CreateFilm records a film that is then stored, so that products can name it. Requires shop.WriteProducts.
func (s *Store) CreateFilm(ctx context.Context, actor shop.Actor, f shop.FilmFile) (shop.FilmUpload, error) {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return shop.FilmUpload{}, err
	}
	row, err := s.addUpload(ctx, actor, uploadRow{Hash: f.Hash, Format: filmFormat, Width: f.Width, Height: f.Height,
		Bytes: &f.Bytes, Seconds: &f.Seconds}, []int{})
	if err != nil {
		return shop.FilmUpload{}, err
	}
	return row.film(), nil
}

// CreateCaptions records captions that are then stored, so that films of products can name them. Requires
// shop.WriteProducts.
func (s *Store) CreateCaptions(ctx context.Context, actor shop.Actor, f shop.CaptionsFile) (
	shop.CaptionsUpload, error,
) {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return shop.CaptionsUpload{}, err
	}
	row, err := s.addUpload(ctx, actor, uploadRow{Hash: f.Hash, Format: captionsFormat, Bytes: &f.Bytes}, []int{})
	if err != nil {
		return shop.CaptionsUpload{}, err
	}
	return row.captions(), nil
}

func (s *Store) addUpload(ctx context.Context, actor shop.Actor, row uploadRow, widths []int) (uploadRow, error) {
	var err error
	if row.ID, err = pg.NewID(); err != nil {
		return row, err
	}
	row.CreatedAt = s.db.Now()
	args := insertUpload.Args(newUpload{row, actor.Account(), pq.Array(widths)})
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		if _, err := tx.Exec(ctx, lockUploads, pq.StringArray{row.Hash}); err != nil {
			return err
		}
		return tx.Get(ctx, &row, insertUpload, args...)
	})
	if err != nil {
		return row, fmt.Errorf("create upload: %w", err)
	}
	return row, nil
}

var uploadByID = pg.Prepared(`SELECT ` + uploadColumns + ` FROM uploads u WHERE u.id = $1 FOR KEY SHARE`)

// UploadMedia returns the picture of an upload as media; NOT_FOUND without a field when it does not exist.
func (s *Store) UploadMedia(ctx context.Context, tx pg.Querier, id string, alt string) (*shop.Media, error) {
	row, err := findUpload(ctx, tx, id)
	switch {
	case err != nil:
		return nil, err
	case row == nil || row.Bytes != nil:
		return nil, shop.UnknownUpload()
	}
	return row.upload().Media(alt), nil
}

// uploadedDocument returns the document of an upload; NOT_FOUND without a field when it does not exist.
func (s *Store) uploadedDocument(ctx context.Context, tx pg.Querier, id string) (shop.Document, error) {
	row, err := findUpload(ctx, tx, id)
	switch {
	case err != nil:
		return shop.Document{}, err
	case row == nil || !row.isDocument():
		return shop.Document{}, shop.UnknownDocument()
	}
	return row.document().Document(), nil
}

// findUpload returns an upload, or nil if it does not exist.
func findUpload(ctx context.Context, tx pg.Querier, id string) (*uploadRow, error) {
	if !pg.IsUUID(id) {
		return nil, nil
	}
	var row uploadRow
	switch err := tx.Get(ctx, &row, uploadByID, id); {
	case pg.NoRows(err):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read upload %s: %w", id, err)
	}
	return &row, nil
}
