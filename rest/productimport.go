package rest

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"orrery/auth"
	"orrery/shop"
)

// sentFile is a body whose failures are refusals.
type sentFile struct{ body io.Reader }

func (f sentFile) Read(p []byte) (int, error) {
	n, err := f.body.Read(p)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		err = &shop.Error{Code: shop.TooLarge, Field: "file", Message: "The file must have at most 4 MiB"}
	case err != nil && err != io.EOF:
		err = unreadable(err)
	}
	return n, err
}

// importProducts answers POST /api/v1/imports/products: a file of products as the body. Admins, and API keys with WRITE_PRODUCTS.
func (d door) importProducts(w http.ResponseWriter, r *http.Request) error {
	trial, err := word(r.URL.Query(), "dryRun", "true", "false")
	if err != nil {
		return err
	}
	if media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media != "text/csv" {
		return &shop.Error{Code: shop.UnsupportedMedia, Message: "The body must be text/csv"}
	}
	// Where deadlines can't be changed those of the server stay.
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(formTimeout))
	_ = control.SetWriteDeadline(time.Now().Add(doneTimeout))
	file := sentFile{http.MaxBytesReader(w, r.Body, shop.MaxImportBytes)}
	done, err := d.Store.Catalogue.ImportProducts(r.Context(), auth.Actor(r.Context()), file, trial != nil && *trial == "true")
	if err != nil {
		return err
	}
	lines := each(done.Errors, func(e shop.LineError) lineError { return lineError(e) })
	if len(lines) > 0 {
		const message = "Nothing was imported: the file has faults"
		return answer(w, http.StatusUnprocessableEntity, refusedImport{
			failure{Message: message, Code: shop.Invalid, Errors: map[string]string{"file": message}}, lines})
	}
	return give(w, http.StatusOK, fields{"created": done.Created, "changed": done.Changed, "lines": lines})
}

// refusedImport is the answer to a file with faults, whether it was only tried or not.
type refusedImport struct {
	failure
	Lines []lineError `json:"lines"`
}

type lineError struct {
	Line    int    `json:"line"`
	Column  string `json:"column"`
	Message string `json:"message"`
}
