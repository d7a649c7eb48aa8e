package db_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"orrery/db/dbtest"
	"orrery/shop"
)

// What the triggers of products store for filters is what the products state.
func TestIndexedFiguresAreThoseOfProducts(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	admin := shop.Actor{UserID: unknownID, Role: shop.RoleAdmin, Address: "192.0.2.1"}
	if _, err := d.SQL.Exec(`INSERT INTO users (id, name, email, role, password_hash, created_at) VALUES ($1, 'A', 'a@example.org', 'admin', '', now())`,
		unknownID); err != nil {
		t.Fatal(err)
	}
	check := func(when string) {
		t.Helper()
		attributes, err := d.Store.Catalogue.Attributes(ctx, admin)
		if err != nil {
			t.Fatal(err)
		}
		products, err := d.Store.Catalogue.ProductsNow(ctx, admin, texts(t, d, `SELECT id::text FROM products`))
		if err != nil {
			t.Fatal(err)
		}
		stated := 0
		for _, p := range products {
			var want []string
			if p.Listed {
				for _, a := range p.ProductAttributes(attributes, shop.DefaultTerms()) {
					value := a.Value
					switch a.Attribute.Kind {
					case shop.FlagAttribute:
						value = "1 "
					case shop.ChoiceAttribute:
						value = "0 " + value
					default:
						value = strings.ReplaceAll(value, ".", "") + " "
					}
					want = append(want, a.Attribute.ID+" "+value)
				}
			}
			got := texts(t, d, `SELECT attribute_id || ' ' || value || ' ' || choice FROM product_attributes
				WHERE product_id = $1 AND attribute_id NOT LIKE '\_%'`, p.ID)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(want, got) {
				t.Errorf("%s, %s is indexed by %q, want %q", when, p.Name, got, want)
			}
			stated += len(got)
		}
		if stated < 20 {
			t.Errorf("%s, only %d values are indexed", when, stated)
		}
	}
	check("at first")
	choice := shop.AttributeCreateInput{ID: "protection", Label: "Protection", Kind: shop.ChoiceAttribute, Choices: []string{"IP54", "IP67"}, Filterable: true}
	if _, err := d.Store.Catalogue.CreateAttribute(ctx, admin, choice); err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{"3 weeks", "10 working days", "2 to 3 weeks", "2 – 3 months", "1 day", "4-2 business days", "soon", "", "about 3 weeks", "1234 days"} {
		id := fmt.Sprint(1 + i%3)
		plate := []shop.SpecItem{{Label: "lead time", Value: text}, {Label: "Lead time", Value: "1 day"}}
		if text == "" {
			plate = []shop.SpecItem{}
		}
		_, err := d.Store.Catalogue.UpdateProduct(ctx, admin, shop.ProductInput{ID: id, Stock: new(i % 4), IsPreorder: new(i%5 == 4), Content: &shop.ContentInput{Plate: plate,
			Attributes: []shop.AttributeValue{{ID: "protection", Value: "IP67"}, {ID: "stroke", Value: fmt.Sprint(i) + " m"}}}})
		if err != nil {
			t.Fatal(err)
		}
		check("with a lead time of " + text)
	}
	if _, err := d.SQL.Exec(`UPDATE products SET stock = 0`); err != nil {
		t.Fatal(err)
	}
	check("without stock")
	if err := d.Store.Catalogue.DeleteAttribute(ctx, admin, shop.AttributeDeleteInput{ID: "protection"}); err != nil {
		t.Fatal(err)
	}
	check("without an attribute")
	if _, err := d.SQL.Exec(`UPDATE products SET listed = false WHERE id < 3; DELETE FROM products WHERE id = 3`); err != nil {
		t.Fatal(err)
	}
	check("with fewer listed")
	if _, err := d.SQL.Exec(`SELECT fill_product_attributes()`); err != nil {
		t.Fatal(err)
	}
	check("filled anew")
}

// shelve replaces the products by n others, whose figures follow from their numbers. Every fifth states no reach.
func shelve(t *testing.T, d *dbtest.Database, n int) {
	t.Helper()
	if _, err := d.SQL.Exec(`DELETE FROM products`); err != nil {
		t.Fatal(err)
	}
	if _, err := d.SQL.Exec(`INSERT INTO products (id, name, category, price_minor, stock, short_desc, tags, content, created_at)
		SELECT i, CASE i % 7 WHEN 0 THEN 'Gripper ' WHEN 1 THEN 'Rail ' ELSE 'Arm ' END || i, (ARRAY['Industrial', 'Educational'])[1 + i % 2],
			100 * (i * 7919 % 5000), i % 3, 'A machine', '{}', jsonb_build_object('engineering', jsonb_strip_nulls(jsonb_build_object('kind', 'ARM',
			'payloadGrams', 100 * (1 + i * 31 % 97), 'reachMm', CASE WHEN i % 5 > 0 THEN 100 + i * 17 % 1009 END))), now() - (i * 13 % 1013) * interval '1 minute'
		FROM generate_series(1, $1::bigint) AS i`, n); err != nil {
		t.Fatal(err)
	}
	if _, err := d.SQL.Exec(`ANALYZE products, product_attributes, product_texts`); err != nil {
		t.Fatal(err)
	}
}

// Lists by figures are those that comparing every product gives, in shops of which the planner knows all products and in
// larger ones.
func TestProductsByFigures(t *testing.T) {
	t.Parallel()
	for _, n := range []int{300, 5000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			d := dbtest.New(t)
			ctx := context.Background()
			shelve(t, d, n)
			orders := map[string]string{string(shop.SortCreatedAt): "created_at DESC, id DESC", string(shop.SortPriceAsc): "price_minor, id",
				string(shop.SortName): "lower(name), id", "reach": "reach NULLS LAST, id", "-reach": "reach DESC NULLS LAST, id DESC", "-payload": "payload DESC, id DESC"}
			random := rand.New(rand.NewPCG(1, 2))
			found := 0
			for i := range 30 {
				var filter shop.ProductFilter
				conditions := []string{"true"}
				if random.IntN(2) == 0 {
					low := random.IntN(9000)
					filter.Figures = append(filter.Figures, shop.FigureFilterInput{Attribute: "payload", Min: new(fmt.Sprint(low)), Max: new(fmt.Sprintf("%d.5 kg", low/1000+i%3))})
					conditions = append(conditions, fmt.Sprintf("payload BETWEEN %d AND %d", low, (low/1000+i%3)*1000+500))
					if low > (low/1000+i%3)*1000+500 {
						continue
					}
				}
				if random.IntN(2) == 0 {
					filter.Figures = append(filter.Figures, shop.FigureFilterInput{Attribute: "reach", Max: new("0.5 m")})
					conditions = append(conditions, "reach <= 500")
				}
				if random.IntN(3) == 0 {
					filter.Price = &shop.PriceRangeInput{Min: new("500"), Max: new("900.50")}
					conditions = append(conditions, "price_minor BETWEEN 50000 AND 90050")
				}
				if random.IntN(3) == 0 {
					filter.Available = new(true)
					conditions = append(conditions, "stock > 0")
				}
				if random.IntN(3) == 0 {
					filter.Category = new("educ")
					conditions = append(conditions, "category = 'Educational'")
				}
				if random.IntN(3) == 0 {
					filter.Search = new("gripper under 800 mm")
					conditions = append(conditions, "name LIKE 'Gripper%' AND reach <= 800")
				}
				if len(conditions) == 1 {
					continue
				}
				from := ` FROM (SELECT *, (content #>> '{engineering,payloadGrams}')::int AS payload, (content #>> '{engineering,reachMm}')::int AS reach
					FROM products) AS p WHERE ` + strings.Join(conditions, " AND ")
				for by, order := range orders {
					var got []string
					want := texts(t, d, `SELECT id::text AS text`+from+` ORDER BY `+order)
					args := shop.PageArgs{First: 37}
					for {
						read := func() (shop.Page[shop.Product], error) {
							if attribute := strings.TrimPrefix(by, "-"); attribute == "reach" || attribute == "payload" {
								return d.Store.Catalogue.ProductsByAttribute(ctx, shop.Actor{}, filter, shop.AttributeSort{Attribute: attribute, Descending: by != attribute}, args, shop.LineParts)
							}
							return d.Store.Catalogue.Products(ctx, shop.Actor{}, filter, shop.ProductSort(by), args, shop.LineParts)
						}
						page, err := read()
						if err != nil {
							t.Fatal(err)
						}
						for _, p := range page.Nodes {
							got = append(got, p.ID)
						}
						if args.After == nil {
							if total, err := page.Count(ctx); err != nil || total != len(want) {
								t.Fatalf("%v by %s: %d matches, %v, want %d", conditions, by, total, err, len(want))
							}
						}
						if !page.HasNext || len(got) > 200 {
							break
						}
						args.After = new(page.Cursor(len(page.Nodes) - 1))
					}
					if want = want[:min(len(want), len(got))]; !slices.Equal(got, want) {
						t.Fatalf("%v by %s:\n%v, want\n%v", conditions, by, got, want)
					}
					found += len(got)
				}
				facets, err := d.Store.Catalogue.ProductFacets(ctx, shop.Actor{}, filter)
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range facets {
					others := slices.DeleteFunc(slices.Clone(conditions), func(c string) bool {
						of := map[string]string{"payload": "payload ", "reach": "reach ", "price": "price_minor ", "available": "stock "}[f.Attribute.ID]
						return of != "" && strings.Contains(c, of)
					})
					if f.Attribute.ID == "reach" && filter.Search != nil {
						others = append(others, "name LIKE 'Gripper%'")
					}
					stated := map[string]string{"payload": "payload IS NOT NULL", "reach": "reach IS NOT NULL", "price": "price_minor IS NOT NULL", "available": "stock > 0"}[f.Attribute.ID]
					want := len(texts(t, d, `SELECT id::text FROM (SELECT *, (content #>> '{engineering,payloadGrams}')::int AS payload,
						(content #>> '{engineering,reachMm}')::int AS reach FROM products) AS p WHERE `+strings.Join(append(others, stated), " AND ")))
					if off := max(want-f.Count, f.Count-want); f.Approximate && off > 40+want/3 || !f.Approximate && off > 0 {
						t.Errorf("%v: the facet of %s counts %d, want %d", conditions, f.Attribute.ID, f.Count, want)
					}
				}
			}
			if found < 300 {
				t.Errorf("only %d products were found", found)
			}
		})
	}
}

// Products that fit another one are those of the fit check.
func TestProductsThatFit(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	for id, want := range map[string]string{"3": "8 7", "7": "10 3 1", "8": "3", "9": ""} {
		page, err := d.Store.Catalogue.Products(ctx, shop.Actor{}, shop.ProductFilter{Fits: &id}, shop.SortCreatedAt, shop.PageArgs{First: 12}, shop.LineParts)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range page.Nodes {
			got = append(got, p.ID)
		}
		slices.Reverse(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s fits %v, want %s", id, got, want)
		}
	}
	_, err := d.Store.Catalogue.Products(ctx, shop.Actor{}, shop.ProductFilter{Fits: new("99")}, shop.SortCreatedAt, shop.PageArgs{First: 12}, shop.LineParts)
	if errs := shop.UserErrors(err); len(errs) != 1 || errs[0].Field != "filter.fits" {
		t.Errorf("an unknown product: %v", err)
	}
}

func texts(t *testing.T, d *dbtest.Database, query string, args ...any) (found []string) {
	t.Helper()
	rows, err := d.SQL.Query(query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		found = append(found, text)
	}
	return found
}
