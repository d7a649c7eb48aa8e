package agent

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"orrery/shop"
	"orrery/telemetry"
)

// routeREST adds the routes of the REST binding.
func (a *api) routeREST(mux *http.ServeMux) {
	paths := map[string]map[string]operation{}
	for _, op := range a.operations {
		if paths[op.path] == nil {
			paths[op.path] = map[string]operation{}
		}
		paths[op.path][op.method] = op
	}
	for path, methods := range paths {
		allowed := strings.Join(slices.Sorted(maps.Keys(methods)), ", ")
		mux.HandleFunc(restPath+path, func(w http.ResponseWriter, r *http.Request) {
			telemetry.Of(r.Context()).Route = r.Pattern
			op, known := methods[r.Method]
			if !known {
				w.Header().Set("Allow", allowed)
				refuse(w, &failure{status: http.StatusMethodNotAllowed, code: "invalid_request",
					content: "Use one of these methods: " + allowed})
				return
			}
			a.serve(w, r, op)
		})
	}
	mux.HandleFunc("/ucp/", func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, &failure{status: http.StatusNotFound, code: "not_found", content: "Not found: check the path"})
	})
}

// serve runs an operation of the REST binding.
func (a *api) serve(w http.ResponseWriter, r *http.Request, op operation) {
	var body []byte
	var failed *failure
	if r.Method != http.MethodGet {
		body, failed = a.restBody(w, r, op)
	}
	if failed != nil {
		refuse(w, failed)
		return
	}
	asked, failed := a.admit(w, r, body, "", "")
	if failed != nil {
		refuse(w, failed)
		return
	}
	asked.id = r.PathValue("id")
	if op.payload != "" {
		asked.payload = body
	}
	if !op.changes {
		asked.key = ""
	}
	found, err := a.run(r.Context(), op, asked)
	if err == nil {
		var text []byte
		if text, err = json.Marshal(found.body); err == nil {
			h := w.Header()
			h.Set("Content-Type", "application/json")
			h.Set("Cache-Control", "no-store")
			w.WriteHeader(found.status)
			_, _ = w.Write(text) // fails only if the client is gone
			return
		}
	}
	refuse(w, a.fail(r.Context(), err))
}

// restBody reads the body of an operation; one without a payload may have none.
func (a *api) restBody(w http.ResponseWriter, r *http.Request, op operation) ([]byte, *failure) {
	if op.payload == "" && r.ContentLength == 0 {
		return nil, nil
	}
	return readBody(w, r)
}

// Refuse writes an error response, for middleware in front of the API.
func Refuse(w http.ResponseWriter, refusal *shop.Error) { refuse(w, failureOf(refusal)) }

// restError is the body of a transport error.
type restError struct {
	Code    string `json:"code"`
	Content string `json:"content"`
}

func refuse(w http.ResponseWriter, failed *failure) {
	failed.writeHeaders(w.Header())
	if failed.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Signature")
	}
	w.Header().Set("Content-Type", "application/json")
	text, _ := json.Marshal(restError{failed.code, failed.content}) // strings always encode
	w.WriteHeader(failed.status)
	_, _ = w.Write(text)
}
