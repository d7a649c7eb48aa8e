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

// loaders turn the wishes of sibling fields into one statement. They live as long as one response, or one mutation of it.
type loaders struct {
	store      *db.Store
	products   *together[string, *shop.Product]
	ownReviews *together[string, *shop.Review]
	notes      *together[string, []shop.OrderNote]
	places     *together[string, shop.QueuePlace]
	dates      *together[string, []shop.DeliveryChange]

	mu      sync.Mutex
	seen    [][]string // ids of products that were listed together
	reviews map[reviewsShape]*together[string, shop.Page[shop.Review]]
}

// reviewsShape is which part of a product's reviews is wanted; an empty after is the first page.
type reviewsShape struct {
	first int
	after string
}

type loadersKey struct{}

// WithLoaders gives every response loaders of its own, which know the products that the operation names.
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
	l.products.announce(namedProducts(graphql.GetOperationContext(ctx)))
	return next(context.WithValue(ctx, loadersKey{}, l))
}

// InterceptRootField gives each mutation of a document loaders of its own: it may change what the one before has loaded.
func (w withLoaders) InterceptRootField(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	if graphql.GetOperationContext(ctx).Operation.Operation == ast.Mutation {
		ctx = context.WithValue(ctx, loadersKey{}, newLoaders(w.store))
	}
	return next(ctx)
}

func newLoaders(store *db.Store) *loaders {
	l := &loaders{store: store, reviews: map[reviewsShape]*together[string, shop.Page[shop.Review]]{}}
	l.products = newTogether(l.fetchProducts)
	l.ownReviews = newTogether(l.fetchOwnReviews)
	l.notes = newTogether(func(ctx context.Context, ids []string) (map[string][]shop.OrderNote, error) {
		return store.Orders.Notes(ctx, auth.Actor(ctx), ids)
	})
	l.places = newTogether(func(ctx context.Context, ids []string) (map[string]shop.QueuePlace, error) {
		return store.PreOrders.QueuePlaces(ctx, auth.Actor(ctx), ids)
	})
	l.dates = newTogether(func(ctx context.Context, ids []string) (map[string][]shop.DeliveryChange, error) {
		return store.PreOrders.DeliveryChanges(ctx, auth.Actor(ctx), ids)
	})
	return l
}

// namedProducts are the ids in an operation's product(id:) and planBreakEven(productId:) fields. A document that was refused has no operation.
func namedProducts(op *graphql.OperationContext) (ids []string) {
	if op.Operation == nil {
		return nil
	}
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

// expect tells the loaders what is likely to be asked of the nodes of a list.
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
		var ids []string
		for _, o := range nodes {
			ids = append(ids, o.ID)
			for _, item := range o.OrderItems {
				refer(item.ProductID)
			}
		}
		l.notes.announce(ids)
	}
	l.products.announce(products)
}

func (l *loaders) expectReviews(productIDs []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen = append(l.seen, productIDs)
	l.ownReviews.announce(productIDs)
	for _, t := range l.reviews {
		t.announce(productIDs)
	}
}

// product returns a product, nil when there is none.
func (l *loaders) product(ctx context.Context, id *string) (*shop.Product, error) {
	if id == nil {
		return nil, nil
	}
	return l.products.load(ctx, *id)
}

// place returns where a pre-order stands in its queue, nil when it is closed.
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

// changesOf returns how the expected date of a pre-order was moved.
func (l *loaders) changesOf(ctx context.Context, o *shop.PreOrder) ([]shop.DeliveryChange, error) {
	if o.Delivery != nil {
		return o.Delivery.Changes, nil
	}
	return l.dates.load(ctx, o.ID)
}

// productsInOrder returns the products of a list of ids, nil where there is none.
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
	l.expectReviews(slices.Collect(maps.Keys(found))) // what is no number must not reach the statement
	return products, err
}

// ownReview returns the caller's review of a product, nil when there is none.
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
	t := l.reviews[shape]
	if t == nil {
		t = newTogether(func(ctx context.Context, ids []string) (map[string]shop.Page[shop.Review], error) {
			return l.store.Catalogue.ReviewsOfProducts(ctx, auth.Actor(ctx), ids, args)
		})
		for _, ids := range l.seen {
			t.announce(ids)
		}
		l.reviews[shape] = t
	}
	l.mu.Unlock()
	return t.load(ctx, productID)
}
