package db_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"orrery/db"
	"orrery/db/dbtest"
	"orrery/shop"
)

// entered is an entry as an editor sends it.
func entered(e shop.FaqEntry) shop.FaqDraftEntry {
	return shop.FaqDraftEntry{ID: &e.ID, Topic: e.Topic, Question: e.Question, Answer: e.Answer}
}

// editFaq saves the draft of the FAQ with the questions that edit makes of those about contact.
func editFaq(ctx context.Context, s *db.Store, actor shop.Actor, edit func([]shop.FaqDraftEntry) []shop.FaqDraftEntry) (shop.FaqDraft, error) {
	draft, err := s.Content.FaqDraft(ctx, actor)
	if err != nil {
		_, err = s.Content.SaveFaqDraft(ctx, actor, shop.FaqDraftSaveInput{})
		return draft, err
	}
	var entries, rest []shop.FaqDraftEntry
	for _, e := range draft.Entries {
		if e.Topic == shop.FaqContact {
			entries = append(entries, entered(e))
		} else {
			rest = append(rest, entered(e))
		}
	}
	return s.Content.SaveFaqDraft(ctx, actor, shop.FaqDraftSaveInput{Revision: draft.Revision, Entries: append(edit(entries), rest...)})
}

// renameFaq changes the first question about contact in the draft.
func renameFaq(ctx context.Context, s *db.Store, actor shop.Actor, question string) (shop.FaqDraft, error) {
	return editFaq(ctx, s, actor, func(entries []shop.FaqDraftEntry) []shop.FaqDraftEntry {
		entries[0].Question = question
		return entries
	})
}

// publishFaq publishes the FAQ with another first question about contact.
func publishFaq(ctx context.Context, s *db.Store, actor shop.Actor, question string, from *time.Time) (shop.FaqDraft, error) {
	draft, err := renameFaq(ctx, s, actor, question)
	if err != nil {
		return s.Content.PublishFaqDraft(ctx, actor, shop.FaqDraftPublishInput{})
	}
	return s.Content.PublishFaqDraft(ctx, actor, shop.FaqDraftPublishInput{Revision: draft.Revision, Version: draft.Version, ValidFrom: from})
}

// contactFaq returns the questions about contact as visitors read them, separated by bars.
func contactFaq(t *testing.T, s *db.Store) string {
	t.Helper()
	entries, err := s.Content.FaqEntries(t.Context(), shop.Actor{}, shop.FaqFilter{Topic: new(shop.FaqContact)})
	if err != nil {
		t.Fatal(err)
	}
	return questionsOf(entries)
}

func questionsOf(entries []shop.FaqEntry) string {
	questions := []string{}
	for _, e := range entries {
		if e.Topic == shop.FaqContact {
			questions = append(questions, e.Question)
		}
	}
	return strings.Join(questions, "|")
}

func TestFaqHasAHistory(t *testing.T) {
	t.Parallel()
	ctx, d := t.Context(), dbtest.New(t)
	who, s := cast(t, d), d.Store
	seeded := contactFaq(t, s)
	rest := seeded[strings.Index(seeded, "|"):]
	draft, err := s.Content.FaqDraft(ctx, who.admin)
	if err != nil || draft.Revision != 0 || draft.Version != 1 || len(draft.Entries) != 19 || len(draft.Published) != 19 || draft.UpdatedAt != nil {
		t.Fatalf("%+v, %v", draft, err)
	}
	// A draft may break rules, and visitors don't see it.
	draft, err = editFaq(ctx, s, who.admin, func(entries []shop.FaqDraftEntry) []shop.FaqDraftEntry {
		entries[0].Question = "First?"
		return append(entries, shop.FaqDraftEntry{Topic: shop.FaqContact, Question: "Last?"})
	})
	if err != nil || draft.Revision != 1 || len(draft.Errors) != 1 || draft.Errors[0].Field != "entries.4.answer" || len(draft.Changes) != 2 ||
		draft.Author == nil || contactFaq(t, s) != seeded {
		t.Fatalf("%+v, %v", draft, err)
	}
	publish := func(in shop.FaqDraftPublishInput) error {
		_, err := s.Content.PublishFaqDraft(ctx, who.admin, in)
		return err
	}
	if found := shop.UserErrors(publish(shop.FaqDraftPublishInput{Revision: 1, Version: 1})); len(found) != 1 || found[0].Code != shop.Required {
		t.Errorf("published with errors: %v", found)
	}
	for name, entry := range map[string]shop.FaqDraftEntry{
		"a bad ID": {ID: new("x"), Topic: shop.FaqContact}, "one twice": entered(draft.Entries[0]), "NUL": {Topic: shop.FaqContact, Answer: "\x00"},
	} {
		_, err := editFaq(ctx, s, who.admin, func(entries []shop.FaqDraftEntry) []shop.FaqDraftEntry { return append(entries, entry) })
		if len(shop.UserErrors(err)) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if draft, err = renameFaq(ctx, s, who.admin, "First of all?"); err != nil || draft.Revision != 2 {
		t.Fatalf("%+v, %v", draft, err)
	}
	last := draft.Entries[4]
	draft, err = editFaq(ctx, s, who.admin, func(entries []shop.FaqDraftEntry) []shop.FaqDraftEntry {
		entries[4].Answer = "The end."
		return entries
	})
	if err != nil || draft.Entries[4].ID != last.ID {
		t.Fatalf("a question that was new gets another ID: %+v, %v", draft, err)
	}
	stale := []shop.FaqDraftEntry{entered(last)}
	if _, err := s.Content.SaveFaqDraft(ctx, who.admin, shop.FaqDraftSaveInput{Revision: 2, Entries: stale}); codeOf(err) != shop.Conflict {
		t.Errorf("an older revision: %v", err)
	}
	later := d.Clock.Now().Add(48 * time.Hour)
	for name, c := range map[string]struct {
		in   shop.FaqDraftPublishInput
		want shop.Code
	}{
		"an older draft":   {shop.FaqDraftPublishInput{Revision: 2, Version: 1}, shop.Conflict},
		"an older version": {shop.FaqDraftPublishInput{Revision: 3, Version: 0}, shop.Conflict},
		"the past":         {shop.FaqDraftPublishInput{Revision: 3, Version: 1, ValidFrom: new(d.Clock.Now())}, shop.OutOfRange},
	} {
		if err := publish(c.in); codeOf(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if draft, err = s.Content.FaqDraft(ctx, who.admin); err != nil || draft.Revision != 3 || draft.Entries[4].Answer != "The end." {
		t.Errorf("a refusal changes the draft: %+v, %v", draft, err)
	}

	// At once: visitors, search and chat know it.
	if err := publish(shop.FaqDraftPublishInput{Revision: 3, Version: 1}); err != nil {
		t.Fatal(err)
	}
	if got := contactFaq(t, s); got != "First of all?"+rest+"|Last?" {
		t.Errorf("published: %s", got)
	}
	found, err := s.Content.Answers(ctx, shop.Actor{}, "the last end", 1)
	if err != nil || len(found) != 1 || found[0].Title != "Last?" {
		t.Errorf("the chat answers %+v, %v", found, err)
	}
	// Planned: not before its time.
	if draft, err = publishFaq(ctx, s, who.admin, "Later?", &later); err != nil || draft.Version != 3 || draft.Planned == nil || draft.Planned.Version != 3 || len(draft.Changes) != 0 {
		t.Fatalf("%+v, %v", draft, err)
	}
	d.Clock.Advance(48*time.Hour - time.Second)
	if got := contactFaq(t, s); !strings.HasPrefix(got, "First of all?") {
		t.Errorf("before the time of the planned version: %s", got)
	}
	d.Clock.Advance(time.Second)
	if got := contactFaq(t, s); !strings.HasPrefix(got, "Later?") {
		t.Errorf("at the time of the planned version: %s", got)
	}

	page, err := s.Content.FaqVersions(ctx, who.admin, shop.PageArgs{First: 2})
	if err != nil || len(page.Nodes) != 2 || !page.HasNext || page.Nodes[0].State != shop.TextVersionCurrent || page.Nodes[1].State != shop.TextVersionPast ||
		page.Nodes[0].Author == nil || len(page.Nodes[0].Changes) != 1 || page.Nodes[0].Changes[0].Name != "Later?: question" {
		t.Errorf("%+v, %v", page.Nodes, err)
	}
	// A version that is restored becomes the draft, and only that.
	if _, err := s.Content.RestoreFaqVersion(ctx, who.admin, shop.FaqVersionRestoreInput{Restore: 9, Revision: draft.Revision}); codeOf(err) != shop.NotFound {
		t.Errorf("an unknown version: %v", err)
	}
	if _, err := s.Content.RestoreFaqVersion(ctx, who.admin, shop.FaqVersionRestoreInput{Restore: 1, Revision: 0}); codeOf(err) != shop.Conflict {
		t.Errorf("an older revision: %v", err)
	}
	draft, err = s.Content.RestoreFaqVersion(ctx, who.admin, shop.FaqVersionRestoreInput{Restore: 1, Revision: draft.Revision})
	if err != nil || questionsOf(draft.Entries) != seeded || len(draft.Changes) != 2 || !strings.HasPrefix(contactFaq(t, s), "Later?") {
		t.Errorf("%+v, %v", draft, err)
	}
	draft, err = s.Content.DiscardFaqDraft(ctx, who.admin, shop.FaqDraftDiscardInput{Revision: draft.Revision})
	if err != nil || len(draft.Changes) != 0 || !strings.HasPrefix(questionsOf(draft.Entries), "Later?") {
		t.Errorf("%+v, %v", draft, err)
	}
	key := shop.Actor{Key: &shop.KeyActor{ID: ownersOrder, MakerID: who.admin.UserID, Scopes: []shop.Scope{shop.WriteContent}}}
	if draft, err := s.Content.FaqDraft(ctx, key); err != nil || draft.Author != nil || draft.UpdatedAt == nil {
		t.Errorf("a key reads %+v, %v", draft, err)
	}
	if page, err := s.Content.FaqVersions(ctx, key, shop.PageArgs{First: 2}); err != nil || page.Nodes[0].Author != nil {
		t.Errorf("a key reads %+v, %v", page, err)
	}
}

// Every process shows a planned version from its time on, and the change happens once.
func TestAPlannedFaqComesIntoForceEverywhere(t *testing.T) {
	t.Parallel()
	ctx, d := t.Context(), dbtest.New(t)
	other, who := d.Another(t), cast(t, d)
	for _, s := range []*db.Store{d.Store, other.Store} {
		if _, err := s.Outbox.Follow(ctx, slog.New(slog.DiscardHandler)); err != nil {
			t.Fatal(err)
		}
		contactFaq(t, s)
	}
	from := d.Clock.Now().Add(time.Hour)
	if _, err := publishFaq(ctx, d.Store, who.admin, "Planned?", &from); err != nil {
		t.Fatal(err)
	}
	before := count(t, d.SQL, "events WHERE kind = 'faq.changed'")
	logged := count(t, d.SQL, "audit_entries")
	contactFaq(t, d.Store)
	changes, _ := d.Store.Changes()
	d.Clock.Advance(time.Hour)
	if after, _ := d.Store.Changes(); after == changes {
		t.Error("what was cached is used after a planned version has come into force")
	}
	var readers sync.WaitGroup
	for _, s := range []*db.Store{d.Store, other.Store, d.Store, other.Store} {
		readers.Go(func() {
			got := contactFaq(t, s)
			// The notification of the plan may still be on its way to another process.
			for end := time.Now().Add(10 * time.Second); !strings.HasPrefix(got, "Planned?"); got = contactFaq(t, s) {
				if time.Now().After(end) {
					t.Errorf("a process shows %s", got)
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
		})
	}
	readers.Wait()
	if n := count(t, d.SQL, "events WHERE kind = 'faq.changed'"); n != before+1 {
		t.Errorf("%d events, want one", n-before)
	}
	if n := count(t, d.SQL, "audit_entries"); n != logged {
		t.Error("what happens by itself is logged as somebody's change")
	}
}

// A change that is made at once is made in the draft and in planned versions, too.
func TestAChangeAtOnceIsNotUndoneLater(t *testing.T) {
	t.Parallel()
	ctx, d := t.Context(), dbtest.New(t)
	who, s := cast(t, d), d.Store
	from := d.Clock.Now().Add(time.Hour)
	draft, err := publishFaq(ctx, s, who.admin, "Planned?", &from)
	if err != nil {
		t.Fatal(err)
	}
	second := draft.Entries[1]
	if draft, err = renameFaq(ctx, s, who.admin, "Drafted?"); err != nil {
		t.Fatal(err)
	}
	d.Clock.Advance(time.Minute)
	added, err := s.Content.CreateFaqEntry(ctx, who.admin, shop.FaqEntryCreateInput{Topic: shop.FaqContact, Question: "Added?", Answer: "Yes."})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Content.DeleteFaqEntry(ctx, who.admin, shop.FaqEntryDeleteInput{ID: second.ID}); err != nil {
		t.Fatal(err)
	}
	ends := func(text, first string) bool {
		return strings.HasPrefix(text, first) && strings.HasSuffix(text, "|Added?") && !strings.Contains(text, second.Question)
	}
	now, err := s.Content.FaqDraft(ctx, who.admin)
	if err != nil || now.Revision != draft.Revision+2 || !ends(questionsOf(now.Entries), "Drafted?") || len(now.Changes) != 1 || now.Planned == nil || !now.Planned.ValidFrom.Equal(from) {
		t.Fatalf("%+v, %v", now, err)
	}
	if got := contactFaq(t, s); strings.HasPrefix(got, "Planned?") || !strings.HasSuffix(got, "|Added?") {
		t.Errorf("visitors see %s", got)
	}
	// An editor who has not seen it builds on what he has seen.
	if _, err := s.Content.PublishFaqDraft(ctx, who.admin, shop.FaqDraftPublishInput{Revision: draft.Revision, Version: draft.Version}); codeOf(err) != shop.Conflict {
		t.Errorf("published over it: %v", err)
	}
	d.Clock.Advance(time.Hour)
	if got := contactFaq(t, s); !ends(got, "Planned?") {
		t.Errorf("then visitors see %s", got)
	}
	// What the draft no longer has is not brought back.
	if _, err := editFaq(ctx, s, who.admin, func(entries []shop.FaqDraftEntry) []shop.FaqDraftEntry { return entries[:1] }); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Content.UpdateFaqEntry(ctx, who.admin, shop.FaqEntryUpdateInput{ID: added.ID, Answer: new("No.")}); err != nil {
		t.Fatal(err)
	}
	if now, err = s.Content.FaqDraft(ctx, who.admin); err != nil || questionsOf(now.Entries) != "Drafted?" {
		t.Errorf("%+v, %v", now, err)
	}
}

// Of two who save the same revision one is refused.
func TestTwoEditorsOfTheFaq(t *testing.T) {
	t.Parallel()
	ctx, d := t.Context(), dbtest.New(t)
	who, s := cast(t, d), d.Store
	var lock sync.Mutex
	outcomes := map[shop.Code]int{}
	var editors sync.WaitGroup
	for i := range 4 {
		editors.Go(func() {
			entries := []shop.FaqDraftEntry{{Topic: shop.FaqContact, Question: fmt.Sprint(i), Answer: "A"}}
			_, err := s.Content.SaveFaqDraft(ctx, who.admin, shop.FaqDraftSaveInput{Entries: entries})
			lock.Lock()
			defer lock.Unlock()
			outcomes[codeOf(err)]++
		})
	}
	editors.Wait()
	if outcomes[""] != 1 || outcomes[shop.Conflict] != 3 {
		t.Errorf("%v", outcomes)
	}
}

// The previous release changes the entries themselves. Each change is a version.
func TestThePreviousReleaseMakesVersionsOfTheFaq(t *testing.T) {
	t.Parallel()
	ctx, d := t.Context(), dbtest.New(t)
	who, s := cast(t, d), d.Store
	do := func(text string) {
		t.Helper()
		if _, err := d.SQL.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	version := func(want int, first string) {
		t.Helper()
		draft, err := s.Content.FaqDraft(ctx, who.admin)
		if err != nil || draft.Version != want || !strings.HasPrefix(questionsOf(draft.Published), first) || questionsOf(draft.Published) != contactFaq(t, s) {
			t.Errorf("%+v, %v, want version %d", draft, err, want)
		}
	}
	do(`UPDATE faq_entries SET question = 'Theirs?' WHERE id = (SELECT id FROM faq_entries WHERE topic = 'contact' ORDER BY position LIMIT 1)`)
	version(2, "Theirs?|")
	do(`UPDATE faq_entries SET question = 'Nothing?' WHERE id = gen_random_uuid()`)
	version(2, "Theirs?|")
	do(`UPDATE faq_entries SET position = position + 10`) // the same order
	version(2, "Theirs?|")
	if _, err := publishFaq(ctx, s, who.admin, "Ours?", nil); err != nil {
		t.Fatal(err)
	}
	version(3, "Ours?|")
	do(`DELETE FROM faq_entries`)
	version(4, "")
}

// What a database has is the first version.
func TestTheFaqOfThePreviousReleaseIsTheFirstVersion(t *testing.T) {
	t.Parallel()
	for _, empty := range []bool{false, true} {
		d := dbtest.New(t)
		who := cast(t, d)
		seeded := contactFaq(t, d.Store)
		do := func(text string) {
			t.Helper()
			if _, err := d.SQL.Exec(text); err != nil {
				t.Fatal(err)
			}
		}
		do(`DROP TABLE faq_current; DROP FUNCTION keep_faq_version CASCADE; DROP FUNCTION faq_document;
			ALTER TABLE texts DISABLE TRIGGER texts_stay; DELETE FROM texts WHERE name = 'faq'; ALTER TABLE texts ENABLE TRIGGER texts_stay`)
		want, version := seeded, 1
		if empty {
			do(`DELETE FROM faq_entries`)
			want, version = "", 0
		}
		text, err := os.ReadFile("migrations/00095_faq_versions.sql")
		if err != nil {
			t.Fatal(err)
		}
		do("BEGIN;" + string(text) + ";COMMIT")
		s := d.Another(t).Store
		draft, err := s.Content.FaqDraft(t.Context(), who.admin)
		if err != nil || draft.Version != version || questionsOf(draft.Entries) != want || contactFaq(t, s) != want {
			t.Errorf("%+v, %v", draft, err)
		}
		if _, err := s.Content.CreateFaqEntry(t.Context(), who.admin, shop.FaqEntryCreateInput{Topic: shop.FaqContact, Question: "New?", Answer: "Yes."}); err != nil {
			t.Fatal(err)
		}
		if got := contactFaq(t, s); got != strings.TrimPrefix(want+"|New?", "|") {
			t.Errorf("with a new one: %s", got)
		}
	}
}
