package catalogue

import (
	"context"
	"database/sql/driver"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

const uploadColumns = `u.id, u.hash, u.format, u.width, u.height, u.widths, u.created_at`

type uploadRow struct {
	ID        string        `db:"id"`
	Hash      string        `db:"hash"`
	Format    string        `db:"format"`
	Width     int           `db:"width"`
	Height    int           `db:"height"`
	Widths    pq.Int64Array `db:"widths"`
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

// BeginUpload counts an upload of the actor before its content is read; RATE_LIMITED when the limit is exceeded. Admins
// only.
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
	pg.Values(`id, user_id, hash, format, width, height, widths, created_at`)+` RETURNING `+uploadColumns)

// CreateUpload assigns an ID to a picture that has been stored, by which products and other objects can refer to it.
// Admins only.
func (s *Store) CreateUpload(ctx context.Context, actor shop.Actor, p shop.Picture) (shop.Upload, error) {
	if err := actor.MayUpload(); err != nil {
		return shop.Upload{}, err
	}
	id, err := pg.NewID()
	if err != nil {
		return shop.Upload{}, err
	}
	row := uploadRow{ID: id, Hash: p.Hash, Format: p.Format, Width: p.Width, Height: p.Height, CreatedAt: s.db.Now()}
	if err := s.db.Pool().Get(ctx, &row, insertUpload,
		insertUpload.Args(newUpload{row, actor.Account(), pq.Array(p.Widths)})...); err != nil {
		return shop.Upload{}, fmt.Errorf("create upload: %w", err)
	}
	return row.upload(), nil
}

var uploadByID = pg.Prepared(`SELECT ` + uploadColumns + ` FROM uploads u WHERE u.id = $1`)

// UploadMedia returns the picture of an upload as media; NOT_FOUND without a field when it does not exist.
func (s *Store) UploadMedia(ctx context.Context, tx pg.Querier, id string, alt string) (*shop.Media, error) {
	if !pg.IsUUID(id) {
		return nil, shop.UnknownUpload()
	}
	var row uploadRow
	switch err := tx.Get(ctx, &row, uploadByID, id); {
	case pg.NoRows(err):
		return nil, shop.UnknownUpload()
	case err != nil:
		return nil, fmt.Errorf("read upload %s: %w", id, err)
	}
	return row.upload().Media(alt), nil
}
