package rest

import (
	"net/http"

	"orrery/auth"
	"orrery/shop"
)

// readProduct reads the administrators' form of a product. A missing field is unchanged or, if it is required, treated
// as an empty one.
func (a api) readProduct(w http.ResponseWriter, r *http.Request, required ...string) (in shop.ProductInput, err error) {
	if err := auth.Actor(r.Context()).Need(shop.WriteProducts); err != nil {
		return in, err
	}
	form, err := a.readPictureForm(w, r, "image", productForm...)
	if err != nil {
		return in, err
	}
	in.ID, in.ImageID = r.PathValue("id"), form.uploadID
	for _, field := range required {
		form.texts[field] += "" // a missing field is an empty one
	}
	err = in.SetTexts(form.texts, a.Store.Terms())
	return in, err
}

func (a api) createProduct(w http.ResponseWriter, r *http.Request) error {
	in, err := a.readProduct(w, r, "name", "price", "stock")
	if err != nil {
		return err
	}
	product, err := a.Store.Catalogue.CreateProduct(r.Context(), auth.Actor(r.Context()), in)
	if err != nil {
		return err
	}
	attributes, err := a.Store.Catalogue.ProductAttributes(r.Context(), auth.Actor(r.Context()), product)
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusCreated, fields{"product": fullProductOf(product, nil, attributes)})
}

func (a api) updateProduct(w http.ResponseWriter, r *http.Request) error {
	in, err := a.readProduct(w, r)
	if err != nil {
		return err
	}
	product, err := a.Store.Catalogue.UpdateProduct(r.Context(), auth.Actor(r.Context()), in)
	if err != nil {
		return err
	}
	reviews, err := a.reviewsOf(r, product.ID)
	if err != nil {
		return err
	}
	attributes, err := a.Store.Catalogue.ProductAttributes(r.Context(), auth.Actor(r.Context()), product)
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"product": fullProductOf(product, reviews, attributes)})
}

func (a api) deleteProduct(w http.ResponseWriter, r *http.Request) error {
	remove := shop.ProductDeleteInput{ID: r.PathValue("id")}
	if err := a.Store.Catalogue.DeleteProduct(r.Context(), auth.Actor(r.Context()), remove); err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"message": "Product deleted"})
}
