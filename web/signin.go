package web

import (
	"errors"
	"log/slog"
	"net/http"
	"net/url"

	"orrery/auth"
	"orrery/shop"
)

// SignIn serves /auth/{provider}, which redirects a browser to an identity provider, and /auth/{provider}/callback, to
// which it returns. Both respond only with redirects: every flow ends at /login or /profile, which show the outcome.
// The parameter "to" is the path to return to in the end, and "link" requests an identity to link, not to sign in with.
func SignIn(log *slog.Logger, accounts *auth.Auth) http.Handler {
	mux := http.NewServeMux()
	end := func(w http.ResponseWriter, r *http.Request, provider shop.Provider, link bool, err error) {
		refused := &auth.Refused{Problem: shop.SignInFailed, Cause: err}
		_ = errors.As(err, &refused)
		if refused.Cause != nil {
			log.WarnContext(r.Context(), "sign in by a provider", "provider", provider, "problem", refused.Problem,
				"error", refused.Cause)
		}
		redirect(w, landing(link), url.Values{"problem": {string(refused.Problem)}, "with": {string(provider)}})
	}
	mux.HandleFunc("GET "+auth.SignInPath+"{provider}", func(w http.ResponseWriter, r *http.Request) {
		provider, query := providerOf(r), r.URL.Query()
		link := query.Get("link") != ""
		address, secret, err := accounts.BeginSignIn(r.Context(), auth.Actor(r.Context()), provider,
			query.Get("to"), link)
		if err != nil {
			end(w, r, provider, link, err)
			return
		}
		http.SetCookie(w, accounts.Cookie(secret, shop.SignInLife))
		redirect(w, address, nil)
	})
	mux.HandleFunc("GET "+auth.SignInPath+"{provider}/callback", func(w http.ResponseWriter, r *http.Request) {
		provider, query := providerOf(r), r.URL.Query()
		flow, secret, err := accounts.EndSignIn(r.Context(), auth.Actor(r.Context()), provider,
			auth.Answer{State: query.Get("state"), Code: query.Get("code"), Failure: query.Get("error")})
		if err != nil {
			http.SetCookie(w, accounts.Cookie("", 0))
			end(w, r, provider, flow.Link, err)
			return
		}
		life, params := shop.ProvenLife, url.Values{"enter": {string(provider)}}
		if flow.Link {
			life, params = shop.ProvenToLinkLife, url.Values{"connect": {string(provider)}}
		}
		if flow.Back != "" {
			params.Set("to", flow.Back)
		}
		http.SetCookie(w, accounts.Cookie(secret, life))
		redirect(w, landing(flow.Link), params)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Robots-Tag", noindex)
		if r.Method == http.MethodHead { // a HEAD request must not consume the one-time state
			w.Header().Set("Allow", http.MethodGet)
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// RefuseSignIn redirects to the sign-in page with a problem, in place of a sign-in.
func RefuseSignIn(w http.ResponseWriter, refusal *shop.Error) {
	problem := shop.SignInFailed
	if refusal.Code == shop.RateLimited {
		problem = shop.SignInCrowded
	}
	w.Header().Set("Cache-Control", "no-store")
	redirect(w, landing(false), url.Values{"problem": {string(problem)}})
}

// providerOf returns the provider in the path, or "" if it is unknown.
func providerOf(r *http.Request) shop.Provider {
	for _, p := range shop.Providers() {
		if r.PathValue("provider") == string(p) {
			return p
		}
	}
	return ""
}

// landing returns the page on which a sign-in, or the linking of an identity, continues.
func landing(link bool) string {
	if link {
		return "/profile"
	}
	return "/login"
}

func redirect(w http.ResponseWriter, address string, query url.Values) {
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	w.Header().Set("Location", address)
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.WriteHeader(http.StatusFound)
}
