package db

import (
	"context"
	"fmt"
	"time"

	"orrery/shop"
)

const preOrderColumns = `o.id, o.name, o.email, o.company, o.phone, o.product_id::text AS product_id, o.product_name,
	o.quantity, o.message, o.status, o.created_at, o.expected_delivery`

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
}

func (r preOrderRow) preOrder() shop.PreOrder {
	return shop.PreOrder{
		ID: r.ID, Name: r.Name, Email: r.Email, Company: r.Company, Phone: r.Phone, ProductID: r.ProductID,
		ProductName: r.ProductName, Quantity: r.Quantity, Message: r.Message, Status: shop.PreOrderStatus(r.Status),
		CreatedAt: r.CreatedAt, ExpectedDelivery: r.ExpectedDelivery,
	}
}

var (
	// The product of a pre-order: by number, else by name, else none (decisions: pre-orders).
	preOrderProduct = prepared(`SELECT id::text AS id, name FROM products
		WHERE id = $1 OR ($1::bigint IS NULL AND lower(name) = lower($2)) ORDER BY id LIMIT 1`)
	// A visitor's pre-order belongs to the account that has proved the address.
	insertPreOrder = prepared(`INSERT INTO preorders AS o
		(id, user_id, name, email, company, phone, product_id, product_name, quantity, message, created_at, expected_delivery)
		VALUES ($1, coalesce($2::uuid, (SELECT id FROM users WHERE email = $4 AND email_verified_at IS NOT NULL)), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING ` + preOrderColumns)
)

// CreatePreOrder places a pre-order and confirms it by mail. Anybody may, a bounded number of times from one address; a
// signed-in actor owns it, and a visitor's belongs to the account with that verified address (decisions: pre-orders).
func (s *Store) CreatePreOrder(ctx context.Context, actor shop.Actor, in shop.PreOrderCreateInput) (shop.PreOrder, error) {
	in, err := in.Normal()
	if err != nil {
		return shop.PreOrder{}, err
	}
	if err := s.CountAttempt(ctx, actor, shop.PreOrderPerAddress, actor.Address); err != nil {
		return shop.PreOrder{}, err
	}
	id, err := newID()
	if err != nil {
		return shop.PreOrder{}, err
	}
	var owner *string
	if actor.SignedIn() {
		owner = &actor.UserID
	}
	now := s.now()
	var row preOrderRow
	err = s.inTx(ctx, func(tx runner) error {
		productID, name, err := s.productOfPreOrder(ctx, tx, in)
		if err != nil {
			return err
		}
		if err := tx.get(ctx, &row, insertPreOrder, id, owner, in.Name, in.Email, in.Company, in.Phone, productID, name,
			in.Quantity, in.Message, now, shop.ExpectedDelivery(now)); err != nil {
			return refusal(err)
		}
		if err := s.tell(ctx, tx, shop.PreOrderCreated(row.preOrder())); err != nil {
			return err
		}
		return s.enqueue(ctx, tx, shop.PreOrderConfirmationMail{To: shop.Recipient{Name: row.Name, Email: row.Email},
			ProductName: row.ProductName, Quantity: row.Quantity, ExpectedDelivery: row.ExpectedDelivery})
	})
	if err != nil {
		return shop.PreOrder{}, fmt.Errorf("create pre-order: %w", err)
	}
	return row.preOrder(), nil
}

func (s *Store) productOfPreOrder(ctx context.Context, tx runner, in shop.PreOrderCreateInput) (*string, string, error) {
	var number *int64
	if in.ProductID != nil {
		id, ok := productID(*in.ProductID)
		if !ok {
			return nil, "", shop.UnknownProduct()
		}
		number = &id
	}
	var product struct {
		ID   string `db:"id"`
		Name string `db:"name"`
	}
	switch err := tx.get(ctx, &product, preOrderProduct, number, in.ProductName); {
	case err == nil:
		return &product.ID, product.Name, nil
	case !noRows(err):
		return nil, "", err
	case number != nil:
		return nil, "", shop.UnknownProduct()
	}
	return nil, *in.ProductName, nil
}

var (
	ownPreOrders = prepared(`SELECT ` + preOrderColumns + ` FROM preorders o
		WHERE o.user_id = $1 AND ($3::timestamptz IS NULL OR (o.created_at, o.id) < ($3, $4::uuid))
		ORDER BY o.created_at DESC, o.id DESC LIMIT $2`)
	countOwnPreOrders = prepared(`SELECT count(*) FROM preorders WHERE user_id = $1`)
)

// PreOrders returns a page of the actor's own pre-orders, newest first.
func (s *Store) PreOrders(ctx context.Context, actor shop.Actor, args shop.PageArgs) (shop.Page[shop.PreOrder], error) {
	return ownPage(ctx, s, actor, ownPreOrders, args, preOrderRow.preOrder,
		func(o shop.PreOrder) cursor { return timeCursor(o.CreatedAt, o.ID) })
}

// CountPreOrders returns how many pre-orders the actor has.
func (s *Store) CountPreOrders(ctx context.Context, actor shop.Actor) (int, error) {
	return s.countOwn(ctx, actor, countOwnPreOrders)
}

// preOrdersBehind begins a page at the newest or behind the cursor, in words that let an index begin there, too.
const preOrdersBehind = `(o.created_at, o.id) <
	(coalesce($3::timestamptz, 'infinity'), coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
	ORDER BY o.created_at DESC, o.id DESC LIMIT $1 OFFSET $2`

var (
	allPreOrders      = prepared(`SELECT ` + preOrderColumns + ` FROM preorders o WHERE ` + preOrdersBehind)
	preOrdersOfStatus = prepared(`SELECT ` + preOrderColumns + ` FROM preorders o WHERE o.status = $5 AND ` + preOrdersBehind)
	countAllPreOrders = prepared(`SELECT count(*) FROM preorders WHERE $1::text IS NULL OR status = $1`)
	setPreOrderStatus = prepared(`UPDATE preorders AS o SET status = $2 WHERE o.id = $1 RETURNING ` + preOrderColumns)
)

// AllPreOrders returns a page of everybody's pre-orders, newest first; those of one status when it is given. Admins only.
func (s *Store) AllPreOrders(ctx context.Context, actor shop.Actor, status *shop.PreOrderStatus,
	args shop.PageArgs) (shop.Page[shop.PreOrder], error) {
	var none shop.Page[shop.PreOrder]
	if err := actor.Need(shop.ReadPreOrders); err != nil {
		return none, err
	}
	if err := args.Check(); err != nil {
		return none, err
	}
	at, id, err := decodeTimeCursor(args.After)
	if err != nil {
		return none, err
	}
	q, values := allPreOrders, []any{args.First + 1, args.Skip(), at, id}
	if status != nil {
		q, values = preOrdersOfStatus, append(values, *status)
	}
	var rows []preOrderRow
	if err := s.pool().list(ctx, &rows, q, values...); err != nil {
		return none, fmt.Errorf("read pre-orders: %w", err)
	}
	nodes := make([]shop.PreOrder, len(rows))
	for i, row := range rows {
		nodes[i] = row.preOrder()
	}
	return page(args, nodes, func(o shop.PreOrder) cursor { return timeCursor(o.CreatedAt, o.ID) }), nil
}

// CountAllPreOrders returns how many pre-orders there are, of one status when it is given. Admins only.
func (s *Store) CountAllPreOrders(ctx context.Context, actor shop.Actor, status *shop.PreOrderStatus) (int, error) {
	if err := actor.Need(shop.ReadPreOrders); err != nil {
		return 0, err
	}
	var count int
	if err := s.pool().get(ctx, &count, countAllPreOrders, status); err != nil {
		return 0, fmt.Errorf("count pre-orders: %w", err)
	}
	return count, nil
}

// UpdatePreOrderStatus sets the status of a pre-order; any may follow any other (spec 4). Admins only.
func (s *Store) UpdatePreOrderStatus(ctx context.Context, actor shop.Actor,
	in shop.PreOrderStatusUpdateInput) (shop.PreOrder, error) {
	if err := actor.Need(shop.WritePreOrders); err != nil {
		return shop.PreOrder{}, err
	}
	in, err := in.Normal()
	if err != nil {
		return shop.PreOrder{}, err
	}
	row, err := changeOne[preOrderRow](ctx, s, actor, actor.Need(shop.WritePreOrders), setPreOrderStatus, "Pre-order", in.ID,
		func(r preOrderRow) shop.Event { return shop.PreOrderStatusChanged(r.preOrder()) }, in.Status)
	return row.preOrder(), err
}
