package rest

import (
	"net/http"

	"orrery/auth"
)

// pictureForm is a form whose picture, if any, has been stored.
type pictureForm struct {
	texts    map[string]string
	uploadID *string
}

// text returns a text field, or nil if the field was not sent.
func (p pictureForm) text(name string) *string {
	text, ok := p.texts[name]
	if !ok {
		return nil
	}
	return &text
}

// readPictureForm reads a form with the named text fields and an optional picture, which it stores. It returns an error
// before reading the body if the caller may not upload.
func (a api) readPictureForm(w http.ResponseWriter, r *http.Request, picture string,
	texts ...string) (pictureForm, error) {
	actor := auth.Actor(r.Context())
	if err := actor.MayUpload(); err != nil {
		return pictureForm{}, err
	}
	form, err := readForm(w, r, pictureIn(picture), texts...)
	if err != nil {
		return pictureForm{}, err
	}
	defer form.close()
	if form.file == nil {
		return pictureForm{texts: form.texts}, nil
	}
	if err := a.Store.Catalogue.BeginUpload(r.Context(), actor); err != nil {
		return pictureForm{}, err
	}
	saved, err := a.savePicture(r, form, picture)
	return pictureForm{form.texts, &saved.ID}, err
}
