package rest

import (
	"context"
	"net/http"

	"orrery/auth"
	"orrery/shop"
)

// upload handles POST /api/v1/uploads, a form with a picture in the part named file. Administrators only.
func (a api) upload(w http.ResponseWriter, r *http.Request) error {
	if err := a.Store.Catalogue.BeginUpload(r.Context(), auth.Actor(r.Context())); err != nil {
		return err
	}
	const part = "file"
	form, err := readForm(w, r, part)
	if err != nil {
		return err
	}
	defer form.close()
	if form.picture == nil {
		return withField(part, shop.NoPicture())
	}
	saved, err := a.savePicture(r, form, part)
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

// savePicture stores the picture of a form and returns its upload with an ID. Errors about the picture name the part.
// The caller must have called Store.BeginUpload. The files are stored before the database row; a file without a row is
// unused and harmless.
func (a api) savePicture(r *http.Request, f *form, part string) (shop.Upload, error) {
	ctx, cancel := context.WithTimeout(r.Context(), saveTimeout)
	defer cancel()
	picture, err := a.Pictures.Save(ctx, f.picture)
	if err != nil {
		return shop.Upload{}, withField(part, err)
	}
	return a.Store.Catalogue.CreateUpload(ctx, auth.Actor(ctx), picture)
}
