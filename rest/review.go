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
	return reviewBody{ID: r.ID, Name: r.Name, Rating: r.Rating, Comment: r.Comment, CreatedAt: r.CreatedAt,
		VerifiedBuyer: r.VerifiedBuyer}
}

// reviewsOf returns the newest reviews of a product, at most shop.MaxPage.
func (a api) reviewsOf(r *http.Request, productID string) ([]shop.Review, error) {
	newest := shop.PageArgs{First: shop.MaxPage}
	pages, err := a.Store.Catalogue.ReviewsOfProducts(r.Context(), auth.Actor(r.Context()), []string{productID}, newest)
	return pages[productID].Nodes, err
}

func (a api) reviewProduct(w http.ResponseWriter, r *http.Request) error {
	in, err := decode[struct {
		Rating  *int   `json:"rating"`
		Comment string `json:"comment"`
	}](w, r)
	if err != nil {
		return err
	}
	if in.Rating == nil {
		return missing(r, "rating", "Rating is required")
	}
	review := shop.ProductReviewInput{ProductID: r.PathValue("id"), Rating: *in.Rating, Comment: in.Comment}
	product, _, err := a.Store.Catalogue.ReviewProduct(r.Context(), auth.Actor(r.Context()), review)
	if err != nil {
		return renameFields(err, productPathFields)
	}
	reviews, err := a.reviewsOf(r, product.ID)
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"reviews": mapSlice(reviews, reviewOf), "ratings": product.Ratings(),
		"numOfReviews": product.NumOfReviews})
}
