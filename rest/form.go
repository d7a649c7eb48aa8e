package rest

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"slices"
	"time"
	"unicode/utf8"

	"orrery/shop"
)

const (
	maxText         = 64 << 10        // of all text fields of a form, in bytes
	maxHeaders      = 16 << 10        // of all parts
	formTimeout     = time.Minute     // for receiving a form, also over a slow connection
	uploadTimeout   = 5 * time.Minute // for receiving an upload, which may be a film
	saveTimeout     = time.Minute     // for storing the file, including the wait for a turn
	otherTimeout    = 10 * time.Second
	responseTimeout = formTimeout + saveTimeout + otherTimeout
	notMultipart    = "The body must be multipart/form-data"
)

// form is a parsed multipart request.
type form struct {
	texts map[string]string
	file  *os.File // nil if none was sent; a temporary file until close
	head  []byte   // first bytes of the file
	size  int64    // of the file
}

// upload is the part of a form that holds a file.
type upload struct {
	part    string
	limit   func(head []byte) (int64, *shop.Error) // the maximum size of a file with these first bytes, and its error
	max     int64                                  // the maximum size of any file
	timeout time.Duration                          // for receiving the form
}

// pictureIn returns the part of a form that holds a picture.
func pictureIn(part string) upload {
	return upload{part, func([]byte) (int64, *shop.Error) { return shop.MaxUploadBytes, shop.PictureTooLarge() },
		shop.MaxUploadBytes, formTimeout}
}

// readForm reads a multipart request: at most one file, in its part, and the text fields named texts. The file is
// written to disk, so that a slow sender holds no memory. The caller must close the form.
func readForm(w http.ResponseWriter, r *http.Request, file upload, texts ...string) (*form, error) {
	// If the deadlines can't be set, the server's timeouts apply.
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(file.timeout))
	_ = control.SetWriteDeadline(time.Now().Add(file.timeout + saveTimeout + otherTimeout))

	if media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media != "multipart/form-data" {
		return nil, &shop.Error{Code: shop.UnsupportedMedia, Message: notMultipart}
	}
	r.Body = http.MaxBytesReader(w, r.Body, file.max+maxText+maxHeaders)
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
			err = f.add(part, file, texts)
		}
		if err != nil {
			f.close()
			return nil, bodyError(err)
		}
	}
}

func (f *form) add(part *multipart.Part, file upload, texts []string) error {
	name := part.FormName()
	_, twice := f.texts[name]
	switch {
	case twice || name == file.part && f.file != nil:
		return badPart(name, "is there twice")
	case name == file.part:
		return f.saveFile(part, file)
	case !slices.Contains(texts, name):
		return badPart(name, "is not expected here")
	}
	text, err := io.ReadAll(io.LimitReader(part, maxText+1))
	if err != nil {
		return err
	}
	if len(text) > maxText {
		return &shop.Error{Code: shop.TooLarge, Field: name, Message: "This text is too long"}
	}
	if !utf8.Valid(text) {
		return badPart(name, "must be UTF-8")
	}
	if bytes.IndexByte(text, 0) >= 0 {
		return hasNUL(name)
	}
	f.texts[name] = string(text)
	return nil
}

// badPart refuses a part of a form. A part without a name has no field.
func badPart(name, problem string) error {
	return &shop.Error{Code: codeBadRequest, Field: name, Message: fmt.Sprintf("The part %q %s", name, problem)}
}

// saveFile writes the file to a temporary one. A file field that was left empty arrives as an empty part.
func (f *form) saveFile(part *multipart.Part, limits upload) error {
	file, err := os.CreateTemp("", "orrery-upload-")
	if err != nil {
		return err
	}
	f.file = file
	content := bufio.NewReader(part)
	f.head, _ = content.Peek(shop.DocumentHead) // an error is also that of the copy
	f.head = slices.Clone(f.head)
	limit, tooLarge := limits.limit(f.head)
	f.size, err = io.Copy(file, io.LimitReader(content, limit+1))
	switch {
	case err != nil:
		return err
	case f.size > limit:
		return withField(part.FormName(), tooLarge)
	case f.size == 0:
		f.close()
		f.file = nil
		return nil
	}
	_, err = file.Seek(0, io.SeekStart)
	return err
}

// close removes the temporary file.
func (f *form) close() {
	if f.file != nil {
		_ = f.file.Close()
		_ = os.Remove(f.file.Name())
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
