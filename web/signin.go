package web

import (
	"errors"
	"log/slog"
	"net/http"
	"net/url"

	"orrery/auth"
	"orrery/shop"
)

// SignIn serves /auth/{provider}, which leads a browser to a provider, and /auth/{provider}/callback, where it comes back. Nobody sees a
// page of these: every way ends at /login or /profile, which have the words. `to` is the path to come back to in the end, and `link`
// asks for an identity to link, not to sign in with.
func SignIn(log *slog.Logger, accounts *auth.Auth) http.Handler {
	mux := http.NewServeMux()
	end := func(w http.ResponseWriter, r *http.Request, provider shop.Provider, link bool, err error) {
		refused := &auth.Refused{Problem: shop.SignInFailed, Cause: err}
		_ = errors.As(err, &refused)
		if refused.Cause != nil {
			log.WarnContext(r.Context(), "sign in by a provider", "provider", provider, "problem", refused.Problem, "error", refused.Cause)
		}
		leave(w, landing(link), url.Values{"problem": {string(refused.Problem)}, "with": {string(provider)}})
	}
	mux.HandleFunc("GET "+auth.SignInPath+"{provider}", func(w http.ResponseWriter, r *http.Request) {
		provider, asked := named(r), r.URL.Query()
		link := asked.Get("link") != ""
		address, secret, err := accounts.BeginSignIn(r.Context(), auth.Actor(r.Context()), provider, asked.Get("to"), link)
		if err != nil {
			end(w, r, provider, link, err)
			return
		}
		http.SetCookie(w, accounts.Cookie(secret, shop.SignInLife))
		leave(w, address, nil)
	})
	mux.HandleFunc("GET "+auth.SignInPath+"{provider}/callback", func(w http.ResponseWriter, r *http.Request) {
		provider, said := named(r), r.URL.Query()
		flow, secret, err := accounts.EndSignIn(r.Context(), auth.Actor(r.Context()), provider,
			auth.Answer{State: said.Get("state"), Code: said.Get("code"), Failure: said.Get("error")})
		if err != nil {
			http.SetCookie(w, accounts.Cookie("", 0))
			end(w, r, provider, flow.Link, err)
			return
		}
		life, known := shop.ProvenLife, url.Values{"enter": {string(provider)}}
		if flow.Link {
			life, known = shop.ProvenToLinkLife, url.Values{"connect": {string(provider)}}
		}
		if flow.Back != "" {
			known.Set("to", flow.Back)
		}
		http.SetCookie(w, accounts.Cookie(secret, life))
		leave(w, landing(flow.Link), known)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Robots-Tag", noindex)
		if r.Method == http.MethodHead { // who only looks must not use up what is there once
			w.Header().Set("Allow", http.MethodGet)
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// RefuseSignIn answers in place of a sign-in.
func RefuseSignIn(w http.ResponseWriter, refusal *shop.Error) {
	problem := shop.SignInFailed
	if refusal.Code == shop.RateLimited {
		problem = shop.SignInCrowded
	}
	w.Header().Set("Cache-Control", "no-store")
	leave(w, landing(false), url.Values{"problem": {string(problem)}})
}

// named is the provider of the path; empty when the shop knows none of that name.
func named(r *http.Request) shop.Provider {
	for _, p := range shop.Providers() {
		if r.PathValue("provider") == string(p) {
			return p
		}
	}
	return ""
}

// landing is where whoever signs in, or links, goes on.
func landing(link bool) string {
	if link {
		return "/profile"
	}
	return "/login"
}

func leave(w http.ResponseWriter, address string, query url.Values) {
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	w.Header().Set("Location", address)
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.WriteHeader(http.StatusFound)
}
