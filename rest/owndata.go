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
)

// maxOwnData is how many people are sent their data at once; each holds a connection to the database.
const maxOwnData = 4

// ownData answers GET /api/v1/auth/me/data with everything that is kept about the caller, as a file. Names are those of the graph.
func (d door) ownData(w http.ResponseWriter, r *http.Request) error {
	actor := auth.Actor(r.Context())
	if err := actor.NeedUser(); err != nil {
		return err
	}
	select {
	case d.givingData <- struct{}{}:
		defer func() { <-d.givingData }()
	default:
		return &shop.Error{Code: shop.RateLimited, Message: "Others are downloading theirs. Please try again in a moment.", RetryAfter: 10 * time.Second}
	}
	f := &dataFile{w: w, out: bufio.NewWriter(w), left: shop.DataLists()}
	err := d.Store.Accounts.OwnData(r.Context(), actor, f.put)
	if err == nil {
		err = f.end()
	}
	switch {
	case err != nil && !f.begun:
		return err
	case err != nil:
		d.Log.ErrorContext(r.Context(), "somebody's own data broke off", "error", err)
		panic(http.ErrAbortHandler) // or the caller takes a part for the whole
	}
	return nil
}

// deleteMe answers POST /api/v1/auth/me/delete.
func (d door) deleteMe(w http.ResponseWriter, r *http.Request) error {
	in, err := read[struct {
		Password string `json:"password"`
	}](w, r)
	if err != nil {
		return err
	}
	if err := d.Auth.DeleteAccount(r.Context(), auth.Actor(r.Context()), shop.UserDeleteInput(in)); err != nil {
		return err
	}
	return give(w, http.StatusOK, fields{"message": "Your account was deleted"})
}

// dataFile is a JSON object that is sent while its parts come. It begins with the first, so that a refusal can still be an answer.
type dataFile struct {
	w     http.ResponseWriter
	out   *bufio.Writer
	left  []shop.DataPart // lists that have not ended yet, the open one first
	open  bool
	rows  int
	begun bool
	news  bool
}

func (f *dataFile) put(part shop.DataPart, value any) error {
	text, err := json.Marshal(ownBody(value))
	if err != nil {
		return err
	}
	switch i := slices.Index(f.left, part); {
	case part == shop.DataAccount:
		f.begin()
		_, err = fmt.Fprintf(f.out, "{\n%q: %s", part, text)
	case part == shop.DataNewsletter:
		f.news = true
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
		_ = http.NewResponseController(f.w).SetWriteDeadline(time.Now().Add(chunkTimeout)) // where it can't be set that of the server stays
		err = f.out.Flush()
	}
	return err
}

func (f *dataFile) begin() {
	f.begun = true
	h := f.w.Header()
	h.Set("Content-Type", mediaJSON)
	h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="orrery-data-%s.json"`, time.Now().UTC().Format(time.DateOnly)))
}

// skip ends the list that is open, and those before the one at i, of which there is nothing.
func (f *dataFile) skip(i int) {
	if !f.news {
		f.news = true
		_, _ = fmt.Fprintf(f.out, ",\n%q: null", shop.DataNewsletter) // the next write has the error, too
	}
	for range i {
		if f.open {
			_, _ = f.out.WriteString("\n]")
		} else {
			_, _ = fmt.Fprintf(f.out, ",\n%q: []", f.left[0])
		}
		f.left, f.open = f.left[1:], false
	}
}

func (f *dataFile) end() error {
	f.skip(len(f.left))
	_, _ = f.out.WriteString("\n}\n")
	return f.out.Flush()
}

// own is an object of the file.
type own map[string]any

// ownBody is a part of the file as the graph has it.
func ownBody(value any) any {
	switch v := value.(type) {
	case shop.User:
		return own{"id": v.ID, "name": v.Name, "email": v.Email, "emailVerified": v.EmailVerified, "pendingEmail": v.PendingEmail,
			"role": strings.ToUpper(string(v.Role)), "createdAt": v.CreatedAt}
	case shop.Cart:
		return own{"items": each(v.Items, func(i shop.CartItem) own {
			return own{"id": i.ID, "productId": i.Product.ID, "name": i.Product.Name, "quantity": i.Quantity, "addedPrice": ownMoney(&i.AddedPrice)}
		}), "total": ownMoney(&v.Total)}
	case shop.NewsletterSubscriber:
		return own{"id": v.ID, "email": v.Email, "createdAt": v.CreatedAt, "confirmedAt": v.ConfirmedAt, "forgetAt": v.ForgetAt}
	case shop.Order:
		return ownOrder(v)
	case shop.PreOrder:
		return own{"id": v.ID, "name": v.Name, "email": v.Email, "company": v.Company, "phone": v.Phone, "productId": v.ProductID,
			"productName": v.ProductName, "quantity": v.Quantity, "message": v.Message, "status": strings.ToUpper(string(v.Status)),
			"createdAt": v.CreatedAt, "expectedDelivery": v.ExpectedDelivery, "cancelledAt": v.Cancelled(),
			"replyBy": v.ReplyBy, "repliedAt": v.RepliedAt,
			"expectedDeliveryChanges": each(v.DeliveryHistory(v.Delivery.Changes), func(c shop.DeliveryChange) own {
				return own{"before": c.Before, "after": c.After, "reason": c.Reason, "changedAt": c.ChangedAt, "answer": ownAnswer(c.Answer),
					"answeredAt": c.AnsweredAt}
			})}
	case shop.Quote:
		return ownQuote(v)
	case shop.Review:
		return own{"id": v.ID, "productId": v.ProductID, "name": v.Name, "rating": v.Rating, "comment": v.Comment, "hidden": v.Hidden,
			"createdAt": v.CreatedAt}
	case shop.ContactMessage:
		return own{"id": v.ID, "name": v.Name, "email": v.Email, "subject": v.Subject, "message": v.Message,
			"status": strings.ToUpper(string(v.Status)), "createdAt": v.CreatedAt, "replyBy": v.ReplyBy, "repliedAt": v.RepliedAt}
	case shop.Session:
		return own{"id": v.ID, "browser": v.Browser, "system": v.System, "createdAt": v.CreatedAt, "lastUsedAt": v.LastUsedAt,
			"expiresAt": v.ExpiresAt, "current": v.Current}
	case shop.LinkedIdentity:
		return own{"provider": strings.ToUpper(string(v.Provider)), "email": v.Email, "linkedAt": v.LinkedAt}
	case shop.AuditEntry:
		return own{"id": v.ID, "action": v.Action, "object": v.Object, "objectId": v.ObjectID, "createdAt": v.CreatedAt,
			"changes": each(v.Changes(), func(c shop.AuditChange) own { return own{"name": c.Name, "before": c.Before, "after": c.After} })}
	}
	panic(fmt.Sprintf("nobody knows how to write %T", value))
}

func ownAnswer(answer *shop.DeliveryAnswer) *string {
	if answer == nil {
		return nil
	}
	return new(strings.ToUpper(string(*answer)))
}

func ownOrder(o shop.Order) own {
	to := o.ShippingInfo
	return own{"id": o.ID, "number": o.Number, "status": o.Status, "createdAt": o.CreatedAt,
		"shippingInfo": own{"address": to.Address, "city": to.City, "postalCode": to.PostalCode, "country": to.Country},
		"orderItems": each(o.OrderItems, func(i shop.OrderItem) own {
			return own{"id": i.ID, "productId": i.ProductID, "productName": i.ProductName, "quantity": i.Quantity, "price": ownMoney(&i.Price),
				"isPreorder": i.IsPreorder, "expectedDelivery": i.ExpectedDelivery}
		}),
		"subtotal": ownMoney(&o.Subtotal), "tax": ownMoney(&o.Tax), "shipping": ownMoney(&o.Shipping), "totalPrice": ownMoney(&o.TotalPrice)}
}

func ownQuote(q shop.Quote) own {
	return own{"number": q.Number, "createdAt": q.CreatedAt, "validUntil": q.ValidUntil, "name": q.Name, "company": q.Company, "email": q.Email,
		"lines": each(q.Lines, func(l shop.QuoteLine) own {
			return own{"productId": l.ProductID, "productName": l.ProductName, "model": l.Model, "quantity": l.Quantity,
				"unitPrice": ownMoney(l.UnitPrice), "plan": l.Plan}
		}),
		"subtotal": ownMoney(&q.Subtotal), "taxPercent": q.TaxPercent, "tax": ownMoney(&q.Tax), "shipping": ownMoney(&q.Shipping),
		"total": ownMoney(&q.Total), "fit": q.Fit, "orderId": q.OrderID, "replyBy": q.ReplyBy, "repliedAt": q.RepliedAt}
}

// ownMoney is an amount, or null.
func ownMoney(m *shop.Money) any {
	if m == nil {
		return nil
	}
	return own{"amount": m.Decimal(), "currency": m.Currency}
}
