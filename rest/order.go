package rest

import (
	"encoding/json"
	"net/http"
	"time"

	"orrery/auth"
	"orrery/shop"
)

type orderBody struct {
	ID           string           `json:"_id"`
	Number       string           `json:"number"`
	Status       shop.OrderStatus `json:"status"`
	CreatedAt    time.Time        `json:"createdAt"`
	ShippingInfo shippingInfoBody `json:"shippingInfo"`
	OrderItems   []orderItemBody  `json:"orderItems"`
	Subtotal     json.Number      `json:"subtotal"`
	Tax          json.Number      `json:"tax"`
	Shipping     json.Number      `json:"shipping"`
	TotalPrice   json.Number      `json:"totalPrice"`
	Currency     string           `json:"currency"`

	ReservedUntil *time.Time `json:"reservedUntil"`
	ExpiredAt     *time.Time `json:"expiredAt"`

	BillingInfo billingInfoBody `json:"billingInfo"`
	TaxPercent  *json.Number    `json:"taxPercent"`
	Shipment    *shipmentBody   `json:"shipment"`
}

type shipmentBody struct {
	Carrier     string    `json:"carrier"`
	TrackingURL string    `json:"trackingUrl"`
	ShippedAt   time.Time `json:"shippedAt"`
}

type orderItemBody struct {
	ID       string            `json:"_id"`
	Product  *orderProductBody `json:"product"`
	Name     string            `json:"name"`
	Quantity int               `json:"quantity"`
	Price    json.Number       `json:"price"`
}

type orderProductBody struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
}

func orderOf(o shop.Order) orderBody {
	body := orderBody{
		ID: o.ID, Number: o.Number, Status: o.Status, CreatedAt: o.CreatedAt,
		ShippingInfo: shippingInfoBody(o.ShippingInfo), OrderItems: mapSlice(o.OrderItems, orderItemOf),
		Subtotal: money(o.Subtotal), Tax: money(o.Tax), Shipping: money(o.Shipping), TotalPrice: money(o.TotalPrice),
		Currency: o.TotalPrice.Currency, ReservedUntil: o.ExpiresAt(), ExpiredAt: o.ExpiredAt,
		BillingInfo: billingInfoBody(o.BillingInfo), Shipment: (*shipmentBody)(o.Shipment()),
	}
	if o.TaxPercent != "" {
		body.TaxPercent = new(json.Number(o.TaxPercent))
	}
	return body
}

// orderItemOf returns an item with the product as it was bought. If the product has been deleted since, product is null
// and name still holds its name.
func orderItemOf(i shop.OrderItem) orderItemBody {
	body := orderItemBody{ID: i.ID, Name: i.ProductName, Quantity: i.Quantity, Price: money(i.Price)}
	if i.ProductID != nil {
		body.Product = &orderProductBody{*i.ProductID, i.ProductName}
	}
	return body
}

func (a api) order(w http.ResponseWriter, r *http.Request) error {
	order, err := a.Store.Orders.Get(r.Context(), auth.Actor(r.Context()), r.PathValue("id"))
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"order": orderOf(order)})
}
