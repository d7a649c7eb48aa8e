package rest

import (
	"context"
	"net/http"

	"orrery/auth"
	"orrery/shop"
)

// upload answers POST /api/v1/uploads: a picture in the part file. Admins only.
func (d door) upload(w http.ResponseWriter, r *http.Request) error {
	if err := d.Store.Catalogue.BeginUpload(r.Context(), auth.Actor(r.Context())); err != nil {
		return err
	}
	const part = "file"
	form, err := readForm(w, r, part)
	if err != nil {
		return err
	}
	defer form.close()
	if form.picture == nil {
		return at(part, shop.NoPicture())
	}
	kept, err := d.keepPicture(r, form, part)
	if err != nil {
		return err
	}
	type upload struct {
		ID     string `json:"_id"`
		URL    string `json:"url"`
		Width  int    `json:"width"`
		Height int    `json:"height"`
	}
	return answer(w, http.StatusCreated, struct {
		Success bool   `json:"success"`
		Upload  upload `json:"upload"`
	}{true, upload{kept.ID, kept.URL(), kept.Width, kept.Height}})
}

// keepPicture keeps the picture of a form and gives it an identifier. What is wrong with it is said of the part. The caller
// has begun the upload with Store.BeginUpload. The files come first: without their row they are only in nobody's way.
func (d door) keepPicture(r *http.Request, f *form, part string) (shop.Upload, error) {
	ctx, cancel := context.WithTimeout(r.Context(), keepTimeout)
	defer cancel()
	picture, err := d.Pictures.Save(ctx, f.picture)
	if err != nil {
		return shop.Upload{}, at(part, err)
	}
	return d.Store.Catalogue.CreateUpload(ctx, auth.Actor(ctx), picture)
}
