package db_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"orrery/db"
	"orrery/db/dbtest"
	"orrery/shop"
)

// No list of the administrators, nothing of the dashboard and no search reads more of a large table without an index than a bounded count may.
func TestListsUseIndexes(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	now := d.Clock.Now()
	if err := dbtest.Fill(ctx, d.SQL, dbtest.Crowd{Orders: 60_000, Products: 12_000}, now); err != nil {
		t.Fatal(err)
	}
	if _, err := d.SQL.Exec(`INSERT INTO stock_alerts (id, product_id, email, expires_at, created_at)
		SELECT gen_random_uuid(), 1 + n % 13, 'person' || n || '@example.org', $1, $1::timestamptz - n * interval '1 minute'
		FROM generate_series(1, 60000) n`, now); err != nil {
		t.Fatal(err)
	}
	admin := shop.Actor{UserID: "00000000-0000-4000-8000-000000000001", Role: shop.RoleAdmin}
	page := shop.PageArgs{First: 20}
	found := func(n int, err error) error {
		if err == nil && n == 0 {
			err = fmt.Errorf("nothing was found")
		}
		return err
	}
	counted := func(count func(context.Context) (int, error), err error) error {
		if err != nil {
			return err
		}
		return found(count(ctx))
	}
	cases := map[string]func(*db.Store) error{
		"dashboard": func(s *db.Store) error {
			day := now.Truncate(24 * time.Hour)
			got, err := s.Ops.Dashboard(ctx, admin, day.AddDate(0, 0, -30), day)
			return found(len(got.LowStock), err)
		},
	}
	for _, parts := range []shop.ProductParts{shop.LineParts, shop.CardParts, shop.AllParts} {
		cases[fmt.Sprint("featured products, parts ", parts)] = func(s *db.Store) error {
			got, err := s.Catalogue.FeaturedProducts(ctx, shop.Actor{}, parts)
			return found(len(got), err)
		}
	}
	month := now.AddDate(0, -1, 0)
	for name, f := range map[string]shop.OrderFilter{"": {}, " of a status": {Status: new(shop.OrderShipped)}, " searched": {Search: new("or-50123")},
		" of a buyer": {Search: new("person 512 ")}, " of an address": {Search: new("person512@example.org")}, " of a month": {From: &month}} {
		for _, sort := range []shop.OrderSort{shop.OrdersNewest, shop.OrdersOldest, shop.OrdersTotalDesc, shop.OrdersTotalAsc} {
			cases["orders"+name+" "+string(sort)] = func(s *db.Store) error {
				got, err := s.Orders.All(ctx, admin, f, sort, page)
				return found(len(got.Nodes), err)
			}
		}
		cases["count of orders"+name] = func(s *db.Store) error {
			got, err := s.Orders.All(ctx, admin, f, shop.OrdersNewest, page)
			return counted(got.Count, err)
		}
	}
	for name, f := range map[string]shop.PreOrderFilter{"": {}, " of a status": {Status: new(shop.PreOrderPending)}, " confirmed": {Confirmed: new(true)}, " searched": {Search: new("person512@")}} {
		for _, sort := range []shop.PreOrderSort{shop.PreOrdersNewest, shop.PreOrdersOldest, shop.PreOrdersName, shop.PreOrdersProduct, shop.PreOrdersDue} {
			cases["pre-orders"+name+" "+string(sort)] = func(s *db.Store) error {
				got, err := s.PreOrders.All(ctx, admin, f, sort, page)
				return found(len(got.Nodes), err)
			}
		}
	}
	for name, f := range map[string]shop.ContactMessageFilter{"": {}, " pending": {Status: new(shop.ContactPending)}, " searched": {Search: new("number 512?")}} {
		for _, sort := range []shop.ContactMessageSort{shop.ContactMessagesNewest, shop.ContactMessagesOldest, shop.ContactMessagesDue} {
			cases["messages"+name+" "+string(sort)] = func(s *db.Store) error {
				got, err := s.Content.ContactMessages(ctx, admin, f, sort, page)
				return found(len(got.Nodes), err)
			}
		}
	}
	for name, f := range map[string]shop.QuoteFilter{"": {}, " waiting": {Answered: new(false)}, " searched": {Search: new("person512@")}} {
		for _, sort := range []shop.QuoteSort{shop.QuotesNewest, shop.QuotesOldest, shop.QuotesDue} {
			cases["quotes"+name+" "+string(sort)] = func(s *db.Store) error {
				got, err := s.Quotes.All(ctx, admin, f, sort, page)
				return found(len(got.Nodes), err)
			}
		}
		cases["count of quotes"+name] = func(s *db.Store) error {
			got, err := s.Quotes.All(ctx, admin, f, shop.QuotesNewest, page)
			return counted(got.Count, err)
		}
	}
	for name, f := range map[string]shop.ReviewFilter{"": {}, " hidden": {Hidden: new(true)}, " shown": {Hidden: new(false)},
		" of a product": {ProductID: new("3")}, " of a rating": {Rating: new(2)}, " searched": {Search: new("number 512.")}} {
		for _, sort := range []shop.ReviewSort{shop.ReviewsNewest, shop.ReviewsOldest} {
			cases["reviews"+name+" "+string(sort)] = func(s *db.Store) error {
				got, err := s.Catalogue.Reviews(ctx, admin, f, sort, page)
				return found(len(got.Nodes), err)
			}
		}
	}
	for name, f := range map[string]shop.NewsletterFilter{"": {}, " confirmed": {Status: new(shop.NewsletterConfirmed)},
		" unconfirmed": {Status: new(shop.NewsletterUnconfirmed)}, " searched": {Search: new("person512@")}} {
		for _, sort := range []shop.NewsletterSort{shop.NewsletterNewest, shop.NewsletterOldest} {
			cases["newsletter"+name+" "+string(sort)] = func(s *db.Store) error {
				got, err := s.Content.NewsletterSubscribers(ctx, admin, f, sort, page)
				return found(len(got.Nodes), err)
			}
		}
	}
	for name, f := range map[string]shop.StockAlertFilter{"": {}, " of a product": {ProductID: new("3")}} {
		cases["stock alerts"+name] = func(s *db.Store) error {
			got, err := s.Catalogue.StockAlerts(ctx, admin, f, page)
			return found(len(got.Nodes), err)
		}
	}
	for name, f := range map[string]shop.CustomerFilter{"": {}, " searched": {Search: new("person512@")}} {
		for _, sort := range []shop.CustomerSort{shop.CustomersNewest, shop.CustomersOldest, shop.CustomersName} {
			cases["customers"+name+" "+string(sort)] = func(s *db.Store) error {
				got, err := s.Users.Customers(ctx, admin, f, sort, page)
				return found(len(got.Nodes), err)
			}
		}
	}
	for name, f := range map[string]shop.InventoryFilter{"": {}, " searched": {Search: new("machine 512")}, " of a name": {Name: new("machine 512")}, " of a category": {Category: new("range 7 / line 47")},
		" unlisted": {Listed: new(false)}, " low": {MaxStock: new(3)}} {
		for _, sort := range []shop.InventorySort{shop.InventoryNewest, shop.InventoryName, shop.InventoryStock, shop.InventoryPriceAsc, shop.InventoryPriceDesc} {
			cases["inventory"+name+" "+string(sort)] = func(s *db.Store) error {
				got, err := s.Catalogue.Inventory(ctx, admin, f, sort, page)
				return found(len(got.Nodes), err)
			}
		}
	}
	for name, f := range map[string]shop.ProductFilter{"a frequent word": {Search: new("machine")}, "a beginning": {Search: new("51")},
		"two words": {Search: new("machine 512")}, "two frequent words": {Search: new("number machine")}, "a part": {Search: new("achin")},
		"a word in a category": {Search: new("machine"), Category: new("line 47")}, "a misspelt word": {Search: new("mashine")}} {
		for _, sort := range []shop.ProductSort{shop.SortRelevance, shop.SortCreatedAt, shop.SortPriceAsc, shop.SortPriceDesc, shop.SortName, shop.SortRating} {
			cases["products by "+name+" "+string(sort)] = func(s *db.Store) error {
				got, err := s.Catalogue.Products(ctx, shop.Actor{}, f, sort, shop.PageArgs{First: 12}, shop.CardParts)
				return found(len(got.Nodes), err)
			}
		}
		cases["count of products by "+name] = func(s *db.Store) error {
			got, err := s.Catalogue.Products(ctx, shop.Actor{}, f, shop.SortCreatedAt, shop.PageArgs{First: 12}, shop.CardParts)
			return counted(got.Count, err)
		}
	}
	for name, f := range map[string]shop.ProductFilter{"many": {Price: &shop.PriceRangeInput{Min: new("1")}}, "few": {Price: &shop.PriceRangeInput{Max: new("150")}},
		"stock": {Available: new(true)}, "two": {Available: new(true), Price: &shop.PriceRangeInput{Max: new("150")}},
		"a category": {Available: new(true), Category: new("line 47")}, "words": {Search: new("machine in stock")}, "rare words": {Search: new("512 in stock")}} {
		for _, sort := range []shop.ProductSort{shop.SortRelevance, shop.SortCreatedAt, shop.SortPriceAsc, shop.SortPriceDesc, shop.SortName, shop.SortRating} {
			cases["products by figures, "+name+" "+string(sort)] = func(s *db.Store) error {
				got, err := s.Catalogue.Products(ctx, shop.Actor{}, f, sort, shop.PageArgs{First: 12}, shop.CardParts)
				return found(len(got.Nodes), err)
			}
		}
		cases["products by figures, "+name+" by an attribute"] = func(s *db.Store) error {
			got, err := s.Catalogue.ProductsByAttribute(ctx, shop.Actor{}, f, shop.AttributeSort{Attribute: "price"}, shop.PageArgs{First: 12}, shop.CardParts)
			return found(len(got.Nodes), err)
		}
		cases["count of products by figures, "+name] = func(s *db.Store) error {
			got, err := s.Catalogue.Products(ctx, shop.Actor{}, f, shop.SortCreatedAt, shop.PageArgs{First: 12}, shop.CardParts)
			return counted(got.Count, err)
		}
		cases["facets of products by figures, "+name] = func(s *db.Store) error {
			got, err := s.Catalogue.ProductFacets(ctx, shop.Actor{}, f)
			return found(len(got), err)
		}
	}
	for name, f := range map[string]shop.AuditFilter{"": {}, " of an order": {Object: new(shop.AuditOrder), ObjectID: new("f3b1c1e3-0000-0000-0000-000000000000")},
		" by a person": {Search: new("person 7")}, " by an ID": {Search: new("deadbeef")}, " by a kind": {Search: new("deleted")}} {
		cases["audit log"+name] = func(s *db.Store) error {
			_, err := s.Ops.AuditEntries(ctx, admin, f, page)
			return err
		}
	}
	// run reads some of the lists with one Store and returns what was scanned. Counters are written down when a
	// connection ends.
	run := func(t *testing.T, names ...string) (before, after dbtest.Scans) {
		before = scans(t, d)
		countedApart(t, d, func(store *db.Store) {
			for _, name := range names {
				if err := cases[name](store); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		})
		return before, scans(t, d)
	}
	for names := range slices.Chunk(slices.Sorted(maps.Keys(cases)), 20) {
		if before, after := run(t, names...); after.Rows(before) <= shop.MaxCount {
			continue
		}
		for _, name := range names { // which of them is it?
			t.Run(name, func(t *testing.T) {
				before, after := run(t, name)
				for table, rows := range after.Beyond(before) {
					t.Errorf("%d rows of %s are read without an index", rows, table)
				}
			})
		}
	}
}

// countedApart lets a store of its own do something. What its connections have read is counted then, since they have ended.
func countedApart(t *testing.T, d *dbtest.Database, do func(*db.Store)) {
	t.Helper()
	store, err := db.Open(t.Context(), db.Config{URL: d.URL + " application_name=counted", Terms: shop.DefaultTerms(),
		Now: d.Clock.Now, Unprepared: true})
	if err != nil {
		t.Fatal(err)
	}
	do(store)
	_ = store.Close()
	eventually(t, func() bool {
		return count(t, d.SQL, "pg_stat_activity WHERE datname = current_database() AND application_name = 'counted'") == 0
	})
}

func scans(t *testing.T, d *dbtest.Database) dbtest.Scans {
	t.Helper()
	found, err := dbtest.ReadScans(context.Background(), d.SQL)
	if err != nil {
		t.Fatal(err)
	}
	return found
}
