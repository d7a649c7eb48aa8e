package rest

import (
	"net/http"
	"strconv"

	"orrery/auth"
	"orrery/shop"
)

// productFields are the text fields of the administrators' product form, which also has a picture.
var productFields = []string{"name", "price", "category", "stock"}

// createProduct requires name, price and stock: a missing field is treated as an empty one.
func (a api) createProduct(w http.ResponseWriter, r *http.Request) error {
	in, err := a.readPictureForm(w, r, "image", productFields...)
	if err != nil {
		return err
	}
	stock, err := parseStock(in.texts["stock"])
	if err != nil {
		return err
	}
	price := in.texts["price"]
	product, err := a.Store.Catalogue.CreateProduct(r.Context(), auth.Actor(r.Context()), shop.ProductCreateInput{
		Name: in.texts["name"], Price: &price, Stock: stock, Category: in.text("category"), ImageID: in.uploadID,
	})
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusCreated, fields{"product": fullProductOf(product, nil)})
}

// updateProduct changes only the fields that the form contains.
func (a api) updateProduct(w http.ResponseWriter, r *http.Request) error {
	in, err := a.readPictureForm(w, r, "image", productFields...)
	if err != nil {
		return err
	}
	update := shop.ProductUpdateInput{ID: r.PathValue("id"), Name: in.text("name"), Price: in.text("price"),
		Category: in.text("category"), ImageID: in.uploadID}
	if text := in.text("stock"); text != nil {
		stock, err := parseStock(*text)
		if err != nil {
			return err
		}
		update.Stock = &stock
	}
	product, err := a.Store.Catalogue.UpdateProduct(r.Context(), auth.Actor(r.Context()), update)
	if err != nil {
		return err
	}
	reviews, err := a.reviewsOf(r, product.ID)
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"product": fullProductOf(product, reviews)})
}

func parseStock(text string) (int, error) {
	stock, err := strconv.Atoi(text)
	if err != nil {
		return 0, &shop.Error{Code: shop.Invalid, Field: "stock", Message: "Stock must be a whole number"}
	}
	return stock, nil
}

func (a api) deleteProduct(w http.ResponseWriter, r *http.Request) error {
	remove := shop.ProductDeleteInput{ID: r.PathValue("id")}
	if err := a.Store.Catalogue.DeleteProduct(r.Context(), auth.Actor(r.Context()), remove); err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"message": "Product deleted"})
}
