package db_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"orrery/db"
	"orrery/db/dbtest"
	"orrery/shop"
)

// settingsInput is the present settings with a change.
func settingsInput(t *testing.T, s *db.Store, change func(*shop.SettingsInput)) shop.SettingsInput {
	t.Helper()
	now, err := s.Content.Settings(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	in := shop.SettingsInput{Version: now.Version, Name: now.Name, Short: now.Short, Retail: now.Retail, Title: now.Title, Description: now.Description,
		Email: now.Email, Phone: now.Phone, Office: now.Office, Opens: now.Opens, Closes: now.Closes, Holidays: now.Holidays, Bank: now.Bank,
		Country: now.Country, OrderPrefix: now.OrderPrefix, QuotePrefix: now.QuotePrefix, MailFrom: now.MailFrom, ContactTo: now.ContactTo}
	change(&in)
	return in
}

func rename(name string) func(*shop.SettingsInput) {
	return func(in *shop.SettingsInput) { in.Name = name }
}

func TestSettingsHaveAHistory(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx, s := context.Background(), d.Store
	who := cast(t, d)

	seeded, err := s.Content.SiteSettings(ctx, who.admin)
	if err != nil || seeded.Version != 1 || seeded.Name != "Orrery Robotics" || seeded.Bank.BIC != "ABNANL2A" || seeded.ShareImage == nil {
		t.Fatalf("seeded %+v, %v", seeded, err)
	}
	stale := settingsInput(t, s, rename("Late"))
	for i, name := range []string{"Acme", "Umbrella"} {
		site, err := s.Content.UpdateSettings(ctx, who.admin, settingsInput(t, s, rename(name)))
		if err != nil || site.Version != i+2 || site.Name != name || site.ShareImage == nil {
			t.Fatalf("%+v, %v", site, err)
		}
	}
	if _, err := s.Content.UpdateSettings(ctx, who.admin, stale); codeOf(err) != shop.Conflict {
		t.Errorf("what another version was edited for: %v", err)
	}
	if _, err := s.Content.UpdateSettings(ctx, who.admin, settingsInput(t, s, func(in *shop.SettingsInput) { in.Version = 7 })); codeOf(err) != shop.Conflict {
		t.Errorf("a version that is not there yet: %v", err)
	}

	page, err := s.Content.SettingsHistory(ctx, who.admin, shop.PageArgs{First: 2})
	if err != nil || len(page.Nodes) != 2 || !page.HasNext {
		t.Fatalf("%+v, %v", page, err)
	}
	newest := page.Nodes[0]
	if newest.Version != 3 || newest.Author == nil || len(newest.Changes) != 1 || newest.Changes[0].Name != "name" ||
		*newest.Changes[0].Before != `"Acme"` || *newest.Changes[0].After != `"Umbrella"` {
		t.Errorf("%+v", newest)
	}
	rest, err := s.Content.SettingsHistory(ctx, who.admin, shop.PageArgs{First: 2, After: new(page.Cursor(1))})
	if err != nil || len(rest.Nodes) != 1 || rest.Nodes[0].Version != 1 || rest.Nodes[0].Author != nil {
		t.Errorf("%+v, %v", rest.Nodes, err)
	}
	for _, after := range []string{"", "x"} {
		if _, err := s.Content.SettingsHistory(ctx, who.admin, shop.PageArgs{First: 2, After: &after}); err == nil {
			t.Errorf("cursor %q is accepted", after)
		}
	}

	if _, err := s.Content.RestoreSettings(ctx, who.admin, shop.SettingsRestoreInput{Restore: 1, Version: 2}); codeOf(err) != shop.Conflict {
		t.Errorf("restored over another version: %v", err)
	}
	site, err := s.Content.RestoreSettings(ctx, who.admin, shop.SettingsRestoreInput{Restore: 1, Version: 3})
	if err != nil || site.Version != 4 || site.Name != "Orrery Robotics" {
		t.Errorf("%+v, %v", site, err)
	}
	entries, err := s.Ops.AuditEntries(ctx, who.admin, shop.AuditFilter{Object: new(shop.AuditSettings)}, shop.PageArgs{First: 10})
	if err != nil || len(entries.Nodes) != 3 || entries.Nodes[0].ActorID != who.admin.UserID || entries.Nodes[0].ObjectID != "4" {
		t.Errorf("%+v, %v", entries.Nodes, err)
	}
	if _, err := d.SQL.Exec(`UPDATE settings SET document = '{}'`); err == nil {
		t.Error("a version was changed")
	}
}

// One of those who save the same version at once succeeds.
func TestSettingsAreSavedByOneAtATime(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	who := cast(t, d)
	var saved, refused atomic.Int32
	var all sync.WaitGroup
	var inputs []shop.SettingsInput
	for i := range 8 {
		inputs = append(inputs, settingsInput(t, d.Store, rename(fmt.Sprint("Shop ", i))))
	}
	for _, in := range inputs {
		all.Go(func() {
			switch _, err := d.Store.Content.UpdateSettings(context.Background(), who.admin, in); {
			case err == nil:
				saved.Add(1)
			case codeOf(err) == shop.Conflict:
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	if saved.Load() != 1 || refused.Load() != 7 {
		t.Errorf("%d saved, %d refused", saved.Load(), refused.Load())
	}
}

// 50 readers of two processes never see an older version after a newer one.
func TestSettingsNeverGoBack(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	other := d.Another(t)
	who := cast(t, d)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	for _, s := range []*db.Store{d.Store, other.Store} {
		if _, err := s.Outbox.Follow(ctx, slog.New(slog.DiscardHandler)); err != nil {
			t.Fatal(err)
		}
	}
	var readers sync.WaitGroup
	done := make(chan struct{})
	for i := range 50 {
		s := []*db.Store{d.Store, other.Store}[i%2]
		readers.Go(func() {
			for seen := 0; ; {
				now, err := s.Content.Settings(ctx)
				if err != nil {
					t.Error(err)
					return
				}
				if now.Version < seen {
					t.Errorf("version %d after %d", now.Version, seen)
					return
				}
				seen = now.Version
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	for i := range 20 {
		if _, err := d.Store.Content.UpdateSettings(ctx, who.admin, settingsInput(t, d.Store, rename(fmt.Sprint("Shop ", i)))); err != nil {
			t.Fatal(err)
		}
		if now, err := d.Store.Content.Settings(ctx); err != nil || now.Name != fmt.Sprint("Shop ", i) {
			t.Errorf("saved %d and read %q, %v", i, now.Name, err)
		}
	}
	close(done)
	readers.Wait()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		now, err := other.Store.Content.Settings(ctx)
		if err == nil && now.Name == "Shop 19" {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the other process has %q, %v", now.Name, err)
		}
	}
}

func TestFixedSettingsStay(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	who := cast(t, d)
	ctx := context.Background()
	store, err := db.Open(ctx, db.Config{URL: d.URL, Terms: shop.DefaultTerms(), Now: d.Clock.Now,
		Fixed: shop.FixedSettings{MailFrom: "fixed@shop.example", Bank: &shop.BankAccount{Holder: "H", IBAN: "I", BIC: "B"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	site, err := store.Content.UpdateSettings(ctx, who.admin, settingsInput(t, store, func(in *shop.SettingsInput) {
		in.Name, in.Bank = "Acme", shop.BankAccount{}
	}))
	if err != nil || site.MailFrom != "fixed@shop.example" || site.Bank.IBAN != "I" || len(site.Fixed) != 2 {
		t.Errorf("%+v, %v", site, err)
	}
	stored, err := d.Store.Content.SiteSettings(ctx, who.admin)
	if err != nil || stored.Name != "Acme" || stored.MailFrom != "" || stored.Bank.BIC != "ABNANL2A" || len(stored.Fixed) != 0 {
		t.Errorf("without the variables: %+v, %v", stored, err)
	}
}

func TestNumberSeriesMoveForward(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	who := cast(t, d)
	ctx, s := context.Background(), d.Store
	quote := func() string {
		q, _, err := s.Quotes.Create(ctx, who.user, shop.QuoteCreateInput{Name: "A", Email: "a@b.c", IdempotencyKey: fmt.Sprint(time.Now().UnixNano()),
			Lines: []*shop.QuoteLineInput{{ProductID: "1", Quantity: 1}}})
		if err != nil {
			t.Fatal(err)
		}
		return q.Number
	}
	first, err := s.Content.SiteSettings(ctx, who.admin)
	if err != nil {
		t.Fatal(err)
	}
	before := quote()
	if !strings.HasPrefix(before, "QU-1000") {
		t.Errorf("by default %s", before)
	}
	site, err := s.Content.UpdateSettings(ctx, who.admin, settingsInput(t, s, func(in *shop.SettingsInput) {
		in.QuotePrefix, in.NextQuoteNumber, in.OrderPrefix = "A26-", new(500_000), "B-"
	}))
	if err != nil || site.NextQuoteNumber != 500_000 || site.NextOrderNumber != first.NextOrderNumber {
		t.Fatalf("%+v, %v", site, err)
	}
	if one, two := quote(), quote(); one != "A26-500000" || two != "A26-500001" {
		t.Errorf("got %s and %s", one, two)
	}
	_, err = s.Content.UpdateSettings(ctx, who.admin, settingsInput(t, s, func(in *shop.SettingsInput) { in.NextQuoteNumber, in.Name = new(500_001), "Lost" }))
	if errs := shop.UserErrors(err); len(errs) != 1 || errs[0].Field != "nextQuoteNumber" || errs[0].Code != shop.OutOfRange {
		t.Errorf("moved back: %v", err)
	}
	if now, _ := s.Content.Settings(ctx); now.Name == "Lost" {
		t.Error("what was refused is stored")
	}
	if third := quote(); third != "A26-500002" {
		t.Errorf("then %s", third)
	}
	if kept, err := s.Quotes.Get(ctx, who.user, before, ""); err != nil || kept.Number != before {
		t.Errorf("the quote of before: %v, %v", kept.Number, err)
	}
}

func TestSetUp(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	url := dbtest.Empty(t)
	store, err := db.Open(ctx, db.Config{URL: url, Terms: shop.DefaultTerms(), Now: dbtest.NewClock().Now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	if now, err := store.Content.Settings(ctx); err != nil || now.Name != "Shop" || now.Version != 0 {
		t.Errorf("before it is set up: %+v, %v", now, err)
	}
	settings := shop.DefaultSettings()
	settings.Name = "Acme"
	if err := store.SetUp(ctx, settings); err != nil {
		t.Fatal(err)
	}
	if err := store.SetUp(ctx, settings); codeOf(err) != shop.NotAllowed {
		t.Errorf("twice: %v", err)
	}
	if err := store.Seed(ctx); err != nil {
		t.Fatal(err)
	}
	own, err := store.IsSetUp(ctx)
	lacking, _ := store.LacksBank(ctx)
	if now, _ := store.Content.Settings(ctx); err != nil || !own || !lacking || now.Name != "Acme" || now.Version != 1 {
		t.Errorf("%+v, %v %v %v", now, own, lacking, err)
	}
	page, err := store.Catalogue.Products(ctx, shop.Actor{}, shop.ProductFilter{}, shop.SortCreatedAt, shop.PageArgs{First: 1}, shop.CardParts)
	if err != nil || len(page.Nodes) != 0 {
		t.Errorf("a shop of its own begins with %d products, %v", len(page.Nodes), err)
	}
	if err := dbtest.New(t).Store.SetUp(ctx, settings); codeOf(err) != shop.NotAllowed {
		t.Errorf("over the demo: %v", err)
	}
}
