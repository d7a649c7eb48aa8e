package rest

import (
	_ "embed"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/goccy/go-yaml"
)

//go:embed openapi.yaml
var openAPIText []byte

// generatedSchemas continues openAPIText.
//
//go:embed schemas.generated.yaml
var generatedSchemas []byte

// openAPIDocument returns the same document as JSON. It is converted on first use: the conversion takes a fifth of the
// start-up time.
var openAPIDocument = sync.OnceValues(func() ([]byte, error) {
	return yaml.YAMLToJSON(slices.Concat(openAPIText, generatedSchemas))
})

// openAPI responds with the OpenAPI description of the REST API.
func (a api) openAPI(w http.ResponseWriter, _ *http.Request) error {
	document, err := openAPIDocument()
	if err != nil {
		return fmt.Errorf("read openapi.yaml: %w", err)
	}
	w.Header().Set("Content-Type", mediaJSON)
	_, _ = w.Write(document)
	return nil
}
