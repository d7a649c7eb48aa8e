package catalogue

import (
	"context"

	"orrery/shop"
)

// FitCheck says whether products, by their numbers, work together and with a part of that mass. What is unknown is passed over.
// Anybody may ask.
func (s *Store) FitCheck(ctx context.Context, actor shop.Actor, productIDs []string, partMassGrams int) (shop.FitCheck, error) {
	if err := shop.CheckFitInput(productIDs, partMassGrams); err != nil {
		return shop.FitCheck{}, err
	}
	found, err := s.ProductsByID(ctx, actor, productIDs)
	if err != nil {
		return shop.FitCheck{}, err
	}
	return shop.Fit(inOrder(found, productIDs), partMassGrams), nil
}

// inOrder are the products that there are among ids, in their order.
func inOrder(found map[string]shop.Product, ids []string) (products []shop.Product) {
	for _, id := range ids {
		if p, ok := found[id]; ok {
			products = append(products, p)
		}
	}
	return products
}
