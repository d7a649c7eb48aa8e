package rest

import (
	"net/http"

	"orrery/auth"
)

// pictured is a form whose picture, when it has one, has been kept.
type pictured struct {
	texts    map[string]string
	uploadID *string
}

// text is nil for a part that was not sent.
func (p pictured) text(name string) *string {
	text, ok := p.texts[name]
	if !ok {
		return nil
	}
	return &text
}

// readPictured reads a form with the texts of those names and perhaps a picture, which it keeps. Only those who may upload get
// as far as sending it.
func (d door) readPictured(w http.ResponseWriter, r *http.Request, picture string, texts ...string) (pictured, error) {
	actor := auth.Actor(r.Context())
	if err := actor.MayUpload(); err != nil {
		return pictured{}, err
	}
	form, err := readForm(w, r, picture, texts...)
	if err != nil {
		return pictured{}, err
	}
	defer form.close()
	if form.picture == nil {
		return pictured{texts: form.texts}, nil
	}
	if err := d.Store.Catalogue.BeginUpload(r.Context(), actor); err != nil {
		return pictured{}, err
	}
	kept, err := d.keepPicture(r, form, picture)
	return pictured{form.texts, &kept.ID}, err
}
