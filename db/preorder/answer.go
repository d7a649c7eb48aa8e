package preorder

import (
	"context"
	"fmt"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

var (
	// A key is looked up by its hash: how long that takes says nothing about the key.
	preOrderByToken     = pg.Prepared(`SELECT ` + columns + ` FROM preorder_links k JOIN preorders o ON o.id = k.preorder_id WHERE k.hash = $1`)
	lockPreOrderByToken = pg.Prepared(`SELECT ` + columns + ` FROM preorder_links k JOIN preorders o ON o.id = k.preorder_id WHERE k.hash = $1
		FOR UPDATE OF o`)
	// Those of the account that a link verifies, in the order of all who lock several, and before the account as whoever deletes that.
	lockUnconfirmed = pg.Prepared(`SELECT ` + columns + ` FROM one_time_tokens t JOIN preorders o ON o.user_id = t.user_id
		WHERE t.hash = $1 AND o.confirm_by IS NOT NULL AND o.status <> 'Closed' ORDER BY o.created_at, o.id FOR UPDATE OF o`)
	lockOwnPreOrder = pg.Prepared(`SELECT ` + columns + ` FROM preorders o WHERE o.id = $1 AND o.user_id = $2 FOR UPDATE`)
	answerPreOrder  = pg.Prepared(`UPDATE preorders AS o SET quantity = $2, message = $3, status = $4, cancelled_at = $5, cancelled_from = $6, changed_at = $7
		WHERE o.id = $1 RETURNING ` + columns)
	confirmPreOrder = pg.Prepared(`UPDATE preorders AS o SET confirm_by = NULL, reply_by = $2, changed_at = $3 WHERE o.id = $1 RETURNING ` + columns)
	answerChanges   = pg.Prepared(`UPDATE preorder_changes SET answer = $2, answered_at = $3 WHERE preorder_id = $1 AND answer IS NULL`)
	forgetAnswers   = pg.Prepared(`UPDATE preorder_changes SET answer = NULL, answered_at = NULL WHERE preorder_id = $1 AND answer = 'cancelled'`)
)

// OfLink returns the pre-order that a letter's link is about, NOT_FOUND when the link does not work. Anybody who has it may ask.
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

// Confirm makes a pre-order count in the queue. Whoever has the link of its mail may, and its customer once the
// account has verified that address. Doing so again changes nothing. Errors: INVALID_TOKEN, NOT_FOUND, NOT_ALLOWED, RATE_LIMITED.
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

// confirm makes a pre-order count that is locked. Its reply is promised from now on.
func (s *Store) confirm(ctx context.Context, tx pg.Querier, before shop.PreOrder) (shop.PreOrder, error) {
	o, err := before.Confirm()
	if err != nil || before.ConfirmBy == nil {
		return o, err
	}
	now := s.db.Now()
	var row preOrderRow
	if err := tx.Get(ctx, &row, confirmPreOrder, o.ID, s.db.WorkingDays.ReplyBy(now), now); err != nil {
		return o, err
	}
	return row.preOrder(), s.db.Publish(ctx, tx, shop.PreOrderConfirmed(row.preOrder()))
}

// ConfirmOwn makes the pre-orders count that an account placed with the address that it has just verified. They are locked.
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

// LockUnconfirmed locks and returns the pre-orders of the account that a link verifies, which its hash names, that wait for their
// confirmation.
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

// Keep accepts the expected date. The customer may, or whoever has the link of a letter. Errors: INVALID_TOKEN, NOT_FOUND,
// CONFLICT when the date is another one by now, NOT_ALLOWED when the pre-order is closed, RATE_LIMITED.
func (s *Store) Keep(ctx context.Context, actor shop.Actor, in shop.PreOrderKeepInput) (shop.PreOrder, error) {
	ref, err := in.Normal()
	return s.answer(ctx, actor, ref, err, func(tx pg.Querier, o shop.PreOrder) (shop.PreOrder, error) {
		if err := o.Keep(in.ExpectedDelivery); err != nil {
			return o, err
		}
		n, err := tx.Exec(ctx, answerChanges, o.ID, shop.DeliveryKept, s.db.Now())
		if err != nil || n == 0 {
			return o, err // there was nothing to answer
		}
		return s.writeAnswer(ctx, tx, o, shop.PreOrderDateKept(o))
	})
}

// Change lowers the quantity or changes the message; the place in the queue stays. The customer may, or whoever has the link of a
// letter. Errors: shop.Errors for the input, INVALID_TOKEN, NOT_FOUND, NOT_ALLOWED, RATE_LIMITED.
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

// Cancel closes a pre-order; for shop.PreOrderUndo that can be taken back. Doing so again changes nothing. The customer may, or
// whoever has the link of a letter. Errors: INVALID_TOKEN, NOT_FOUND, NOT_ALLOWED when the company has closed it, RATE_LIMITED.
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

// Reopen takes cancelling back; the pre-order has its old place. Doing so again changes nothing. The customer may, or whoever has
// the link of a letter. Errors: INVALID_TOKEN, NOT_FOUND, NOT_ALLOWED when it is too late, RATE_LIMITED.
func (s *Store) Reopen(ctx context.Context, actor shop.Actor, in shop.PreOrderReopenInput) (shop.PreOrder, error) {
	ref, err := in.Normal()
	return s.answer(ctx, actor, ref, err, func(tx pg.Querier, before shop.PreOrder) (shop.PreOrder, error) {
		o, err := before.Reopen(s.db.Now())
		if err != nil || before.Open() {
			return o, err
		}
		if _, err := tx.Exec(ctx, forgetAnswers, o.ID); err != nil {
			return o, err
		}
		return s.writeAnswer(ctx, tx, o, shop.PreOrderStatusChanged(o))
	})
}

// answer does something with the pre-order that ref names, locked, and returns what has become of it. wrong is what is wrong with the
// input, which matters to whoever may name it.
func (s *Store) answer(ctx context.Context, actor shop.Actor, ref shop.PreOrderRef, wrong error,
	do func(pg.Querier, shop.PreOrder) (shop.PreOrder, error)) (answered shop.PreOrder, err error) {
	if ref.Token == nil {
		if err := actor.NeedUser(); err != nil {
			return answered, err
		}
	}
	if wrong != nil {
		return answered, wrong
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

func (s *Store) lockNamed(ctx context.Context, tx pg.Querier, actor shop.Actor, ref shop.PreOrderRef) (shop.PreOrder, error) {
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

func (s *Store) writeAnswer(ctx context.Context, tx pg.Querier, o shop.PreOrder, told shop.Event) (shop.PreOrder, error) {
	var row preOrderRow
	if err := tx.Get(ctx, &row, answerPreOrder, o.ID, o.Quantity, o.Message, o.Status, o.CancelledAt, o.CancelledFrom, s.db.Now()); err != nil {
		return o, err
	}
	return row.preOrder(), s.db.Publish(ctx, tx, told)
}
