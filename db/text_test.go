package db_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"orrery/db"
	"orrery/db/dbtest"
	"orrery/shop"
)

// saveText replaces the draft of a text by its newest version with another title.
func saveText(ctx context.Context, s *db.Store, actor shop.Actor, name shop.TextName, title string) (shop.TextDraft, error) {
	draft, err := s.Content.TextDraft(ctx, actor, name)
	if err != nil {
		_, err = s.Content.SaveTextDraft(ctx, actor, shop.TextDraftSaveInput{Name: name})
		return draft, err
	}
	draft.Document.Title = title
	return s.Content.SaveTextDraft(ctx, actor, shop.TextDraftSaveInput{Name: name, Revision: draft.Revision, Document: draft.Document})
}

func discardText(ctx context.Context, s *db.Store, actor shop.Actor, name shop.TextName) error {
	draft, _ := s.Content.TextDraft(ctx, actor, name)
	_, err := s.Content.DiscardTextDraft(ctx, actor, shop.TextDraftDiscardInput{Name: name, Revision: draft.Revision})
	return err
}

// publishText publishes a text with another title.
func publishText(ctx context.Context, s *db.Store, actor shop.Actor, name shop.TextName, title string, from *time.Time) (shop.TextDraft, error) {
	draft, err := saveText(ctx, s, actor, name, title)
	if err != nil {
		return s.Content.PublishTextDraft(ctx, actor, shop.TextDraftPublishInput{Name: name})
	}
	return s.Content.PublishTextDraft(ctx, actor, shop.TextDraftPublishInput{Name: name, Revision: draft.Revision, Version: draft.Version, ValidFrom: from})
}

func TestSeededTexts(t *testing.T) {
	t.Parallel()
	ctx, d := context.Background(), dbtest.New(t)
	for name, want := range map[shop.TextName]string{shop.TextTerms: "Terms", shop.TextPrivacy: "Privacy", shop.TextHome: "Retail Automation",
		shop.TextAbout: "Machines that match their data plate", shop.TextTechnologies: "Technologies", shop.TextSoftware: "Software",
		shop.TextProducts: "All Products", shop.TextResources: "Resources", shop.TextContact: "Contact us"} {
		text, err := d.Store.Content.Text(ctx, shop.Actor{}, name, nil)
		if err != nil || text.Title != want || text.Version != 1 || !text.Current || len(text.Editions) != 1 {
			t.Errorf("%s: %+v, %v", name, text, err)
		}
		for _, s := range text.Sections {
			if strings.Contains(s.HTML+s.Label+s.Title, "{{") {
				t.Errorf("%s: %+v has a placeholder", name, s)
			}
		}
	}
	if terms, _ := d.Store.Content.Text(ctx, shop.Actor{}, shop.TextTerms, nil); len(terms.Sections) != 18 || len(terms.Summary) != 4 ||
		!strings.Contains(terms.Sections[0].HTML, "Orrery Robotics") {
		t.Errorf("%+v", terms)
	}
}

// The first texts of a shop of its own name nobody else, also in a shop that was set up before some of them were added,
// whose other texts stay.
func TestTextsOfAnotherShop(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	url := dbtest.Empty(t)
	store, err := db.Open(ctx, db.Config{URL: url, Terms: shop.DefaultTerms(), Now: dbtest.NewClock().Now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	if _, err := store.Content.Text(ctx, shop.Actor{}, shop.TextTerms, nil); codeOf(err) != shop.NotFound {
		t.Errorf("before it is set up: %v", err)
	}
	settings := shop.DefaultSettings()
	settings.Name, settings.Email = "Acme", "hello@acme.example"
	if err := store.SetUp(ctx, settings); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{`ALTER TABLE texts DISABLE TRIGGER texts_stay`, `DELETE FROM texts WHERE name = 'contact'`,
		`DELETE FROM seeds WHERE file LIKE 'init: %'`} {
		if _, err := open(t, url).ExecContext(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Seed(ctx); err != nil {
		t.Fatal(err)
	}
	for _, name := range shop.TextNames() {
		text, err := store.Content.Text(ctx, shop.Actor{}, name, nil)
		if err != nil || text.Version != 1 {
			t.Errorf("%s: %+v, %v", name, text, err)
		}
		if said := fmt.Sprint(text); strings.Contains(said, "{{") || strings.Contains(said, "Amsterdam") || strings.Contains(said, "Orrery") {
			t.Errorf("%s says %s", name, said)
		}
	}
}

// A shop that was set up by a release without words of emails gets them once, and what it publishes stays.
func TestWordsOfMailsOfAnOlderShop(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	store, err := db.Open(ctx, db.Config{URL: dbtest.Empty(t), Terms: shop.DefaultTerms(), Now: dbtest.NewClock().Now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	settings := shop.DefaultSettings()
	settings.Name, settings.Email = "Acme", "hello@acme.example"
	if err := store.SetUp(ctx, settings); err != nil {
		t.Fatal(err)
	}
	subject := func() string {
		t.Helper()
		texts, err := store.Content.MailTexts(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(len(texts.Sections) > 0, " ", texts.Mail(settings, "order-paid", map[string]string{"number": "OR-1"}).Subject)
	}
	if got := subject(); got != "false Your order OR-1 is paid" {
		t.Errorf("before: %s", got)
	}
	if err := store.Seed(ctx); err != nil {
		t.Fatal(err)
	}
	if got := subject(); got != "true Your order OR-1 is paid" {
		t.Errorf("after: %s", got)
	}
	editor := shop.Actor{UserID: "019a0000-0000-7000-8000-000000000001", Role: shop.RoleAdmin}
	draft, err := store.Content.TextDraft(ctx, editor, shop.TextMails)
	if err != nil || draft.Version != 1 {
		t.Fatalf("%+v, %v", draft, err)
	}
	for i := range draft.Document.Sections {
		draft.Document.Sections[i].Title = "Paid: {{number}}"
		if !strings.HasPrefix(draft.Document.Sections[i].Anchor, "order-") {
			draft.Document.Sections[i].Title = ""
		}
	}
	if draft, err = store.Content.SaveTextDraft(ctx, editor, shop.TextDraftSaveInput{Name: shop.TextMails, Document: draft.Document}); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Content.PublishTextDraft(ctx, editor, shop.TextDraftPublishInput{Name: shop.TextMails, Revision: 1, Version: 1}); err != nil {
		t.Fatal(err)
	}
	if err := store.Seed(ctx); err != nil {
		t.Fatal(err)
	}
	if got := subject(); got != "true Paid: OR-1" {
		t.Errorf("edited: %s", got)
	}
}

func TestTextsHaveAHistory(t *testing.T) {
	t.Parallel()
	ctx, d := t.Context(), dbtest.New(t)
	who, s := cast(t, d), d.Store
	if _, err := s.Outbox.Follow(ctx, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	current := func() string {
		t.Helper()
		text, err := s.Content.Text(ctx, shop.Actor{}, shop.TextTerms, nil)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(text.Version, " ", text.Title)
	}
	// A draft may break rules, and nobody sees it.
	draft, err := saveText(ctx, s, who.admin, shop.TextTerms, " ")
	if err != nil || draft.Revision != 1 || len(draft.Errors) != 1 || draft.Errors[0].Field != "document.title" || draft.Author == nil || current() != "1 Terms" {
		t.Fatalf("%+v, %v", draft, err)
	}
	publish := func(in shop.TextDraftPublishInput) error {
		in.Name = shop.TextTerms
		_, err := s.Content.PublishTextDraft(ctx, who.admin, in)
		return err
	}
	if err := publish(shop.TextDraftPublishInput{Revision: 1, Version: 1}); len(shop.UserErrors(err)) != 1 || shop.UserErrors(err)[0].Code != shop.Required {
		t.Errorf("with errors: %v", err)
	}
	states, err := s.Content.TextStates(ctx, who.admin)
	if err != nil || len(states) != 10 || states[7].Name != shop.TextTerms || states[7].DraftedAt == nil || states[0].DraftedAt != nil {
		t.Errorf("%+v, %v", states, err)
	}
	if draft, err = saveText(ctx, s, who.admin, shop.TextTerms, "Terms 2"); err != nil || draft.Revision != 2 || len(draft.Changes) != 1 {
		t.Fatalf("%+v, %v", draft, err)
	}
	// Two editors of the same revision.
	stale := shop.TextDraftSaveInput{Name: shop.TextTerms, Revision: 1, Document: draft.Document}
	if _, err := s.Content.SaveTextDraft(ctx, who.admin, stale); codeOf(err) != shop.Conflict {
		t.Errorf("an older revision: %v", err)
	}
	for name, in := range map[string]shop.TextDraftPublishInput{
		"an older draft": {Revision: 1, Version: 1}, "an older version": {Revision: 2, Version: 0}, "a later version": {Revision: 2, Version: 2},
	} {
		if err := publish(in); codeOf(err) != shop.Conflict {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := publish(shop.TextDraftPublishInput{Revision: 2, Version: 1, ValidFrom: new(d.Clock.Now())}); codeOf(err) != shop.OutOfRange {
		t.Errorf("in the past: %v", err)
	}
	later := d.Clock.Now().Add(24 * time.Hour)
	if err := publish(shop.TextDraftPublishInput{Revision: 2, Version: 1, ValidFrom: &later}); err != nil {
		t.Fatal(err)
	}
	if err := publish(shop.TextDraftPublishInput{Revision: 3, Version: 2}); codeOf(err) != shop.Conflict {
		t.Errorf("an empty draft: %v", err)
	}
	states, _ = s.Content.TextStates(ctx, who.admin)
	if p := states[7].Planned; current() != "1 Terms" || p == nil || p.Version != 2 || states[7].Version != 1 || states[7].DraftedAt != nil {
		t.Errorf("%s, %+v", current(), states[7])
	}
	if _, err := s.Content.Text(ctx, shop.Actor{}, shop.TextTerms, new(2)); codeOf(err) != shop.NotFound {
		t.Errorf("a planned version is public: %v", err)
	}
	changes, _ := s.Changes()
	d.Clock.Advance(24 * time.Hour)
	if now, known := s.Changes(); !known || now <= changes || current() != "2 Terms 2" {
		t.Errorf("when its time has come: %s, %d after %d", current(), now, changes)
	}
	if old, err := s.Content.Text(ctx, shop.Actor{}, shop.TextTerms, new(1)); err != nil || old.Title != "Terms" || old.Current || len(old.Editions) != 2 {
		t.Errorf("%+v, %v", old, err)
	}

	// A version that is published replaces those that are planned.
	if _, err := publishText(ctx, s, who.admin, shop.TextTerms, "Terms 3", new(d.Clock.Now().Add(time.Hour))); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Content.RestoreText(ctx, who.admin, shop.TextVersionRestoreInput{Name: shop.TextTerms, Restore: 1, Version: 2}); codeOf(err) != shop.Conflict {
		t.Errorf("restored over another version: %v", err)
	}
	if _, err := s.Content.RestoreText(ctx, who.admin, shop.TextVersionRestoreInput{Name: shop.TextTerms, Restore: 1, Version: 3}); err != nil || current() != "4 Terms" {
		t.Errorf("%s, %v", current(), err)
	}
	d.Clock.Advance(2 * time.Hour)
	page, err := s.Content.TextVersions(ctx, who.admin, shop.TextTerms, shop.PageArgs{First: 3})
	if err != nil || !page.HasNext {
		t.Fatalf("%+v, %v", page, err)
	}
	rest, err := s.Content.TextVersions(ctx, who.admin, shop.TextTerms, shop.PageArgs{First: 3, After: new(page.Cursor(2))})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range append(page.Nodes, rest.Nodes...) {
		got = append(got, fmt.Sprint(v.Version, " ", v.State, " ", len(v.Changes), " ", v.Author != nil))
	}
	if want := "4 current 1 true, 3 unused 1 true, 2 past 1 true, 1 past 0 false"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
	if _, err := d.SQL.Exec(`UPDATE texts SET document = '{}'`); err == nil {
		t.Error("a version was changed")
	}
	entries, err := s.Ops.AuditEntries(ctx, who.admin, shop.AuditFilter{Object: new(shop.AuditText)}, shop.PageArgs{First: 10})
	if err != nil || len(entries.Nodes) != 3 || entries.Nodes[0].ObjectID != "terms 4" || *entries.Nodes[0].ObjectName != "terms" {
		t.Errorf("%+v, %v", entries.Nodes, err)
	}

	if err := discardText(ctx, s, who.admin, shop.TextTerms); err != nil {
		t.Error(err)
	}
	if _, err := s.Content.DiscardTextDraft(ctx, who.admin, shop.TextDraftDiscardInput{Name: shop.TextTerms, Revision: 1}); codeOf(err) != shop.Conflict {
		t.Errorf("discarded another revision: %v", err)
	}
}

// Orders and quotes keep the version of the terms that was current, also while one is planned.
func TestOrdersKeepTheTerms(t *testing.T) {
	t.Parallel()
	ctx, d := context.Background(), dbtest.New(t)
	who, s := cast(t, d), d.Store
	kept := func() string {
		t.Helper()
		if _, err := s.Carts.AddItem(ctx, who.user, shop.CartItemAddInput{ProductID: "3", Quantity: 1}); err != nil {
			t.Fatal(err)
		}
		key := fmt.Sprint(time.Now().UnixNano())
		order, err := s.Orders.Place(ctx, who.user, shop.OrderPlaceInput{IdempotencyKey: key, ShippingInfo: shop.ShippingInfoInput{
			Address: "Damrak 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL"}})
		if err != nil {
			t.Fatal(err)
		}
		read, err := s.Orders.Get(ctx, who.user, order.ID)
		if err != nil || order.TermsVersion == nil || *read.TermsVersion != *order.TermsVersion {
			t.Fatalf("%+v, %v", read, err)
		}
		quote, _, err := s.Quotes.Create(ctx, who.user, shop.QuoteCreateInput{Name: "A", Email: "a@b.c", IdempotencyKey: key,
			Lines: []*shop.QuoteLineInput{{ProductID: "1", Quantity: 1}}})
		if err != nil || quote.TermsVersion == nil {
			t.Fatalf("%+v, %v", quote, err)
		}
		return fmt.Sprint(*order.TermsVersion, *quote.TermsVersion)
	}
	if got := kept(); got != "1 1" {
		t.Errorf("before: %s", got)
	}
	if _, err := publishText(ctx, s, who.admin, shop.TextTerms, "Terms 2", new(d.Clock.Now().Add(time.Hour))); err != nil {
		t.Fatal(err)
	}
	if got := kept(); got != "1 1" {
		t.Errorf("while it is planned: %s", got)
	}
	d.Clock.Advance(time.Hour)
	if got := kept(); got != "2 2" {
		t.Errorf("when its time has come: %s", got)
	}
	if _, err := publishText(ctx, s, who.admin, shop.TextTerms, "Terms 3", nil); err != nil {
		t.Fatal(err)
	}
	if got := kept(); got != "3 3" {
		t.Errorf("after: %s", got)
	}
}

// 50 readers of two processes never see an older version after a newer one.
func TestTextsNeverGoBack(t *testing.T) {
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
				now, err := s.Content.Text(ctx, shop.Actor{}, shop.TextTerms, nil)
				if err != nil {
					t.Error(err)
					return
				}
				if now.Version < seen || now.Version > 1 && now.Title != fmt.Sprint("Terms ", now.Version) {
					t.Errorf("version %d, %q, after %d", now.Version, now.Title, seen)
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
		title := fmt.Sprint("Terms ", i+2)
		if _, err := publishText(ctx, d.Store, who.admin, shop.TextTerms, title, nil); err != nil {
			t.Fatal(err)
		}
		if now, err := d.Store.Content.Text(ctx, shop.Actor{}, shop.TextTerms, nil); err != nil || now.Title != title {
			t.Errorf("published %s and read %q, %v", title, now.Title, err)
		}
	}
	close(done)
	readers.Wait()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		now, err := other.Store.Content.Text(ctx, shop.Actor{}, shop.TextTerms, nil)
		if err == nil && now.Title == "Terms 21" {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the other process has %q, %v", now.Title, err)
		}
	}
}

// A planned text that becomes current counts as a change, even if the jobs have read the texts before.
func TestAPlannedTextIsAChange(t *testing.T) {
	for _, readBefore := range []bool{false, true} {
		t.Run(fmt.Sprint(readBefore), func(t *testing.T) {
			t.Parallel()
			ctx, d := t.Context(), dbtest.New(t)
			who := cast(t, d)
			if _, err := d.Store.Outbox.Follow(ctx, slog.New(slog.DiscardHandler)); err != nil {
				t.Fatal(err)
			}
			eventually(t, func() bool { _, known := d.Store.Changes(); return known })
			first, _ := d.Store.Changes()
			from := d.Clock.Now().Add(time.Hour)
			if _, err := publishText(ctx, d.Store, who.admin, shop.TextTerms, "New terms", &from); err != nil {
				t.Fatal(err)
			}
			eventually(t, func() bool { now, _ := d.Store.Changes(); return now != first })
			read := func() {
				if err := d.Store.Content.PublishDueFaq(ctx); err != nil {
					t.Fatal(err)
				}
			}
			read()
			before, _ := d.Store.Changes()
			d.Clock.Advance(time.Hour)
			if readBefore {
				read()
			}
			if after, _ := d.Store.Changes(); after == before {
				t.Error("no change was counted")
			}
		})
	}
}
