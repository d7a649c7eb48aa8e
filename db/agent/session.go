package agent

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

const columns = `s.id, s.agent, s.kind, s.status, s.cart_id, s.lines, s.version, s.expires_at, o.id AS order_id,
	o.number AS order_number FROM agent_sessions s LEFT JOIN agent_orders a ON a.checkout_id = s.id
	LEFT JOIN orders o ON o.id = a.order_id`

var (
	sessionByID = pg.Prepared(`SELECT ` + columns + ` WHERE s.id = $1 AND s.expires_at > $2`)
	lockSession = pg.Prepared(`SELECT ` + columns + ` WHERE s.id = $1 AND s.expires_at > $2 FOR UPDATE OF s`)
	// A cart has at most one open checkout, because creating one locks the cart.
	checkoutOfCart = pg.Prepared(`SELECT ` + columns + ` WHERE s.cart_id = $1 AND s.expires_at > $2
		AND s.status = 'open'`)
	insertSession = pg.Named(row{}, `INSERT INTO agent_sessions `+pg.Values(`id, agent, kind, status, cart_id, lines,
		webhook_url, created_at, expires_at`))
	updateSession = pg.Prepared(`UPDATE agent_sessions SET lines = $2, webhook_url = $3, expires_at = $4,
		version = version + 1 WHERE id = $1`)
	cancelSession = pg.Prepared(`UPDATE agent_sessions SET status = 'canceled', version = version + 1 WHERE id = $1`)
)

type row struct {
	ID          string                    `db:"id"`
	Agent       string                    `db:"agent"`
	Kind        string                    `db:"kind"`
	Status      string                    `db:"status"`
	CartID      *string                   `db:"cart_id"`
	Lines       pg.JSON[[]shop.AgentLine] `db:"lines"`
	Version     int                       `db:"version"`
	Webhook     string                    `db:"webhook_url"`
	CreatedAt   time.Time                 `db:"created_at"`
	ExpiresAt   time.Time                 `db:"expires_at"`
	OrderID     *string                   `db:"order_id"`
	OrderNumber *string                   `db:"order_number"`
}

func (r row) session() shop.AgentSession {
	s := shop.AgentSession{ID: r.ID, Agent: r.Agent, Kind: shop.AgentSessionKind(r.Kind),
		Status: shop.AgentSessionStatus(r.Status), CartID: r.CartID, Lines: r.Lines.V, Version: r.Version,
		ExpiresAt: r.ExpiresAt}
	if r.OrderID != nil {
		s.Order = &shop.Order{ID: *r.OrderID, Number: *r.OrderNumber}
	}
	return s
}

// inTx runs do in a transaction on behalf of an agent, whose changes the audit log gets, and counts the change.
func (s *Store) inTx(ctx context.Context, actor shop.Actor, do func(pg.Querier) error) error {
	if err := actor.NeedPlatform(shop.PrepareCheckouts); err != nil {
		return err
	}
	if err := s.db.CountAttempt(ctx, actor, shop.ChangesPerAgent, actor.Platform.Host()); err != nil {
		return err
	}
	if err := s.db.CountAttempt(ctx, actor, shop.ChangesPerAgentAddress, actor.Address); err != nil {
		return err
	}
	return s.db.InAuditedTx(ctx, actor, do)
}

// Create creates a cart or checkout of an agent, which needs PREPARE_CHECKOUTS. A checkout of a cart that has an open
// one is that checkout. The result has no ID, and nothing is created, if lines were requested and none is available.
// Errors: those of the input, NOT_FOUND for the cart, RATE_LIMITED.
func (s *Store) Create(ctx context.Context, actor shop.Actor, in shop.AgentSessionInput) (
	session shop.AgentSession, err error,
) {
	if err := actor.NeedPlatform(shop.PrepareCheckouts); err != nil {
		return session, err
	}
	if in, err = in.Normal(); err != nil {
		return session, err
	}
	err = s.inTx(ctx, actor, func(tx pg.Querier) error {
		session, err = s.create(ctx, tx, actor, in)
		return err
	})
	if err != nil {
		return shop.AgentSession{}, fmt.Errorf("create %s of an agent: %w", in.Kind, err)
	}
	return session, nil
}

func (s *Store) create(ctx context.Context, tx pg.Querier, actor shop.Actor, in shop.AgentSessionInput) (
	session shop.AgentSession, err error,
) {
	now := s.db.Now()
	r := row{Agent: actor.Platform.Profile, Kind: string(in.Kind), Status: string(shop.AgentSessionOpen), Version: 1,
		Webhook: in.Webhook, CreatedAt: now, ExpiresAt: now.Add(shop.AgentSessionLife)}
	r.Lines.V = in.Lines
	if in.CartID != "" {
		cart, err := s.locked(ctx, tx, actor, shop.AgentCart, in.CartID)
		if err != nil {
			return session, err
		}
		if cart.Status != shop.AgentSessionOpen {
			return session, shop.UnknownAgentSession()
		}
		var open row
		switch err := tx.Get(ctx, &open, checkoutOfCart, cart.ID, now); {
		case err == nil:
			return s.priced(ctx, tx, open.session())
		case !pg.NoRows(err):
			return session, err
		}
		r.CartID, r.Lines.V = &cart.ID, cart.Lines
	}
	if session, err = s.priced(ctx, tx, r.session()); err != nil {
		return session, err
	}
	if len(session.Lines) > 0 && len(session.Cart.Items) == 0 {
		return session, nil
	}
	r.ID = map[shop.AgentSessionKind]string{shop.AgentCart: "cart_", shop.AgentCheckout: "chk_"}[in.Kind] + rand.Text()
	session.ID = r.ID
	_, err = tx.Exec(ctx, insertSession, insertSession.Args(r)...)
	return session, err
}

// priced returns the session with the cart of its lines at current prices.
func (s *Store) priced(ctx context.Context, r pg.Querier, session shop.AgentSession) (shop.AgentSession, error) {
	ids := make([]string, len(session.Lines))
	for i, line := range session.Lines {
		ids[i] = line.ProductID
	}
	products, err := s.carts.Products(ctx, r, ids)
	return s.db.Terms.Prepared(session, products), err
}

// locked returns a session of the agent, and locks it; NOT_FOUND if there is none of this kind.
func (s *Store) locked(ctx context.Context, tx pg.Querier, actor shop.Actor, kind shop.AgentSessionKind, id string) (
	shop.AgentSession, error,
) {
	return s.read(ctx, tx, lockSession, actor, kind, id)
}

func (s *Store) read(ctx context.Context, r pg.Querier, q pg.Statement, actor shop.Actor, kind shop.AgentSessionKind,
	id string) (session shop.AgentSession, err error) {
	var found row
	switch err := r.Get(ctx, &found, q, id, s.db.Now()); {
	case pg.NoRows(err):
		return session, shop.UnknownAgentSession()
	case err != nil:
		return session, fmt.Errorf("read %s of an agent: %w", kind, err)
	}
	session = found.session()
	if session.Agent != actor.Platform.Profile || session.Kind != kind ||
		kind == shop.AgentCart && session.Status == shop.AgentSessionCanceled {
		return shop.AgentSession{}, shop.UnknownAgentSession()
	}
	return session, nil
}

// Get returns a cart or checkout of the agent, which needs PREPARE_CHECKOUTS; NOT_FOUND for those of others.
func (s *Store) Get(ctx context.Context, actor shop.Actor, kind shop.AgentSessionKind, id string) (
	session shop.AgentSession, err error,
) {
	if err := actor.NeedPlatform(shop.PrepareCheckouts); err != nil {
		return session, err
	}
	if session, err = s.read(ctx, s.db.Pool(), sessionByID, actor, kind, id); err != nil {
		return session, err
	}
	return s.priced(ctx, s.db.Pool(), session)
}

// Update replaces the lines of a cart or checkout of the agent, which needs PREPARE_CHECKOUTS. Errors: those of the
// input, NOT_FOUND, NOT_ALLOWED for one that is canceled or completed, RATE_LIMITED.
func (s *Store) Update(ctx context.Context, actor shop.Actor, id string, in shop.AgentSessionInput) (
	session shop.AgentSession, err error,
) {
	if err := actor.NeedPlatform(shop.PrepareCheckouts); err != nil {
		return session, err
	}
	if in, err = in.Normal(); err != nil {
		return session, err
	}
	return s.change(ctx, actor, in.Kind, id, func(tx pg.Querier, open *shop.AgentSession) error {
		lines := pg.JSON[[]shop.AgentLine]{V: in.Lines}
		open.Lines, open.ExpiresAt = in.Lines, s.db.Now().Add(shop.AgentSessionLife)
		open.Version++
		_, err := tx.Exec(ctx, updateSession, id, lines, in.Webhook, open.ExpiresAt)
		return err
	})
}

// Cancel cancels a cart or checkout of the agent, which needs PREPARE_CHECKOUTS. Errors: NOT_FOUND, NOT_ALLOWED for one
// that is completed, RATE_LIMITED.
func (s *Store) Cancel(ctx context.Context, actor shop.Actor, kind shop.AgentSessionKind, id string) (
	shop.AgentSession, error,
) {
	return s.change(ctx, actor, kind, id, func(tx pg.Querier, open *shop.AgentSession) error {
		open.Status = shop.AgentSessionCanceled
		_, err := tx.Exec(ctx, cancelSession, id)
		return err
	})
}

func (s *Store) change(ctx context.Context, actor shop.Actor, kind shop.AgentSessionKind, id string,
	do func(tx pg.Querier, open *shop.AgentSession) error) (session shop.AgentSession, err error) {
	err = s.inTx(ctx, actor, func(tx pg.Querier) error {
		if session, err = s.locked(ctx, tx, actor, kind, id); err != nil {
			return err
		}
		if session.Status != shop.AgentSessionOpen {
			return shop.ClosedAgentSession()
		}
		if err := do(tx, &session); err != nil {
			return base.Refusal(err)
		}
		session, err = s.priced(ctx, tx, session)
		return err
	})
	if err != nil {
		return shop.AgentSession{}, fmt.Errorf("change %s of an agent: %w", kind, err)
	}
	return session, nil
}
