package rest

import (
	"context"
	"errors"
	"net/http"

	"orrery/auth"
	"orrery/shop"
)

// uploaded is the part of POST /api/v1/uploads, which holds a file.
var uploaded = upload{"file", shop.MaxUpload, shop.MaxFilmBytes, uploadTimeout}

// upload handles POST /api/v1/uploads, a form with a picture, a document, a film or captions in the part named file.
// Requires shop.WriteProducts; for a picture shop.WriteContent or shop.WriteSettings will do.
func (a api) upload(w http.ResponseWriter, r *http.Request) error {
	if err := a.Store.Catalogue.BeginUpload(r.Context(), auth.Actor(r.Context())); err != nil {
		return err
	}
	form, err := readForm(w, r, uploaded)
	if err != nil {
		return err
	}
	defer form.close()
	if form.file == nil {
		return withField(uploaded.part, shop.NoFile())
	}
	if shop.IsFilm(form.head) {
		return a.uploadFilm(w, r, form)
	}
	if shop.IsCaptions(form.head) {
		return a.uploadCaptions(w, r, form)
	}
	if format, ok := shop.DocumentFormatOf(form.head, form.size); ok {
		return a.uploadDocument(w, r, form, format)
	}
	saved, err := a.savePicture(r, form, uploaded.part)
	var refusal *shop.Error
	if errors.As(err, &refusal) && refusal.Code == shop.UnsupportedMedia {
		return withField(uploaded.part, shop.NotAFile())
	}
	if err != nil {
		return err
	}
	type upload struct {
		ID     string `json:"_id"`
		URL    string `json:"url"`
		Width  int    `json:"width"`
		Height int    `json:"height"`
	}
	return writeJSON(w, http.StatusCreated, struct {
		Success bool   `json:"success"`
		Upload  upload `json:"upload"`
	}{true, upload{saved.ID, saved.URL(), saved.Width, saved.Height}})
}

// uploadDocument stores the document of a form and responds with its upload.
func (a api) uploadDocument(w http.ResponseWriter, r *http.Request, f *form, format shop.DocumentFormat) error {
	return saveUpload(w, r, func(ctx context.Context, actor shop.Actor) (any, error) {
		var saved shop.DocumentUpload
		err := a.Documents.Save(ctx, format, f.file, func(file shop.DocumentFile) (err error) {
			saved, err = a.Store.Catalogue.CreateDocument(ctx, actor, file)
			return err
		})
		return struct {
			ID     string              `json:"_id"`
			URL    string              `json:"url"`
			Format shop.DocumentFormat `json:"format"`
			Bytes  int                 `json:"bytes"`
		}{saved.ID, saved.URL(), saved.Format, saved.Bytes}, err
	})
}

// uploadFilm stores the film of a form and responds with its upload.
func (a api) uploadFilm(w http.ResponseWriter, r *http.Request, f *form) error {
	return saveUpload(w, r, func(ctx context.Context, actor shop.Actor) (any, error) {
		var saved shop.FilmUpload
		err := a.Films.Save(ctx, f.file, f.size, func(film shop.FilmFile) (err error) {
			saved, err = a.Store.Catalogue.CreateFilm(ctx, actor, film)
			return err
		})
		return struct {
			ID      string `json:"_id"`
			URL     string `json:"url"`
			Format  string `json:"format"`
			Width   int    `json:"width"`
			Height  int    `json:"height"`
			Seconds int    `json:"seconds"`
			Bytes   int    `json:"bytes"`
		}{saved.ID, saved.URL(), "MP4", saved.Width, saved.Height, saved.Seconds, saved.Bytes}, err
	})
}

// uploadCaptions stores the captions of a form and responds with their upload.
func (a api) uploadCaptions(w http.ResponseWriter, r *http.Request, f *form) error {
	return saveUpload(w, r, func(ctx context.Context, actor shop.Actor) (any, error) {
		var saved shop.CaptionsUpload
		err := a.Films.SaveCaptions(ctx, f.file, func(captions shop.CaptionsFile) (err error) {
			saved, err = a.Store.Catalogue.CreateCaptions(ctx, actor, captions)
			return err
		})
		return struct {
			ID     string `json:"_id"`
			URL    string `json:"url"`
			Format string `json:"format"`
			Bytes  int    `json:"bytes"`
		}{saved.ID, saved.URL(), "VTT", saved.Bytes}, err
	})
}

// saveUpload responds with what save has stored for a product. Its errors about the content get the name of the part.
func saveUpload(w http.ResponseWriter, r *http.Request, save func(context.Context, shop.Actor) (any, error)) error {
	actor := auth.Actor(r.Context())
	if err := actor.Need(shop.WriteProducts); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), saveTimeout)
	defer cancel()
	saved, err := save(ctx, actor)
	if err != nil {
		return withField(uploaded.part, err)
	}
	return writeJSON(w, http.StatusCreated, struct {
		Success bool `json:"success"`
		Upload  any  `json:"upload"`
	}{true, saved})
}

// savePicture stores the picture of a form and returns its upload with an ID. Errors about the picture name the part.
// The caller must have called Store.BeginUpload. The database row is stored before the files. If storing the files
// fails, the caller gets no ID, and the row is deleted like those of other unused uploads.
func (a api) savePicture(r *http.Request, f *form, part string) (saved shop.Upload, err error) {
	ctx, cancel := context.WithTimeout(r.Context(), saveTimeout)
	defer cancel()
	err = a.Pictures.Save(ctx, f.file, func(picture shop.Picture) (err error) {
		saved, err = a.Store.Catalogue.CreateUpload(ctx, auth.Actor(ctx), picture)
		return err
	})
	return saved, withField(part, err)
}
