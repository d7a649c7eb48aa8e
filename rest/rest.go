// Package rest is the door /api/v1: it decodes a request, calls the same method of the Store as the graph, and encodes the
// answer.
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

// Config has what the API needs. Cache and Slots may be nil.
type Config struct {
	Store    *db.Store
	Auth     *auth.Auth
	Pictures *blob.Pictures
	Brand    shop.Brand
	Log      *slog.Logger
	Cache    *respcache.Cache   // responses of public requests
	Slots    *admission.Limiter // limits concurrent requests, except those with a cached response and uploads, which have their own limit
}

type door struct {
	Config
	exporting  chan struct{} // a place for each export that runs
	givingData chan struct{} // a place for each person who is sent their data
}

// New makes the handler of /api/v1/. Who is asking is found out by auth.Middleware around it.
func New(c Config) http.Handler {
	d := door{c, make(chan struct{}, maxExports), make(chan struct{}, maxOwnData)}
	paths := map[string]methods{}
	for timeout, routes := range map[time.Duration][]route{requestTimeout: d.routes(), doneTimeout: d.formRoutes(), exportTimeout: d.exportRoutes()} {
		for _, route := range routes {
			if paths[route.path] == nil {
				paths[route.path] = methods{}
			}
			do := route.do
			if timeout == requestTimeout {
				do = d.admitted(do)
			}
			paths[route.path][route.method] = d.handle(timeout, do)
		}
	}
	mux := http.NewServeMux()
	for path, methods := range paths {
		mux.Handle("/api/v1"+path, d.byMethod(methods))
	}
	mux.Handle("/", d.handle(requestTimeout, func(http.ResponseWriter, *http.Request) error {
		return &shop.Error{Code: shop.NotFound, Message: "There is nothing at this address"}
	}))
	return mux
}

// handle answers with the error when do returns one; do has not answered then.
func (d door) handle(timeout time.Duration, do handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), timeout)
		defer cancel()
		if r.Pattern != "/" { // which is an address that there is not
			telemetry.Of(ctx).Route = r.Pattern
		}
		r = r.WithContext(ctx)
		w.Header().Set("Cache-Control", "no-store")
		err := nulInAddress(r)
		if err == nil {
			err = do(w, r)
		}
		if err != nil {
			d.fail(w, r, err)
		}
	})
}

// admitted does something once there is a place for it. A body is read before, since that takes as long as its sender likes; and an
// answer that is kept needs no place.
func (d door) admitted(do handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if r.Method == http.MethodGet {
			if known := d.Cache.Find(r.URL.RequestURI()); known != nil {
				serve(w, r, known)
				return nil
			}
		}
		text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(text), broken{err}))
		ctx, leave, err := d.Slots.Acquire(r.Context(), auth.Actor(r.Context()).Caller())
		if err != nil {
			return err
		}
		defer leave()
		return do(w, r.WithContext(ctx))
	}
}

// broken is the end of a body, or why it could not be read on.
type broken struct{ err error }

func (b broken) Read([]byte) (int, error) { return 0, cmp.Or(b.err, io.EOF) }

// shared answers with what everybody gets at the same address.
func (d door) shared(read func(r *http.Request) (fields, error)) handler {
	return func(w http.ResponseWriter, r *http.Request) (err error) {
		question := r.URL.RequestURI()
		known := d.Cache.Find(question)
		if known == nil {
			known, err = d.Cache.Share(r.Context(), question, func(ctx context.Context) (*respcache.Response, error) {
				found, err := read(r.WithContext(ctx))
				if err != nil {
					return nil, err
				}
				text, err := encode(success(found))
				return respcache.NewResponse(text, false), err
			})
		}
		if shop.IsUnavailable(err) {
			if last := d.Cache.Last(question); last != nil {
				known, err = last, nil
			}
		}
		if err != nil {
			return err
		}
		serve(w, r, known)
		return nil
	}
}

func serve(w http.ResponseWriter, r *http.Request, known *respcache.Response) {
	w.Header().Set("Content-Type", mediaJSON)
	known.Serve(w, r)
}

const mediaJSON = "application/json; charset=utf-8"

func encode(body any) ([]byte, error) {
	text, err := json.Marshal(body)
	return append(text, '\n'), err
}

// answer writes a body. A caller who has gone needs none.
func answer(w http.ResponseWriter, status int, body any) error {
	text, err := encode(body)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", mediaJSON)
	w.WriteHeader(status)
	_, _ = w.Write(text)
	return nil
}
