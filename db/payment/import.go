package payment

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"time"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	// No row is returned if the file was imported before.
	insertStatement = pg.Prepared(`INSERT INTO statements (id, hash, name, format, transfers, created_at)
		VALUES ($1, $2, $3, $4, 0, $5) ON CONFLICT (hash) DO NOTHING RETURNING id`)
	statementByHash = pg.Prepared(`SELECT id, name, format, transfers, created_at FROM statements WHERE hash = $1`)
	countStatement  = pg.Prepared(`UPDATE statements SET transfers = $2 WHERE id = $1`)
	insertTransfers = pg.Prepared(`INSERT INTO transfers (id, statement_id, key, content, state, account, booked_on,
			amount_minor, currency, reversal, payer, payer_iban, reference, end_to_end_id, text, created_at)
		SELECT t.id, $1, t.key, t.content, 'WAITING', t.account, t.booked_on, t.amount_minor, t.currency, t.reversal,
			t.payer, t.payer_iban, t.reference, t.end_to_end_id, t.text, $2
		FROM unnest($3::uuid[], $4::bytea[], $5::bytea[], $6::text[], $7::date[], $8::bigint[], $9::text[],
			$10::boolean[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[])
			AS t (id, key, content, account, booked_on, amount_minor, currency, reversal, payer, payer_iban, reference,
				end_to_end_id, text)
		ON CONFLICT (key) DO NOTHING`)
	ownAccounts = pg.Prepared(`SELECT DISTINCT document -> 'bank' ->> 'iban' FROM settings
		WHERE document -> 'bank' ->> 'iban' <> ''`)
)

// Import imports a file of the bank: it stores the transfers that no earlier file contained, and books those that pay
// an order without any doubt. Importing the same file again changes nothing, unless the first import was interrupted,
// which it completes. Requires WritePayments. Errors: those of read, INVALID for a file of another account.
func (s *Store) Import(ctx context.Context, actor shop.Actor, read shop.StatementReader, name string,
	file io.Reader) (result shop.StatementResult, err error) {
	if err := actor.Need(shop.WritePayments); err != nil {
		return result, err
	}
	hash := sha256.New()
	content := io.TeeReader(file, hash)
	found, err := read(content)
	if err != nil {
		return result, err
	}
	if _, err := io.Copy(io.Discard, content); err != nil { // the reader may leave white space
		return result, err
	}
	if err := s.checkAccounts(ctx, found); err != nil {
		return result, err
	}
	result = shop.StatementResult{Pending: found.Pending, Outgoing: found.Outgoing, Faults: found.Faults}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		result.Statement, err = s.insert(ctx, tx, found, hash.Sum(nil), shop.StatementName(name))
		return err
	})
	if err != nil {
		return result, fmt.Errorf("store statement: %w", err)
	}
	if err := s.matchAll(ctx, result.Statement.ID, &result); err != nil {
		return result, fmt.Errorf("match transfers: %w", err)
	}
	result.Known = len(found.Entries) - result.Booked - result.Proposed - result.Waiting
	return result, nil
}

// checkAccounts refuses a file of an account that the settings have never had.
func (s *Store) checkAccounts(ctx context.Context, found shop.BankFile) error {
	settings, err := s.db.Settings(ctx, s.db.Pool())
	if err != nil {
		return err
	}
	var accounts []string
	if err := s.db.Pool().Select(ctx, &accounts, ownAccounts); err != nil {
		return fmt.Errorf("read accounts: %w", err)
	}
	return found.OfAccounts(append(accounts, settings.Bank.IBAN))
}

// insert stores the file and its new transfers; the statement of a file that was imported before is returned unchanged.
func (s *Store) insert(ctx context.Context, tx pg.Querier, found shop.BankFile, hash []byte,
	name string) (shop.Statement, error) {
	id, err := pg.NewID()
	if err != nil {
		return shop.Statement{}, err
	}
	now := s.db.Now()
	switch err := tx.Get(ctx, &id, insertStatement, id, hash, name, found.Format, now); {
	case pg.NoRows(err):
		var row statementRow
		err := tx.Get(ctx, &row, statementByHash, hash)
		return row.statement(), err
	case err != nil:
		return shop.Statement{}, err
	}
	transfers, err := s.insertTransfers(ctx, tx, id, found, now)
	if err != nil {
		return shop.Statement{}, err
	}
	_, err = tx.Exec(ctx, countStatement, id, transfers)
	return shop.Statement{ID: id, Name: name, Format: found.Format, Transfers: transfers, CreatedAt: now}, err
}

func (s *Store) insertTransfers(ctx context.Context, tx pg.Querier, statement string, found shop.BankFile,
	now time.Time) (int, error) {
	entries := found.Identified()
	n := len(entries)
	ids, keys, contents := make(pq.StringArray, n), make(pq.ByteaArray, n), make(pq.ByteaArray, n)
	accounts, days, minors := make(pq.StringArray, n), make(pq.StringArray, n), make(pq.Int64Array, n)
	currencies, reversals := make(pq.StringArray, n), make(pq.BoolArray, n)
	payers, ibans, references := make(pq.StringArray, n), make(pq.StringArray, n), make(pq.StringArray, n)
	endToEnd, texts := make(pq.StringArray, n), make(pq.StringArray, n)
	for i, e := range entries {
		id, err := pg.NewID()
		if err != nil {
			return 0, err
		}
		key, content := sha256.Sum256([]byte(e.Key)), sha256.Sum256([]byte(e.Content))
		ids[i], keys[i], contents[i], accounts[i] = id, key[:], content[:], e.Account
		days[i], minors[i], currencies[i] = e.BookedOn.Format(time.DateOnly), e.Amount.Minor, e.Amount.Currency
		reversals[i], payers[i], ibans[i], references[i] = e.Reversal, e.Payer, e.PayerIBAN, e.Reference
		endToEnd[i], texts[i] = e.EndToEndID, e.Text
	}
	stored, err := tx.Exec(ctx, insertTransfers, statement, now, ids, keys, contents, accounts, days, minors,
		currencies, reversals, payers, ibans, references, endToEnd, texts)
	return int(stored), err
}

type statementRow struct {
	ID        string    `db:"id"`
	Name      string    `db:"name"`
	Format    string    `db:"format"`
	Transfers int       `db:"transfers"`
	CreatedAt time.Time `db:"created_at"`
}

func (r statementRow) statement() shop.Statement { return shop.Statement(r) }
