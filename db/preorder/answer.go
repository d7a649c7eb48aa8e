package preorder

import (
	"context"
	"fmt"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

var (
	// Tokens are looked up by their hash, so the duration of a lookup reveals nothing about the token.
	preOrderByToken = pg.Prepared(`SELECT ` + columns + ` FROM preorder_links k
		JOIN preorders o ON o.id = k.preorder_id WHERE k.hash = $1`)
	lockPreOrderByToken = pg.Prepared(`SELECT ` + columns + ` FROM preorder_links k
		JOIN preorders o ON o.id = k.preorder_id WHERE k.hash = $1 FOR UPDATE OF o`)
	// The pre-orders of the account that a link verifies. They are locked in creation order, as in every statement that
	// locks several pre-orders, and before the account, as when an account is deleted.
	lockUnconfirmed = pg.Prepared(`SELECT ` + columns + ` FROM one_time_tokens t
		JOIN preorders o ON o.user_id = t.user_id
		WHERE t.hash = $1 AND o.confirm_by IS NOT NULL AND o.status <> 'Closed'
		ORDER BY o.created_at, o.id FOR UPDATE OF o`)
	lockOwnPreOrder = pg.Prepared(`SELECT ` + columns + ` FROM preorders o WHERE o.id = $1 AND o.user_id = $2
		FOR UPDATE`)
	answerPreOrder = pg.Named(changedPreOrder{}, `UPDATE preorders AS o SET quantity = :quantity, message = :message,
		status = :status, cancelled_at = :cancelled_at, cancelled_from = :cancelled_from, changed_at = :changed_at
		WHERE o.id = :id RETURNING `+columns)
	confirmPreOrder = pg.Prepared(`UPDATE preorders AS o SET confirm_by = NULL, reply_by = $2, changed_at = $3
		WHERE o.id = $1 RETURNING ` + columns)
	answerChanges = pg.Prepared(`UPDATE preorder_changes SET answer = $2, answered_at = $3 WHERE preorder_id = $1
		AND answer IS NULL`)
	deleteAnswers = pg.Prepared(`UPDATE preorder_changes SET answer = NULL, answered_at = NULL WHERE preorder_id = $1
		AND answer = 'cancelled'`)
)

type changedPreOrder struct {
	preOrderRow
	ChangedAt time.Time `db:"changed_at"`
}

// OfLink returns the pre-order that the link of an email refers to, NOT_FOUND when the link is invalid or expired. Any
// caller who has the link may use it.
func (s *Store) OfLink(ctx context.Context, actor shop.Actor, token string) (shop.PreOrder, error) {
	var row preOrderRow
	err := s.db.Pool().Get(ctx, &row, preOrderByToken, base.HashToken(token))
	if pg.NoRows(err) || err == nil && !row.preOrder().LinkWorks(s.db.Now()) {
		return shop.PreOrder{}, shop.Unknown("Pre-order")
	}
	if err != nil {
		return shop.PreOrder{}, fmt.Errorf("open the link of a pre-order: %w", err)
	}
	return s.withDelivery(ctx, s.db.Pool(), row.preOrder().SeenBy(actor))
}

// Confirm confirms a pre-order, so that it counts in the queue. Any caller who has the link of its email may do so, and
// its customer once the account has verified that address. It is idempotent. Errors: INVALID_TOKEN, NOT_FOUND,
// NOT_ALLOWED, RATE_LIMITED.
func (s *Store) Confirm(ctx context.Context, actor shop.Actor, in shop.PreOrderConfirmInput) (shop.PreOrder, error) {
	ref, err := in.Normal()
	return s.answer(ctx, actor, ref, err, func(tx pg.Querier, o shop.PreOrder) (shop.PreOrder, error) {
		if ref.Token == nil {
			customer, err := s.users.ByID(ctx, tx, actor.UserID)
			if err != nil {
				return o, err
			}
			if err := o.MayConfirm(customer); err != nil {
				return o, err
			}
		}
		return s.confirm(ctx, tx, o)
	})
}

// confirm confirms a locked pre-order. The time for its reply is counted from now on.
func (s *Store) confirm(ctx context.Context, tx pg.Querier, before shop.PreOrder) (shop.PreOrder, error) {
	o, err := before.Confirm()
	if err != nil || before.ConfirmBy == nil {
		return o, err
	}
	now := s.db.Now()
	replyBy, err := s.db.ReplyBy(ctx, tx, now)
	if err != nil {
		return o, err
	}
	var row preOrderRow
	if err := tx.Get(ctx, &row, confirmPreOrder, o.ID, replyBy, now); err != nil {
		return o, err
	}
	return row.preOrder(), s.db.Publish(ctx, tx, shop.PreOrderConfirmed(row.preOrder()))
}

// ConfirmOwn confirms those of the unconfirmed pre-orders of an account that were placed with email, the address that
// the account has just verified. The pre-orders must be locked.
func (s *Store) ConfirmOwn(ctx context.Context, tx pg.Querier, unconfirmed []shop.PreOrder, email string) error {
	for _, o := range unconfirmed {
		if o.Email != email {
			continue
		}
		if _, err := s.confirm(ctx, tx, o); err != nil {
			return err
		}
	}
	return nil
}

// LockUnconfirmed locks and returns the open unconfirmed pre-orders of the account that the link with this hash
// verifies.
func (s *Store) LockUnconfirmed(ctx context.Context, tx pg.Querier, linkHash []byte) ([]shop.PreOrder, error) {
	var rows []preOrderRow
	if err := tx.Select(ctx, &rows, lockUnconfirmed, linkHash); err != nil {
		return nil, err
	}
	unconfirmed := make([]shop.PreOrder, len(rows))
	for i, row := range rows {
		unconfirmed[i] = row.preOrder()
	}
	return unconfirmed, nil
}

// Keep accepts the expected date. The customer may do so, and any caller who has the link of an email. Errors:
// INVALID_TOKEN, NOT_FOUND, CONFLICT when the date has changed since, NOT_ALLOWED when the pre-order is closed,
// RATE_LIMITED.
func (s *Store) Keep(ctx context.Context, actor shop.Actor, in shop.PreOrderKeepInput) (shop.PreOrder, error) {
	ref, err := in.Normal()
	return s.answer(ctx, actor, ref, err, func(tx pg.Querier, o shop.PreOrder) (shop.PreOrder, error) {
		if err := o.Keep(in.ExpectedDelivery); err != nil {
			return o, err
		}
		n, err := tx.Exec(ctx, answerChanges, o.ID, shop.DeliveryKept, s.db.Now())
		if err != nil || n == 0 {
			return o, err // no date change is unanswered
		}
		return s.writeAnswer(ctx, tx, o, shop.PreOrderDateKept(o))
	})
}

// Change lowers the quantity or changes the message; the position in the queue stays the same. The customer may do so,
// and any caller who has the link of an email. Errors: shop.Errors for the input, INVALID_TOKEN, NOT_FOUND,
// NOT_ALLOWED, RATE_LIMITED.
func (s *Store) Change(ctx context.Context, actor shop.Actor, in shop.PreOrderChangeInput) (shop.PreOrder, error) {
	in, ref, err := in.Normal()
	return s.answer(ctx, actor, ref, err, func(tx pg.Querier, o shop.PreOrder) (shop.PreOrder, error) {
		o, err := o.Change(in)
		if err != nil {
			return o, err
		}
		if _, err := tx.Exec(ctx, answerChanges, o.ID, shop.DeliveryChanged, s.db.Now()); err != nil {
			return o, err
		}
		return s.writeAnswer(ctx, tx, o, shop.PreOrderChanged(o))
	})
}

// Cancel closes a pre-order; for shop.PreOrderUndo this can be undone with Reopen. It is idempotent. The customer may
// do so, and any caller who has the link of an email. Errors: INVALID_TOKEN, NOT_FOUND, NOT_ALLOWED when the company
// has closed it, RATE_LIMITED.
func (s *Store) Cancel(ctx context.Context, actor shop.Actor, in shop.PreOrderCancelInput) (shop.PreOrder, error) {
	ref, err := in.Normal()
	return s.answer(ctx, actor, ref, err, func(tx pg.Querier, before shop.PreOrder) (shop.PreOrder, error) {
		o, err := before.Cancel(s.db.Now())
		if err != nil || !before.Open() {
			return o, err
		}
		if _, err := tx.Exec(ctx, answerChanges, o.ID, shop.DeliveryCancelled, s.db.Now()); err != nil {
			return o, err
		}
		return s.writeAnswer(ctx, tx, o, shop.PreOrderStatusChanged(o))
	})
}

// Reopen undoes a cancellation; the pre-order keeps its previous position in the queue. It is idempotent. The customer
// may do so, and any caller who has the link of an email. Errors: INVALID_TOKEN, NOT_FOUND, NOT_ALLOWED when it is too
// late, RATE_LIMITED.
func (s *Store) Reopen(ctx context.Context, actor shop.Actor, in shop.PreOrderReopenInput) (shop.PreOrder, error) {
	ref, err := in.Normal()
	return s.answer(ctx, actor, ref, err, func(tx pg.Querier, before shop.PreOrder) (shop.PreOrder, error) {
		o, err := before.Reopen(s.db.Now())
		if err != nil || before.Open() {
			return o, err
		}
		if _, err := tx.Exec(ctx, deleteAnswers, o.ID); err != nil {
			return o, err
		}
		return s.writeAnswer(ctx, tx, o, shop.PreOrderStatusChanged(o))
	})
}

// answer locks the pre-order that ref names, runs do and returns the resulting pre-order. inputErr is the error of the
// input; it is reported only to callers who may use such a reference.
func (s *Store) answer(ctx context.Context, actor shop.Actor, ref shop.PreOrderRef, inputErr error,
	do func(pg.Querier, shop.PreOrder) (shop.PreOrder, error)) (answered shop.PreOrder, err error) {
	if ref.Token == nil {
		if err := actor.NeedUser(); err != nil {
			return answered, err
		}
	}
	if inputErr != nil {
		return answered, inputErr
	}
	if ref.Token != nil {
		if err := s.db.CountAttempt(ctx, actor, shop.LinkPerAddress, actor.Address); err != nil {
			return answered, err
		}
	} else if !pg.IsUUID(*ref.ID) {
		return answered, shop.Unknown("Pre-order")
	}
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		o, err := s.lockNamed(ctx, tx, actor, ref)
		if err != nil {
			return err
		}
		if o, err = do(tx, o); err != nil {
			return err
		}
		answered, err = s.withDelivery(ctx, tx, o)
		return err
	})
	if err != nil {
		return shop.PreOrder{}, fmt.Errorf("answer for a pre-order: %w", err)
	}
	return answered.SeenBy(actor), nil
}

func (s *Store) lockNamed(ctx context.Context, tx pg.Querier, actor shop.Actor,
	ref shop.PreOrderRef) (shop.PreOrder, error) {
	var row preOrderRow
	if ref.Token == nil {
		err := tx.Get(ctx, &row, lockOwnPreOrder, *ref.ID, actor.UserID)
		if pg.NoRows(err) {
			err = shop.Unknown("Pre-order")
		}
		return row.preOrder(), err
	}
	err := tx.Get(ctx, &row, lockPreOrderByToken, base.HashToken(*ref.Token))
	if pg.NoRows(err) || err == nil && !row.preOrder().LinkWorks(s.db.Now()) {
		err = shop.DeadPreOrderLink()
	}
	return row.preOrder(), err
}

func (s *Store) writeAnswer(ctx context.Context, tx pg.Querier, o shop.PreOrder,
	event shop.Event) (shop.PreOrder, error) {
	row := preOrderRow{ID: o.ID, Quantity: o.Quantity, Message: o.Message, Status: string(o.Status),
		CancelledAt: o.CancelledAt, CancelledFrom: o.CancelledFrom}
	if err := tx.Get(ctx, &row, answerPreOrder, answerPreOrder.Args(changedPreOrder{row, s.db.Now()})...); err != nil {
		return o, err
	}
	return row.preOrder(), s.db.Publish(ctx, tx, event)
}
