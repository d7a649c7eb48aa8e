package payment

import (
	"context"
	"encoding/json"
	"time"

	"github.com/lib/pq"

	"orrery/db/order"
	"orrery/db/pg"
	"orrery/shop"
)

// maxAwaited is the maximum number of orders awaiting payment that transfers are compared with by name, the newest
// first. A reference finds any order.
const maxAwaited = 20_000

const transferColumns = `t.id, t.state, t.account, t.booked_on, t.amount_minor, t.currency, t.reversal, t.payer,
	t.payer_iban, t.reference, t.end_to_end_id, t.text, t.proposals, t.ignored_reason, t.statement_id, t.version,
	t.created_at`

type transferRow struct {
	ID            string                           `db:"id"`
	State         shop.TransferState               `db:"state"`
	Account       string                           `db:"account"`
	BookedOn      time.Time                        `db:"booked_on"`
	AmountMinor   int64                            `db:"amount_minor"`
	Currency      string                           `db:"currency"`
	Reversal      bool                             `db:"reversal"`
	Payer         string                           `db:"payer"`
	PayerIBAN     string                           `db:"payer_iban"`
	Reference     string                           `db:"reference"`
	EndToEndID    string                           `db:"end_to_end_id"`
	Text          string                           `db:"text"`
	Proposals     pg.JSON[[]shop.TransferProposal] `db:"proposals"`
	IgnoredReason *string                          `db:"ignored_reason"`
	StatementID   string                           `db:"statement_id"`
	Version       int                              `db:"version"`
	CreatedAt     time.Time                        `db:"created_at"`
}

func (r transferRow) transfer() shop.Transfer {
	return shop.Transfer{ID: r.ID, State: r.State, Account: r.Account, BookedOn: r.BookedOn.UTC().Add(12 * time.Hour),
		Amount: shop.Money{Minor: r.AmountMinor, Currency: r.Currency}, Reversal: r.Reversal, Payer: r.Payer,
		PayerIBAN: r.PayerIBAN, Reference: r.Reference, EndToEndID: r.EndToEndID, Text: r.Text,
		Proposals: r.Proposals.V, IgnoredReason: r.IgnoredReason, StatementID: r.StatementID, Version: r.Version,
		CreatedAt: r.CreatedAt}
}

var (
	unmatchedTransfers = pg.Prepared(`SELECT ` + transferColumns + `,
			EXISTS (SELECT FROM transfers x WHERE x.content = t.content AND x.id <> t.id) AS repeated
		FROM transfers t WHERE t.matched_at IS NULL ORDER BY t.booked_on, t.id`)
	// A transfer that another import is matching is left to it.
	lockUnmatched = pg.Prepared(`SELECT ` + transferColumns + ` FROM transfers t
		WHERE t.id = $1 AND t.matched_at IS NULL FOR UPDATE SKIP LOCKED`)
	setMatched = pg.Prepared(`UPDATE transfers SET state = $2, proposals = $3, matched_at = $4 WHERE id = $1`)
	// completePart adds a reason to the likeliest proposal of transfers that are still undecided. One that is locked,
	// because an administrator is deciding about it, is skipped.
	completePart = pg.Prepared(`UPDATE transfers SET proposals = jsonb_set(proposals, '{0,reasons}',
			proposals #> '{0,reasons}' || to_jsonb($2::text))
		WHERE id IN (SELECT id FROM transfers WHERE id = any($1::uuid[]) AND state = 'PROPOSED'
			AND NOT proposals #> '{0,reasons}' @> to_jsonb($2::text) FOR UPDATE SKIP LOCKED)`)
	undecidedParts = pg.Prepared(`SELECT ` + transferColumns + ` FROM transfers t
		WHERE t.state = 'PROPOSED' AND t.amount_minor > 0 ORDER BY t.booked_on, t.id LIMIT $1`)
	awaitedOrders = pg.Prepared(`SELECT ` + order.Columns + ` FROM orders o WHERE o.status = 'PENDING_PAYMENT'
		ORDER BY o.created_at DESC LIMIT $1`)
	namedOrders = pg.Prepared(`SELECT ` + order.Columns + ` FROM orders o
		WHERE replace(o.number, '-', '') = any($1)`)
)

type unmatchedRow struct {
	transferRow
	Repeated bool `db:"repeated"`
}

// matchAll compares the transfers that were never compared with the orders, books the sure ones and stores proposals
// for the others. The result counts those of the statement. The audit log and the history of an order name no person
// for what is booked so.
func (s *Store) matchAll(ctx context.Context, statement string, result *shop.StatementResult) error {
	var rows []unmatchedRow
	if err := s.db.Pool().Select(ctx, &rows, unmatchedTransfers); err != nil || len(rows) == 0 {
		return err
	}
	transfers := make([]shop.Transfer, len(rows))
	for i, row := range rows {
		transfers[i] = row.transfer()
	}
	m, err := s.matcher(ctx, s.db.Pool(), transfers...)
	if err != nil {
		return err
	}
	for i, t := range transfers {
		var state shop.TransferState
		err := s.db.InTx(ctx, func(tx pg.Querier) (err error) {
			state, err = s.match(ctx, tx, m, t, rows[i].Repeated)
			return err
		})
		if err != nil {
			return err
		}
		if t.StatementID != statement {
			continue
		}
		switch state {
		case shop.TransferBooked:
			result.Booked++
		case shop.TransferProposed:
			result.Proposed++
		case shop.TransferWaiting:
			result.Waiting++
		}
	}
	return nil
}

// matcher returns a matcher with the orders that may be meant by the transfers.
func (s *Store) matcher(ctx context.Context, q pg.Querier, transfers ...shop.Transfer) (*shop.Matcher, error) {
	var bodies pq.StringArray
	for _, t := range transfers {
		bodies = append(bodies, t.Entry().Bodies()...)
	}
	var orders []shop.MatchOrder
	for _, read := range []struct {
		q   pg.Statement
		arg any
	}{{awaitedOrders, maxAwaited}, {namedOrders, bodies}} {
		var rows []order.Row
		if err := q.Select(ctx, &rows, read.q, read.arg); err != nil {
			return nil, err
		}
		for _, row := range rows {
			orders = append(orders, shop.MatchOrderOf(s.orders.Order(row)))
		}
	}
	m := shop.NewMatcher(orders)
	var parts []transferRow
	if err := q.Select(ctx, &parts, undecidedParts, maxAwaited); err != nil {
		return nil, err
	}
	for _, row := range parts {
		m.Undecided(row.transfer())
	}
	return m, nil
}

// match books a transfer if that is sure, and otherwise stores the proposals for it. It returns no state if another
// import has matched the transfer.
func (s *Store) match(ctx context.Context, tx pg.Querier, m *shop.Matcher, t shop.Transfer,
	repeated bool) (shop.TransferState, error) {
	var row transferRow
	switch err := tx.Get(ctx, &row, lockUnmatched, t.ID); {
	case pg.NoRows(err):
		return "", nil
	case err != nil:
		return "", err
	}
	found := m.Match(t.ID, t.Entry(), repeated)
	if found.Sure != nil {
		orders, err := s.orders.LockForPayment(ctx, tx, "id", []string{found.Sure.ID})
		if err != nil {
			return "", err
		}
		*found.Sure = shop.MatchOrderOf(orders[0]) // which may have changed since it was read
		if t.Entry().Pays(*found.Sure) {
			paid, err := s.orders.Book(ctx, tx, orders[0], t.Payment(t.Amount, nil))
			if err != nil {
				return "", err
			}
			*found.Sure = shop.MatchOrderOf(paid)
			_, err = tx.Exec(ctx, setMatched, t.ID, shop.TransferBooked, "[]", s.db.Now())
			return shop.TransferBooked, err
		}
		found = m.Match(t.ID, t.Entry(), repeated)
	}
	return s.propose(ctx, tx, t.ID, found)
}

// propose stores the proposals for a transfer.
func (s *Store) propose(ctx context.Context, tx pg.Querier, id string,
	found shop.TransferMatch) (shop.TransferState, error) {
	proposals, err := json.Marshal(append([]shop.TransferProposal{}, found.Proposals...))
	if err != nil {
		return "", err
	}
	state := shop.TransferWaiting
	if len(found.Proposals) > 0 {
		state = shop.TransferProposed
	}
	if _, err := tx.Exec(ctx, setMatched, id, state, string(proposals), s.db.Now()); err != nil {
		return "", err
	}
	_, err = tx.Exec(ctx, completePart, pq.StringArray(found.Completes), string(shop.AmountComplete))
	return state, err
}
