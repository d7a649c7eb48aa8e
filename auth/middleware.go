package auth

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"orrery/shop"
)

type callerKey struct{}

// caller is the actor of a request, and the Authorization header that identifies it.
type caller struct {
	actor   shop.Actor
	header  string
	browser string // value of the browser's sign-in cookie, during a sign-in by a provider
}

// Actor returns the actor of a request; a visitor if the middleware did not run.
func Actor(ctx context.Context) shop.Actor {
	c, _ := ctx.Value(callerKey{}).(caller)
	return c.actor
}

// With returns a context for another actor of the same request, whom the caller has authenticated.
func With(ctx context.Context, actor shop.Actor) context.Context {
	before, _ := ctx.Value(callerKey{}).(caller)
	return context.WithValue(ctx, callerKey{}, caller{actor, before.header, before.browser})
}

// As returns a context for the actor of an Authorization header, with the address, user agent and sign-in cookie of
// ctx. It is for clients that can't send headers, such as browsers over a WebSocket.
func (a *Auth) As(ctx context.Context, header string) (context.Context, error) {
	actor, err := a.authenticate(ctx, header)
	if err != nil {
		return nil, err
	}
	before, _ := ctx.Value(callerKey{}).(caller)
	actor.Address, actor.Agent = before.actor.Address, before.actor.Agent
	return context.WithValue(ctx, callerKey{}, caller{actor, header, before.browser}), nil
}

// Confirm checks that the actor is still valid and unchanged. The error is UNAUTHENTICATED if the session or key has
// ended meanwhile, or the role has changed.
func (a *Auth) Confirm(ctx context.Context) error {
	c, _ := ctx.Value(callerKey{}).(caller)
	if !c.actor.SignedIn() && c.actor.Key == nil {
		return nil
	}
	now, err := a.authenticate(ctx, c.header)
	if err != nil {
		return err
	}
	if now.UserID != c.actor.UserID || now.Role != c.actor.Role || now.NoFactor != c.actor.NoFactor ||
		!slices.Equal(now.Scopes, c.actor.Scopes) {
		return &shop.Error{Code: shop.Unauthenticated, Message: "Your session has ended. Please login again."}
	}
	return nil
}

// Refuse writes an error response in the format of an API; the codes are UNAVAILABLE, RATE_LIMITED and UNAUTHENTICATED.
type Refuse func(w http.ResponseWriter, refusal *shop.Error)

// Middleware authenticates requests. A missing, forged, expired or revoked session token makes the caller a visitor, so
// that public reads never fail because of it; an invalid API key is refused, so that its client notices. While the
// database is unavailable, a caller with a session is an unknown actor, who may read public data and gets UNAVAILABLE
// where the account matters, so that a failure signs no user out. A request with a key is refused in that case, because
// it has to be counted.
func (a *Auth) Middleware(log *slog.Logger, refuse Refuse, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := caller{actor: shop.Actor{Address: a.Proxies.Address(r), Agent: r.UserAgent()}, browser: a.browser(r)}
		ctx, err := a.As(context.WithValue(r.Context(), callerKey{}, c), r.Header.Get("Authorization"))
		var refusal *shop.Error
		switch {
		case errors.As(err, &refusal) && refusal.Code != shop.Unavailable:
			refuse(w, refusal)
			return
		case err != nil:
			log.ErrorContext(r.Context(), "look up who is asking", "error", err)
			if shop.IsKey(bearer(r.Header.Get("Authorization"))) {
				refuse(w, shop.Unreachable())
				return
			}
			c.actor.Unknown = true
			ctx = context.WithValue(r.Context(), callerKey{}, c)
		}
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// bearer returns the token in an Authorization header, or "" if there is none.
func bearer(header string) string {
	scheme, token, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

func (a *Auth) authenticate(ctx context.Context, header string) (shop.Actor, error) {
	token := bearer(header)
	if shop.IsKey(token) {
		return a.store.Partners.KeyActor(ctx, token)
	}
	userID, sessionID, ok := a.tokens.read(token)
	if !ok {
		return shop.Actor{}, nil
	}
	actor, err := a.store.Users.SessionActor(ctx, sessionID, userID)
	var ended *shop.Error
	if errors.As(err, &ended) && ended.Code == shop.Unauthenticated {
		return shop.Actor{}, nil
	}
	return actor, err
}
