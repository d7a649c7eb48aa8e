package preorder

import (
	"context"
	"fmt"
	"time"

	"orrery/db/base"
	"orrery/db/catalogue"
	"orrery/db/pg"
	"orrery/shop"
)

const columns = `o.id, o.name, o.email, o.company, o.phone, CAST(o.product_id AS text) AS product_id, o.product_name,
	o.quantity, o.message, o.status, o.created_at, o.expected_delivery, o.cancelled_at, o.cancelled_from, o.reply_by,
	o.replied_at, o.confirm_by`

type preOrderRow struct {
	ID               string    `db:"id"`
	Name             string    `db:"name"`
	Email            string    `db:"email"`
	Company          *string   `db:"company"`
	Phone            string    `db:"phone"`
	ProductID        *string   `db:"product_id"`
	ProductName      string    `db:"product_name"`
	Quantity         int       `db:"quantity"`
	Message          *string   `db:"message"`
	Status           string    `db:"status"`
	CreatedAt        time.Time `db:"created_at"`
	ExpectedDelivery time.Time `db:"expected_delivery"`

	ConfirmBy     *time.Time           `db:"confirm_by"`
	ReplyBy       *time.Time           `db:"reply_by"`
	RepliedAt     *time.Time           `db:"replied_at"`
	CancelledAt   *time.Time           `db:"cancelled_at"`
	CancelledFrom *shop.PreOrderStatus `db:"cancelled_from"`
}

func (r preOrderRow) preOrder() shop.PreOrder {
	return shop.PreOrder{
		ID: r.ID, Name: r.Name, Email: r.Email, Company: r.Company, Phone: r.Phone, ProductID: r.ProductID,
		ProductName: r.ProductName, Quantity: r.Quantity, Message: r.Message, Status: shop.PreOrderStatus(r.Status),
		CreatedAt: r.CreatedAt, ExpectedDelivery: r.ExpectedDelivery, CancelledAt: r.CancelledAt,
		CancelledFrom: r.CancelledFrom, ReplyBy: r.ReplyBy, RepliedAt: r.RepliedAt, ConfirmBy: r.ConfirmBy,
	}
}

var (
	// The product of a pre-order: by ID; without an ID, by name; otherwise none.
	preOrderProduct = pg.Prepared(`SELECT id::text AS id, name FROM products
		WHERE id = $1 OR ($1::bigint IS NULL AND lower(name) = lower($2)) ORDER BY id LIMIT 1`)
	// A visitor's pre-order belongs to the account that has verified the address.
	// No row is returned if a concurrent transaction has placed the pre-order of the same request.
	insertPreOrder = pg.Named(newPreOrder{}, `INSERT INTO preorders AS o (`+requestedColumns+`, user_id)
		VALUES (`+pg.Parameters(requestedColumns)+`, coalesce(CAST(:user_id AS uuid),
			(SELECT id FROM users WHERE email = :email AND email_verified_at IS NOT NULL)))
		ON CONFLICT (request) DO NOTHING RETURNING `+columns)
	preOrderOfRequest = pg.Prepared(`SELECT ` + columns + ` FROM preorders o WHERE request = $1`)
)

// requestedColumns lists the columns of a new pre-order, except its account.
const requestedColumns = `id, name, email, company, phone, product_id, product_name, quantity, message, created_at,
	expected_delivery, reply_by, confirm_by, request`

type newPreOrder struct {
	preOrderRow
	UserID  *string `db:"user_id"`
	Request []byte  `db:"request"` // nil without an idempotency key
}

// Create places a pre-order and sends an email that confirms it. Any caller may do so, a limited number of times from
// one address. A signed-in actor owns the pre-order; a visitor's belongs to the account with that verified address. The
// result includes the position in the queue, the only information that a visitor receives about it here. A pre-order of
// a visitor, or of an account whose address is not verified, has no position before it is confirmed. A repeated request
// with the same idempotency key returns the pre-order of the first one, beyond the limit, too.
func (s *Store) Create(ctx context.Context, actor shop.Actor, in shop.PreOrderCreateInput) (shop.PreOrder, error) {
	in, err := in.Normal()
	if err != nil {
		return shop.PreOrder{}, err
	}
	var request []byte
	var placed shop.PreOrder
	if in.IdempotencyKey != nil {
		if request, err = base.RequestHash(actor, in); err != nil {
			return shop.PreOrder{}, err
		}
		switch placed, err = s.placedBefore(ctx, s.db.Pool(), request); {
		case err == nil:
			return placed.SeenBy(actor), nil
		case !pg.NoRows(err):
			return shop.PreOrder{}, fmt.Errorf("find pre-order: %w", err)
		}
	}
	if err := s.db.CountAttempt(ctx, actor, shop.PreOrderPerAddress, actor.Address); err != nil {
		return shop.PreOrder{}, err
	}
	id, err := pg.NewID()
	if err != nil {
		return shop.PreOrder{}, err
	}
	owner, err := actor.Owner()
	if err != nil {
		return shop.PreOrder{}, err
	}
	now := s.db.Now()
	var row preOrderRow
	var placer shop.User // zero for a visitor
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		productID, name, err := s.productOfPreOrder(ctx, tx, in)
		if err != nil {
			return err
		}
		if owner != nil {
			if placer, err = s.users.ByID(ctx, tx, *owner); err != nil {
				return err
			}
		}
		replyBy, err := s.db.ReplyBy(ctx, tx, now)
		if err != nil {
			return err
		}
		row = preOrderRow{ID: id, Name: in.Name, Email: in.Email, Company: in.Company, Phone: in.Phone,
			ProductID: productID, ProductName: name, Quantity: in.Quantity, Message: in.Message, CreatedAt: now,
			ExpectedDelivery: shop.ExpectedDelivery(now), ReplyBy: &replyBy,
			ConfirmBy: shop.PreOrderConfirmBy(actor, placer.EmailVerified, now)}
		err = tx.Get(ctx, &row, insertPreOrder, insertPreOrder.Args(newPreOrder{row, owner, request})...)
		switch {
		case pg.NoRows(err):
			placed, err = s.placedBefore(ctx, tx, request)
			return err
		case err != nil:
			return base.Refusal(err)
		}
		if err := s.db.Publish(ctx, tx, shop.PreOrderCreated(row.preOrder())); err != nil {
			return err
		}
		if placed, err = s.withDelivery(ctx, tx, row.preOrder()); err != nil {
			return err
		}
		return s.db.Enqueue(ctx, tx, placed.Confirmation(placer))
	})
	if err != nil {
		return shop.PreOrder{}, fmt.Errorf("create pre-order: %w", err)
	}
	return placed.SeenBy(actor), nil
}

// placedBefore returns the pre-order of a request; pg.NoRows tells that there is none.
func (s *Store) placedBefore(ctx context.Context, tx pg.Querier, request []byte) (shop.PreOrder, error) {
	var row preOrderRow
	if err := tx.Get(ctx, &row, preOrderOfRequest, request); err != nil {
		return shop.PreOrder{}, err
	}
	return s.withDelivery(ctx, tx, row.preOrder())
}

func (s *Store) productOfPreOrder(ctx context.Context, tx pg.Querier,
	in shop.PreOrderCreateInput) (*string, string, error) {
	var number *int64
	if in.ProductID != nil {
		id, ok := catalogue.ProductID(*in.ProductID)
		if !ok {
			return nil, "", shop.UnknownProduct()
		}
		number = &id
	}
	var product struct {
		ID   string `db:"id"`
		Name string `db:"name"`
	}
	switch err := tx.Get(ctx, &product, preOrderProduct, number, in.ProductName); {
	case err == nil:
		return &product.ID, product.Name, nil
	case !pg.NoRows(err):
		return nil, "", err
	case number != nil:
		return nil, "", shop.UnknownProduct()
	}
	return nil, *in.ProductName, nil
}

var (
	ownPreOrders = pg.Prepared(`SELECT ` + columns + ` FROM preorders o
		WHERE o.user_id = $1 AND ($3::timestamptz IS NULL OR (o.created_at, o.id) < ($3, $4::uuid))
		ORDER BY o.created_at DESC, o.id DESC LIMIT $2`)
	countOwnPreOrders = pg.Prepared(`SELECT count(*) FROM preorders WHERE user_id = $1`)
)

// Own returns a page of the actor's own pre-orders, newest first.
func (s *Store) Own(ctx context.Context, actor shop.Actor, args shop.PageArgs) (shop.Page[shop.PreOrder], error) {
	page, err := base.OwnPage(ctx, s.db, actor, ownPreOrders, args.In("me.preOrders"), preOrderRow.preOrder,
		func(r preOrderRow) pg.Cursor { return pg.TimeCursor(r.CreatedAt, r.ID) })
	page.Count = base.Count(s.db.Pool(), countOwnPreOrders, actor.UserID)
	return page, err
}

var (
	// A status that the company sets replaces a cancellation by the customer. A pre-order that is no longer pending
	// needs no confirmation.
	setPreOrderStatus = pg.Prepared(`UPDATE preorders AS o
		SET status = $2, changed_at = $3, cancelled_at = NULL, cancelled_from = NULL,
		confirm_by = CASE WHEN $2 = 'Pending' THEN confirm_by END WHERE o.id = $1 RETURNING ` + columns)

	ids          = pg.IDs[shop.PreOrder]{Column: "o.id", Kind: "uuid", Of: func(o shop.PreOrder) string { return o.ID }}
	preOrderedAt = func(o shop.PreOrder) time.Time { return o.CreatedAt }
	sorts        = map[shop.PreOrderSort]pg.Sort[shop.PreOrder]{
		shop.PreOrdersNewest:  pg.ByTime("o.created_at", true, preOrderedAt),
		shop.PreOrdersOldest:  pg.ByTime("o.created_at", false, preOrderedAt),
		shop.PreOrdersName:    pg.ByText("o.name", func(o shop.PreOrder) string { return o.Name }),
		shop.PreOrdersProduct: pg.ByText("o.product_name", func(o shop.PreOrder) string { return o.ProductName }),
		shop.PreOrdersDue: base.ByDue("o.",
			func(o shop.PreOrder) (*time.Time, *time.Time) { return o.ReplyBy, o.RepliedAt }),
	}
)

// listing returns the list of the pre-orders that match the filter, if the actor may read them.
func listing(actor shop.Actor, filter shop.PreOrderFilter) (pg.List, error) {
	l := pg.List{From: "preorders o"}
	if err := actor.Need(shop.ReadPreOrders); err != nil {
		return l, err
	}
	search, err := shop.Searched(filter.Search)
	pg.AndIf(&l, "o.status = %s", filter.Status)
	pg.AndIf(&l, "(o.confirm_by IS NULL) = %s", filter.Confirmed)
	l.AndContains("preorder_text(o.name, o.email, o.company, o.product_name)", search)
	return l, err
}

// All returns a page of the pre-orders of all customers. Requires shop.ReadPreOrders.
func (s *Store) All(ctx context.Context, actor shop.Actor, filter shop.PreOrderFilter, sort shop.PreOrderSort,
	args shop.PageArgs) (shop.Page[shop.PreOrder], error) {
	l, err := listing(actor, filter)
	if err != nil {
		return shop.Page[shop.PreOrder]{}, err
	}
	return pg.ReadList(ctx, s.db.DB, columns, l, sorts[sort], ids, args.In("preOrders", string(sort)),
		pg.Each(preOrderRow.preOrder))
}

// UpdateStatus sets the status of a pre-order; every transition is allowed. Requires shop.WritePreOrders.
func (s *Store) UpdateStatus(ctx context.Context, actor shop.Actor,
	in shop.PreOrderStatusUpdateInput) (shop.PreOrder, error) {
	if err := actor.Need(shop.WritePreOrders); err != nil {
		return shop.PreOrder{}, err
	}
	in, err := in.Normal()
	if err != nil {
		return shop.PreOrder{}, err
	}
	row, err := base.ChangeOne[preOrderRow](ctx, s.db, actor, actor.Need(shop.WritePreOrders), setPreOrderStatus,
		"Pre-order", in.ID, func(r preOrderRow) shop.Event { return shop.PreOrderStatusChanged(r.preOrder()) },
		in.Status, s.db.Now())
	return row.preOrder().SeenBy(actor), err
}

// Export calls do for every pre-order that matches, newest first. Requires shop.ReadPreOrders.
func (s *Store) Export(ctx context.Context, actor shop.Actor, filter shop.PreOrderFilter,
	do func(shop.PreOrder) error) error {
	l, err := listing(actor, filter)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.db.DB, columns, l, sorts[shop.PreOrdersNewest], ids, pg.Each(preOrderRow.preOrder), do)
}

// EachOf calls do for every pre-order of a user, newest first, with its delivery changes.
func (s *Store) EachOf(ctx context.Context, tx pg.Querier, userID string, do func(shop.PreOrder) error) error {
	var at, id any // cursor: the last row that was read
	for {
		var rows []preOrderRow
		if err := tx.Select(ctx, &rows, ownPreOrders, userID, base.EachRows, at, id); err != nil {
			return err
		}
		ids := make([]string, len(rows))
		for i, row := range rows {
			ids[i] = row.ID
		}
		changes, err := s.readDeliveryChanges(ctx, tx, ids, &userID, false, false)
		if err != nil {
			return err
		}
		for _, row := range rows {
			o := row.preOrder()
			o.Delivery, at, id = &shop.PreOrderDelivery{Changes: changes[o.ID]}, o.CreatedAt, o.ID
			if err := do(o); err != nil {
				return err
			}
		}
		if len(rows) < base.EachRows {
			return nil
		}
	}
}
