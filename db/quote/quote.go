package quote

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
	"orrery/shop/cell"
)

const columns = `q.id, q.number, q.name, q.company, q.email, q.currency, q.subtotal_minor, q.tax_percent, q.tax_minor,
	q.shipping_minor, q.total_minor, q.created_at, q.valid_until, q.order_id, q.fit, q.reply_by,
	q.replied_at, q.terms_version, q.billing, q.appendix, coalesce(q.version, 1) AS version`

// visibleQuote is the condition that selects a quote ($1) for a client that has a key of it ($2), for its owner ($3),
// and for administrators and staff with the scope ($4). A key is looked up by its hash, so the duration of the query
// reveals nothing about the key.
const visibleQuote = `q.number = $1 AND ($4 OR q.user_id = $3::uuid
	OR EXISTS (SELECT FROM quote_links k WHERE k.hash = $2 AND k.quote_id = q.id))`

var (
	insertQuote = pg.Named(newQuote{}, `INSERT INTO quotes `+pg.Values(`id, user_id, request, name, company, email,
		currency, subtotal_minor, tax_percent, tax_minor, shipping_minor, total_minor, created_at, valid_until, fit,
		reply_by, billing, appendix`)+` ON CONFLICT (request) DO NOTHING`)
	insertQuoteLine = pg.Named(newQuoteLine{}, `INSERT INTO quote_lines `+pg.Values(`quote_id, position, product_id,
		product_name, model, quantity, price_minor, plan_kind, plan, plate, lead_time, expected_delivery`))
	insertQuoteLink = pg.Prepared(`INSERT INTO quote_links (hash, quote_id) VALUES ($1, $2)`)

	requestKnown   = pg.Prepared(`SELECT EXISTS (SELECT FROM quotes WHERE request = $1)`)
	quoteOfRequest = pg.Prepared(`SELECT ` + columns + ` FROM quotes q WHERE q.request = $1`)
	quoteByNumber  = pg.Prepared(`SELECT ` + columns + ` FROM quotes q WHERE ` + visibleQuote)
	linesOfQuotes  = pg.Prepared(`SELECT l.quote_id, l.product_id::text AS product_id, l.product_name, l.model,
		l.quantity, l.price_minor, l.list_price_minor, l.plan_kind, l.plan, l.plate, l.lead_time, l.expected_delivery,
		coalesce(q.version, 1) AS version, q.subtotal_minor, q.tax_minor, q.total_minor, q.valid_until
		FROM quote_lines l JOIN quotes q ON q.id = l.quote_id WHERE l.quote_id = any($1)
		ORDER BY l.quote_id, l.position`)
)

// Create creates a quote and returns it with the key of a link to it, of which only the hash is stored. Any visitor
// may call it, a limited number of times per network address; a signed-in actor owns the quote. An agent needs
// PREPARE_CHECKOUTS, and the audit log gets its quotes. A repeated request with the same idempotency key returns the
// quote of the first one, with the key of another link; it has a limit of its own.
func (s *Store) Create(
	ctx context.Context, actor shop.Actor, in shop.QuoteCreateInput,
) (quote shop.Quote, key string, err error) {
	if in, err = in.Normal(); err != nil {
		return quote, "", err
	}
	request, err := base.RequestHash(actor, in)
	if err != nil {
		return quote, "", err
	}
	inTx := s.db.InTx
	if actor.Platform != nil {
		if err := actor.NeedPlatform(shop.PrepareCheckouts); err != nil {
			return quote, "", err
		}
		if err := s.db.CountAttempt(ctx, actor, shop.ChangesPerAgent, actor.Platform.Host()); err != nil {
			return quote, "", err
		}
		inTx = func(ctx context.Context, do func(pg.Querier) error) error { return s.db.InAuditedTx(ctx, actor, do) }
	}
	var repeated bool
	if err := s.db.Pool().Get(ctx, &repeated, requestKnown, request); err != nil {
		return quote, "", fmt.Errorf("find quote: %w", err)
	}
	rate := shop.QuotePerAddress
	if repeated {
		rate = shop.RepeatedQuotePerAddress
	}
	if err := s.db.CountAttempt(ctx, actor, rate, actor.Address); err != nil {
		return quote, "", err
	}
	err = inTx(ctx, func(tx pg.Querier) error {
		quote, key, err = s.createQuote(ctx, tx, actor, request, in)
		return err
	})
	if err != nil {
		return shop.Quote{}, "", fmt.Errorf("create quote: %w", err)
	}
	return quote, key, nil
}

func (s *Store) createQuote(
	ctx context.Context, tx pg.Querier, actor shop.Actor, request []byte, in shop.QuoteCreateInput,
) (shop.Quote, string, error) {
	var none shop.Quote
	quote, id, err := s.readQuote(ctx, tx, quoteOfRequest, request)
	if pg.NoRows(err) {
		written, writeErr := s.writeQuote(ctx, tx, actor, request, in)
		if writeErr != nil {
			return none, "", writeErr
		}
		if quote, id, err = s.readQuote(ctx, tx, quoteOfRequest, request); err == nil && written {
			err = s.db.Publish(ctx, tx, shop.QuoteCreated(id, quote))
		}
	}
	if err != nil {
		return none, "", err
	}
	key, hash := base.NewToken()
	if _, err = tx.Exec(ctx, insertQuoteLink, hash, id); err != nil {
		return none, "", err
	}
	return quote, key, nil
}

// CreateForCell is like Create for the products of a planned cell that have a price, with an appendix that describes
// the cell.
func (s *Store) CreateForCell(ctx context.Context, actor shop.Actor, in cell.QuoteInput) (shop.Quote, string, error) {
	plan, appendix, err := s.catalogue.CellOffer(ctx, actor, "cell.", in.Cell)
	if err != nil {
		return shop.Quote{}, "", err
	}
	request, err := in.Quote(plan, appendix)
	if err != nil {
		return shop.Quote{}, "", err
	}
	return s.Create(ctx, actor, request)
}

// writeQuote inserts the quote of a request and reports whether it did; it does not if a concurrent transaction has
// inserted the quote of the same request.
func (s *Store) writeQuote(
	ctx context.Context, tx pg.Querier, actor shop.Actor, request []byte, in shop.QuoteCreateInput,
) (bool, error) {
	ids := make([]string, len(in.Lines))
	for i, line := range in.Lines {
		ids[i] = line.ProductID
	}
	products, err := s.catalogue.ProductsIn(ctx, tx, ids)
	if err != nil {
		return false, err
	}
	q, err := s.db.Terms.NewQuote(in, products, s.db.Now())
	if err != nil {
		return false, err
	}
	id, err := pg.NewID()
	if err != nil {
		return false, err
	}
	owner, err := actor.Owner()
	if err != nil {
		return false, err
	}
	replyBy, err := s.db.ReplyBy(ctx, tx, q.CreatedAt)
	if err != nil {
		return false, err
	}
	row := quoteRow{ID: id, Name: q.Name, Company: q.Company, Email: q.Email, Currency: q.Total.Currency,
		offer: offer{SubtotalMinor: q.Subtotal.Minor, TaxMinor: q.Tax.Minor, TotalMinor: q.Total.Minor,
			ValidUntil: q.ValidUntil},
		TaxPercent: q.TaxPercent, ShippingMinor: q.Shipping.Minor, CreatedAt: q.CreatedAt,
		Fit: pg.JSON[*shop.FitCheck]{V: q.Fit}, ReplyBy: &replyBy,
		Billing:  pg.JSON[shop.BillingInfo]{V: q.BillingInfo},
		Appendix: pg.JSON[*shop.QuoteAppendix]{V: q.Appendix}}
	written, err := tx.Exec(ctx, insertQuote, insertQuote.Args(newQuote{row, owner, request})...)
	if err != nil || written == 0 {
		return false, err
	}
	for i, line := range q.Lines {
		if err := insertLine(ctx, tx, id, i, line); err != nil {
			return false, base.Refusal(err)
		}
	}
	return true, nil
}

func insertLine(ctx context.Context, tx pg.Querier, quoteID string, i int, l shop.QuoteLine) error {
	plate, err := json.Marshal(l.Plate)
	if err != nil {
		return err
	}
	row := quoteLineRow{QuoteID: quoteID, ProductID: l.ProductID, ProductName: l.ProductName, Model: l.Model,
		Quantity: l.Quantity, PlanKind: l.PlanKind, Plan: pg.JSON[*shop.Plan]{V: l.Plan}, Plate: plate,
		LeadTime: l.LeadTime, ExpectedDelivery: l.ExpectedDelivery}
	if l.UnitPrice != nil {
		row.PriceMinor = &l.UnitPrice.Minor
	}
	_, err = tx.Exec(ctx, insertQuoteLine, insertQuoteLine.Args(newQuoteLine{row, i})...)
	return err
}

// Get returns a quote by its number to a client that has the key of a link to it, to its owner, and to administrators
// and staff with ReadQuotes; NOT_FOUND otherwise.
func (s *Store) Get(ctx context.Context, actor shop.Actor, number, key string) (shop.Quote, error) {
	args, err := visibleQuoteArgs(actor, shop.ReadQuotes, number, &key)
	if err != nil {
		return shop.Quote{}, err
	}
	quote, _, err := s.readQuote(ctx, s.db.Pool(), quoteByNumber, args...)
	switch {
	case pg.NoRows(err):
		return quote, shop.UnknownQuote()
	case err != nil:
		return quote, fmt.Errorf("read quote: %w", err)
	}
	return quote, nil
}

// visibleQuoteArgs returns the arguments of visibleQuote. scope is the permission for the quotes of others.
func visibleQuoteArgs(actor shop.Actor, scope shop.Scope, number string, key *string) ([]any, error) {
	owner, err := actor.Owner()
	if key == nil {
		key = new("")
	}
	return []any{number, base.HashToken(*key), owner, actor.Runs(scope)}, err
}

// offer is what Update changes of a quote. It is read with the lines, by one statement, so that sums and prices belong
// together while they change.
type offer struct {
	Version       int       `db:"version"`
	SubtotalMinor int64     `db:"subtotal_minor"`
	TaxMinor      int64     `db:"tax_minor"`
	TotalMinor    int64     `db:"total_minor"`
	ValidUntil    time.Time `db:"valid_until"`
}

type quoteRow struct {
	offer
	ID            string    `db:"id"`
	Number        string    `db:"number"`
	Name          string    `db:"name"`
	Company       *string   `db:"company"`
	Email         string    `db:"email"`
	Currency      string    `db:"currency"`
	TaxPercent    string    `db:"tax_percent"`
	ShippingMinor int64     `db:"shipping_minor"`
	CreatedAt     time.Time `db:"created_at"`
	OrderID       *string   `db:"order_id"`

	Fit       pg.JSON[*shop.FitCheck] `db:"fit"`
	ReplyBy   *time.Time              `db:"reply_by"`
	RepliedAt *time.Time              `db:"replied_at"`

	Billing      pg.JSON[shop.BillingInfo] `db:"billing"`
	TermsVersion *int                      `db:"terms_version"` // set by a trigger; nil before versions were kept

	Appendix pg.JSON[*shop.QuoteAppendix] `db:"appendix"`
}

type newQuote struct {
	quoteRow
	UserID  *string `db:"user_id"`
	Request []byte  `db:"request"`
}

func (r quoteRow) quote(lines []shop.QuoteLine, now time.Time) shop.Quote {
	money := func(minor int64) shop.Money { return shop.Money{Minor: minor, Currency: r.Currency} }
	q := shop.Quote{
		Number: r.Number, Version: r.Version, CreatedAt: r.CreatedAt, ValidUntil: r.ValidUntil,
		Name: r.Name, Company: r.Company, Email: r.Email, BillingInfo: r.Billing.V, Lines: lines,
		Subtotal: money(r.SubtotalMinor), TaxPercent: r.TaxPercent, Tax: money(r.TaxMinor),
		Shipping: money(r.ShippingMinor), Total: money(r.TotalMinor), OrderID: r.OrderID,
		Fit: r.Fit.V, ReplyBy: r.ReplyBy, RepliedAt: r.RepliedAt, TermsVersion: r.TermsVersion,
		Appendix: r.Appendix.V,
	}
	q.Expired = q.ExpiredAt(now)
	return q
}

// readQuote returns the quote that the statement q selects, and its id.
func (s *Store) readQuote(
	ctx context.Context, r pg.Querier, q pg.Statement, args ...any,
) (quote shop.Quote, id string, err error) {
	var row quoteRow
	if err := r.Get(ctx, &row, q, args...); err != nil {
		return quote, "", err
	}
	quotes, err := s.withLines(ctx, r, []quoteRow{row})
	if err != nil {
		return quote, "", err
	}
	return quotes[0], row.ID, nil
}

// withLines returns the quotes of rows; it reads the lines of all of them with one statement.
func (s *Store) withLines(ctx context.Context, r pg.Querier, quotes []quoteRow) ([]shop.Quote, error) {
	ids := make(pq.StringArray, len(quotes))
	currencies := map[string]string{}
	for i, q := range quotes {
		ids[i], currencies[q.ID] = q.ID, q.Currency
	}
	var rows []struct {
		quoteLineRow
		offer
	}
	if err := r.Select(ctx, &rows, linesOfQuotes, ids); err != nil {
		return nil, fmt.Errorf("read quote lines: %w", err)
	}
	lines, offers := map[string][]shop.QuoteLine{}, map[string]offer{}
	for _, row := range rows {
		line, err := row.line(currencies[row.QuoteID])
		if err != nil {
			return nil, err
		}
		lines[row.QuoteID], offers[row.QuoteID] = append(lines[row.QuoteID], line), row.offer
	}
	found := make([]shop.Quote, len(quotes))
	for i, q := range quotes {
		q.offer = offers[q.ID]
		found[i] = q.quote(lines[q.ID], s.db.Now())
	}
	return found, nil
}

type quoteLineRow struct {
	QuoteID          string              `db:"quote_id"`
	ProductID        *string             `db:"product_id"`
	ProductName      string              `db:"product_name"`
	Model            *string             `db:"model"`
	Quantity         int                 `db:"quantity"`
	PriceMinor       *int64              `db:"price_minor"`
	ListPriceMinor   *int64              `db:"list_price_minor"`
	PlanKind         *shop.PlanKind      `db:"plan_kind"`
	Plan             pg.JSON[*shop.Plan] `db:"plan"`
	Plate            []byte              `db:"plate"`
	LeadTime         *string             `db:"lead_time"`
	ExpectedDelivery *time.Time          `db:"expected_delivery"`
}

type newQuoteLine struct {
	quoteLineRow
	Position int `db:"position"`
}

func (r quoteLineRow) line(currency string) (shop.QuoteLine, error) {
	line := shop.QuoteLine{ProductID: r.ProductID, ProductName: r.ProductName, Model: r.Model, Quantity: r.Quantity,
		PlanKind: r.PlanKind, Plan: r.Plan.V, LeadTime: r.LeadTime, ExpectedDelivery: r.ExpectedDelivery}
	if r.PriceMinor != nil {
		line.UnitPrice = &shop.Money{Minor: *r.PriceMinor, Currency: currency}
	}
	if r.ListPriceMinor != nil {
		line.ListPrice = &shop.Money{Minor: *r.ListPriceMinor, Currency: currency}
	}
	if err := json.Unmarshal(r.Plate, &line.Plate); err != nil {
		return line, fmt.Errorf("read the plate in a quote: %w", err)
	}
	return line, nil
}

// quotesOf selects the quotes of an account, and those that visitors requested with its address; the address is null
// unless the account has verified it.
var quotesOf = pg.Prepared(`SELECT ` + columns + ` FROM quotes q
	WHERE (q.user_id = $1 OR q.user_id IS NULL AND q.email = $2)
	AND ($4::uuid IS NULL OR q.id < $4) ORDER BY q.id DESC LIMIT $3`)

// EachOf calls do with every quote of a user, and every quote for the address if it is not nil, newest first. The
// user must have verified the address.
func (s *Store) EachOf(
	ctx context.Context, tx pg.Querier, userID string, address *string, do func(shop.Quote) error,
) error {
	var id any // of the last quote
	for {
		var rows []quoteRow
		if err := tx.Select(ctx, &rows, quotesOf, userID, address, base.EachRows, id); err != nil {
			return err
		}
		quotes, err := s.withLines(ctx, tx, rows)
		if err != nil {
			return err
		}
		for i, q := range quotes {
			id = rows[i].ID
			if err := do(q); err != nil {
				return err
			}
		}
		if len(rows) < base.EachRows {
			return nil
		}
	}
}
