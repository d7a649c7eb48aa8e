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
	"orrery/shop/cell"
)

// Resolver is the root of all resolvers. Each resolver calls one method of the Store or of auth, which run the SQL.
type Resolver struct {
	Store   *db.Store
	Auth    *auth.Auth
	Streams *Streams
}

// NewSchema returns the executable schema.
func NewSchema(r *Resolver) graphql.ExecutableSchema {
	return schema{gen.NewExecutableSchema(gen.Config{Resolvers: r})}
}

// schema is the generated schema with the costs of lists.
type schema struct{ graphql.ExecutableSchema }

// Complexity returns the cost of a field with an argument first, and of other lists of objects that may be long. It
// reports false for all others, which cost one more than the fields below them.
func (schema) Complexity(_ context.Context, object, field string, each int, args map[string]any) (int, bool) {
	switch object + "." + field {
	case "Query.productsByIds":
		return listCost(each, len(graphql.CoerceList(args["ids"]))), true
	case "Query.fitCheck": // checks each arm with each of the others
		products := len(graphql.CoerceList(args["productIds"]))
		return listCost(each, max(products, products*products/4)), true
	case "Query.cellPlan": // takes as long as 50 products
		return each + 50, true
	case "CellPlan.products":
		return listCost(each, 4), true
	case "CellParts.arms", "CellParts.rails", "CellParts.grippers", "CellParts.cameras":
		return listCost(each, cell.MaxParts), true
	case "Query.preOrderQueues":
		return listCost(each, shop.MaxQueues), true
	case "Query.staffRoles":
		return listCost(each, shop.MaxStaffRoles), true
	case "Query.staffInvitations":
		return listCost(each, shop.MaxStaffInvitations), true
	case "User.cellPlans":
		return listCost(each, cell.MaxSaved), true
	case "Query.attributes":
		return listCost(each, shop.MaxAttributes), true
	case "Query.productFacets":
		return listCost(each, shop.FacetCost), true
	case "Product.attributes":
		return listCost(each, shop.AttributeCost), true
	case "User.addresses":
		return listCost(each, shop.MaxAddresses), true
	case "Transfer.proposals":
		return listCost(each, shop.MaxProposals), true
	case "User.sessions":
		return listCost(each, shop.MaxSessions), true
	case "PreOrder.expectedDeliveryChanges":
		return listCost(each, shop.MaxDeliveryChanges), true
	case "PreOrderMovePreview.preOrders", "PreOrderMovePayload.preOrders": // may be longer than a page
		return listCost(listCost(each, shop.MaxPage), shop.MaxMove/shop.MaxPage), true
	}
	value, ok := args["first"]
	first, err := graphql.UnmarshalInt(value)
	if !ok || err != nil {
		return 0, false
	}
	return listCost(each, first), true
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

// connected returns the connection of a page. The objects that the nodes refer to are announced to the loaders, which
// load them in one batch.
func connected[N any](ctx context.Context, page shop.Page[N], err error) (*connection.Connection[N], error) {
	if err != nil {
		return nil, err
	}
	loadersOf(ctx).expect(page.Nodes)
	return &connection.Connection[N]{Page: page}, nil
}

// valueOrZero returns the filter of a list, or the zero filter, which selects all of the list.
func valueOrZero[F any](filter *F) (value F) {
	if filter != nil {
		value = *filter
	}
	return value
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

// draftPayload returns the payload of a change of a product's draft. Conflicts come with the draft as it is.
func draftPayload(draft shop.EditedProduct, conflicts []*shop.ProductConflict, err error) (
	*gen.ProductDraftPayload, error,
) {
	errs := shop.ConflictErrors(conflicts)
	return &gen.ProductDraftPayload{Draft: &draft, Conflicts: conflicts, UserErrors: errs}, err
}

// transferPayload returns the payload of a decision about a transfer. A refusal comes with the transfer as it is.
func transferPayload(ctx context.Context, transfer shop.Transfer, err error) (*gen.TransferPayload, error) {
	errs := shop.UserErrors(err)
	if transfer.ID == "" || err != nil && errs == nil {
		return nil, err
	}
	loadersOf(ctx).expect([]shop.Transfer{transfer})
	return &gen.TransferPayload{Transfer: &transfer, UserErrors: errs}, nil
}

func textDraftPayload(draft shop.TextDraft, err error) (*gen.TextDraftPayload, error) {
	return &gen.TextDraftPayload{Draft: &draft}, err
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

// addressPayload returns the payload of a change of the caller's saved addresses. address is nil if it was deleted.
func (r *Resolver) addressPayload(ctx context.Context, address *shop.Address, err error) (*gen.AddressPayload, error) {
	if err != nil {
		return nil, err
	}
	user, err := r.Store.Users.Me(ctx, auth.Actor(ctx))
	return &gen.AddressPayload{Address: address, User: &user}, err
}

// planPayload returns the payload of a change of the caller's cell plans. plan is nil if it was deleted.
func planPayload(plan *cell.Saved, err error) (*gen.SavedCellPlanPayload, error) {
	if err != nil {
		return nil, err
	}
	return &gen.SavedCellPlanPayload{Plan: plan}, nil
}

// quotePayload returns the payload of a new quote, with the links that its key makes.
func quotePayload(ctx context.Context, quote shop.Quote, key string, err error) (*gen.QuoteCreatePayload, error) {
	if err != nil {
		return nil, err
	}
	loadersOf(ctx).products.announce(quote.ProductIDs())
	url, page := quote.Path(key), quote.Page(key)
	return &gen.QuoteCreatePayload{Quote: &quote, URL: &url, Page: &page}, nil
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

func (r *Resolver) settingsPayload(site shop.SiteSettings, err error) (*gen.SettingsPayload, error) {
	public := site.Public(r.Store.Now())
	return &gen.SettingsPayload{Settings: &site, Published: &public}, err
}

func webhookPayload(hook shop.Webhook, err error) (*gen.WebhookPayload, error) {
	return &gen.WebhookPayload{Webhook: &hook}, err
}

func faqPayload(entry shop.FaqEntry, err error) (*gen.FaqEntryPayload, error) {
	return &gen.FaqEntryPayload{FaqEntry: &entry}, err
}

func faqDraftPayload(draft shop.FaqDraft, err error) (*gen.FaqDraftPayload, error) {
	return &gen.FaqDraftPayload{Draft: &draft}, err
}

func newsletterPayload(email string, err error) (*gen.NewsletterTokenPayload, error) {
	return &gen.NewsletterTokenPayload{Email: &email}, err
}

func stockAlertPayload(email string, product shop.Product, err error) (*gen.StockAlertTokenPayload, error) {
	return &gen.StockAlertTokenPayload{Email: &email, Product: &product}, err
}

func preOrderAnswerPayload(preOrder shop.PreOrder, err error) (*gen.PreOrderAnswerPayload, error) {
	return &gen.PreOrderAnswerPayload{PreOrder: &preOrder}, err
}
