package rest

import (
	_ "embed"
	"fmt"
	"net/http"
	"sync"

	"github.com/goccy/go-yaml"
)

//go:embed openapi.yaml
var openAPIText []byte

// openAPIDocument is the same in JSON. It is made when somebody asks for it: at the start it would take a fifth of it.
var openAPIDocument = sync.OnceValues(func() ([]byte, error) { return yaml.YAMLToJSON(openAPIText) })

// openAPI describes the door to programs.
func (d door) openAPI(w http.ResponseWriter, _ *http.Request) error {
	document, err := openAPIDocument()
	if err != nil {
		return fmt.Errorf("read openapi.yaml: %w", err)
	}
	w.Header().Set("Content-Type", mediaJSON)
	_, _ = w.Write(document)
	return nil
}
