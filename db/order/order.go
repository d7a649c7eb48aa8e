package order

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

// Columns lists the columns of a Row, for orders AS o.
const Columns = `o.id, o.number, o.user_id, o.status, o.version, o.address, o.city, o.postal_code, o.country,
	o.recipient, o.company, o.phone, o.notes, o.billing, o.currency, o.subtotal_minor,
	coalesce(o.tax_percent, '') AS tax_percent, o.tax_minor, o.shipping_minor, o.total_minor, o.created_at,
	o.reserved_until, o.expired_at, o.terms_version, o.carrier, o.tracking_url, (` + statusChanges + `) AS changes,
	(SELECT ` + paymentSums + ` WHERE p.order_id = o.id HAVING count(*) > 0) AS payment_sums,
	(SELECT a.agent FROM agent_orders a WHERE a.order_id = o.id) AS agent,
	(SELECT a.prepared_at FROM agent_orders a WHERE a.order_id = o.id) AS prepared_at,
	coalesce((SELECT u.name FROM users u WHERE u.id = o.user_id), o.buyer_name) AS buyer_name,
	(SELECT u.email FROM users u WHERE u.id = o.user_id) AS buyer_email`

// Row is a row of Columns.
type Row struct {
	ID            string    `db:"id"`
	Number        string    `db:"number"`
	UserID        *string   `db:"user_id"`     // nil when the account was deleted
	BuyerName     *string   `db:"buyer_name"`  // nil when it has been deleted, too
	BuyerEmail    *string   `db:"buyer_email"` // nil without an account
	Status        string    `db:"status"`
	Version       int       `db:"version"`
	Address       string    `db:"address"`
	City          string    `db:"city"`
	PostalCode    string    `db:"postal_code"`
	Country       string    `db:"country"`
	Recipient     string    `db:"recipient"`
	Company       string    `db:"company"`
	Phone         string    `db:"phone"`
	Notes         string    `db:"notes"`
	Currency      string    `db:"currency"`
	SubtotalMinor int64     `db:"subtotal_minor"`
	TaxPercent    string    `db:"tax_percent"`
	TaxMinor      int64     `db:"tax_minor"`
	ShippingMinor int64     `db:"shipping_minor"`
	TotalMinor    int64     `db:"total_minor"`
	CreatedAt     time.Time `db:"created_at"`

	ReservedUntil *time.Time `db:"reserved_until"` // nil when an older version of the server has placed it
	ExpiredAt     *time.Time `db:"expired_at"`
	TermsVersion  *int       `db:"terms_version"` // set by a trigger; nil before versions were kept
	Carrier       string     `db:"carrier"`
	TrackingURL   string     `db:"tracking_url"`
	Agent         *string    `db:"agent"` // URL of the profile of the agent that prepared the order
	PreparedAt    *time.Time `db:"prepared_at"`

	PaymentSums pq.Int64Array             `db:"payment_sums"` // nil without payments
	Billing     pg.JSON[shop.BillingInfo] `db:"billing"`

	Changes pg.JSON[[]shop.OrderChange] `db:"changes"`
}

// Order returns the order of a row, without its lines.
func (s *Store) Order(r Row) shop.Order {
	money := func(minor int64) shop.Money { return shop.Money{Minor: minor, Currency: r.Currency} }
	o := shop.Order{
		ID: r.ID, Number: r.Number, Buyer: r.buyer(), Status: shop.OrderStatus(r.Status), Version: r.Version,
		CreatedAt: r.CreatedAt, BillingInfo: r.Billing.V,
		ShippingInfo: shop.ShippingInfo{Address: r.Address, City: r.City, PostalCode: r.PostalCode, Country: r.Country,
			Recipient: r.Recipient, Company: r.Company, Phone: r.Phone, Notes: r.Notes},
		Subtotal: money(r.SubtotalMinor), TaxPercent: r.TaxPercent, Tax: money(r.TaxMinor),
		Shipping: money(r.ShippingMinor), TotalPrice: money(r.TotalMinor), ReservedUntil: r.ReservedUntil,
		ExpiredAt: r.ExpiredAt, TermsVersion: r.TermsVersion, PreparedAt: r.PreparedAt,
		Changes: r.Changes.V, Carrier: r.Carrier, TrackingURL: r.TrackingURL,
	}
	setPaid(&o, r.PaymentSums)
	if r.Agent != nil {
		o.PreparedBy = new(shop.Platform{Profile: *r.Agent}.Host())
	}
	return withPayment(o)
}

// statusChanges reads shop.Order.Changes. Other changes leave the status as it is.
const statusChanges = `SELECT json_agg(json_build_object('status', c.to_status, 'version', c.version, 'created_at',
		c.created_at) ORDER BY c.version)
	FROM order_changes c WHERE c.order_id = o.id AND c.from_status <> c.to_status`

// paymentSums reads what has been received, returned and disputed. Those of orders without payments are NULL.
const paymentSums = `ARRAY[
		coalesce(sum(p.amount_minor) FILTER (WHERE p.status = 'SUCCEEDED' AND NOT p.returned), 0),
		coalesce(-sum(p.amount_minor) FILTER (WHERE p.status = 'SUCCEEDED' AND p.returned), 0),
		coalesce(-sum(p.amount_minor) FILTER (WHERE p.status = 'SUCCEEDED' AND m.kind = 'DISPUTE'), 0)] AS sums
	FROM payments p LEFT JOIN online_movements m ON m.id = p.online_id`

// setPaid sets what paymentSums has read; nil without payments.
func setPaid(o *shop.Order, sums []int64) {
	o.Received, o.ReturnedMinor, o.DisputedMinor = nil, 0, 0
	if sums != nil {
		o.Received = &shop.Money{Minor: sums[0], Currency: o.TotalPrice.Currency}
		o.ReturnedMinor, o.DisputedMinor = sums[1], sums[2]
	}
}

// withAddress returns the row with a delivery address.
func (r Row) withAddress(to shop.ShippingInfo) Row {
	r.Address, r.City, r.PostalCode, r.Country = to.Address, to.City, to.PostalCode, to.Country
	r.Recipient, r.Company, r.Phone, r.Notes = to.Recipient, to.Company, to.Phone, to.Notes
	return r
}

// withPayment sets the payment instructions and the reservation that follow from the status of the order. fill and
// payTo add the bank account.
func withPayment(o shop.Order) shop.Order {
	o.Payment = o.PaymentDue()
	if !o.Reserved() {
		o.ReservedUntil = nil
	}
	return o
}

// payTo sets the bank account of the orders that await payment.
func (s *Store) payTo(ctx context.Context, r pg.Querier, orders []shop.Order) error {
	for i := range orders {
		if orders[i].Payment == nil {
			continue
		}
		settings, err := s.db.Settings(ctx, r)
		if err != nil {
			return err
		}
		for _, o := range orders[i:] {
			if o.Payment != nil {
				o.PayTo(settings.Bank)
			}
		}
		return nil
	}
	return nil
}

func (r Row) buyer() shop.Buyer {
	switch {
	case r.UserID != nil:
		return shop.Buyer{ID: *r.UserID, Name: *r.BuyerName, Email: *r.BuyerEmail}
	case r.BuyerName != nil:
		return shop.Buyer{ID: r.ID, Name: *r.BuyerName, Deleted: true}
	}
	return shop.Buyer{ID: r.ID, Name: shop.FormerCustomer, Deleted: true}
}

var orderByID = pg.Prepared(`SELECT ` + Columns + ` FROM orders o WHERE o.id = $1 AND (o.user_id = $2 OR $3)`)

// Get returns one of the actor's own orders, or any to an admin; NOT_FOUND otherwise, so that the result does not
// reveal whether another customer's order exists.
func (s *Store) Get(ctx context.Context, actor shop.Actor, id string) (shop.Order, error) {
	if err := actor.NeedUserOr(shop.ReadOrders); err != nil {
		return shop.Order{}, err
	}
	if !pg.IsUUID(id) {
		return shop.Order{}, shop.UnknownOrder()
	}
	return s.OrderOf(ctx, s.db.Pool(), actor, id)
}

// OrderOf returns an order that the actor may read, using r; NOT_FOUND when there is none.
func (s *Store) OrderOf(ctx context.Context, r pg.Querier, actor shop.Actor, id string) (shop.Order, error) {
	var row Row
	switch err := r.Get(ctx, &row, orderByID, id, actor.Account(), actor.Runs(shop.ReadOrders)); {
	case pg.NoRows(err):
		return shop.Order{}, shop.UnknownOrder()
	case err != nil:
		return shop.Order{}, fmt.Errorf("read order: %w", err)
	}
	orders := []shop.Order{s.Order(row)}
	err := s.fill(ctx, r, orders)
	return orders[0], err
}

var (
	ownOrders = pg.Prepared(`SELECT ` + Columns + ` FROM orders o
		WHERE o.user_id = $1 AND ($3::timestamptz IS NULL OR (o.created_at, o.id) < ($3, $4::uuid))
		ORDER BY o.created_at DESC, o.id DESC LIMIT $2`)
	countOwnOrders = pg.Prepared(`SELECT count(*) FROM orders WHERE user_id = $1`)
	itemColumns    = strings.Join(pg.Columns[itemRow](), ", ")
	orderItems     = pg.Prepared(`SELECT ` + itemColumns + ` FROM order_items
		WHERE order_id = any($1) ORDER BY order_id, id`)
)

// Own returns a page of the actor's own orders with their lines, newest first.
func (s *Store) Own(ctx context.Context, actor shop.Actor, args shop.PageArgs) (shop.Page[shop.Order], error) {
	orders, err := base.OwnPage(ctx, s.db, actor, ownOrders, args.In("me.orders"), s.Order,
		func(r Row) pg.Cursor { return pg.TimeCursor(r.CreatedAt, r.ID) })
	if err != nil {
		return orders, err
	}
	orders.Count = base.Count(s.db.Pool(), countOwnOrders, actor.UserID)
	return orders, s.fill(ctx, s.db.Pool(), orders.Nodes)
}

// itemRow is a row of order_items. The tags json name its columns, too: new rows are inserted as JSON.
type itemRow struct {
	ID          string  `db:"id" json:"id"`
	OrderID     string  `db:"order_id" json:"order_id"`
	ProductID   *string `db:"product_id" json:"product_id"`
	ProductName string  `db:"product_name" json:"product_name"`
	Quantity    int     `db:"quantity" json:"quantity"`
	PriceMinor  int64   `db:"price_minor" json:"price_minor"`
	IsPreorder  bool    `db:"is_preorder" json:"is_preorder"`

	ExpectedDelivery *time.Time `db:"expected_delivery" json:"expected_delivery"`
	DeliveryFrom     *time.Time `db:"delivery_from" json:"delivery_from"`
	DeliveryUntil    *time.Time `db:"delivery_until" json:"delivery_until"`
	DeliveryPayBy    *time.Time `db:"delivery_pay_by" json:"delivery_pay_by"`
}

func newItemRow(i shop.OrderItem, orderID string) itemRow {
	row := itemRow{ID: i.ID, OrderID: orderID, ProductID: i.ProductID, ProductName: i.ProductName, Quantity: i.Quantity,
		PriceMinor: i.Price.Minor, IsPreorder: i.IsPreorder, ExpectedDelivery: i.ExpectedDelivery}
	if d := i.Delivery; d != nil {
		row.DeliveryFrom, row.DeliveryUntil, row.DeliveryPayBy = &d.From, &d.Until, d.PayBy
	}
	return row
}

func (r itemRow) item(currency string) shop.OrderItem {
	item := shop.OrderItem{ID: r.ID, ProductID: r.ProductID, ProductName: r.ProductName, Quantity: r.Quantity,
		IsPreorder: r.IsPreorder, ExpectedDelivery: r.ExpectedDelivery,
		Price: shop.Money{Minor: r.PriceMinor, Currency: currency}}
	if r.DeliveryFrom != nil && r.DeliveryUntil != nil {
		item.Delivery = &shop.DeliveryEstimate{From: *r.DeliveryFrom, Until: *r.DeliveryUntil, PayBy: r.DeliveryPayBy}
	}
	return item
}

// fill reads the lines of all orders in one statement, and sets the bank account to pay to.
func (s *Store) fill(ctx context.Context, r pg.Querier, orders []shop.Order) error {
	if len(orders) == 0 {
		return nil
	}
	at := make(map[string]*shop.Order, len(orders))
	ids := make(pq.StringArray, len(orders))
	for i := range orders {
		ids[i] = orders[i].ID
		at[orders[i].ID] = &orders[i]
	}
	var rows []itemRow
	if err := r.Select(ctx, &rows, orderItems, ids); err != nil {
		return fmt.Errorf("read order lines: %w", err)
	}
	for _, row := range rows {
		order := at[row.OrderID]
		order.OrderItems = append(order.OrderItems, row.item(order.TotalPrice.Currency))
	}
	return s.payTo(ctx, r, orders)
}

var (
	ids       = pg.IDs[shop.Order]{Column: "o.id", Kind: "uuid", Of: func(o shop.Order) string { return o.ID }}
	orderedAt = func(o shop.Order) time.Time { return o.CreatedAt }
	total     = func(o shop.Order) string { return strconv.FormatInt(o.TotalPrice.Minor, 10) }
	sorts     = map[shop.OrderSort]pg.Sort[shop.Order]{
		shop.OrdersNewest:    pg.ByTime("o.created_at", true, orderedAt),
		shop.OrdersOldest:    pg.ByTime("o.created_at", false, orderedAt),
		shop.OrdersTotalDesc: {By: "o.total_minor", Read: "%s::bigint", Desc: true, Key: total},
		shop.OrdersTotalAsc:  {By: "o.total_minor", Read: "%s::bigint", Key: total},
	}
)

var userByEmail = pg.Prepared(`SELECT id FROM users WHERE email = $1`)

// listing returns the list of the orders that match the filter, if the actor may read them.
func (s *Store) listing(ctx context.Context, actor shop.Actor, filter shop.OrderFilter) (pg.List, error) {
	l := pg.List{From: "orders o"}
	if err := actor.Need(shop.ReadOrders); err != nil {
		return l, err
	}
	search, err := shop.Searched(filter.Search)
	if err != nil {
		return l, err
	}
	// An account's address is looked up as such: the index would compare its domain, which most orders may have.
	var buyers []string
	if search != nil && strings.Contains(*search, "@") {
		if err := s.db.Pool().Select(ctx, &buyers, userByEmail, *search); err != nil {
			return l, fmt.Errorf("read the account of an address: %w", err)
		}
	}
	pg.AndIf(&l, "o.status = %s", filter.Status)
	switch {
	case len(buyers) > 0:
		l.And("o.user_id = %s", buyers[0])
	case search != nil && len(shop.References(*search)) > 0:
		l.And("replace(o.number, '-', '') = any(%s)", pq.StringArray(shop.References(*search)))
	default:
		l.AndContains("o.search_text", search)
	}
	pg.AndIf(&l, "o.created_at >= %s", filter.From)
	pg.AndIf(&l, "o.created_at < %s", filter.Until)
	return l, nil
}

// All returns a page of the orders of all customers with their lines. Requires shop.ReadOrders.
func (s *Store) All(ctx context.Context, actor shop.Actor, filter shop.OrderFilter, sort shop.OrderSort,
	args shop.PageArgs) (shop.Page[shop.Order], error) {
	l, err := s.listing(ctx, actor, filter)
	if err != nil {
		return shop.Page[shop.Order]{}, err
	}
	found, err := pg.ReadList(ctx, s.db.DB, Columns, l, sorts[sort], ids, args.In("orders", string(sort)),
		pg.Each(s.Order))
	if err != nil {
		return found, err
	}
	return found, s.fill(ctx, s.db.Pool(), found.Nodes)
}

// OpenStatuses is shop.OpenStatuses as an argument of a statement.
var OpenStatuses = pq.Array(shop.OpenStatuses())

// orderExport is a row of orders with its lines as text.
type orderExport struct {
	Row
	Lines string `db:"lines"`
}

const orderLines = `, coalesce((SELECT string_agg(i.quantity || ' x ' || i.product_name, '; ' ORDER BY i.id)
	FROM order_items i WHERE i.order_id = o.id), '') AS lines`

// Export calls do for every order that matches, newest first. Requires shop.ReadOrders.
func (s *Store) Export(ctx context.Context, actor shop.Actor, filter shop.OrderFilter,
	do func(shop.ExportedOrder) error) error {
	l, err := s.listing(ctx, actor, filter)
	if err != nil {
		return err
	}
	ids := pg.IDs[shop.ExportedOrder]{Column: ids.Column}
	newest := pg.Sort[shop.ExportedOrder]{By: sorts[shop.OrdersNewest].By, Desc: true}
	return pg.EachListed(ctx, s.db.DB, Columns+orderLines, l, newest, ids,
		pg.Each(func(r orderExport) shop.ExportedOrder {
			return shop.ExportedOrder{Order: s.Order(r.Row), Lines: r.Lines}
		}), do)
}

// EachOf calls do for every order of a user, newest first.
func (s *Store) EachOf(ctx context.Context, tx pg.Querier, userID string, do func(shop.Order) error) error {
	var at, id any // cursor: the last row that was read
	for {
		var rows []Row
		if err := tx.Select(ctx, &rows, ownOrders, userID, base.EachRows, at, id); err != nil {
			return err
		}
		orders := make([]shop.Order, len(rows))
		for i, row := range rows {
			orders[i], at, id = s.Order(row), row.CreatedAt, row.ID
		}
		if err := s.fill(ctx, tx, orders); err != nil {
			return err
		}
		for _, o := range orders {
			if err := do(o); err != nil {
				return err
			}
		}
		if len(rows) < base.EachRows {
			return nil
		}
	}
}
