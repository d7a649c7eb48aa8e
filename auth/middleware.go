package auth

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"

	"orrery/shop"
)

type actorKey struct{}

// Actor returns who is asking; a visitor when the middleware did not run.
func Actor(ctx context.Context) shop.Actor {
	actor, _ := ctx.Value(actorKey{}).(shop.Actor)
	return actor
}

// Refuse answers in the words of a door that nobody gets through; the codes are UNAVAILABLE, RATE_LIMITED and UNAUTHENTICATED.
type Refuse func(w http.ResponseWriter, refusal *shop.Error)

// Middleware finds out who is asking. A missing, forged, expired or revoked token of a session makes a visitor, so that public
// reads never fail because of it; an API key that does not work is refused, since a program should learn of that. When nobody can
// be looked up, that is said as well: nobody is signed out by a failure.
func (a *Auth) Middleware(log *slog.Logger, refuse Refuse, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		actor, err := a.recognise(r.Context(), r.Header.Get("Authorization"))
		var refusal *shop.Error
		switch {
		case errors.As(err, &refusal):
			refuse(w, refusal)
			return
		case err != nil:
			log.ErrorContext(r.Context(), "look up who is asking", "error", err)
			refuse(w, shop.Unreachable())
			return
		}
		actor.Address = address(r)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), actorKey{}, actor)))
	})
}

func (a *Auth) recognise(ctx context.Context, header string) (shop.Actor, error) {
	scheme, token, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return shop.Actor{}, nil
	}
	token = strings.TrimSpace(token)
	if shop.IsKey(token) {
		return a.store.KeyActor(ctx, token)
	}
	userID, sessionID, ok := a.tokens.read(token)
	if !ok {
		return shop.Actor{}, nil
	}
	actor, err := a.store.SessionActor(ctx, sessionID, userID)
	var ended *shop.Error
	if errors.As(err, &ended) {
		return shop.Actor{}, nil
	}
	return actor, err
}

func address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
