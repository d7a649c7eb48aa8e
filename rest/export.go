package rest

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"orrery/auth"
	"orrery/shop"
)

const (
	exportTimeout = 10 * time.Minute // of one export
	chunkTimeout  = 30 * time.Second // for the caller to take a chunk
	chunkRows     = 200
	maxExports    = 2 // at once; each holds a connection to the database
)

// exports are the lists that can be had as CSV. They read what the query narrows them to, and put every row at once.
func (d door) exports() map[string]func(*http.Request, *table) error {
	return map[string]func(*http.Request, *table) error{
		"orders":     d.exportOrders,
		"preorders":  d.exportPreOrders,
		"contacts":   d.exportContacts,
		"customers":  d.exportCustomers,
		"reviews":    d.exportReviews,
		"newsletter": d.exportNewsletter,
		"products":   d.exportProducts,
	}
}

// export answers GET /api/v1/exports/{list}. Admins, and API keys that may read the list.
func (d door) export(w http.ResponseWriter, r *http.Request) error {
	name, ok := strings.CutSuffix(r.PathValue("list"), ".csv")
	list := d.exports()[name]
	if !ok || list == nil {
		return &shop.Error{Code: shop.NotFound, Message: "There is nothing at this address"}
	}
	select {
	case d.exporting <- struct{}{}:
		defer func() { <-d.exporting }()
	default:
		return &shop.Error{Code: shop.RateLimited, Message: "Other exports are running. Please try again in a moment.", RetryAfter: 10 * time.Second}
	}
	t := &table{w: w, csv: csv.NewWriter(w), name: name}
	t.csv.UseCRLF = true
	switch err := list(r, t); {
	case err != nil && !t.begun:
		return err
	case err != nil:
		d.Log.ErrorContext(r.Context(), "an export broke off", "list", name, "error", err)
		panic(http.ErrAbortHandler) // or the caller takes a part for the whole
	}
	return t.end()
}

// table is an answer of rows. It begins with the first row, so that a refusal can still be one.
type table struct {
	w     http.ResponseWriter
	csv   *csv.Writer
	name  string
	heads []string
	rows  int
	begun bool
}

func (t *table) begin() error {
	t.begun = true
	t.w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	t.w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.csv"`, t.name))
	if _, err := t.w.Write([]byte(byteOrderMark)); err != nil {
		return err
	}
	return t.csv.Write(t.heads)
}

// byteOrderMark tells spreadsheets that the file is UTF-8.
const byteOrderMark = "\ufeff"

func (t *table) row(cells ...string) error {
	if !t.begun {
		if err := t.begin(); err != nil {
			return err
		}
	}
	for i := range cells {
		cells[i] = shop.SafeCell(cells[i])
	}
	if err := t.csv.Write(cells); err != nil {
		return err
	}
	if t.rows++; t.rows%chunkRows == 0 {
		return t.flush()
	}
	return nil
}

func (t *table) flush() error {
	_ = http.NewResponseController(t.w).SetWriteDeadline(time.Now().Add(chunkTimeout)) // where it can't be set that of the server stays
	t.csv.Flush()
	return t.csv.Error()
}

func (t *table) end() error {
	if !t.begun {
		if err := t.begin(); err != nil {
			return nil // a caller who has gone needs none
		}
	}
	_ = t.flush()
	return nil
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func text(value *string) string {
	if value == nil {
		return ""
	}
	return *value
}

// word reads a parameter that is one of a few words; nil when it is absent.
func word[W ~string](query url.Values, name string, words ...W) (*W, error) {
	given := W(query.Get(name))
	switch {
	case given == "":
		return nil, nil
	case !slices.Contains(words, given):
		return nil, &shop.Error{Code: shop.Invalid, Field: name, Message: fmt.Sprintf("%s must be one of %s", name, strings.Trim(fmt.Sprint(words), "[]"))}
	}
	return &given, nil
}

// moment reads a time of a query; nil when it is absent.
func moment(query url.Values, name string) (*time.Time, error) {
	text := query.Get(name)
	if text == "" {
		return nil, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return nil, &shop.Error{Code: shop.Invalid, Field: name, Message: name + " must be a time such as 2026-01-31T00:00:00Z"}
	}
	return &at, nil
}

func search(query url.Values) *string {
	text := query.Get("search")
	return &text
}

// filterFields are what an export calls its conditions.
var filterFields = map[string]string{"filter.search": "search", "filter.name": "name", "filter.category": "category", "filter.maxStock": "maxStock",
	"filter.rating": "rating"}

func (d door) exportOrders(r *http.Request, t *table) error {
	query := r.URL.Query()
	status, err := word(query, "status", shop.OrderPendingPayment, shop.OrderPaid, shop.OrderProcessing, shop.OrderShipped,
		shop.OrderDelivered, shop.OrderCancelled, shop.OrderRefunded)
	if err != nil {
		return err
	}
	from, err := moment(query, "from")
	if err != nil {
		return err
	}
	until, err := moment(query, "until")
	if err != nil {
		return err
	}
	t.heads = []string{"number", "placed", "status", "name", "email", "address", "city", "postal_code", "country", "items", "subtotal",
		"tax", "shipping", "total", "currency"}
	filter := shop.OrderFilter{Status: status, Search: search(query), From: from, Until: until}
	err = d.Store.Orders.Export(r.Context(), auth.Actor(r.Context()), filter, func(o shop.ExportedOrder) error {
		to := o.ShippingInfo
		return t.row(o.Number, stamp(o.CreatedAt), string(o.Status), o.Buyer.Name, o.Buyer.Email, to.Address, to.City, to.PostalCode,
			to.Country, o.Lines, o.Subtotal.Decimal(), o.Tax.Decimal(), o.Shipping.Decimal(), o.TotalPrice.Decimal(), o.TotalPrice.Currency)
	})
	return renamed(err, filterFields)
}

func (d door) exportPreOrders(r *http.Request, t *table) error {
	query := r.URL.Query()
	status, err := word(query, "status", shop.PreOrderPending, shop.PreOrderContacted, shop.PreOrderClosed)
	if err != nil {
		return err
	}
	t.heads = []string{"placed", "status", "name", "email", "company", "phone", "product_id", "product", "quantity", "expected", "message", "confirmed"}
	filter := shop.PreOrderFilter{Status: status, Search: search(query)}
	err = d.Store.PreOrders.Export(r.Context(), auth.Actor(r.Context()), filter, func(o shop.PreOrder) error {
		return t.row(stamp(o.CreatedAt), string(o.Status), o.Name, o.Email, text(o.Company), o.Phone, text(o.ProductID), o.ProductName,
			strconv.Itoa(o.Quantity), stamp(o.ExpectedDelivery), text(o.Message), strconv.FormatBool(o.ConfirmBy == nil))
	})
	return renamed(err, filterFields)
}

func (d door) exportContacts(r *http.Request, t *table) error {
	query := r.URL.Query()
	status, err := word(query, "status", shop.ContactPending, shop.ContactResolved)
	if err != nil {
		return err
	}
	t.heads = []string{"received", "status", "name", "email", "subject", "message"}
	filter := shop.ContactMessageFilter{Status: status, Search: search(query)}
	err = d.Store.Content.ExportContactMessages(r.Context(), auth.Actor(r.Context()), filter, func(m shop.ContactMessage) error {
		return t.row(stamp(m.CreatedAt), string(m.Status), m.Name, m.Email, m.Subject, m.Message)
	})
	return renamed(err, filterFields)
}

func (d door) exportCustomers(r *http.Request, t *table) error {
	query := r.URL.Query()
	role, err := word(query, "role", shop.RoleUser, shop.RoleAdmin)
	if err != nil {
		return err
	}
	t.heads = []string{"registered", "name", "email", "verified", "role", "blocked"}
	filter := shop.CustomerFilter{Role: role, Search: search(query)}
	err = d.Store.Users.ExportCustomers(r.Context(), auth.Actor(r.Context()), filter, func(c shop.Customer) error {
		blocked := ""
		if c.BlockedAt != nil {
			blocked = stamp(*c.BlockedAt)
		}
		return t.row(stamp(c.CreatedAt), c.Name, c.Email, strconv.FormatBool(c.EmailVerified), string(c.Role), blocked)
	})
	return renamed(err, filterFields)
}

func (d door) exportReviews(r *http.Request, t *table) error {
	query := r.URL.Query()
	filter := shop.ReviewFilter{Search: search(query)}
	hidden, err := word(query, "hidden", "true", "false")
	if err != nil {
		return err
	}
	if hidden != nil {
		filter.Hidden = new(*hidden == "true")
	}
	if product := query.Get("product"); product != "" {
		filter.ProductID = &product
	}
	if query.Get("rating") != "" {
		rating, err := whole(query, "rating", 0)
		if err != nil {
			return err
		}
		filter.Rating = &rating
	}
	t.heads = []string{"written", "product_id", "rating", "name", "comment", "hidden"}
	err = d.Store.Catalogue.ExportReviews(r.Context(), auth.Actor(r.Context()), filter, func(v shop.Review) error {
		return t.row(stamp(v.CreatedAt), v.ProductID, strconv.Itoa(v.Rating), v.Name, v.Comment, strconv.FormatBool(v.Hidden))
	})
	return renamed(err, filterFields)
}

func (d door) exportNewsletter(r *http.Request, t *table) error {
	query := r.URL.Query()
	status, err := word(query, "status", shop.NewsletterConfirmed, shop.NewsletterUnconfirmed)
	if err != nil {
		return err
	}
	t.heads = []string{"asked", "email", "confirmed"}
	filter := shop.NewsletterFilter{Status: status, Search: search(query)}
	err = d.Store.Content.ExportNewsletter(r.Context(), auth.Actor(r.Context()), filter, func(n shop.NewsletterSubscriber) error {
		confirmed := ""
		if n.ConfirmedAt != nil {
			confirmed = stamp(*n.ConfirmedAt)
		}
		return t.row(stamp(n.CreatedAt), n.Email, confirmed)
	})
	return renamed(err, filterFields)
}

func (d door) exportProducts(r *http.Request, t *table) error {
	query := r.URL.Query()
	name, category := query.Get("name"), query.Get("category")
	filter := shop.InventoryFilter{Search: search(query), Name: &name, Category: &category}
	listed, err := word(query, "listed", "true", "false")
	if err != nil {
		return err
	}
	if listed != nil {
		filter.Listed = new(*listed == "true")
	}
	if query.Get("maxStock") != "" {
		most, err := whole(query, "maxStock", 0)
		if err != nil {
			return err
		}
		filter.MaxStock = &most
	}
	t.heads = shop.ProductColumns
	err = d.Store.Catalogue.ExportInventory(r.Context(), auth.Actor(r.Context()), filter, func(p shop.Product) error {
		return t.row(p.Cells()...)
	})
	return renamed(err, filterFields)
}
