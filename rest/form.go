package rest

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"slices"
	"time"

	"orrery/shop"
)

const (
	maxText         = 64 << 10                               // of all text fields of a form, in bytes
	maxForm         = shop.MaxUploadBytes + maxText + 16<<10 // including the part headers
	formTimeout     = time.Minute                            // for receiving the form, also over a slow connection
	saveTimeout     = time.Minute                            // for storing the picture, including the wait for a turn
	responseTimeout = formTimeout + saveTimeout + 10*time.Second
	notMultipart    = "The body must be multipart/form-data"
)

// form is a parsed multipart request.
type form struct {
	texts   map[string]string
	picture *os.File // nil if none was sent; a temporary file until close
}

// readForm reads a multipart request: at most one picture, in the part named picture, and the text fields named texts.
// The picture is written to disk, so that a slow sender holds no memory. The caller must close the form.
func readForm(w http.ResponseWriter, r *http.Request, picture string, texts ...string) (*form, error) {
	// If the deadlines can't be set, the server's timeouts apply.
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(formTimeout))
	_ = control.SetWriteDeadline(time.Now().Add(responseTimeout))

	if media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media != "multipart/form-data" {
		return nil, &shop.Error{Code: shop.UnsupportedMedia, Message: notMultipart}
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, badRequest(notMultipart)
	}
	f := &form{texts: map[string]string{}}
	for {
		part, err := parts.NextRawPart()
		if err == io.EOF {
			return f, nil
		}
		if err == nil {
			err = f.add(part, picture, texts)
		}
		if err != nil {
			f.close()
			return nil, bodyError(err)
		}
	}
}

func (f *form) add(part *multipart.Part, picture string, texts []string) error {
	name := part.FormName()
	_, twice := f.texts[name]
	switch {
	case twice || name == picture && f.picture != nil:
		return badRequest("The part " + name + " is there twice")
	case name == picture:
		return f.saveFile(part)
	case !slices.Contains(texts, name):
		return badRequest("The body has a part that is not expected here")
	}
	text, err := io.ReadAll(io.LimitReader(part, maxText+1))
	if err != nil {
		return err
	}
	if len(text) > maxText {
		return &shop.Error{Code: shop.TooLarge, Field: name, Message: "This text is too long"}
	}
	if bytes.IndexByte(text, 0) >= 0 {
		return hasNUL(name)
	}
	f.texts[name] = string(text)
	return nil
}

// saveFile writes the picture to a temporary file. A file field that was left empty arrives as an empty part.
func (f *form) saveFile(part *multipart.Part) error {
	file, err := os.CreateTemp("", "orrery-upload-")
	if err != nil {
		return err
	}
	f.picture = file
	size, err := io.Copy(file, io.LimitReader(part, shop.MaxUploadBytes+1))
	switch {
	case err != nil:
		return err
	case size > shop.MaxUploadBytes:
		return withField(part.FormName(), shop.PictureTooLarge())
	case size == 0:
		f.close()
		f.picture = nil
		return nil
	}
	_, err = file.Seek(0, io.SeekStart)
	return err
}

// close removes the temporary file.
func (f *form) close() {
	if f.picture != nil {
		_ = f.picture.Close()
		_ = os.Remove(f.picture.Name())
	}
}

// bodyError returns the response error for a body that could not be read to its end.
func bodyError(err error) error {
	var refusal *shop.Error
	var tooLarge *http.MaxBytesError
	var onDisk *os.PathError
	switch {
	case errors.As(err, &refusal), errors.As(err, &onDisk):
		return err
	case errors.As(err, &tooLarge):
		return shop.PictureTooLarge()
	}
	return badRequest("The body ends early or is damaged")
}
