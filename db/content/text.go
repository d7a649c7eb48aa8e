package content

import (
	"context"
	"fmt"
	"slices"

	"orrery/db/pg"
	"orrery/shop"
)

// Text returns a version of a text, or the current one if version is nil, with the values of the settings. It is never
// older than one that any caller has seen before. No permission is required. Errors: NOT_FOUND, also for a version that
// is planned, and for a text without a page.
func (s *Store) Text(ctx context.Context, _ shop.Actor, name shop.TextName, version *int) (shop.PublicText, error) {
	if name == shop.TextMails {
		return shop.PublicText{}, shop.UnknownTextVersion("name")
	}
	editions, err := s.texts.editions(ctx)
	if err != nil {
		return shop.PublicText{}, fmt.Errorf("read texts: %w", err)
	}
	valid := editions.valid(name, s.db.Now())
	if len(valid) == 0 {
		return shop.PublicText{}, shop.UnknownTextVersion("name")
	}
	edition := valid[0]
	if version != nil {
		at := slices.IndexFunc(valid, func(e shop.TextEdition) bool { return e.Version == *version })
		if at < 0 {
			return shop.PublicText{}, shop.UnknownTextVersion("version")
		}
		edition = valid[at]
	}
	settings, err := s.db.Settings(ctx, s.db.Pool())
	if err != nil {
		return shop.PublicText{}, err
	}
	text, err := s.texts.render(ctx, name, edition, settings)
	text.Current, text.Editions = edition == valid[0], valid[:min(len(valid), shop.MaxTextEditions)]
	return text, err
}

// MailTexts returns the current version of shop.TextMails. It needs no authorisation: only this process calls it, for
// the emails that it sends.
func (s *Store) MailTexts(ctx context.Context) (shop.TextDocument, error) {
	editions, err := s.texts.editions(ctx)
	if err != nil {
		return shop.TextDocument{}, fmt.Errorf("read texts: %w", err)
	}
	valid := editions.valid(shop.TextMails, s.db.Now())
	if len(valid) == 0 {
		return shop.TextDocument{}, nil
	}
	return readVersion[shop.TextDocument](ctx, s.db.Pool(), shop.TextMails, valid[0].Version)
}

// TextStates returns all texts as their list shows them. Requires shop.WriteContent.
func (s *Store) TextStates(ctx context.Context, actor shop.Actor) ([]shop.TextState, error) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return nil, err
	}
	editions, err := s.texts.editions(ctx)
	if err != nil {
		return nil, fmt.Errorf("read texts: %w", err)
	}
	var drafts []draftRow[shop.TextDocument]
	if err := s.db.Pool().Select(ctx, &drafts, textDrafts); err != nil {
		return nil, fmt.Errorf("read drafts: %w", err)
	}
	states := []shop.TextState{}
	for _, name := range append(shop.TextNames(), shop.TextMails) {
		state := shop.TextState{Name: name}
		all := editions[name]
		for i, now := range shop.StatesOf(all, s.db.Now()) {
			switch now {
			case shop.TextVersionCurrent:
				state.Version, state.ValidFrom = all[i].Version, all[i].ValidFrom
			case shop.TextVersionPlanned:
				state.Planned = &all[i] // the last one is the next one
			}
		}
		for _, d := range drafts {
			if d.Name == name {
				state.DraftedAt = &d.UpdatedAt
			}
		}
		states = append(states, state)
	}
	return states, nil
}

// TextDraft returns the draft of a text, or its newest version if nothing waits to be published. API keys don't read
// the names of editors. Requires shop.WriteContent.
func (s *Store) TextDraft(ctx context.Context, actor shop.Actor, name shop.TextName) (shop.TextDraft, error) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return shop.TextDraft{}, err
	}
	return s.textDraft(ctx, s.db.Pool(), actor, name)
}

func (s *Store) textDraft(ctx context.Context, q pg.Querier, actor shop.Actor,
	name shop.TextName) (draft shop.TextDraft, err error) {
	newest, row, err := readDraft[shop.TextDocument](ctx, q, name)
	if err != nil {
		return draft, err
	}
	settings, err := s.db.Settings(ctx, q)
	if err != nil {
		return draft, err
	}
	published := newest.Document.V.Arrange(name)
	draft = shop.TextDraft{Name: name, Revision: row.Revision, Version: newest.Version, Layout: name.Layout(),
		Document: published}
	draft.UpdatedAt, draft.Author = row.lastEdit(actor)
	if row.Document.V != nil {
		draft.Document = row.Document.V.Arrange(name)
	}
	draft.Changes = shop.TextChanges(published, draft.Document)
	_, err = draft.Document.Normal(name)
	if draft.Errors = shop.UserErrors(err); err != nil && draft.Errors == nil {
		return draft, err
	}
	draft.Preview = draft.Document.Render(settings)
	draft.Preview.Name, draft.Preview.Version, draft.Preview.Current = name, newest.Version+1, true
	draft.Preview.ValidFrom = s.db.Now()
	return draft, nil
}

// changeText runs do in a transaction and returns the draft of the text afterwards.
func (s *Store) changeText(ctx context.Context, actor shop.Actor, name shop.TextName,
	do func(tx pg.Querier) error) (draft shop.TextDraft, err error) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return draft, err
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		if err := do(tx); err != nil {
			return err
		}
		draft, err = s.textDraft(ctx, tx, actor, name)
		return err
	})
	if err != nil && shop.UserErrors(err) == nil {
		return shop.TextDraft{}, fmt.Errorf("change text: %w", err)
	}
	return draft, err
}

// SaveTextDraft replaces the draft of a text. It may break the rules that hold when it is published. Requires
// shop.WriteContent. Errors: CONFLICT if the draft has changed since the revision of the input, INVALID and TOO_LONG
// for what can't be stored.
func (s *Store) SaveTextDraft(ctx context.Context, actor shop.Actor,
	in shop.TextDraftSaveInput) (shop.TextDraft, error) {
	return s.changeText(ctx, actor, in.Name, func(tx pg.Querier) error {
		if err := in.Document.Storable(); err != nil {
			return err
		}
		return storeDraft(ctx, s, tx, actor, in.Name, in.Revision, &in.Document)
	})
}

// DiscardTextDraft discards the draft of a text. Requires shop.WriteContent. Errors: CONFLICT if it has changed since
// the revision of the input.
func (s *Store) DiscardTextDraft(ctx context.Context, actor shop.Actor,
	in shop.TextDraftDiscardInput) (shop.TextDraft, error) {
	return s.changeText(ctx, actor, in.Name, func(tx pg.Querier) error {
		return storeDraft[shop.TextDocument](ctx, s, tx, actor, in.Name, in.Revision, nil)
	})
}

// PublishTextDraft stores the draft of a text as its newest version and empties the draft. Requires shop.WriteContent.
// Errors: shop.Errors for the document, OUT_OF_RANGE for the date, CONFLICT if the draft or the text has changed since
// they were read.
func (s *Store) PublishTextDraft(ctx context.Context, actor shop.Actor,
	in shop.TextDraftPublishInput) (shop.TextDraft, error) {
	return s.changeText(ctx, actor, in.Name, func(tx pg.Querier) error {
		document, from, err := takeDraft[shop.TextDocument](ctx, s, tx, actor, in)
		if err != nil {
			return err
		}
		if document, err = document.Normal(in.Name); err != nil {
			return err
		}
		return insertVersion(ctx, s, tx, actor, in.Name, in.Version, document, from)
	})
}

// RestoreText publishes an earlier version of a text once more, at once. The draft stays. Requires shop.WriteContent.
// Errors: NOT_FOUND, CONFLICT if another version has been stored since the one that the actor has seen.
func (s *Store) RestoreText(ctx context.Context, actor shop.Actor,
	in shop.TextVersionRestoreInput) (shop.TextDraft, error) {
	return s.changeText(ctx, actor, in.Name, func(tx pg.Querier) error {
		document, err := readVersion[shop.TextDocument](ctx, tx, in.Name, in.Restore)
		if err != nil {
			return err
		}
		return insertVersion(ctx, s, tx, actor, in.Name, in.Version, document.Arrange(in.Name), s.db.Now())
	})
}

// SetUpText stores the first version of a text, unless there is one. It needs no authorisation: only this process calls
// it, for the seed and for the command init.
func (s *Store) SetUpText(ctx context.Context, tx pg.Querier, name shop.TextName, document shop.TextDocument) error {
	document, err := document.Normal(name)
	if err != nil {
		return err
	}
	err = insertVersion(ctx, s, tx, shop.Actor{}, name, 0, document, s.db.Now())
	if shop.UserErrors(err) != nil {
		return nil
	}
	return err
}

// TextVersions returns a page of the versions of a text, newest first. API keys don't read the names of authors.
// Requires shop.WriteContent.
func (s *Store) TextVersions(ctx context.Context, actor shop.Actor, name shop.TextName,
	args shop.PageArgs) (none shop.Page[shop.TextVersion], err error) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return none, err
	}
	return readVersions(ctx, s, actor, name, args, func(before, after shop.TextDocument) []shop.AuditChange {
		return shop.TextChanges(before.Arrange(name), after.Arrange(name))
	})
}
