package db_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"orrery/db/dbtest"
	"orrery/shop"
)

func wishQuote(key string) shop.QuoteCreateInput {
	rental := shop.PlanRental
	return shop.QuoteCreateInput{Name: " Ada ", Email: "Ada@Example.org", IdempotencyKey: key, Lines: []*shop.QuoteLineInput{
		{ProductID: "1", Quantity: 2}, {ProductID: "2", Quantity: 1, Plan: &rental}}}
}

func visitor(address string) shop.Actor { return shop.Actor{Address: address} }

func refusedAs(t *testing.T, what string, err error, want shop.Code) {
	t.Helper()
	var refusal *shop.Error
	if !errors.As(err, &refusal) || refusal.Code != want {
		t.Errorf("%s: %v, want %s", what, err, want)
	}
}

// A quote stays what it was, whatever becomes of its products.
func TestQuoteIsFrozen(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	made, key, err := d.Store.Quotes.Create(ctx, visitor("a"), wishQuote("k"))
	if err != nil {
		t.Fatal(err)
	}
	if made.Number != "QU-100001" || made.Name != "Ada" || made.Email != "ada@example.org" || made.Total.Decimal() != "57197.80" ||
		made.ValidUntil.Sub(made.CreatedAt) != 30*24*time.Hour || len(made.Lines) != 2 {
		t.Errorf("made %+v", made)
	}
	if l := made.Lines[1]; l.UnitPrice != nil || l.Plan.Price != "€1,999" || l.ExpectedDelivery == nil || *l.LeadTime != "60 days" {
		t.Errorf("rented line %+v", l)
	}
	if _, err := d.SQL.Exec(`UPDATE products SET price_minor = 1, name = 'Changed', content = '{}' WHERE id = 1`); err != nil {
		t.Fatal(err)
	}
	if _, err := d.SQL.Exec(`DELETE FROM products WHERE id = 2`); err != nil {
		t.Fatal(err)
	}
	read, err := d.Store.Quotes.Get(ctx, visitor("b"), made.Number, key)
	if err != nil {
		t.Fatal(err)
	}
	if read.Total != made.Total || read.Lines[0].ProductName != made.Lines[0].ProductName || len(read.Lines[0].Plate) != 6 ||
		*read.Lines[0].UnitPrice != *made.Lines[0].UnitPrice {
		t.Errorf("read %+v", read)
	}
	if l := read.Lines[1]; l.ProductID != nil || l.ProductName != "Mobile Assistant" || l.Plan.Price != "€1,999" {
		t.Errorf("line of a deleted product %+v", l)
	}
}

// A double click, a repetition after a lost connection: one quote, and each answer has a link that works.
func TestQuoteOnceForOneKey(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	var mu sync.Mutex
	numbers := map[string]bool{}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			made, key, err := d.Store.Quotes.Create(ctx, visitor("a"), wishQuote("k"))
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := d.Store.Quotes.Get(ctx, visitor("b"), made.Number, key); err != nil {
				t.Errorf("the link of %s: %v", made.Number, err)
			}
			mu.Lock()
			defer mu.Unlock()
			numbers[made.Number] = true
		})
	}
	wg.Wait()
	if len(numbers) != 1 {
		t.Errorf("one wish made %v", numbers)
	}
	var lines int
	if err := d.SQL.QueryRow(`SELECT count(*) FROM quote_lines`).Scan(&lines); err != nil || lines != 2 {
		t.Errorf("%d lines, %v", lines, err)
	}

	// Another key, another wish or somebody else: another quote.
	user := register(t, d, "ada@example.org")
	other := wishQuote("k")
	other.Lines[0].Quantity = 3
	for _, c := range []struct {
		actor shop.Actor
		in    shop.QuoteCreateInput
	}{{visitor("a"), wishQuote("l")}, {visitor("a"), other}, {user, wishQuote("k")}} {
		made, _, err := d.Store.Quotes.Create(ctx, c.actor, c.in)
		if err != nil || numbers[made.Number] {
			t.Errorf("%+v: %s, %v", c.in, made.Number, err)
		}
		numbers[made.Number] = true
	}
}

func TestQuoteNeedsItsOwnKey(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	one, key, err := d.Store.Quotes.Create(ctx, visitor("a"), wishQuote("1"))
	if err != nil {
		t.Fatal(err)
	}
	two, _, err := d.Store.Quotes.Create(ctx, visitor("a"), wishQuote("2"))
	if err != nil {
		t.Fatal(err)
	}
	for what, asked := range map[string][2]string{
		"key of another quote": {two.Number, key}, "no key": {one.Number, ""}, "no such number": {"QU-1", key},
		"another case": {one.Number, key[:42] + "="},
	} {
		_, err := d.Store.Quotes.Get(ctx, visitor("a"), asked[0], asked[1])
		refusedAs(t, what, err, shop.NotFound)
	}
	var kept int
	if err := d.SQL.QueryRow(`SELECT count(*) FROM quote_links WHERE encode(hash, 'escape') LIKE '%' || $1 || '%'`, key).Scan(&kept); err != nil || kept != 0 {
		t.Errorf("the key itself is kept: %d, %v", kept, err)
	}
}

func TestQuotesOfStrangersAreBounded(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	for i := range 20 {
		if _, _, err := d.Store.Quotes.Create(ctx, visitor("a"), wishQuote(fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	_, _, err := d.Store.Quotes.Create(ctx, visitor("a"), wishQuote("k"))
	refusedAs(t, "the 21st in an hour", err, shop.RateLimited)
	for range shop.RepeatedQuotePerAddress.Max { // an answer that was lost
		if _, _, err := d.Store.Quotes.Create(ctx, visitor("a"), wishQuote("0")); err != nil {
			t.Fatalf("repeated: %v", err)
		}
	}
	_, _, err = d.Store.Quotes.Create(ctx, visitor("a"), wishQuote("0"))
	refusedAs(t, "repeated too often", err, shop.RateLimited)
	if _, _, err := d.Store.Quotes.Create(ctx, visitor("b"), wishQuote("k")); err != nil {
		t.Errorf("from elsewhere: %v", err)
	}
}

// A quote is forgotten 90 days after it has expired, with its lines and links.
func TestQuotesAreForgotten(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	if _, _, err := d.Store.Quotes.Create(ctx, visitor("a"), wishQuote("k")); err != nil {
		t.Fatal(err)
	}
	left := func() (n int) {
		t.Helper()
		if err := d.Store.Ops.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		if err := d.SQL.QueryRow(`SELECT (SELECT count(*) FROM quotes) + (SELECT count(*) FROM quote_lines) +
			(SELECT count(*) FROM quote_links)`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	d.Clock.Advance(120*24*time.Hour - time.Second)
	if n := left(); n != 4 {
		t.Errorf("%d rows are left, want 4", n)
	}
	d.Clock.Advance(time.Second)
	if n := left(); n != 0 {
		t.Errorf("%d rows are left, want none", n)
	}
}
