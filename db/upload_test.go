package db_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"orrery/db"
	"orrery/db/dbtest"
	"orrery/shop"
)

func TestAnUploadBecomesMedia(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	admin := cast(t, d).admin
	picture := shop.Picture{Hash: "0123456789abcdef0123456789abcdef", Format: "png", Width: 700, Height: 350, Widths: []int{320, 640, 700}}
	upload, err := d.Store.Catalogue.CreateUpload(ctx, admin, picture)
	if err != nil {
		t.Fatal(err)
	}
	if !upload.CreatedAt.Equal(d.Clock.Now()) {
		t.Errorf("made at %v, want %v", upload.CreatedAt, d.Clock.Now())
	}
	media, err := db.UploadMedia(ctx, d.Store, upload.ID, "An arm")
	if err != nil {
		t.Fatal(err)
	}
	if media.URL != "/media/0123456789abcdef0123456789abcdef-700.png" || media.Alt != "An arm" || *media.Width != 700 ||
		*media.Height != 350 || !slices.Equal(media.Widths, picture.Widths) {
		t.Errorf("media %+v", media)
	}
	for _, id := range []string{"", "1", "' OR 1=1", ownersOrder} {
		var refusal *shop.Error
		if _, err := db.UploadMedia(ctx, d.Store, id, ""); !errors.As(err, &refusal) || refusal.Code != shop.NotFound {
			t.Errorf("%q: %v, want NOT_FOUND", id, err)
		}
	}
}

// A document is no picture, and a key that may only write content uploads none.
func TestDocumentUploads(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	admin := cast(t, d).admin
	file := shop.DocumentFile{Hash: "0123456789abcdef0123456789abcdef", Format: shop.FormatSTEP, Bytes: 1234}
	upload, err := d.Store.Catalogue.CreateDocument(ctx, admin, file)
	if err != nil || upload.DocumentFile != file || upload.URL() != "/media/0123456789abcdef0123456789abcdef.step" {
		t.Fatalf("%+v (%v)", upload, err)
	}
	var refusal *shop.Error
	if _, err := db.UploadMedia(ctx, d.Store, upload.ID, ""); !errors.As(err, &refusal) || refusal.Code != shop.NotFound {
		t.Errorf("a document as a picture: %v", err)
	}
	writer := shop.Actor{Key: &shop.KeyActor{ID: ownersOrder, MakerID: admin.UserID, Scopes: []shop.Scope{shop.WriteContent}}}
	if _, err := d.Store.Catalogue.CreateDocument(ctx, writer, file); !errors.As(err, &refusal) || refusal.Code != shop.Forbidden {
		t.Errorf("with a key for content: %v", err)
	}
}

// A film and its captions are neither pictures nor documents, and a key that may only write content uploads none.
func TestFilmUploads(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	admin := cast(t, d).admin
	film := shop.FilmFile{Hash: "0123456789abcdef0123456789abcdef", Width: 1280, Height: 720, Seconds: 42, Bytes: 1234}
	upload, err := d.Store.Catalogue.CreateFilm(ctx, admin, film)
	if err != nil || upload.FilmFile != film || upload.URL() != "/media/0123456789abcdef0123456789abcdef.mp4" {
		t.Fatalf("%+v (%v)", upload, err)
	}
	captions := shop.CaptionsFile{Hash: "0123456789abcdef0123456789abcdef", Bytes: 123}
	spoken, err := d.Store.Catalogue.CreateCaptions(ctx, admin, captions)
	if err != nil || spoken.CaptionsFile != captions || spoken.URL() != "/media/0123456789abcdef0123456789abcdef.vtt" {
		t.Fatalf("%+v (%v)", spoken, err)
	}
	var refusal *shop.Error
	for _, id := range []string{upload.ID, spoken.ID} {
		if _, err := db.UploadMedia(ctx, d.Store, id, ""); !errors.As(err, &refusal) || refusal.Code != shop.NotFound {
			t.Errorf("as a picture: %v", err)
		}
		document := shop.ProductDocumentInput{UploadID: &id, Kind: shop.DocumentCAD, Title: "Model"}
		_, err := d.Store.Catalogue.UpdateProduct(ctx, admin, shop.ProductInput{ID: "1", Documents: []shop.ProductDocumentInput{document}})
		if !errors.As(err, &refusal) || refusal.Code != shop.NotFound || refusal.Field != "documents.0" {
			t.Errorf("as a document: %v", err)
		}
	}
	writer := shop.Actor{Key: &shop.KeyActor{ID: ownersOrder, MakerID: admin.UserID, Scopes: []shop.Scope{shop.WriteContent}}}
	if _, err := d.Store.Catalogue.CreateFilm(ctx, writer, film); !errors.As(err, &refusal) || refusal.Code != shop.Forbidden {
		t.Errorf("with a key for content: %v", err)
	}
	if _, err := d.Store.Catalogue.CreateCaptions(ctx, writer, captions); !errors.As(err, &refusal) || refusal.Code != shop.Forbidden {
		t.Errorf("captions with a key for content: %v", err)
	}
}

func TestUploadsAreBounded(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	admin := cast(t, d).admin
	for range shop.UploadPerAccount.Max {
		if err := d.Store.Catalogue.BeginUpload(ctx, admin); err != nil {
			t.Fatal(err)
		}
	}
	var refusal *shop.Error
	if err := d.Store.Catalogue.BeginUpload(ctx, admin); !errors.As(err, &refusal) || refusal.Code != shop.RateLimited || refusal.RetryAfter <= 0 {
		t.Errorf("one too many: %v", err)
	}
	d.Clock.Advance(time.Hour)
	if err := d.Store.Catalogue.BeginUpload(ctx, admin); err != nil {
		t.Errorf("an hour later: %v", err)
	}
}
