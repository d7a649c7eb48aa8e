package rest

import (
	"encoding/json"
	"net/http"
	"time"

	"orrery/auth"
	"orrery/shop"
)

type cartBody struct {
	Items     []cartItemBody `json:"items"`
	ItemCount int            `json:"itemCount"`
	Subtotal  json.Number    `json:"subtotal"`
	Tax       json.Number    `json:"tax"`
	Shipping  json.Number    `json:"shipping"`
	Total     json.Number    `json:"total"`
	Currency  string         `json:"currency"`
	Warnings  []warningBody  `json:"warnings"`
}

type cartItemBody struct {
	ID               string      `json:"_id"`
	Product          string      `json:"product"`
	Name             string      `json:"name"`
	Image            *string     `json:"image"`
	Price            json.Number `json:"price"`
	Quantity         int         `json:"quantity"`
	Stock            int         `json:"stock"`
	MaxQuantity      int         `json:"maxQuantity"`
	IsPreorder       bool        `json:"isPreorder"`
	ExpectedDelivery *time.Time  `json:"expectedDelivery"`
}

type warningBody struct {
	Code    shop.CartWarningCode `json:"code"`
	Message string               `json:"message"`
	Product string               `json:"product"`
}

func cartItemOf(i shop.CartItem) cartItemBody {
	return cartItemBody{ID: i.ID, Product: i.ProductID(), Name: i.Name(), Image: mediaURL(i.Image()),
		Price: money(i.Price()), Quantity: i.Quantity, Stock: i.Stock(), MaxQuantity: i.MaxQuantity(),
		IsPreorder: i.IsPreorder(), ExpectedDelivery: i.ExpectedDelivery()}
}

func warningOf(w shop.CartWarning) warningBody { return warningBody{w.Code, w.Message, w.ProductID} }

func writeCart(w http.ResponseWriter, c shop.Cart, err error) error {
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"cart": cartBody{
		Items: mapSlice(c.Items, cartItemOf), ItemCount: c.ItemCount, Subtotal: money(c.Subtotal), Tax: money(c.Tax),
		Shipping: money(c.Shipping), Total: money(c.Total), Currency: c.Total.Currency,
		Warnings: mapSlice(c.Warnings, warningOf),
	}})
}

func (a api) cart(w http.ResponseWriter, r *http.Request) error {
	cart, err := a.Store.Carts.Get(r.Context(), auth.Actor(r.Context()))
	return writeCart(w, cart, err)
}

// addCartItem ignores options.isPreorder: the product determines whether the item is a pre-order.
func (a api) addCartItem(w http.ResponseWriter, r *http.Request) error {
	in, err := decode[struct {
		ProductID      string  `json:"productId"`
		Quantity       *int    `json:"quantity"`
		IdempotencyKey *string `json:"idempotencyKey"`
	}](w, r)
	if err != nil {
		return err
	}
	if in.ProductID == "" {
		return missing(r, "productId", "productId is required")
	}
	quantity := 1
	if in.Quantity != nil {
		quantity = *in.Quantity
	}
	add := shop.CartItemAddInput{ProductID: in.ProductID, Quantity: quantity, IdempotencyKey: in.IdempotencyKey}
	cart, err := a.Store.Carts.AddItem(r.Context(), auth.Actor(r.Context()), add)
	return writeCart(w, cart, err)
}

func (a api) setCartItem(w http.ResponseWriter, r *http.Request) error {
	in, err := decode[struct {
		Quantity *int `json:"quantity"`
	}](w, r)
	if err != nil {
		return err
	}
	if in.Quantity == nil {
		return missing(r, "quantity", "Quantity must be at least 1")
	}
	set := shop.CartItemUpdateInput{ID: r.PathValue("id"), Quantity: *in.Quantity}
	cart, err := a.Store.Carts.SetItem(r.Context(), auth.Actor(r.Context()), set)
	return writeCart(w, cart, err)
}

func (a api) removeCartItem(w http.ResponseWriter, r *http.Request) error {
	remove := shop.CartItemRemoveInput{ID: r.PathValue("id")}
	cart, err := a.Store.Carts.RemoveItem(r.Context(), auth.Actor(r.Context()), remove)
	return writeCart(w, cart, err)
}

func (a api) clearCart(w http.ResponseWriter, r *http.Request) error {
	cart, err := a.Store.Carts.Clear(r.Context(), auth.Actor(r.Context()))
	return writeCart(w, cart, err)
}

// missing returns a REQUIRED error for a field that the body lacks, or an authentication error if the caller is not
// signed in.
func missing(r *http.Request, field, message string) error {
	if err := auth.Actor(r.Context()).NeedUser(); err != nil {
		return err
	}
	return &shop.Error{Code: shop.Required, Field: field, Message: message}
}
