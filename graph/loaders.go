package graph

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"orrery/auth"
	"orrery/db"
	"orrery/shop"
)

// loaders batches the loads of sibling fields into one statement. Each response has its own loaders, and so does each
// mutation of a document.
type loaders struct {
	store      *db.Store
	products   *dataloader[string, *shop.Product]
	ownReviews *dataloader[string, *shop.Review]
	orders     *dataloader[string, *shop.Order]
	notes      *dataloader[string, []shop.OrderNote]
	payments   *dataloader[string, []shop.Payment]
	balances   *dataloader[string, shop.OnlineBalance]
	underWay   *dataloader[string, bool]
	places     *dataloader[string, shop.QueuePlace]
	dates      *dataloader[string, []shop.DeliveryChange]
	alerts     *dataloader[string, *int]

	mu      sync.Mutex
	listed  [][]string // batches of IDs of listed products
	reviews map[reviewsShape]*dataloader[string, shop.Page[shop.Review]]
}

// reviewsShape identifies a page of a product's reviews. An empty after selects the first page.
type reviewsShape struct {
	first int
	after string
}

type loadersKey struct{}

// WithLoaders returns an extension that adds loaders to the context of each response. The products that are named in
// the operation are announced to them.
func WithLoaders(store *db.Store) graphql.HandlerExtension { return withLoaders{store} }

type withLoaders struct{ store *db.Store }

var _ interface {
	graphql.ResponseInterceptor
	graphql.RootFieldInterceptor
} = withLoaders{}

func (withLoaders) ExtensionName() string { return "Loaders" }

func (withLoaders) Validate(graphql.ExecutableSchema) error { return nil }

func (w withLoaders) InterceptResponse(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	l := newLoaders(w.store)
	if graphql.GetErrors(ctx) == nil { // a rejected operation has errors already, and may lack variables
		l.products.announce(namedProducts(graphql.GetOperationContext(ctx)))
	}
	return next(context.WithValue(ctx, loadersKey{}, l))
}

// InterceptRootField adds new loaders for each mutation of a document, since it may change objects that the previous
// one has loaded.
func (w withLoaders) InterceptRootField(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	if graphql.GetOperationContext(ctx).Operation.Operation == ast.Mutation {
		ctx = context.WithValue(ctx, loadersKey{}, newLoaders(w.store))
	}
	return next(ctx)
}

func newLoaders(store *db.Store) *loaders {
	l := &loaders{store: store, reviews: map[reviewsShape]*dataloader[string, shop.Page[shop.Review]]{}}
	l.products = newDataloader(l.fetchProducts)
	l.ownReviews = newDataloader(l.fetchOwnReviews)
	l.orders = newDataloader(l.fetchOrders)
	l.notes = newDataloader(func(ctx context.Context, ids []string) (map[string][]shop.OrderNote, error) {
		return store.Orders.Notes(ctx, auth.Actor(ctx), ids)
	})
	l.payments = newDataloader(func(ctx context.Context, ids []string) (map[string][]shop.Payment, error) {
		payments, err := store.Orders.Payments(ctx, auth.Actor(ctx), ids)
		var online []string
		for _, ofOrder := range payments {
			for _, p := range ofOrder {
				if p.PaidOnline() {
					online = append(online, *p.OnlineID)
				}
			}
		}
		l.balances.announce(online)
		return payments, err
	})
	l.balances = newDataloader(func(ctx context.Context, ids []string) (map[string]shop.OnlineBalance, error) {
		return store.Payments.Balances(ctx, auth.Actor(ctx), ids)
	})
	l.underWay = newDataloader(func(ctx context.Context, ids []string) (map[string]bool, error) {
		return store.Orders.PaymentsUnderWay(ctx, auth.Actor(ctx), ids)
	})
	l.places = newDataloader(func(ctx context.Context, ids []string) (map[string]shop.QueuePlace, error) {
		return store.PreOrders.QueuePlaces(ctx, auth.Actor(ctx), ids)
	})
	l.dates = newDataloader(func(ctx context.Context, ids []string) (map[string][]shop.DeliveryChange, error) {
		return store.PreOrders.DeliveryChanges(ctx, auth.Actor(ctx), ids)
	})
	l.alerts = newDataloader(func(ctx context.Context, ids []string) (map[string]*int, error) {
		return store.Catalogue.StockAlertCounts(ctx, auth.Actor(ctx), ids)
	})
	return l
}

// namedProducts returns the IDs in an operation's product(id:) and planBreakEven(productId:) fields.
func namedProducts(op *graphql.OperationContext) (ids []string) {
	named := map[string]string{"product": "id", "planBreakEven": "productId"}
	for _, field := range graphql.CollectFields(op, op.Operation.SelectionSet, []string{"Query"}) {
		if argument, ok := named[field.Name]; ok {
			if id, ok := field.ArgumentMap(op.Variables)[argument].(string); ok {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

func loadersOf(ctx context.Context) *loaders { return ctx.Value(loadersKey{}).(*loaders) }

// expect announces to the loaders the objects that the fields of the nodes of a list are likely to load.
func (l *loaders) expect(nodes any) {
	var products []string
	refer := func(id *string) {
		if id != nil {
			products = append(products, *id)
		}
	}
	switch nodes := nodes.(type) {
	case []shop.Product:
		ids := make([]string, len(nodes))
		for i, p := range nodes {
			ids[i] = p.ID
		}
		l.expectReviews(ids)
		l.alerts.announce(ids)
	case []shop.Answer:
		var ids []string
		for _, a := range nodes {
			if p, ok := a.Source.(shop.Product); ok {
				ids = append(ids, p.ID)
			}
		}
		l.expectReviews(ids)
	case []shop.CartItem:
		for _, item := range nodes {
			refer(&item.Product.ID)
		}
	case []shop.PreOrder:
		ids := make([]string, len(nodes))
		for i, o := range nodes {
			ids[i] = o.ID
			refer(o.ProductID)
		}
		l.places.announce(ids)
		l.dates.announce(ids)
	case []shop.Review:
		for _, r := range nodes {
			refer(&r.ProductID)
		}
	case []shop.Order:
		var ids, unpaid []string
		for _, o := range nodes {
			ids = append(ids, o.ID)
			if o.Payment != nil {
				unpaid = append(unpaid, o.ID)
			}
			for _, item := range o.OrderItems {
				refer(item.ProductID)
			}
		}
		l.notes.announce(ids)
		l.payments.announce(ids)
		l.underWay.announce(unpaid)
	case []shop.Quote:
		var orders []string
		for _, q := range nodes {
			products = append(products, q.ProductIDs()...)
			if q.OrderID != nil {
				orders = append(orders, *q.OrderID)
			}
		}
		l.orders.announce(orders)
	case []shop.Transfer:
		for _, t := range nodes {
			for _, p := range t.Proposals {
				l.expect(p.Orders)
			}
			for _, b := range t.Bookings {
				l.expect([]shop.Order{b.Order})
			}
		}
	}
	l.products.announce(products)
}

func (l *loaders) expectReviews(productIDs []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.listed = append(l.listed, productIDs)
	l.ownReviews.announce(productIDs)
	for _, loader := range l.reviews {
		loader.announce(productIDs)
	}
}

// product returns a product, nil if there is none.
func (l *loaders) product(ctx context.Context, id *string) (*shop.Product, error) {
	if id == nil {
		return nil, nil
	}
	return l.products.load(ctx, *id)
}

// place returns the place of a pre-order in its queue, nil if the pre-order is closed.
func (l *loaders) place(ctx context.Context, o *shop.PreOrder) (*shop.QueuePlace, error) {
	if o.Delivery != nil {
		return o.Delivery.Place, nil
	}
	place, err := l.places.load(ctx, o.ID)
	if err != nil || place.Position == 0 {
		return nil, err
	}
	return &place, nil
}

// changesOf returns the changes of the expected delivery date of a pre-order.
func (l *loaders) changesOf(ctx context.Context, o *shop.PreOrder) ([]shop.DeliveryChange, error) {
	if o.Delivery != nil {
		return o.Delivery.Changes, nil
	}
	return l.dates.load(ctx, o.ID)
}

// productsInOrder returns the products of ids, in the same order, with nil for those that don't exist.
func (l *loaders) productsInOrder(ctx context.Context, ids []string) ([]*shop.Product, error) {
	l.products.announce(ids)
	products := make([]*shop.Product, len(ids))
	for i, id := range ids {
		var err error
		if products[i], err = l.products.load(ctx, id); err != nil {
			return nil, err
		}
	}
	return products, nil
}

func (l *loaders) fetchProducts(ctx context.Context, ids []string) (map[string]*shop.Product, error) {
	found, err := l.store.Catalogue.ProductsByID(ctx, auth.Actor(ctx), ids)
	products := make(map[string]*shop.Product, len(found))
	for id, p := range found {
		products[id] = &p
	}
	// Not ids: an ID that is not a number must not reach the statement.
	l.expectReviews(slices.Collect(maps.Keys(found)))
	return products, err
}

func (l *loaders) fetchOrders(ctx context.Context, ids []string) (map[string]*shop.Order, error) {
	found, err := l.store.Orders.ByIDs(ctx, auth.Actor(ctx), ids)
	l.expect(slices.Collect(maps.Values(found)))
	orders := make(map[string]*shop.Order, len(found))
	for id, o := range found {
		orders[id] = &o
	}
	return orders, err
}

// ownReview returns the caller's review of a product, nil if there is none.
func (l *loaders) ownReview(ctx context.Context, productID string) (*shop.Review, error) {
	return l.ownReviews.load(ctx, productID)
}

func (l *loaders) fetchOwnReviews(ctx context.Context, productIDs []string) (map[string]*shop.Review, error) {
	found, err := l.store.Catalogue.OwnReviews(ctx, auth.Actor(ctx), productIDs)
	reviews := make(map[string]*shop.Review, len(found))
	for id, r := range found {
		reviews[id] = &r
	}
	return reviews, err
}

// reviewsOf returns a page of a product's reviews.
func (l *loaders) reviewsOf(ctx context.Context, productID string, args shop.PageArgs) (shop.Page[shop.Review], error) {
	shape := reviewsShape{first: args.First}
	if args.After != nil {
		shape.after = *args.After
	}
	l.mu.Lock()
	loader := l.reviews[shape]
	if loader == nil {
		loader = newDataloader(func(ctx context.Context, ids []string) (map[string]shop.Page[shop.Review], error) {
			return l.store.Catalogue.ReviewsOfProducts(ctx, auth.Actor(ctx), ids, args)
		})
		for _, ids := range l.listed {
			loader.announce(ids)
		}
		l.reviews[shape] = loader
	}
	l.mu.Unlock()
	return loader.load(ctx, productID)
}

// balance returns what is left of an online payment, nil if it is none or the actor may not know.
func (l *loaders) balance(ctx context.Context, p shop.Payment) (*shop.OnlineBalance, error) {
	if !p.PaidOnline() {
		return nil, nil
	}
	balance, err := l.balances.load(ctx, *p.OnlineID)
	if err != nil || balance.Refundable.Currency == "" {
		return nil, err
	}
	return &balance, nil
}
