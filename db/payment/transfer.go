package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/order"
	"orrery/db/pg"
	"orrery/shop"
)

var (
	lockTransfer = pg.Prepared(`SELECT ` + transferColumns + ` FROM transfers t WHERE t.id = $1 FOR UPDATE`)
	setDecided   = pg.Prepared(`UPDATE transfers SET state = $2, ignored_reason = $3, version = version + 1,
		proposals = '[]', matched_at = coalesce(matched_at, $4) WHERE id = $1`)
	bookingsOf = pg.Prepared(`SELECT ` + order.PaymentColumns + ` FROM payments p
		WHERE p.transfer_id = any($1::uuid[]) AND p.status = 'SUCCEEDED' ORDER BY p.created_at, p.id`)
	statementPage = pg.Prepared(`SELECT id, name, format, transfers, created_at FROM statements
		WHERE $2::timestamptz IS NULL OR (created_at, id) < ($2, $3::uuid)
		ORDER BY created_at DESC, id DESC LIMIT $1`)
	countStatements = pg.Prepared(`SELECT count(*) FROM statements`)

	ids   = pg.IDs[shop.Transfer]{Column: "t.id", Kind: "uuid", Of: func(t shop.Transfer) string { return t.ID }}
	day   = func(t shop.Transfer) string { return t.BookedOn.Format(time.DateOnly) }
	sorts = map[shop.TransferSort]pg.Sort[shop.Transfer]{
		shop.TransfersNewest: {By: "t.booked_on", Read: "%s::date", Desc: true, Key: day},
		shop.TransfersOldest: {By: "t.booked_on", Read: "%s::date", Key: day},
	}
)

// Transfers returns a page of the transfers that match. Requires WritePayments.
func (s *Store) Transfers(ctx context.Context, actor shop.Actor, filter shop.TransferFilter, sort shop.TransferSort,
	args shop.PageArgs) (shop.Page[shop.Transfer], error) {
	var none shop.Page[shop.Transfer]
	if err := actor.Need(shop.WritePayments); err != nil {
		return none, err
	}
	search, err := shop.Searched(filter.Search)
	if err != nil {
		return none, err
	}
	l := pg.List{From: "transfers t"}
	pg.AndIf(&l, "t.state = %s", filter.State)
	if filter.Undecided != nil {
		l.Where(map[bool]string{true: "t.state IN ('PROPOSED', 'WAITING')",
			false: "t.state IN ('BOOKED', 'IGNORED')"}[*filter.Undecided])
	}
	l.AndContains("t.search_text", search)
	page, err := pg.ReadList(ctx, s.db.DB, transferColumns, l, sorts[sort], ids, args.In("transfers", string(sort)),
		pg.Each(transferRow.transfer))
	if err != nil {
		return none, err
	}
	return page, s.fill(ctx, s.db.Pool(), actor, page.Nodes)
}

// Statements returns a page of the imported files, newest first. Requires WritePayments.
func (s *Store) Statements(ctx context.Context, actor shop.Actor,
	args shop.PageArgs) (shop.Page[shop.Statement], error) {
	if err := actor.Need(shop.WritePayments); err != nil {
		return shop.Page[shop.Statement]{}, err
	}
	statement := func(r statementRow) (shop.Statement, error) { return r.statement(), nil }
	page, err := base.Page(ctx, s.db.Pool(), statementPage, args.In("statements"), statement,
		func(r statementRow) pg.Cursor { return pg.TimeCursor(r.CreatedAt, r.ID) })
	page.Count = base.Count(s.db.Pool(), countStatements)
	return page, err
}

// fill sets the bookings of transfers, and the orders and the changing reasons of their proposals.
func (s *Store) fill(ctx context.Context, q pg.Querier, actor shop.Actor, transfers []shop.Transfer) error {
	if len(transfers) == 0 {
		return nil
	}
	transferIDs, orderIDs := make(pq.StringArray, len(transfers)), []string{}
	for i, t := range transfers {
		transferIDs[i] = t.ID
		for _, p := range t.Proposals {
			orderIDs = append(orderIDs, p.OrderIDs...)
		}
	}
	var rows []order.PaymentRow
	if err := q.Select(ctx, &rows, bookingsOf, transferIDs); err != nil {
		return fmt.Errorf("read bookings: %w", err)
	}
	for _, row := range rows {
		orderIDs = append(orderIDs, row.OrderID)
	}
	orders, err := s.orders.OfIDs(ctx, q, orderIDs)
	if err != nil {
		return fmt.Errorf("read orders of transfers: %w", err)
	}
	for i := range transfers {
		t := &transfers[i]
		for _, row := range rows {
			if *row.TransferID == t.ID {
				t.Bookings = append(t.Bookings, shop.TransferBooking{Payment: row.Payment(),
					Order: orders[row.OrderID].SeenBy(actor)})
			}
		}
		for j, p := range t.Proposals {
			states := make([]shop.MatchOrder, len(p.OrderIDs))
			p.Orders = make([]shop.Order, len(p.OrderIDs))
			for k, id := range p.OrderIDs {
				states[k], p.Orders[k] = shop.MatchOrderOf(orders[id]), orders[id].SeenBy(actor)
			}
			t.Proposals[j] = p.With(t.Entry(), states)
		}
	}
	return nil
}

// Assign books an undecided transfer as the payment of orders. Requires WritePayments. A refusal is returned with the
// current state of the transfer. Errors: NOT_ALLOWED if it was decided or can't pay the orders, CONFLICT if it is not
// the version that the caller has seen, and OUT_OF_STOCK if it pays a cancelled order whose items were sold.
func (s *Store) Assign(ctx context.Context, actor shop.Actor, in shop.TransferAssignInput) (shop.Transfer, error) {
	return s.decide(ctx, actor, in.ID, in.Version, shop.Transfer.Decidable, func(tx pg.Querier, t shop.Transfer) error {
		in, err := in.Normal()
		if err != nil {
			return err
		}
		orders, err := s.orders.LockForPayment(ctx, tx, "orderIds", in.OrderIDs)
		if err != nil {
			return err
		}
		shares, err := t.Shares(orders)
		if err != nil {
			return err
		}
		for i, o := range orders {
			if _, err := s.orders.Book(ctx, tx, o, t.Payment(shares[i], actor.Account())); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, setDecided, t.ID, shop.TransferBooked, nil, s.db.Now())
		return err
	})
}

// Ignore marks an undecided transfer as concerning no order. Requires WritePayments. The refusals are those of Assign.
func (s *Store) Ignore(ctx context.Context, actor shop.Actor, in shop.TransferIgnoreInput) (shop.Transfer, error) {
	return s.decide(ctx, actor, in.ID, in.Version, shop.Transfer.Decidable, func(tx pg.Querier, t shop.Transfer) error {
		in, err := in.Normal()
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, setDecided, t.ID, shop.TransferIgnored, in.Reason, s.db.Now())
		return err
	})
}

// Release undoes what was decided about a transfer: its payments are reversed, an order that was paid by it awaits its
// payment again unless it is in preparation, and orders are proposed anew. Requires WritePayments. The refusals are
// those of Assign.
func (s *Store) Release(ctx context.Context, actor shop.Actor, in shop.TransferReleaseInput) (shop.Transfer, error) {
	undo := func(tx pg.Querier, t shop.Transfer) error {
		var bookings []order.PaymentRow
		if err := tx.Select(ctx, &bookings, bookingsOf, pq.StringArray{t.ID}); err != nil {
			return err
		}
		paid := make([]string, len(bookings))
		for i, row := range bookings {
			paid[i] = row.OrderID
		}
		orders, err := s.orders.LockForPayment(ctx, tx, "id", paid)
		if err != nil {
			return err
		}
		for _, o := range orders {
			if err := s.orders.Unbook(ctx, tx, o, t.ID, actor.Account()); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, setDecided, t.ID, shop.TransferWaiting, nil, s.db.Now()); err != nil {
			return err
		}
		m, err := s.matcher(ctx, tx, t)
		if err != nil {
			return err
		}
		_, err = s.propose(ctx, tx, t.ID, m.Match(t.ID, t.Entry(), false).Undecided())
		return err
	}
	return s.decide(ctx, actor, in.ID, in.Version, shop.Transfer.Releasable, undo)
}

// decide runs change on a locked transfer that the actor may change, and returns the transfer afterwards.
func (s *Store) decide(ctx context.Context, actor shop.Actor, id string, version int, allowed func(shop.Transfer) error,
	change func(pg.Querier, shop.Transfer) error) (transfer shop.Transfer, err error) {
	if err := actor.Need(shop.WritePayments); err != nil {
		return transfer, err
	}
	if !pg.IsUUID(id) {
		return transfer, shop.UnknownTransfer()
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		if transfer, err = s.locked(ctx, tx, id); err != nil {
			return err
		}
		if version != transfer.Version {
			return shop.StaleTransfer()
		}
		if err := allowed(transfer); err != nil {
			return err
		}
		if err := change(tx, transfer); err != nil {
			return err
		}
		transfer, err = s.locked(ctx, tx, id)
		return err
	})
	if err != nil && shop.UserErrors(err) == nil {
		return shop.Transfer{}, fmt.Errorf("change transfer: %w", err)
	}
	if transfer.ID == "" {
		return transfer, err
	}
	found := []shop.Transfer{transfer}
	if fillErr := s.fill(ctx, s.db.Pool(), actor, found); fillErr != nil {
		return shop.Transfer{}, fillErr
	}
	return found[0], err
}

// locked reads a transfer and locks it until the commit.
func (s *Store) locked(ctx context.Context, tx pg.Querier, id string) (shop.Transfer, error) {
	var row transferRow
	switch err := tx.Get(ctx, &row, lockTransfer, id); {
	case pg.NoRows(err):
		return shop.Transfer{}, shop.UnknownTransfer()
	case err != nil:
		return shop.Transfer{}, err
	}
	return row.transfer(), nil
}
