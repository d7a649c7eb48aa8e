package catalogue

import (
	"context"
	"fmt"

	"orrery/db/pg"
	"orrery/shop"
	"orrery/shop/cell"
)

// maxCellProducts limits the products that are read.
const maxCellProducts = 4 * cell.MaxParts

var cellProducts = pg.Prepared(`SELECT ` + ProductColumns + ` FROM products p
	WHERE p.listed AND jsonb_typeof(p.content -> 'motion') = 'object' ORDER BY p.id LIMIT $1`)

// CellParts returns the products with which cells can be planned. They are shared and must not be changed. No
// permission is required.
func (s *Store) CellParts(ctx context.Context, _ shop.Actor) (*cell.Parts, error) {
	return s.cells.Get(struct{}{}, func() (*cell.Parts, error) {
		products, err := s.readProducts(ctx, s.db.Reader(), cellProducts, maxCellProducts)
		if err != nil {
			return nil, fmt.Errorf("read the products of cells: %w", err)
		}
		parts := cell.NewParts(products)
		return &parts, nil
	})
}

// CellPlan plans a cell. The errors name fields of the input, after at. No permission is required.
func (s *Store) CellPlan(ctx context.Context, actor shop.Actor, at string, in cell.Input) (cell.Plan, error) {
	if err := in.Check(at); err != nil {
		return cell.Plan{}, err
	}
	parts, err := s.CellParts(ctx, actor)
	if err != nil {
		return cell.Plan{}, err
	}
	return cell.Make(at, in, parts, s.db.Terms, s.db.Now())
}

// CellOffer is like CellPlan and also describes the cell for a quote.
func (s *Store) CellOffer(ctx context.Context, actor shop.Actor, at string, in cell.Input) (
	cell.Plan, *shop.QuoteAppendix, error,
) {
	parts, err := s.CellParts(ctx, actor)
	if err != nil {
		return cell.Plan{}, nil, err
	}
	return cell.Offer(at, in, parts, s.db.Terms, s.db.Now())
}
