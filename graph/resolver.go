package graph

import (
	"context"
	"math"

	"github.com/99designs/gqlgen/graphql"

	"orrery/auth"
	"orrery/db"
	"orrery/graph/connection"
	"orrery/graph/gen"
	"orrery/shop"
)

// Resolver is the root of all resolvers. Each resolver calls one method of the Store or of auth, which run the SQL.
type Resolver struct {
	Store   *db.Store
	Auth    *auth.Auth
	Streams *Streams
}

// NewSchema returns the executable schema, with the complexity of its lists.
func NewSchema(r *Resolver) graphql.ExecutableSchema {
	c := gen.Config{Resolvers: r}
	c.Complexity.Query.Products = filteredCost[*shop.ProductFilter, shop.ProductSort]
	c.Complexity.Query.ProductsByIds = func(each int, ids []string) int { return listCost(each, len(ids)) }
	c.Complexity.Query.FitCheck = func(each int, ids []string, _ int) int {
		return listCost(each, max(len(ids), len(ids)*len(ids)/4))
	}
	c.Complexity.Query.Answers = func(each int, _ string, first int) int { return listCost(each, first) }
	c.Complexity.Query.Webhooks = func(each, first int, _ *string) int { return listCost(each, first) }
	c.Complexity.Query.Deliveries = func(each int, _ string, first int, _ *string) int { return listCost(each, first) }
	c.Complexity.Query.Customers = filteredCost[*shop.CustomerFilter, shop.CustomerSort]
	c.Complexity.Query.Events = func(each, first int, _ *string) int { return listCost(each, first) }
	c.Complexity.Query.Team = func(each, first int, _ *string) int { return listCost(each, first) }
	c.Complexity.Query.CompanyHistory = func(each, first int, _ *string) int { return listCost(each, first) }
	c.Complexity.Query.APIKeys = func(each, first int, _ *string) int { return listCost(each, first) }
	c.Complexity.Query.AuditEntries = func(each int, _ *shop.AuditFilter, first int, _ *string) int {
		return listCost(each, first)
	}
	c.Complexity.Query.ContactMessages = filteredCost[*shop.ContactMessageFilter, shop.ContactMessageSort]
	c.Complexity.Query.Orders = func(
		each int, _ *shop.OrderFilter, _ *shop.OrderStatus, _ shop.OrderSort, first int, _ *string, _ *int,
	) int {
		return listCost(each, first)
	}
	c.Complexity.Query.PreOrders = func(
		each int, _ *shop.PreOrderFilter, _ *shop.PreOrderStatus, _ shop.PreOrderSort, first int, _ *string, _ *int,
	) int {
		return listCost(each, first)
	}
	c.Complexity.Query.Inventory = filteredCost[*shop.InventoryFilter, shop.InventorySort]
	c.Complexity.Query.Quotes = filteredCost[*shop.QuoteFilter, shop.QuoteSort]
	c.Complexity.Query.Reviews = filteredCost[*shop.ReviewFilter, shop.ReviewSort]
	c.Complexity.Query.NewsletterSubscribers = filteredCost[*shop.NewsletterFilter, shop.NewsletterSort]
	c.Complexity.Product.Reviews = func(each, first int, _ *string) int { return listCost(each, first) }
	c.Complexity.User.Orders = func(each, first int, _ *string) int { return listCost(each, first) }
	c.Complexity.User.Sessions = func(each int) int { return listCost(each, shop.MaxSessions) }
	c.Complexity.User.PreOrders = func(each, first int, _ *string) int { return listCost(each, first) }
	c.Complexity.Query.PreOrderQueues = func(each int) int { return listCost(each, shop.MaxQueues) }
	c.Complexity.PreOrder.ExpectedDeliveryChanges = func(each int) int {
		return listCost(each, shop.MaxDeliveryChanges)
	}
	c.Complexity.PreOrderMovePreview.PreOrders = movedCost
	c.Complexity.PreOrderMovePayload.PreOrders = movedCost
	return gen.NewExecutableSchema(c)
}

// listCost returns the maximum cost of a list. Resolvers reject sizes out of range later; here they must not cause an
// integer overflow.
func listCost(each, first int) int {
	first = max(1, min(first, shop.MaxPage))
	if each > math.MaxInt32/first {
		return math.MaxInt32
	}
	return 1 + each*first
}

// movedCost returns the cost of a list of moved pre-orders, which may be longer than a page.
func movedCost(each int) int {
	return listCost(listCost(each, shop.MaxPage), shop.MaxMove/shop.MaxPage)
}

// filteredCost is listCost for lists with a filter, a sort order and pagination.
func filteredCost[F, S any](each int, _ F, _ S, first int, _ *string, _ *int) int {
	return listCost(each, first)
}

// counted returns the connection of a page. count returns the length of the whole list. The objects that the nodes
// refer to are announced to the loaders, which load them in one batch.
func counted[N any](
	ctx context.Context, page shop.Page[N], err error, count func(context.Context) (int, error),
) (*connection.Connection[N], error) {
	if err != nil {
		return nil, err
	}
	loadersOf(ctx).expect(page.Nodes)
	return &connection.Connection[N]{Page: page, Count: count}, nil
}

// valueOrZero returns the filter of a list, or the zero filter, which selects all of the list.
func valueOrZero[F any](filter *F) (value F) {
	if filter != nil {
		value = *filter
	}
	return value
}

// uncounted returns the connection of a page of a list without totalCount.
func uncounted[N any](page shop.Page[N], err error) (*connection.Connection[N], error) {
	if err != nil {
		return nil, err
	}
	return &connection.Connection[N]{Page: page}, nil
}

// pointers returns pointers to the elements of list, as the generated code requires.
func pointers[T any](list []T) []*T {
	out := make([]*T, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}

// cart returns the caller's cart.
func (r *Resolver) cart(ctx context.Context) (*shop.Cart, error) {
	cart, err := r.Store.Carts.Get(ctx, auth.Actor(ctx))
	loadersOf(ctx).expect(cart.Items)
	return &cart, err
}

func cartPayload(ctx context.Context, cart shop.Cart, err error) (*gen.CartPayload, error) {
	loadersOf(ctx).expect(cart.Items)
	return &gen.CartPayload{Cart: &cart, Added: cart.Added}, err
}

func customerPayload(customer shop.Customer, err error) (*gen.CustomerPayload, error) {
	return &gen.CustomerPayload{Customer: &customer}, err
}

func loginPayload(in auth.SignIn, err error) (*gen.UserLoginPayload, error) {
	payload := &gen.UserLoginPayload{User: in.User}
	if in.Token != "" {
		payload.Token = &in.Token
	}
	if in.Challenge != "" {
		payload.Challenge = &in.Challenge
	}
	return payload, err
}

// factorPayload returns the payload of a change of the caller's second factor.
func (r *Resolver) factorPayload(ctx context.Context, codes []string, err error) (*gen.SecondFactorPayload, error) {
	if err != nil {
		return nil, err
	}
	user, err := r.Store.Users.Me(ctx, auth.Actor(ctx))
	return &gen.SecondFactorPayload{User: &user, RecoveryCodes: append([]string{}, codes...)}, err
}

// sessionsPayload returns the payload of a change of the caller's sessions.
func (r *Resolver) sessionsPayload(ctx context.Context, err error) (*gen.SessionsPayload, error) {
	if err != nil {
		return nil, err
	}
	user, err := r.Store.Users.Me(ctx, auth.Actor(ctx))
	return &gen.SessionsPayload{User: &user}, err
}

// identitiesPayload returns the payload of a change of the caller's linked identities.
func (r *Resolver) identitiesPayload(ctx context.Context, err error) (*gen.IdentitiesPayload, error) {
	if err != nil {
		return nil, err
	}
	user, err := r.Store.Users.Me(ctx, auth.Actor(ctx))
	return &gen.IdentitiesPayload{User: &user}, err
}

func webhookPayload(hook shop.Webhook, err error) (*gen.WebhookPayload, error) {
	return &gen.WebhookPayload{Webhook: &hook}, err
}

func faqPayload(entry shop.FaqEntry, err error) (*gen.FaqEntryPayload, error) {
	return &gen.FaqEntryPayload{FaqEntry: &entry}, err
}

func newsletterPayload(email string, err error) (*gen.NewsletterTokenPayload, error) {
	return &gen.NewsletterTokenPayload{Email: &email}, err
}

func preOrderAnswerPayload(preOrder shop.PreOrder, err error) (*gen.PreOrderAnswerPayload, error) {
	return &gen.PreOrderAnswerPayload{PreOrder: &preOrder}, err
}
