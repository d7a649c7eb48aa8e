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

// Middleware finds out who is asking. A missing, forged, expired or revoked token makes a visitor, so that public reads
// never fail because of it. When the session can't be looked up, unreachable answers in the words of the door, with 503: nobody
// is signed out by a failure.
func (a *Auth) Middleware(log *slog.Logger, unreachable, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		actor, err := a.recognise(r.Context(), r.Header.Get("Authorization"))
		if err != nil {
			log.ErrorContext(r.Context(), "look up session", "error", err)
			unreachable.ServeHTTP(w, r)
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
	userID, sessionID, ok := a.tokens.read(strings.TrimSpace(token))
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
