package content

import (
	"context"
	"fmt"

	"orrery/db/pg"
	"orrery/shop"
)

// FaqDraft returns the draft of the FAQ, or its newest version if nothing waits to be published. API keys don't read
// the names of editors. Requires shop.WriteContent.
func (s *Store) FaqDraft(ctx context.Context, actor shop.Actor) (shop.FaqDraft, error) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return shop.FaqDraft{}, err
	}
	return s.faqDraft(ctx, s.db.Pool(), actor)
}

func (s *Store) faqDraft(ctx context.Context, q pg.Querier, actor shop.Actor) (draft shop.FaqDraft, err error) {
	newest, row, err := readDraft[shop.FaqDocument](ctx, q, shop.TextFaq)
	if err != nil {
		return draft, err
	}
	published := newest.Document.V
	document := published
	if row.Document.V != nil {
		document = *row.Document.V
	}
	draft = shop.FaqDraft{Revision: row.Revision, Version: newest.Version, Entries: document.Entries,
		Published: published.Entries, Changes: shop.FaqChanges(published, document)}
	draft.UpdatedAt, draft.Author = row.lastEdit(actor)
	_, err = document.Normal()
	if draft.Errors = shop.UserErrors(err); err != nil && draft.Errors == nil {
		return draft, err
	}
	var editions []shop.TextEdition
	if err := q.Select(ctx, &editions, faqEditions, shop.TextFaq); err != nil {
		return draft, fmt.Errorf("read versions: %w", err)
	}
	for i, state := range shop.StatesOf(editions, s.db.Now()) {
		if state == shop.TextVersionPlanned {
			draft.Planned = &editions[i] // the last one is the next one
		}
	}
	return draft, nil
}

// changeFaqDraft runs do in a transaction and returns the draft of the FAQ afterwards.
func (s *Store) changeFaqDraft(ctx context.Context, actor shop.Actor, do func(tx pg.Querier) error) (
	draft shop.FaqDraft, err error,
) {
	err = s.changeFaq(ctx, actor, func(tx pg.Querier, _ int) error {
		if err := do(tx); err != nil {
			return err
		}
		draft, err = s.faqDraft(ctx, tx, actor)
		return err
	})
	return draft, err
}

// SaveFaqDraft replaces the draft of the FAQ. It may break the rules that hold when it is published. Requires
// shop.WriteContent. Errors: CONFLICT if the draft has changed since the revision of the input, INVALID, TAKEN and
// TOO_LONG for what can't be stored.
func (s *Store) SaveFaqDraft(ctx context.Context, actor shop.Actor, in shop.FaqDraftSaveInput) (shop.FaqDraft, error) {
	entries := make([]shop.FaqEntry, len(in.Entries))
	for i, e := range in.Entries {
		entries[i] = shop.FaqEntry{Topic: e.Topic, Question: e.Question, Answer: e.Answer}
		if e.ID != nil {
			entries[i].ID = *e.ID
			continue
		}
		var err error
		if entries[i].ID, err = pg.NewID(); err != nil {
			return shop.FaqDraft{}, err
		}
	}
	return s.changeFaqDraft(ctx, actor, func(tx pg.Querier) error {
		if err := (shop.FaqDocument{Entries: entries}).Storable(); err != nil {
			return err
		}
		return storeDraft(ctx, s, tx, actor, shop.TextFaq, in.Revision, new(shop.NewFaqDocument(entries)))
	})
}

// DiscardFaqDraft discards the draft of the FAQ. Requires shop.WriteContent. Errors: CONFLICT if it has changed since
// the revision of the input.
func (s *Store) DiscardFaqDraft(ctx context.Context, actor shop.Actor, in shop.FaqDraftDiscardInput) (
	shop.FaqDraft, error,
) {
	return s.changeFaqDraft(ctx, actor, func(tx pg.Querier) error {
		return storeDraft[shop.FaqDocument](ctx, s, tx, actor, shop.TextFaq, in.Revision, nil)
	})
}

// PublishFaqDraft stores the draft of the FAQ as its newest version and empties the draft. Requires shop.WriteContent.
// Errors: shop.Errors for the entries, OUT_OF_RANGE for the date, CONFLICT if the draft or the FAQ has changed since
// they were read.
func (s *Store) PublishFaqDraft(ctx context.Context, actor shop.Actor, in shop.FaqDraftPublishInput) (
	shop.FaqDraft, error,
) {
	return s.changeFaqDraft(ctx, actor, func(tx pg.Querier) error {
		document, from, err := takeDraft[shop.FaqDocument](ctx, s, tx, actor, shop.TextDraftPublishInput{
			Name: shop.TextFaq, Revision: in.Revision, Version: in.Version, ValidFrom: in.ValidFrom})
		if err != nil {
			return err
		}
		if document, err = document.Normal(); err != nil {
			return err
		}
		if err := insertVersion(ctx, s, tx, actor, shop.TextFaq, in.Version, document, from); err != nil {
			return err
		}
		if in.ValidFrom != nil {
			return nil
		}
		return s.applyFaq(ctx, tx, in.Version+1, document)
	})
}

// RestoreFaqVersion replaces the draft of the FAQ with an earlier version. Requires shop.WriteContent. Errors:
// NOT_FOUND, CONFLICT if the draft has changed since the revision of the input.
func (s *Store) RestoreFaqVersion(ctx context.Context, actor shop.Actor, in shop.FaqVersionRestoreInput) (
	shop.FaqDraft, error,
) {
	return s.changeFaqDraft(ctx, actor, func(tx pg.Querier) error {
		document, err := readVersion[shop.FaqDocument](ctx, tx, shop.TextFaq, in.Restore)
		if err != nil {
			return err
		}
		return storeDraft(ctx, s, tx, actor, shop.TextFaq, in.Revision, &document)
	})
}

// FaqVersions returns a page of the versions of the FAQ, newest first. API keys don't read the names of authors.
// Requires shop.WriteContent.
func (s *Store) FaqVersions(ctx context.Context, actor shop.Actor, args shop.PageArgs) (
	none shop.Page[shop.TextVersion], err error,
) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return none, err
	}
	return readVersions(ctx, s, actor, shop.TextFaq, args, shop.FaqChanges)
}

// SetUpFaq stores the first version of the FAQ, unless there is one. It needs no authorisation: only this process calls
// it, for the seed.
func (s *Store) SetUpFaq(ctx context.Context, tx pg.Querier, entries []shop.FaqEntry) error {
	document, err := shop.NewFaqDocument(entries).Normal()
	if err != nil {
		return err
	}
	if err := insertVersion(ctx, s, tx, shop.Actor{}, shop.TextFaq, 0, document, s.db.Now()); err != nil {
		return err
	}
	_, err = replaceFaqEntries(ctx, tx, 1, document) // seeds publish no events
	return err
}
