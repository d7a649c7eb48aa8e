package catalogue

import (
	"context"

	"orrery/shop"
)

// FitCheck checks whether products, given by their IDs, work together and with a part of that mass, in grams. Unknown
// products are ignored. No permission is required.
func (s *Store) FitCheck(ctx context.Context, actor shop.Actor, productIDs []string,
	partMassGrams int) (shop.FitCheck, error) {
	if err := shop.CheckFitInput(productIDs, partMassGrams); err != nil {
		return shop.FitCheck{}, err
	}
	found, err := s.ProductsByID(ctx, actor, productIDs)
	if err != nil {
		return shop.FitCheck{}, err
	}
	return shop.Fit(inOrder(found, productIDs), partMassGrams), nil
}

// inOrder returns the products that were found, in the order of ids.
func inOrder(found map[string]shop.Product, ids []string) (products []shop.Product) {
	for _, id := range ids {
		if p, ok := found[id]; ok {
			products = append(products, p)
		}
	}
	return products
}
