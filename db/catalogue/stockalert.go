package catalogue

import (
	"context"
	"errors"
	"fmt"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

// AlertColumns lists the columns of a shop.StockAlert, for stock_alerts AS a and products AS p.
const AlertColumns = `a.id, a.product_id, p.name AS product_name, a.email, a.created_at, a.confirmed_at, a.expires_at`

var (
	alertsFull = pg.Prepared(`SELECT count(*) >= $2 FROM (SELECT FROM stock_alerts WHERE product_id = $1 LIMIT $2) a`)
	// It returns no row beyond the limit of the address, and changes no confirmed alert.
	requestAlert = pg.Named(alertRequest{}, `INSERT INTO stock_alerts AS a
			(id, product_id, email, expires_at, created_at)
		SELECT :id, :product_id, :email, :expires_at, :created_at
		WHERE (SELECT count(*) FROM stock_alerts WHERE email = :email AND product_id <> :product_id) < :most
		ON CONFLICT (product_id, email) DO UPDATE
			SET expires_at = CASE WHEN a.confirmed_at IS NULL THEN excluded.expires_at ELSE a.expires_at END
		RETURNING id`)
)

// alertRequest holds the parameters of the statement requestAlert.
type alertRequest struct {
	shop.StockAlert
	Most int `db:"most"`
}

// CreateStockAlert sends an address a link that confirms its stock alert for a product without stock. Any caller may
// call it, a limited number of times. The result depends on the product only, not on whether the address is known, and
// what exceeds the limits of an address succeeds like any other request without sending another email.
//
// Errors: shop.Errors for the input, RATE_LIMITED, and NOT_FOUND or NOT_ALLOWED for the product.
func (s *Store) CreateStockAlert(ctx context.Context, actor shop.Actor, in shop.StockAlertCreateInput) error {
	in, err := in.Normal()
	if err != nil {
		return err
	}
	products, err := s.ProductsIn(ctx, s.db.Pool(), []string{in.ProductID})
	if err != nil {
		return err
	}
	product, known := products[in.ProductID]
	if !known {
		return shop.UnknownProduct()
	}
	if err := product.TakesAlerts(); err != nil {
		return err
	}
	if err := s.db.CountAttempt(ctx, actor, shop.StockAlertPerAddress, actor.Address); err != nil {
		return err
	}
	var full bool
	switch err := s.db.Pool().Get(ctx, &full, alertsFull, product.ID, shop.MaxAlertsPerProduct); {
	case err != nil:
		return fmt.Errorf("count stock alerts: %w", err)
	case full:
		return shop.TooManyAlerts()
	}
	var limited *shop.Error
	switch err := s.db.CountAttempt(ctx, actor, shop.StockAlertPerEmail, in.Email); {
	case errors.As(err, &limited) && limited.Code == shop.RateLimited:
		return nil
	case err != nil:
		return err
	}
	return s.requestAlert(ctx, product, in.Email)
}

// requestAlert stores an alert, unless there is one already, and queues the email that confirms it.
func (s *Store) requestAlert(ctx context.Context, product shop.Product, email string) error {
	id, err := pg.NewID()
	if err != nil {
		return err
	}
	now := s.db.Now()
	request := alertRequest{shop.StockAlert{ID: id, ProductID: product.ID, Email: email,
		ExpiresAt: now.Add(shop.StockAlertConfirmLife), CreatedAt: now}, shop.MaxAlertsPerEmail}
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		switch err := tx.Get(ctx, &id, requestAlert, requestAlert.Args(request)...); {
		case pg.NoRows(err):
			return nil
		case err != nil:
			return base.Refusal(err)
		}
		return s.db.Enqueue(ctx, tx, shop.StockAlertMail{To: shop.Recipient{Email: email}, AlertID: id,
			ProductName: product.Name})
	})
	if err != nil {
		return fmt.Errorf("request a stock alert: %w", err)
	}
	return nil
}

var insertAlertLink = pg.Prepared(`INSERT INTO stock_alert_links (hash, alert_id)
	SELECT $1, id FROM stock_alerts WHERE id = $2 AND expires_at > $3`)

// IssueAlertLink returns a new token for the links of an alert's email. Tokens of earlier emails stay valid. It returns
// false when the alert has been deleted.
func (s *Store) IssueAlertLink(ctx context.Context, alertID string) (token string, send bool, err error) {
	token, hash := base.NewToken()
	n, err := s.db.Pool().Exec(ctx, insertAlertLink, hash, alertID, s.db.Now())
	if err != nil {
		return "", false, fmt.Errorf("issue the link of a stock alert: %w", err)
	}
	return token, n == 1, nil
}

var (
	alertOfLink = pg.Prepared(`SELECT ` + AlertColumns + ` FROM stock_alert_links k
		JOIN stock_alerts a ON a.id = k.alert_id JOIN products p ON p.id = a.product_id
		WHERE k.hash = $1 AND a.expires_at > $2`)
	// The product is locked before the alert, as when it is restocked, so that the later of the two transactions sees
	// what the earlier one has done.
	keepProduct  = pg.Prepared(`SELECT ` + ProductColumns + ` FROM products p WHERE p.id = $1 FOR SHARE`)
	confirmAlert = pg.Prepared(`UPDATE stock_alerts SET confirmed_at = coalesce(confirmed_at, $2),
		expires_at = CASE WHEN confirmed_at IS NULL THEN $3 ELSE expires_at END WHERE id = $1`)
	cancelAlert = pg.Prepared(`DELETE FROM stock_alerts WHERE id = $1`)
)

// ConfirmStockAlert starts a stock alert with the link of its email, and returns its address partly hidden, and its
// product. It is idempotent. If the product is in stock again, the alert does not start. Any caller who has the link
// may call it. Errors: INVALID_TOKEN, RATE_LIMITED.
func (s *Store) ConfirmStockAlert(ctx context.Context, actor shop.Actor,
	in shop.StockAlertTokenInput) (email string, product shop.Product, err error) {
	return s.openAlertLink(ctx, actor, in, func(tx pg.Querier, alert shop.StockAlert, product shop.Product) error {
		if product.InStock() {
			return nil
		}
		now := s.db.Now()
		n, err := tx.Exec(ctx, confirmAlert, alert.ID, now, now.Add(shop.StockAlertMemory))
		if err == nil && n == 0 {
			return shop.BadLink()
		}
		return err
	})
}

// CancelStockAlert deletes a stock alert with the link of its email, and returns its address partly hidden, and its
// product. Any caller who has the link may call it. Errors: INVALID_TOKEN, RATE_LIMITED.
func (s *Store) CancelStockAlert(ctx context.Context, actor shop.Actor,
	in shop.StockAlertTokenInput) (email string, product shop.Product, err error) {
	return s.openAlertLink(ctx, actor, in, func(tx pg.Querier, alert shop.StockAlert, _ shop.Product) error {
		_, err := tx.Exec(ctx, cancelAlert, alert.ID)
		return err
	})
}

// openAlertLink runs do with the alert of a token and its product, which can't be restocked meanwhile.
func (s *Store) openAlertLink(ctx context.Context, actor shop.Actor, in shop.StockAlertTokenInput,
	do func(pg.Querier, shop.StockAlert, shop.Product) error) (email string, product shop.Product, err error) {
	if in, err = in.Normal(); err != nil {
		return "", product, err
	}
	if err := s.db.CountAttempt(ctx, actor, shop.LinkPerAddress, actor.Address); err != nil {
		return "", product, err
	}
	var alert shop.StockAlert
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		switch err := tx.Get(ctx, &alert, alertOfLink, base.HashToken(in.Token), s.db.Now()); {
		case pg.NoRows(err):
			return shop.BadLink()
		case err != nil:
			return err
		}
		var row ProductRow
		switch err := tx.Get(ctx, &row, keepProduct, alert.ProductID); {
		case pg.NoRows(err):
			return shop.BadLink()
		case err != nil:
			return err
		}
		product = s.Product(&row)
		return do(tx, alert, product)
	})
	if err != nil {
		return "", shop.Product{}, fmt.Errorf("open the link of a stock alert: %w", err)
	}
	return shop.HideEmail(alert.Email), product, nil
}
