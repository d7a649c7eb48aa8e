package rest

import (
	"net/http"
	"strconv"

	"orrery/auth"
	"orrery/shop"
)

// productParts are the texts of the admin's form (spec 7), beside the picture.
var productParts = []string{"name", "price", "category", "stock"}

// createProduct needs name, price and stock (spec 5): a part that is missing counts as an empty one.
func (d door) createProduct(w http.ResponseWriter, r *http.Request) error {
	in, err := d.readPictured(w, r, "image", productParts...)
	if err != nil {
		return err
	}
	stock, err := stockIn(in.texts["stock"])
	if err != nil {
		return err
	}
	price := in.texts["price"]
	product, err := d.Store.Catalogue.CreateProduct(r.Context(), auth.Actor(r.Context()), shop.ProductCreateInput{
		Name: in.texts["name"], Price: &price, Stock: stock, Category: in.text("category"), ImageID: in.uploadID,
	})
	if err != nil {
		return err
	}
	return give(w, http.StatusCreated, fields{"product": fullProductOf(product, nil)})
}

// updateProduct leaves alone what has no part.
func (d door) updateProduct(w http.ResponseWriter, r *http.Request) error {
	in, err := d.readPictured(w, r, "image", productParts...)
	if err != nil {
		return err
	}
	update := shop.ProductUpdateInput{ID: r.PathValue("id"), Name: in.text("name"), Price: in.text("price"),
		Category: in.text("category"), ImageID: in.uploadID}
	if text := in.text("stock"); text != nil {
		stock, err := stockIn(*text)
		if err != nil {
			return err
		}
		update.Stock = &stock
	}
	product, err := d.Store.Catalogue.UpdateProduct(r.Context(), auth.Actor(r.Context()), update)
	if err != nil {
		return err
	}
	reviews, err := d.reviewsOf(r, product.ID)
	if err != nil {
		return err
	}
	return give(w, http.StatusOK, fields{"product": fullProductOf(product, reviews)})
}

func stockIn(text string) (int, error) {
	stock, err := strconv.Atoi(text)
	if err != nil {
		return 0, &shop.Error{Code: shop.Invalid, Field: "stock", Message: "Stock must be a whole number"}
	}
	return stock, nil
}

func (d door) deleteProduct(w http.ResponseWriter, r *http.Request) error {
	remove := shop.ProductDeleteInput{ID: r.PathValue("id")}
	if err := d.Store.Catalogue.DeleteProduct(r.Context(), auth.Actor(r.Context()), remove); err != nil {
		return err
	}
	return give(w, http.StatusOK, fields{"message": "Product deleted"})
}
