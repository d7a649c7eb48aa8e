package rest

import (
	_ "embed"
	"fmt"
	"net/http"

	"github.com/goccy/go-yaml"
)

//go:embed openapi.yaml
var openAPIText []byte

// openAPIDocument is the same in JSON.
var openAPIDocument = func() []byte {
	document, err := yaml.YAMLToJSON(openAPIText)
	if err != nil {
		panic(fmt.Errorf("read openapi.yaml: %w", err)) // a part of the program is broken
	}
	return document
}()

// openAPI describes the door to programs.
func (d door) openAPI(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", mediaJSON)
	_, _ = w.Write(openAPIDocument)
	return nil
}
