package rest

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"orrery/auth"
	"orrery/shop"
)

// importedFile returns the body of a request as a file of at most limit bytes, which may arrive over a slow connection.
func importedFile(w http.ResponseWriter, r *http.Request, limit int64) io.Reader {
	// If the deadlines can't be set, the server's timeouts apply.
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(formTimeout))
	_ = control.SetWriteDeadline(time.Now().Add(responseTimeout))
	return importReader{http.MaxBytesReader(w, r.Body, limit)}
}

// importReader reads a request body and converts read errors to shop errors.
type importReader struct{ body io.Reader }

func (f importReader) Read(p []byte) (int, error) {
	n, err := f.body.Read(p)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		err = &shop.Error{Code: shop.TooLarge, Field: "file",
			Message: fmt.Sprintf("The file must have at most %d MiB", tooLarge.Limit>>20)}
	case err != nil && err != io.EOF:
		err = bodyError(err)
	}
	return n, err
}

// productReaders read product files by their media types.
var productReaders = map[string]shop.ProductReader{
	"text/csv": shop.ReadProducts, "application/json": shop.ReadProductsJSON,
}

// importProducts handles POST /api/v1/imports/products, whose body is a product file. It is for administrators and for
// API keys with WRITE_PRODUCTS.
func (a api) importProducts(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	for name := range query {
		if name != "dryRun" { // misspelt, it would write
			return &shop.Error{Code: shop.Invalid, Field: name, Message: "The only parameter is dryRun"}
		}
	}
	dryRun, err := flagParam(query, "dryRun")
	if err != nil {
		return err
	}
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	read, ok := productReaders[media]
	if !ok {
		return &shop.Error{Code: shop.UnsupportedMedia, Message: "The body must be text/csv or application/json"}
	}
	result, err := a.Store.Catalogue.ImportProducts(r.Context(), auth.Actor(r.Context()), read,
		importedFile(w, r, shop.MaxImportBytes), dryRun)
	if err != nil {
		return err
	}
	lines := mapSlice(result.Errors, func(e shop.LineError) lineError { return lineError(e) })
	if len(lines) > 0 {
		const message = "Nothing was imported: the file has errors"
		return writeJSON(w, http.StatusUnprocessableEntity, importFailure{
			failure{Message: message, Code: shop.Invalid, Errors: map[string]string{"file": message}}, dryRun, lines})
	}
	return writeSuccess(w, http.StatusOK, fields{"dryRun": dryRun, "created": result.Created, "changed": result.Changed,
		"unchanged": result.Unchanged, "lines": lines})
}

// importFailure is the response to a file with errors, of an import or a dry run.
type importFailure struct {
	failure
	DryRun bool        `json:"dryRun"`
	Lines  []lineError `json:"lines"`
}

type lineError struct {
	Line    int    `json:"line"`
	Column  string `json:"column"`
	Message string `json:"message"`
}
