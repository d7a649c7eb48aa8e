// Package rest implements the REST API under /api/v1: it decodes a request, calls the same Store method as the GraphQL
// API, and encodes the response.
package rest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"time"

	"orrery/admission"
	"orrery/auth"
	"orrery/blob"
	"orrery/db"
	"orrery/respcache"
	"orrery/shop"
	"orrery/telemetry"
)

// Config holds the dependencies of the API. Cache and Slots may be nil.
type Config struct {
	Store     *db.Store
	Auth      *auth.Auth
	Pictures  *blob.Pictures
	Documents *blob.Documents
	Films     *blob.Films
	PublicURL string // of the site, in printed documents
	// ReadPicture reads a picture of a product by its URL; nil reads none.
	ReadPicture func(ctx context.Context, url string) ([]byte, error)
	Log         *slog.Logger
	Cache       *respcache.Cache // responses to public requests
	// Slots limits concurrent requests, except those with a cached response and uploads, which have their own limit.
	Slots *admission.Limiter
}

type api struct {
	Config
	exportSlots chan struct{} // semaphore of running exports
	dataSlots   chan struct{} // semaphore of running downloads of personal data
}

// New returns the handler of /api/v1/. auth.Middleware must wrap it to identify the caller.
func New(c Config) http.Handler {
	a := api{c, make(chan struct{}, maxExports), make(chan struct{}, maxOwnData)}
	paths := map[string]methods{}
	for timeout, routes := range map[time.Duration][]route{
		requestTimeout: a.routes(), responseTimeout: a.formRoutes(), exportTimeout: a.exportRoutes(),
		uploadTimeout + saveTimeout + otherTimeout: a.uploadRoutes(),
	} {
		for _, route := range routes {
			if paths[route.path] == nil {
				paths[route.path] = methods{}
			}
			do := route.do
			if timeout == requestTimeout {
				do = a.limited(do)
			}
			paths[route.path][route.method] = a.handle(timeout, do)
		}
	}
	mux := http.NewServeMux()
	for path, methods := range paths {
		mux.Handle("/api/v1"+path, a.byMethod(methods))
	}
	mux.Handle("/", a.handle(requestTimeout, func(http.ResponseWriter, *http.Request) error {
		return &shop.Error{Code: shop.NotFound, Message: "Not found: check the path"}
	}))
	return mux
}

// handle runs do with a timeout and responds with the error that it returns, if any. do must not have written a
// response in that case.
func (a api) handle(timeout time.Duration, do handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), timeout)
		defer cancel()
		if r.Pattern != "/" { // the fallback for unknown paths
			telemetry.Of(ctx).Route = r.Pattern
		}
		r = r.WithContext(ctx)
		w.Header().Set("Cache-Control", "no-store")
		err := checkHead(r)
		if err == nil {
			err = do(w, r)
		}
		if err != nil {
			a.fail(w, r, err)
		}
	})
}

// limited runs do while holding a slot. The body is read before a slot is acquired, because the time that takes depends
// on the client; a cached response needs no slot.
func (a api) limited(do handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if r.Method == http.MethodGet {
			if cached := a.Cache.Find(r.URL.RequestURI()); cached != nil {
				serve(w, r, cached)
				return nil
			}
		}
		text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(text), errReader{err}))
		ctx, leave, err := a.Slots.Acquire(r.Context(), auth.Actor(r.Context()).Caller())
		if err != nil {
			return err
		}
		defer leave()
		return do(w, r.WithContext(ctx))
	}
}

// errReader ends a body with the error that interrupted reading it, or with io.EOF.
type errReader struct{ err error }

func (b errReader) Read([]byte) (int, error) { return 0, cmp.Or(b.err, io.EOF) }

// cached serves a response that is the same for every caller of a URL from the response cache. It falls back to a stale
// response while the database is unavailable.
func (a api) cached(read func(r *http.Request) (fields, error)) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		cached, err := a.share(r.Context(), r.URL.RequestURI(), func(ctx context.Context) (*respcache.Response, error) {
			found, err := read(r.WithContext(ctx))
			if err != nil {
				return nil, err
			}
			text, err := encode(success(found))
			return respcache.NewResponse(text, false), err
		})
		if err != nil {
			return err
		}
		serve(w, r, cached)
		return nil
	}
}

// share returns the response of a key in the response cache, which fetch makes. It falls back to a stale response while
// the database is unavailable.
func (a api) share(ctx context.Context, key string, fetch func(context.Context) (*respcache.Response, error)) (
	cached *respcache.Response, err error,
) {
	if cached = a.Cache.Find(key); cached != nil {
		return cached, nil
	}
	cached, err = a.Cache.Share(ctx, key, fetch)
	if shop.IsUnavailable(err) {
		if last := a.Cache.Last(key); last != nil {
			return last, nil
		}
	}
	return cached, err
}

func serve(w http.ResponseWriter, r *http.Request, cached *respcache.Response) {
	w.Header().Set("Content-Type", mediaJSON)
	cached.Serve(w, r)
}

const mediaJSON = "application/json; charset=utf-8"

func encode(body any) ([]byte, error) {
	text, err := json.Marshal(body)
	return append(text, '\n'), err
}

// writeJSON writes a JSON response. Write errors are ignored, since they mean that the client is gone.
func writeJSON(w http.ResponseWriter, status int, body any) error {
	text, err := encode(body)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", mediaJSON)
	w.WriteHeader(status)
	_, _ = w.Write(text)
	return nil
}
