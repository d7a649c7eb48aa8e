package graph

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vikstrous/dataloadgen"

	"orrery/auth"
	"orrery/db"
	"orrery/shop"
)

// loadWait is how long a loader collects keys. Siblings ask within microseconds of each other, on a busy machine within a
// millisecond; whoever comes later costs a statement more.
const loadWait = 2 * time.Millisecond

// loaders turn the wishes of sibling fields into one statement. They live as long as one response.
type loaders struct {
	products *dataloadgen.Loader[string, *shop.Product]
	reviews  *dataloadgen.Loader[reviewsKey, shop.Page[shop.Review]]
}

// reviewsKey is a page of a product's reviews; an empty after is the first page.
type reviewsKey struct {
	productID string
	first     int
	after     string
}

type loadersKey struct{}

// WithLoaders gives every response loaders of its own.
func WithLoaders(store *db.Store) graphql.ResponseMiddleware {
	return func(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
		l := &loaders{
			products: dataloadgen.NewLoader(loadProducts(store), dataloadgen.WithWait(loadWait)),
			reviews:  dataloadgen.NewLoader(loadReviews(store), dataloadgen.WithWait(loadWait)),
		}
		return next(context.WithValue(ctx, loadersKey{}, l))
	}
}

func loadersOf(ctx context.Context) *loaders { return ctx.Value(loadersKey{}).(*loaders) }

// product returns a product, nil when there is none.
func (l *loaders) product(ctx context.Context, id *string) (*shop.Product, error) {
	if id == nil {
		return nil, nil
	}
	return l.products.Load(ctx, *id)
}

func loadProducts(store *db.Store) func(context.Context, []string) ([]*shop.Product, []error) {
	return func(ctx context.Context, ids []string) ([]*shop.Product, []error) {
		found, err := store.ProductsByID(ctx, auth.Actor(ctx), ids)
		if err != nil {
			return nil, []error{err}
		}
		products := make([]*shop.Product, len(ids))
		for i, id := range ids {
			if p, ok := found[id]; ok {
				products[i] = &p
			}
		}
		return products, nil
	}
}

// loadReviews reads the pages of one shape together; siblings usually have the same.
func loadReviews(store *db.Store) func(context.Context, []reviewsKey) ([]shop.Page[shop.Review], []error) {
	return func(ctx context.Context, keys []reviewsKey) ([]shop.Page[shop.Review], []error) {
		type shape struct {
			first int
			after string
		}
		ids := map[shape][]string{}
		for _, k := range keys {
			s := shape{k.first, k.after}
			ids[s] = append(ids[s], k.productID)
		}
		pages := map[reviewsKey]shop.Page[shop.Review]{}
		for s, ids := range ids {
			args := shop.PageArgs{First: s.first}
			if s.after != "" {
				args.After = &s.after
			}
			found, err := store.ReviewsOfProducts(ctx, auth.Actor(ctx), ids, args)
			if err != nil {
				return nil, []error{err}
			}
			for id, page := range found {
				pages[reviewsKey{id, s.first, s.after}] = page
			}
		}
		out := make([]shop.Page[shop.Review], len(keys))
		for i, k := range keys {
			out[i] = pages[k]
		}
		return out, nil
	}
}
