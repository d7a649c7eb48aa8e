package rest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"orrery/auth"
	"orrery/shop"
	"orrery/shop/cell"
)

// maxOwnData is the maximum number of concurrent downloads of personal data; each holds a database connection.
const maxOwnData = 4

// ownData handles GET /api/v1/auth/me/data: it sends all data that is stored about the caller, as a file. The names are
// those of the GraphQL schema.
func (a api) ownData(w http.ResponseWriter, r *http.Request) error {
	actor := auth.Actor(r.Context())
	if err := actor.NeedUser(); err != nil {
		return err
	}
	select {
	case a.dataSlots <- struct{}{}:
		defer func() { <-a.dataSlots }()
	default:
		return &shop.Error{Code: shop.RateLimited,
			Message: "Too many downloads are running. Please try again in a moment.", RetryAfter: 10 * time.Second}
	}
	f := &dataFile{w: w, out: bufio.NewWriter(w), remaining: shop.DataLists()}
	err := a.Store.Accounts.OwnData(r.Context(), actor, f.put)
	if err == nil {
		err = f.end()
	}
	switch {
	case err != nil && !f.begun:
		return err
	case err != nil:
		a.Log.ErrorContext(r.Context(), "export of own data failed", "error", err)
		panic(http.ErrAbortHandler) // otherwise the client would take a truncated file for a complete one
	}
	return nil
}

// deleteMe handles POST /api/v1/auth/me/delete.
func (a api) deleteMe(w http.ResponseWriter, r *http.Request) error {
	in, err := decode[struct {
		Password string `json:"password"`
	}](w, r)
	if err != nil {
		return err
	}
	if err := a.Auth.DeleteAccount(r.Context(), auth.Actor(r.Context()), shop.UserDeleteInput(in)); err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"message": "Your account was deleted"})
}

// dataFile is a JSON object that is streamed part by part. Its header is sent with the first part, so that an earlier
// error still gets an error response.
type dataFile struct {
	w                 http.ResponseWriter
	out               *bufio.Writer
	remaining         []shop.DataPart // lists that are not complete yet, the open one first
	open              bool
	rows              int
	begun             bool
	newsletterWritten bool
}

func (f *dataFile) put(part shop.DataPart, value any) error {
	text, err := json.Marshal(objectOf(value))
	if err != nil {
		return err
	}
	switch i := slices.Index(f.remaining, part); {
	case part == shop.DataAccount:
		f.begin()
		_, err = fmt.Fprintf(f.out, "{\n%q: %s", part, text)
	case part == shop.DataNewsletter:
		f.newsletterWritten = true
		fallthrough
	case part == shop.DataCart:
		_, err = fmt.Fprintf(f.out, ",\n%q: %s", part, text)
	case i < 0:
		return fmt.Errorf("there is no place for %s", part)
	default:
		f.skip(i)
		separator := ",\n  "
		if !f.open {
			separator, f.open = fmt.Sprintf(",\n%q: [\n  ", part), true
		}
		_, err = f.out.WriteString(separator + string(text))
	}
	if f.rows++; err == nil && f.rows%chunkRows == 0 {
		// If the deadline can't be set, the server's write timeout applies.
		_ = http.NewResponseController(f.w).SetWriteDeadline(time.Now().Add(chunkTimeout))
		err = f.out.Flush()
	}
	return err
}

func (f *dataFile) begin() {
	f.begun = true
	h := f.w.Header()
	h.Set("Content-Type", mediaJSON)
	h.Set("Content-Disposition",
		fmt.Sprintf(`attachment; filename="account-data-%s.json"`, time.Now().UTC().Format(time.DateOnly)))
}

// skip closes the open list and writes the lists before index i, which have no entries, as empty.
func (f *dataFile) skip(i int) {
	if !f.newsletterWritten {
		f.newsletterWritten = true
		// bufio.Writer returns the error from the next write as well
		_, _ = fmt.Fprintf(f.out, ",\n%q: null", shop.DataNewsletter)
	}
	for range i {
		if f.open {
			_, _ = f.out.WriteString("\n]")
		} else {
			_, _ = fmt.Fprintf(f.out, ",\n%q: []", f.remaining[0])
		}
		f.remaining, f.open = f.remaining[1:], false
	}
}

func (f *dataFile) end() error {
	f.skip(len(f.remaining))
	_, _ = f.out.WriteString("\n}\n")
	return f.out.Flush()
}

// object is a JSON object of the file.
type object map[string]any

// objectOf returns a part of the file with the names of the GraphQL schema.
func objectOf(value any) any {
	switch v := value.(type) {
	case shop.User:
		return object{"id": v.ID, "name": v.Name, "email": v.Email, "emailVerified": v.EmailVerified,
			"pendingEmail": v.PendingEmail, "role": strings.ToUpper(string(v.Role)), "createdAt": v.CreatedAt}
	case shop.Cart:
		return object{"items": mapSlice(v.Items, func(i shop.CartItem) object {
			return object{"id": i.ID, "productId": i.Product.ID, "name": i.Product.Name, "quantity": i.Quantity,
				"addedPrice": moneyObject(&i.AddedPrice)}
		}), "total": moneyObject(&v.Total)}
	case shop.NewsletterSubscriber:
		return object{"id": v.ID, "email": v.Email, "createdAt": v.CreatedAt, "confirmedAt": v.ConfirmedAt,
			"forgetAt": v.ForgetAt}
	case shop.Address:
		return object{"id": v.ID, "shippingInfo": shippingInfoBody(v.ShippingInfo), "default": v.Default}
	case shop.Order:
		return orderObject(v)
	case shop.OwnPayment:
		return object{"id": v.ID, "orderNumber": v.OrderNumber, "source": v.Source, "status": v.Status,
			"amount": moneyObject(&v.Amount), "paidAt": v.PaidAt, "reversedAt": v.ReversedAt, "payer": v.Payer,
			"payerIban": v.PayerIBAN, "reference": v.Reference, "text": v.Text}
	case shop.PreOrder:
		return object{"id": v.ID, "name": v.Name, "email": v.Email, "company": v.Company, "phone": v.Phone,
			"productId": v.ProductID, "productName": v.ProductName, "quantity": v.Quantity, "message": v.Message,
			"status": strings.ToUpper(string(v.Status)), "createdAt": v.CreatedAt,
			"expectedDelivery": v.ExpectedDelivery, "cancelledAt": v.Cancelled(), "replyBy": v.ReplyBy,
			"repliedAt": v.RepliedAt,
			"expectedDeliveryChanges": mapSlice(v.DeliveryHistory(v.Delivery.Changes),
				func(c shop.DeliveryChange) object {
					return object{"before": c.Before, "after": c.After, "reason": c.Reason, "changedAt": c.ChangedAt,
						"answer": answerName(c.Answer), "answeredAt": c.AnsweredAt}
				})}
	case shop.Quote:
		return quoteObject(v)
	case shop.Review:
		return object{"id": v.ID, "productId": v.ProductID, "name": v.Name, "rating": v.Rating, "comment": v.Comment,
			"hidden": v.Hidden, "createdAt": v.CreatedAt}
	case shop.ContactMessage:
		return object{"id": v.ID, "name": v.Name, "email": v.Email, "subject": v.Subject, "message": v.Message,
			"status": strings.ToUpper(string(v.Status)), "createdAt": v.CreatedAt, "replyBy": v.ReplyBy,
			"repliedAt": v.RepliedAt}
	case shop.StockAlert:
		return object{"id": v.ID, "productId": v.ProductID, "productName": v.ProductName, "email": v.Email,
			"createdAt": v.CreatedAt, "confirmedAt": v.ConfirmedAt, "expiresAt": v.ExpiresAt}
	case cell.Saved:
		return object{"id": v.ID, "name": v.Name, "cell": v.Cell, "createdAt": v.CreatedAt, "updatedAt": v.UpdatedAt}
	case shop.Session:
		return object{"id": v.ID, "browser": v.Browser, "system": v.System, "createdAt": v.CreatedAt,
			"lastUsedAt": v.LastUsedAt, "expiresAt": v.ExpiresAt, "current": v.Current}
	case shop.LinkedIdentity:
		return object{"provider": strings.ToUpper(string(v.Provider)), "email": v.Email, "linkedAt": v.LinkedAt}
	case shop.AuditEntry:
		return object{"id": v.ID, "action": v.Action, "object": v.Object, "objectId": v.ObjectID,
			"createdAt": v.CreatedAt, "changes": mapSlice(v.Changes(), func(c shop.AuditChange) object {
				return object{"name": c.Name, "before": c.Before, "after": c.After}
			})}
	}
	panic(fmt.Sprintf("no encoding for %T", value))
}

func answerName(answer *shop.DeliveryAnswer) *string {
	if answer == nil {
		return nil
	}
	return new(strings.ToUpper(string(*answer)))
}

func orderObject(o shop.Order) object {
	return object{"id": o.ID, "number": o.Number, "status": o.Status, "createdAt": o.CreatedAt,
		"shippingInfo": shippingInfoBody(o.ShippingInfo), "billingInfo": billingInfoBody(o.BillingInfo),
		"orderItems": mapSlice(o.OrderItems, func(i shop.OrderItem) object {
			return object{"id": i.ID, "productId": i.ProductID, "productName": i.ProductName, "quantity": i.Quantity,
				"price": moneyObject(&i.Price), "isPreorder": i.IsPreorder, "expectedDelivery": i.ExpectedDelivery}
		}),
		"shipment": (*shipmentBody)(o.Shipment()), "subtotal": moneyObject(&o.Subtotal), "taxPercent": o.TaxPercent,
		"tax": moneyObject(&o.Tax), "shipping": moneyObject(&o.Shipping), "totalPrice": moneyObject(&o.TotalPrice)}
}

func quoteObject(q shop.Quote) object {
	return object{"number": q.Number, "createdAt": q.CreatedAt, "validUntil": q.ValidUntil, "name": q.Name,
		"company": q.Company, "email": q.Email, "billingInfo": billingInfoBody(q.BillingInfo),
		"lines": mapSlice(q.Lines, func(l shop.QuoteLine) object {
			return object{"productId": l.ProductID, "productName": l.ProductName, "model": l.Model,
				"quantity": l.Quantity, "unitPrice": moneyObject(l.UnitPrice),
				"listPrice": moneyObject(l.ListPrice), "plan": l.Plan}
		}),
		"subtotal": moneyObject(&q.Subtotal), "taxPercent": q.TaxPercent, "tax": moneyObject(&q.Tax),
		"shipping": moneyObject(&q.Shipping), "total": moneyObject(&q.Total), "fit": q.Fit, "orderId": q.OrderID,
		"replyBy": q.ReplyBy, "repliedAt": q.RepliedAt, "appendix": q.Appendix}
}

// moneyObject returns an amount as an object, or nil for nil.
func moneyObject(m *shop.Money) any {
	if m == nil {
		return nil
	}
	return object{"amount": m.Decimal(), "currency": m.Currency}
}
