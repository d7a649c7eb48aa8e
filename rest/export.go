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
	exportTimeout = 10 * time.Minute // for one export
	chunkTimeout  = 30 * time.Second // for the client to receive a chunk
	chunkRows     = 200
	maxExports    = 2 // concurrent exports; each holds a database connection
)

// exports returns the lists that are available as CSV. Each applies the filters of the query and writes all matching
// rows without paging.
func (a api) exports() map[string]func(*http.Request, *table) error {
	return map[string]func(*http.Request, *table) error{
		"orders":     a.exportOrders,
		"preorders":  a.exportPreOrders,
		"contacts":   a.exportContacts,
		"customers":  a.exportCustomers,
		"reviews":    a.exportReviews,
		"newsletter": a.exportNewsletter,
		"products":   a.exportProducts,

		"stock-alerts": a.exportStockAlerts,
	}
}

// export handles GET /api/v1/exports/{list}. It is for administrators and for API keys that may read the list.
func (a api) export(w http.ResponseWriter, r *http.Request) error {
	name, ok := strings.CutSuffix(r.PathValue("list"), ".csv")
	list := a.exports()[name]
	isFile := r.PathValue("list") == "products.json"
	if !isFile && (!ok || list == nil) {
		return &shop.Error{Code: shop.NotFound, Message: "Not found: check the path"}
	}
	select {
	case a.exportSlots <- struct{}{}:
		defer func() { <-a.exportSlots }()
	default:
		return &shop.Error{Code: shop.RateLimited, Message: "Other exports are running. Please try again in a moment.",
			RetryAfter: 10 * time.Second}
	}
	d := download{w: w}
	var err error
	if isFile {
		d.kind, d.name = "application/json", "products.json"
		err = a.exportProductFile(r, &d)
	} else {
		d.kind, d.name = "text/csv; charset=utf-8", name+".csv"
		t := &table{download: &d, csv: csv.NewWriter(w)}
		t.csv.UseCRLF = true
		if err = list(r, t); err == nil {
			t.end()
		}
	}
	switch {
	case err != nil && !d.begun:
		return err
	case err != nil:
		a.Log.ErrorContext(r.Context(), "an export broke off", "list", d.name, "error", err)
		panic(http.ErrAbortHandler) // otherwise the client would take a truncated file for a complete one
	}
	return nil
}

// download is the response of an export. Its header is sent with the first row, so that an earlier error still gets an
// error response.
type download struct {
	w     http.ResponseWriter
	kind  string // Content-Type
	name  string // of the file
	rows  int
	begun bool
}

func (d *download) begin(text string) error {
	d.begun = true
	d.w.Header().Set("Content-Type", d.kind)
	d.w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s"`, d.name))
	_, err := d.w.Write([]byte(text))
	return err
}

// extend gives the client time to receive the next chunk. If the deadline can't be set, the server's write timeout
// applies.
func (d *download) extend() {
	_ = http.NewResponseController(d.w).SetWriteDeadline(time.Now().Add(chunkTimeout))
}

// table is a CSV response.
type table struct {
	*download
	csv   *csv.Writer
	heads []string
}

func (t *table) begin() error {
	if err := t.download.begin(byteOrderMark); err != nil {
		return err
	}
	return t.csv.Write(t.heads)
}

// byteOrderMark makes spreadsheet programs read the file as UTF-8.
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
	t.extend()
	t.csv.Flush()
	return t.csv.Error()
}

// end completes the file. If that fails, the client is gone.
func (t *table) end() {
	if t.begun || t.begin() == nil {
		_ = t.flush()
	}
}

func formatTime(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func text(value *string) string {
	if value == nil {
		return ""
	}
	return *value
}

// enumParam reads a query parameter that is one of the given words; nil if it is absent.
func enumParam[W ~string](query url.Values, name string, words ...W) (*W, error) {
	value := W(query.Get(name))
	switch {
	case value == "":
		return nil, nil
	case !slices.Contains(words, value):
		return nil, &shop.Error{Code: shop.Invalid, Field: name,
			Message: fmt.Sprintf("%s must be one of %s", name, strings.Trim(fmt.Sprint(words), "[]"))}
	}
	return &value, nil
}

// timeParam reads an RFC 3339 time from a query; nil if it is absent.
func timeParam(query url.Values, name string) (*time.Time, error) {
	text := query.Get(name)
	if text == "" {
		return nil, nil
	}
	parsed, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return nil, &shop.Error{Code: shop.Invalid, Field: name,
			Message: name + " must be a time such as 2026-01-31T00:00:00Z"}
	}
	return &parsed, nil
}

func search(query url.Values) *string {
	text := query.Get("search")
	return &text
}

// filterFields maps fields of the filters to the query parameters of an export.
var filterFields = map[string]string{"filter.search": "search", "filter.name": "name", "filter.category": "category",
	"filter.maxStock": "maxStock", "filter.rating": "rating"}

func (a api) exportOrders(r *http.Request, t *table) error {
	query := r.URL.Query()
	status, err := enumParam(query, "status", shop.OrderPendingPayment, shop.OrderPaid, shop.OrderProcessing,
		shop.OrderShipped, shop.OrderDelivered, shop.OrderCancelled, shop.OrderRefunded)
	if err != nil {
		return err
	}
	from, err := timeParam(query, "from")
	if err != nil {
		return err
	}
	until, err := timeParam(query, "until")
	if err != nil {
		return err
	}
	t.heads = []string{"number", "placed", "status", "name", "email", "address", "city", "postal_code", "country",
		"items", "subtotal", "tax", "shipping", "total", "currency", "tax_percent", "recipient", "company", "phone",
		"notes", "billing_recipient", "billing_company", "billing_address", "billing_city", "billing_postal_code",
		"billing_country", "vat_number", "purchase_order_number"}
	filter := shop.OrderFilter{Status: status, Search: search(query), From: from, Until: until}
	err = a.Store.Orders.Export(r.Context(), auth.Actor(r.Context()), filter, func(o shop.ExportedOrder) error {
		to, bill := o.ShippingInfo, o.BillingInfo
		return t.row(o.Number, formatTime(o.CreatedAt), string(o.Status), o.Buyer.Name, o.Buyer.Email, to.Address,
			to.City, to.PostalCode, to.Country, o.Lines, o.Subtotal.Decimal(), o.Tax.Decimal(), o.Shipping.Decimal(),
			o.TotalPrice.Decimal(), o.TotalPrice.Currency, o.TaxPercent, to.Recipient, to.Company, to.Phone, to.Notes,
			bill.Recipient, bill.Company, bill.Address, bill.City, bill.PostalCode, bill.Country, bill.VATNumber,
			bill.PurchaseOrderNumber)
	})
	return renameFields(err, filterFields)
}

func (a api) exportPreOrders(r *http.Request, t *table) error {
	query := r.URL.Query()
	status, err := enumParam(query, "status", shop.PreOrderPending, shop.PreOrderContacted, shop.PreOrderClosed)
	if err != nil {
		return err
	}
	t.heads = []string{"placed", "status", "name", "email", "company", "phone", "product_id", "product", "quantity",
		"expected", "message", "confirmed"}
	filter := shop.PreOrderFilter{Status: status, Search: search(query)}
	confirmed, err := enumParam(query, "confirmed", "true", "false")
	if err != nil {
		return err
	}
	if confirmed != nil {
		filter.Confirmed = new(*confirmed == "true")
	}
	err = a.Store.PreOrders.Export(r.Context(), auth.Actor(r.Context()), filter, func(o shop.PreOrder) error {
		return t.row(formatTime(o.CreatedAt), string(o.Status), o.Name, o.Email, text(o.Company), o.Phone,
			text(o.ProductID), o.ProductName, strconv.Itoa(o.Quantity), formatTime(o.ExpectedDelivery), text(o.Message),
			strconv.FormatBool(o.ConfirmBy == nil))
	})
	return renameFields(err, filterFields)
}

func (a api) exportContacts(r *http.Request, t *table) error {
	query := r.URL.Query()
	status, err := enumParam(query, "status", shop.ContactPending, shop.ContactResolved)
	if err != nil {
		return err
	}
	t.heads = []string{"received", "status", "name", "email", "subject", "message"}
	filter := shop.ContactMessageFilter{Status: status, Search: search(query)}
	err = a.Store.Content.ExportContactMessages(r.Context(), auth.Actor(r.Context()), filter,
		func(m shop.ContactMessage) error {
			return t.row(formatTime(m.CreatedAt), string(m.Status), m.Name, m.Email, m.Subject, m.Message)
		})
	return renameFields(err, filterFields)
}

func (a api) exportCustomers(r *http.Request, t *table) error {
	query := r.URL.Query()
	role, err := enumParam(query, "role", shop.RoleUser, shop.RoleAdmin)
	if err != nil {
		return err
	}
	t.heads = []string{"registered", "name", "email", "verified", "role", "blocked"}
	filter := shop.CustomerFilter{Role: role, Search: search(query)}
	err = a.Store.Users.ExportCustomers(r.Context(), auth.Actor(r.Context()), filter, func(c shop.Customer) error {
		blocked := ""
		if c.BlockedAt != nil {
			blocked = formatTime(*c.BlockedAt)
		}
		return t.row(formatTime(c.CreatedAt), c.Name, c.Email, strconv.FormatBool(c.EmailVerified), string(c.Role),
			blocked)
	})
	return renameFields(err, filterFields)
}

func (a api) exportReviews(r *http.Request, t *table) error {
	query := r.URL.Query()
	filter := shop.ReviewFilter{Search: search(query)}
	hidden, err := enumParam(query, "hidden", "true", "false")
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
		rating, err := intParam(query, "rating", 0)
		if err != nil {
			return err
		}
		filter.Rating = &rating
	}
	t.heads = []string{"written", "product_id", "rating", "name", "comment", "hidden"}
	err = a.Store.Catalogue.ExportReviews(r.Context(), auth.Actor(r.Context()), filter, func(v shop.Review) error {
		return t.row(formatTime(v.CreatedAt), v.ProductID, strconv.Itoa(v.Rating), v.Name, v.Comment,
			strconv.FormatBool(v.Hidden))
	})
	return renameFields(err, filterFields)
}

func (a api) exportNewsletter(r *http.Request, t *table) error {
	query := r.URL.Query()
	status, err := enumParam(query, "status", shop.NewsletterConfirmed, shop.NewsletterUnconfirmed)
	if err != nil {
		return err
	}
	t.heads = []string{"asked", "email", "confirmed"}
	filter := shop.NewsletterFilter{Status: status, Search: search(query)}
	err = a.Store.Content.ExportNewsletter(r.Context(), auth.Actor(r.Context()), filter,
		func(n shop.NewsletterSubscriber) error {
			confirmed := ""
			if n.ConfirmedAt != nil {
				confirmed = formatTime(*n.ConfirmedAt)
			}
			return t.row(formatTime(n.CreatedAt), n.Email, confirmed)
		})
	return renameFields(err, filterFields)
}

func (a api) exportStockAlerts(r *http.Request, t *table) error {
	var filter shop.StockAlertFilter
	if product := r.URL.Query().Get("product"); product != "" {
		filter.ProductID = &product
	}
	t.heads = []string{"asked", "email", "product_id", "product", "confirmed", "deleted"}
	return a.Store.Catalogue.ExportStockAlerts(r.Context(), auth.Actor(r.Context()), filter,
		func(alert shop.StockAlert) error {
			confirmed := ""
			if alert.ConfirmedAt != nil {
				confirmed = formatTime(*alert.ConfirmedAt)
			}
			return t.row(formatTime(alert.CreatedAt), alert.Email, alert.ProductID, alert.ProductName, confirmed,
				formatTime(alert.ExpiresAt))
		})
}

func (a api) exportProducts(r *http.Request, t *table) error {
	t.heads = shop.ProductColumns()
	return a.eachProduct(r, shop.InventoryName, func(p shop.Product) error { return t.row(p.Cells()...) })
}

// exportProductFile writes the products as an array with one of them on each line.
func (a api) exportProductFile(r *http.Request, d *download) error {
	err := a.eachProduct(r, shop.InventoryNewest, func(p shop.Product) error {
		before := ",\n"
		if !d.begun {
			before = ""
			if err := d.begin("["); err != nil {
				return err
			}
		}
		if d.rows++; d.rows%chunkRows == 0 {
			d.extend()
		}
		_, err := d.w.Write(append([]byte(before), p.JSON()...))
		return err
	})
	if err != nil {
		return err
	}
	// If this fails, the client is gone.
	if d.begun || d.begin("[") == nil {
		d.extend()
		_, _ = d.w.Write([]byte("]\n"))
	}
	return nil
}

// eachProduct calls do for every product that matches the query.
func (a api) eachProduct(r *http.Request, sort shop.InventorySort, do func(shop.Product) error) error {
	query := r.URL.Query()
	name, category := query.Get("name"), query.Get("category")
	filter := shop.InventoryFilter{Search: search(query), Name: &name, Category: &category}
	listed, err := enumParam(query, "listed", "true", "false")
	if err != nil {
		return err
	}
	if listed != nil {
		filter.Listed = new(*listed == "true")
	}
	comingSoon, err := enumParam(query, "comingSoon", "true", "false")
	if err != nil {
		return err
	}
	if comingSoon != nil {
		filter.ComingSoon = new(*comingSoon == "true")
	}
	lowStock, err := enumParam(query, "lowStock", "true", "false")
	if err != nil {
		return err
	}
	if lowStock != nil {
		filter.LowStock = new(*lowStock == "true")
	}
	if query.Get("maxStock") != "" {
		maxStock, err := intParam(query, "maxStock", 0)
		if err != nil {
			return err
		}
		filter.MaxStock = &maxStock
	}
	err = a.Store.Catalogue.ExportInventory(r.Context(), auth.Actor(r.Context()), filter, sort, do)
	return renameFields(err, filterFields)
}
