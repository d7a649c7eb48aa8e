package auth

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"orrery/shop"
)

type askingKey struct{}

// asking is who asks, and by which Authorization header that is known.
type asking struct {
	actor   shop.Actor
	header  string
	browser string // what its cookie holds while somebody signs in by a provider
}

// Actor returns who is asking; a visitor when the middleware did not run.
func Actor(ctx context.Context) shop.Actor {
	who, _ := ctx.Value(askingKey{}).(asking)
	return who.actor
}

// As returns the context of whoever an Authorization header belongs to, with the address and the browser that are known already. For callers who
// can't send headers, as browsers over a WebSocket.
func (a *Auth) As(ctx context.Context, header string) (context.Context, error) {
	actor, err := a.recognise(ctx, header)
	if err != nil {
		return nil, err
	}
	before, _ := ctx.Value(askingKey{}).(asking)
	actor.Address, actor.Agent = before.actor.Address, before.actor.Agent
	return context.WithValue(ctx, askingKey{}, asking{actor, header, before.browser}), nil
}

// Confirm tells whether whoever asked may still ask as the same: UNAUTHENTICATED when a session or key has ended meanwhile, or the
// role has changed.
func (a *Auth) Confirm(ctx context.Context) error {
	who, _ := ctx.Value(askingKey{}).(asking)
	if !who.actor.SignedIn() && who.actor.Key == nil {
		return nil
	}
	now, err := a.recognise(ctx, who.header)
	if err != nil {
		return err
	}
	if now.UserID != who.actor.UserID || now.Role != who.actor.Role || now.NoFactor != who.actor.NoFactor {
		return &shop.Error{Code: shop.Unauthenticated, Message: "Your session has ended. Please login again."}
	}
	return nil
}

// Refuse answers in the words of a door that nobody gets through; the codes are UNAVAILABLE, RATE_LIMITED and UNAUTHENTICATED.
type Refuse func(w http.ResponseWriter, refusal *shop.Error)

// Middleware finds out who is asking. A missing, forged, expired or revoked token of a session makes a visitor, so that public
// reads never fail because of it; an API key that does not work is refused, since a program should learn of that. When nobody can
// be looked up, whoever has a session reads what everybody may, and where the person counts that is said: nobody is signed out by a failure.
// A key is refused then, because what it asks for is counted.
func (a *Auth) Middleware(log *slog.Logger, refuse Refuse, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who := asking{actor: shop.Actor{Address: a.Proxies.Address(r), Agent: r.UserAgent()}, browser: a.browser(r)}
		ctx, err := a.As(context.WithValue(r.Context(), askingKey{}, who), r.Header.Get("Authorization"))
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
			who.actor.Unknown = true
			ctx = context.WithValue(r.Context(), askingKey{}, who)
		}
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// bearer is the token in an Authorization header, empty when there is none.
func bearer(header string) string {
	scheme, token, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

func (a *Auth) recognise(ctx context.Context, header string) (shop.Actor, error) {
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
