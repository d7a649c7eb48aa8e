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

// preOrderPerson is absent when the Store withholds the person of a pre-order.
type preOrderPerson struct {
	Name    string  `json:"name"`
	Email   string  `json:"email"`
	Company *string `json:"company"`
	Phone   string  `json:"phone"`
	Message *string `json:"message"`
}

func preOrderOf(p shop.PreOrder) preOrderBody {
	body := preOrderBody{ID: p.ID, ProductID: p.ProductID, ProductName: p.ProductName, Quantity: p.Quantity,
		Status: p.Status, CreatedAt: p.CreatedAt, ExpectedDelivery: p.ExpectedDelivery, ReplyBy: p.ReplyBy,
		RepliedAt: p.RepliedAt}
	if p.Email != "" {
		body.preOrderPerson = &preOrderPerson{p.Name, p.Email, p.Company, p.Phone, p.Message}
	}
	return body
}

// createPreOrder ignores an expectedDelivery in the body: the Store computes it.
func (a api) createPreOrder(w http.ResponseWriter, r *http.Request) error {
	in, err := decode[struct {
		Name        string  `json:"name"`
		Email       string  `json:"email"`
		Company     *string `json:"company"`
		Phone       string  `json:"phone"`
		Product     string  `json:"product"`
		ProductName string  `json:"productName"`
		Quantity    *int    `json:"quantity"`
		Message     *string `json:"message"`

		IdempotencyKey *string `json:"idempotencyKey"`
	}](w, r)
	if err != nil {
		return err
	}
	create := shop.PreOrderCreateInput{Name: in.Name, Email: in.Email, Company: in.Company, Phone: in.Phone,
		Quantity: 1, Message: in.Message, IdempotencyKey: in.IdempotencyKey}
	if in.Quantity != nil {
		create.Quantity = *in.Quantity
	}
	name := cmp.Or(in.ProductName, in.Product)
	create.ProductName = &name
	if isNumber(in.Product) {
		create.ProductID = &in.Product
	}
	preOrder, err := a.Store.PreOrders.Create(r.Context(), auth.Actor(r.Context()), create)
	if err != nil {
		names := map[string]string{"productId": "product"}
		if in.ProductName == "" && in.Product != "" {
			names["productName"] = "product"
		}
		return renameFields(err, names)
	}
	return writeSuccess(w, http.StatusCreated,
		fields{"message": "Pre-order submitted successfully!", "data": preOrderOf(preOrder)})
}

// isNumber reports whether text is a product ID and not a product name.
func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

func (a api) ownPreOrders(w http.ResponseWriter, r *http.Request) error {
	args, err := pageArgs(r.URL.Query())
	if err != nil {
		return err
	}
	page, err := a.Store.PreOrders.Own(r.Context(), auth.Actor(r.Context()), args)
	if err != nil {
		return renameFields(err, pageArgFields)
	}
	return writePreOrders(w, page)
}

// preOrders lists the pre-orders of all customers. Requires shop.ReadPreOrders.
func (a api) preOrders(w http.ResponseWriter, r *http.Request) error {
	args, err := pageArgs(r.URL.Query())
	if err != nil {
		return err
	}
	page, err := a.Store.PreOrders.All(r.Context(), auth.Actor(r.Context()), shop.PreOrderFilter{},
		shop.PreOrdersNewest, args)
	if err != nil {
		return renameFields(err, pageArgFields)
	}
	return writePreOrders(w, page)
}

func writePreOrders(w http.ResponseWriter, page shop.Page[shop.PreOrder]) error {
	return writeSuccess(w, http.StatusOK,
		fields{"message": "Pre-orders, newest first", "data": mapSlice(page.Nodes, preOrderOf), "next": next(page)})
}

func (a api) updatePreOrderStatus(w http.ResponseWriter, r *http.Request) error {
	in, err := decode[struct {
		Status shop.PreOrderStatus `json:"status"`
	}](w, r)
	if err != nil {
		return err
	}
	update := shop.PreOrderStatusUpdateInput{ID: r.PathValue("id"), Status: in.Status}
	preOrder, err := a.Store.PreOrders.UpdateStatus(r.Context(), auth.Actor(r.Context()), update)
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"message": "Status updated", "data": preOrderOf(preOrder)})
}
