package rest

import (
	"net/http"
	"time"

	"orrery/auth"
	"orrery/shop"
)

type reviewBody struct {
	ID        string    `json:"_id"`
	Name      string    `json:"name"`
	Rating    int       `json:"rating"`
	Comment   string    `json:"comment"`
	CreatedAt time.Time `json:"createdAt"`

	VerifiedBuyer bool `json:"verifiedBuyer"`
}

func reviewOf(r shop.Review) reviewBody {
	return reviewBody{ID: r.ID, Name: r.Name, Rating: r.Rating, Comment: r.Comment, CreatedAt: r.CreatedAt, VerifiedBuyer: r.VerifiedBuyer}
}

// reviewsOf returns the newest reviews of a product, as many as a page has at most.
func (d door) reviewsOf(r *http.Request, productID string) ([]shop.Review, error) {
	newest := shop.PageArgs{First: shop.MaxPage}
	pages, err := d.Store.Catalogue.ReviewsOfProducts(r.Context(), auth.Actor(r.Context()), []string{productID}, newest)
	return pages[productID].Nodes, err
}

func (d door) reviewProduct(w http.ResponseWriter, r *http.Request) error {
	in, err := read[struct {
		Rating  int    `json:"rating"`
		Comment string `json:"comment"`
	}](w, r)
	if err != nil {
		return err
	}
	review := shop.ProductReviewInput{ProductID: r.PathValue("id"), Rating: in.Rating, Comment: in.Comment}
	product, _, err := d.Store.Catalogue.ReviewProduct(r.Context(), auth.Actor(r.Context()), review)
	if err != nil {
		return renamed(err, productInPath)
	}
	reviews, err := d.reviewsOf(r, product.ID)
	if err != nil {
		return err
	}
	return give(w, http.StatusOK, fields{"reviews": each(reviews, reviewOf), "ratings": product.Ratings(),
		"numOfReviews": product.NumOfReviews})
}
