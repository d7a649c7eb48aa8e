package rest

import (
	"net/http"

	"orrery/auth"
	"orrery/shop"
)

type addressBody struct {
	ID           string           `json:"_id"`
	ShippingInfo shippingInfoBody `json:"shippingInfo"`
	Default      bool             `json:"default"`
}

type shippingInfoBody struct {
	Address    string `json:"address"`
	City       string `json:"city"`
	PostalCode string `json:"postalCode"`
	Country    string `json:"country"`
	Recipient  string `json:"recipient"`
	Company    string `json:"company"`
	Phone      string `json:"phone"`
	Notes      string `json:"notes"`
}

// billingInfoBody names all members, also empty ones, unlike shop.BillingInfo.
type billingInfoBody struct {
	Address             string `json:"address"`
	City                string `json:"city"`
	PostalCode          string `json:"postalCode"`
	Country             string `json:"country"`
	Recipient           string `json:"recipient"`
	Company             string `json:"company"`
	VATNumber           string `json:"vatNumber"`
	PurchaseOrderNumber string `json:"purchaseOrderNumber"`
}

func addressOf(a shop.Address) addressBody {
	return addressBody{a.ID, shippingInfoBody(a.ShippingInfo), a.Default}
}

// addressInput is the body of a request that saves or changes an address.
type addressInput struct {
	ShippingInfo *shippingInfoInput `json:"shippingInfo"`
	Default      bool               `json:"default"`
}

// shippingInfoInput is shop.ShippingInfoInput with the names that errors of decode state.
type shippingInfoInput struct {
	Address    string  `json:"address"`
	City       string  `json:"city"`
	PostalCode string  `json:"postalCode"`
	Country    string  `json:"country"`
	Recipient  *string `json:"recipient"`
	Company    *string `json:"company"`
	Phone      *string `json:"phone"`
	Notes      *string `json:"notes"`
}

func writeAddress(w http.ResponseWriter, status int, a shop.Address, err error) error {
	if err != nil {
		return err
	}
	return writeSuccess(w, status, fields{"address": addressOf(a)})
}

func (a api) addresses(w http.ResponseWriter, r *http.Request) error {
	saved, err := a.Store.Users.Addresses(r.Context(), auth.Actor(r.Context()))
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"addresses": mapSlice(saved, addressOf)})
}

func (a api) createAddress(w http.ResponseWriter, r *http.Request) error {
	in, err := decode[addressInput](w, r)
	if err != nil {
		return err
	}
	if in.ShippingInfo == nil {
		return missing(r, "shippingInfo", "shippingInfo is required")
	}
	create := shop.AddressCreateInput{ShippingInfo: shop.ShippingInfoInput(*in.ShippingInfo), Default: in.Default}
	saved, err := a.Store.Users.CreateAddress(r.Context(), auth.Actor(r.Context()), create)
	return writeAddress(w, http.StatusCreated, saved, err)
}

func (a api) updateAddress(w http.ResponseWriter, r *http.Request) error {
	in, err := decode[addressInput](w, r)
	if err != nil {
		return err
	}
	update := shop.AddressUpdateInput{ID: r.PathValue("id"),
		ShippingInfo: (*shop.ShippingInfoInput)(in.ShippingInfo), Default: in.Default}
	saved, err := a.Store.Users.UpdateAddress(r.Context(), auth.Actor(r.Context()), update)
	return writeAddress(w, http.StatusOK, saved, err)
}

func (a api) deleteAddress(w http.ResponseWriter, r *http.Request) error {
	remove := shop.AddressDeleteInput{ID: r.PathValue("id")}
	if err := a.Store.Users.DeleteAddress(r.Context(), auth.Actor(r.Context()), remove); err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"message": "Address deleted"})
}
