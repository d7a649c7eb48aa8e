package rest

import (
	"cmp"
	"net/http"
	"strings"
	"time"

	"orrery/auth"
	"orrery/shop"
)

type preOrderBody struct {
	ID string `json:"_id"`
	*preOrderPerson
	ProductID        *string             `json:"product"`
	ProductName      string              `json:"productName"`
	Quantity         int                 `json:"quantity"`
	Status           shop.PreOrderStatus `json:"status"`
	CreatedAt        time.Time           `json:"createdAt"`
	ExpectedDelivery time.Time           `json:"expectedDelivery"`
	ReplyBy          *time.Time          `json:"replyBy"`
	RepliedAt        *time.Time          `json:"repliedAt"`
}

// preOrderPerson is absent when the Store withholds whom a pre-order is about.
type preOrderPerson struct {
	Name    string  `json:"name"`
	Email   string  `json:"email"`
	Company *string `json:"company"`
	Phone   string  `json:"phone"`
	Message *string `json:"message"`
}

func preOrderOf(p shop.PreOrder) preOrderBody {
	body := preOrderBody{ID: p.ID, ProductID: p.ProductID, ProductName: p.ProductName, Quantity: p.Quantity, Status: p.Status,
		CreatedAt: p.CreatedAt, ExpectedDelivery: p.ExpectedDelivery, ReplyBy: p.ReplyBy, RepliedAt: p.RepliedAt}
	if p.Email != "" {
		body.preOrderPerson = &preOrderPerson{p.Name, p.Email, p.Company, p.Phone, p.Message}
	}
	return body
}

// createPreOrder computes expectedDelivery itself (decisions: pre-orders).
func (d door) createPreOrder(w http.ResponseWriter, r *http.Request) error {
	in, err := read[struct {
		Name        string  `json:"name"`
		Email       string  `json:"email"`
		Company     *string `json:"company"`
		Phone       string  `json:"phone"`
		Product     string  `json:"product"`
		ProductName string  `json:"productName"`
		Quantity    *int    `json:"quantity"`
		Message     *string `json:"message"`
	}](w, r)
	if err != nil {
		return err
	}
	create := shop.PreOrderCreateInput{Name: in.Name, Email: in.Email, Company: in.Company, Phone: in.Phone, Quantity: 1,
		Message: in.Message}
	if in.Quantity != nil {
		create.Quantity = *in.Quantity
	}
	name := cmp.Or(in.ProductName, in.Product)
	create.ProductName = &name
	if isNumber(in.Product) {
		create.ProductID = &in.Product
	}
	preOrder, err := d.Store.PreOrders.Create(r.Context(), auth.Actor(r.Context()), create)
	if err != nil {
		return renamed(err, map[string]string{"productId": "product"})
	}
	return give(w, http.StatusCreated, fields{"message": "Pre-order submitted successfully!", "data": preOrderOf(preOrder)})
}

// isNumber tells the number of a product from a name.
func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

func (d door) ownPreOrders(w http.ResponseWriter, r *http.Request) error {
	args, err := part(r.URL.Query())
	if err != nil {
		return err
	}
	page, err := d.Store.PreOrders.Own(r.Context(), auth.Actor(r.Context()), args)
	if err != nil {
		return renamed(err, partFields)
	}
	return givePreOrders(w, page)
}

// preOrders lists everybody's. Admins only.
func (d door) preOrders(w http.ResponseWriter, r *http.Request) error {
	args, err := part(r.URL.Query())
	if err != nil {
		return err
	}
	page, err := d.Store.PreOrders.All(r.Context(), auth.Actor(r.Context()), shop.PreOrderFilter{}, shop.PreOrdersNewest, args)
	if err != nil {
		return renamed(err, partFields)
	}
	return givePreOrders(w, page)
}

func givePreOrders(w http.ResponseWriter, page shop.Page[shop.PreOrder]) error {
	return give(w, http.StatusOK, fields{"message": "Pre-orders, newest first", "data": each(page.Nodes, preOrderOf),
		"next": next(page)})
}

func (d door) updatePreOrderStatus(w http.ResponseWriter, r *http.Request) error {
	in, err := read[struct {
		Status shop.PreOrderStatus `json:"status"`
	}](w, r)
	if err != nil {
		return err
	}
	update := shop.PreOrderStatusUpdateInput{ID: r.PathValue("id"), Status: in.Status}
	preOrder, err := d.Store.PreOrders.UpdateStatus(r.Context(), auth.Actor(r.Context()), update)
	if err != nil {
		return err
	}
	return give(w, http.StatusOK, fields{"message": "Status updated", "data": preOrderOf(preOrder)})
}
