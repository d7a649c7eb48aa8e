package server

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/formatter"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// NewSDLHandler returns a handler that serves the schema as text, with descriptions and without the built-in types and
// directives, to callers for whom c.Introspection returns true. The ETag changes with the schema.
func NewSDLHandler(c Config) http.Handler {
	var text strings.Builder
	formatter.NewFormatter(&text, formatter.WithIndent("  ")).FormatSchema(c.Schema.Schema())
	sdl := text.String()
	hash := sha256.Sum256([]byte(sdl))
	etag := `"` + base64.RawURLEncoding.EncodeToString(hash[:15]) + `"`

	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			h.Set("Content-Type", mediaJSON+"; charset=utf-8")
			(&badRequest{status: http.StatusMethodNotAllowed, allow: "GET, HEAD", message: "use GET or HEAD"}).write(w)
		case !c.Introspection(r.Context()):
			h.Set("Content-Type", mediaJSON+"; charset=utf-8")
			h.Set("Cache-Control", "no-store")
			write(w, http.StatusForbidden, &graphql.Response{Errors: gqlerror.List{introspectionClosed()}})
		default:
			h.Set("Content-Type", "text/plain; charset=utf-8")
			h.Set("Cache-Control", "private, no-cache") // another caller may not be allowed to read it
			h.Set("ETag", etag)
			http.ServeContent(w, r, "", time.Time{}, strings.NewReader(sdl))
		}
	})
}
