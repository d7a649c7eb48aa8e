package content

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

var (
	// The row is new only if the version that was edited is still the newest one.
	insertText = pg.Named(textRow{}, `INSERT INTO texts (name, version, document, valid_from, author_id, created_at)
		SELECT :name, :version, CAST(:document AS jsonb), CAST(:valid_from AS timestamptz), CAST(:author_id AS uuid),
			CAST(:created_at AS timestamptz)
		WHERE CAST(:version AS integer) = (SELECT coalesce(max(version), 0) + 1 FROM texts WHERE name = :name)
		ON CONFLICT DO NOTHING RETURNING version`)
	textEditions = pg.Prepared(`SELECT name, version, valid_from, valid_from > created_at AS planned FROM texts
		ORDER BY name, version DESC`)
	textVersion = pg.Prepared(`SELECT name, version, document, valid_from FROM texts WHERE name = $1 AND version = $2`)
	newestText  = pg.Prepared(`SELECT name, version, document, valid_from FROM texts WHERE name = $1
		ORDER BY version DESC LIMIT 1`)
	textPage = pg.Prepared(`SELECT t.name, t.version, t.document, t.valid_from, t.created_at, u.name AS author,
			p.document AS before
		FROM texts t LEFT JOIN texts p ON p.name = t.name AND p.version = t.version - 1
		LEFT JOIN users u ON u.id = t.author_id
		WHERE t.name = $1 AND ($3::integer IS NULL OR t.version < $3) ORDER BY t.version DESC LIMIT $2`)
	countTexts = pg.Prepared(`SELECT count(*) FROM texts WHERE name = $1`)

	textDrafts = pg.Prepared(`SELECT name, updated_at FROM text_drafts WHERE document IS NOT NULL`)
	textDraft  = pg.Prepared(`SELECT d.name, d.revision, d.document, d.updated_at, u.name AS author
		FROM text_drafts d LEFT JOIN users u ON u.id = d.author_id WHERE d.name = $1`)
	// No row is returned when the draft has another revision than the one that was edited.
	writeTextDraft = pg.Prepared(`INSERT INTO text_drafts AS d (name, revision, document, updated_at, author_id)
		SELECT $1, $2 + 1, $3, $4, $5
		WHERE $2 = coalesce((SELECT revision FROM text_drafts WHERE name = $1), 0)
		ON CONFLICT (name) DO UPDATE SET revision = excluded.revision, document = excluded.document,
			updated_at = excluded.updated_at, author_id = excluded.author_id WHERE d.revision = $2
		RETURNING revision`)
)

type textRow struct {
	Name      shop.TextName               `db:"name"`
	Version   int                         `db:"version"`
	Document  pg.JSON[shop.TextDocument]  `db:"document"`
	Before    pg.JSON[*shop.TextDocument] `db:"before"`
	ValidFrom time.Time                   `db:"valid_from"`
	AuthorID  *string                     `db:"author_id"`
	Author    *string                     `db:"author"`
	CreatedAt time.Time                   `db:"created_at"`
}

type textDraftRow struct {
	Name      shop.TextName               `db:"name"`
	Revision  int                         `db:"revision"`
	Document  pg.JSON[*shop.TextDocument] `db:"document"`
	UpdatedAt time.Time                   `db:"updated_at"`
	Author    *string                     `db:"author"`
}

// Text returns a version of a text, or the current one if version is nil, with the values of the settings. It is never
// older than one that any caller has seen before. No permission is required. Errors: NOT_FOUND, also for a version that
// is planned.
func (s *Store) Text(ctx context.Context, _ shop.Actor, name shop.TextName, version *int) (shop.PublicText, error) {
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

// TextStates returns all texts as their list shows them. Admins only.
func (s *Store) TextStates(ctx context.Context, actor shop.Actor) ([]shop.TextState, error) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return nil, err
	}
	editions, err := s.texts.editions(ctx)
	if err != nil {
		return nil, fmt.Errorf("read texts: %w", err)
	}
	var drafts []textDraftRow
	if err := s.db.Pool().Select(ctx, &drafts, textDrafts); err != nil {
		return nil, fmt.Errorf("read drafts: %w", err)
	}
	states := []shop.TextState{}
	for _, name := range shop.TextNames() {
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
// the names of editors. Admins only.
func (s *Store) TextDraft(ctx context.Context, actor shop.Actor, name shop.TextName) (shop.TextDraft, error) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return shop.TextDraft{}, err
	}
	return s.textDraft(ctx, s.db.Pool(), actor, name)
}

func (s *Store) textDraft(ctx context.Context, q pg.Querier, actor shop.Actor,
	name shop.TextName) (draft shop.TextDraft, err error) {
	var newest textRow
	if err := q.Get(ctx, &newest, newestText, name); err != nil && !pg.NoRows(err) {
		return draft, fmt.Errorf("read text: %w", err)
	}
	var row textDraftRow
	if err := q.Get(ctx, &row, textDraft, name); err != nil && !pg.NoRows(err) {
		return draft, fmt.Errorf("read draft: %w", err)
	}
	settings, err := s.db.Settings(ctx, q)
	if err != nil {
		return draft, err
	}
	published := newest.Document.V.Arrange(name)
	draft = shop.TextDraft{Name: name, Revision: row.Revision, Version: newest.Version, Layout: name.Layout(),
		Document: published}
	if row.Revision > 0 {
		draft.UpdatedAt = &row.UpdatedAt
		if actor.Key == nil {
			draft.Author = row.Author
		}
	}
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

// storeTextDraft replaces the draft that was edited; nil empties it.
func (s *Store) storeTextDraft(ctx context.Context, tx pg.Querier, actor shop.Actor, name shop.TextName, edited int,
	document *shop.TextDocument) error {
	var revision int
	err := tx.Get(ctx, &revision, writeTextDraft, name, edited, pg.JSON[*shop.TextDocument]{V: document}, s.db.Now(),
		actor.Account())
	if pg.NoRows(err) {
		return shop.TextDraftChanged()
	}
	return err
}

// SaveTextDraft replaces the draft of a text. It may break the rules that hold when it is published. Admins only.
// Errors: CONFLICT if the draft has changed since the revision of the input, INVALID and TOO_LONG for what can't be
// stored.
func (s *Store) SaveTextDraft(ctx context.Context, actor shop.Actor,
	in shop.TextDraftSaveInput) (shop.TextDraft, error) {
	return s.changeText(ctx, actor, in.Name, func(tx pg.Querier) error {
		if err := in.Document.Storable(); err != nil {
			return err
		}
		return s.storeTextDraft(ctx, tx, actor, in.Name, in.Revision, &in.Document)
	})
}

// DiscardTextDraft discards the draft of a text. Admins only. Errors: CONFLICT if it has changed since the revision of
// the input.
func (s *Store) DiscardTextDraft(ctx context.Context, actor shop.Actor,
	in shop.TextDraftDiscardInput) (shop.TextDraft, error) {
	return s.changeText(ctx, actor, in.Name, func(tx pg.Querier) error {
		return s.storeTextDraft(ctx, tx, actor, in.Name, in.Revision, nil)
	})
}

// PublishTextDraft stores the draft of a text as its newest version and empties the draft. Admins only. Errors:
// shop.Errors for the document, OUT_OF_RANGE for the date, CONFLICT if the draft or the text has changed since they
// were read.
func (s *Store) PublishTextDraft(ctx context.Context, actor shop.Actor,
	in shop.TextDraftPublishInput) (shop.TextDraft, error) {
	return s.changeText(ctx, actor, in.Name, func(tx pg.Querier) error {
		from, err := in.Start(s.db.Now())
		if err != nil {
			return err
		}
		var row textDraftRow
		if err := tx.Get(ctx, &row, textDraft, in.Name); err != nil && !pg.NoRows(err) {
			return err
		}
		// The revision is compared while the row is locked.
		if err := s.storeTextDraft(ctx, tx, actor, in.Name, in.Revision, nil); err != nil {
			return err
		}
		if row.Revision != in.Revision || row.Document.V == nil {
			return shop.TextDraftChanged()
		}
		document, err := row.Document.V.Normal(in.Name)
		if err != nil {
			return err
		}
		return s.insertText(ctx, tx, actor, in.Name, in.Version, document, from)
	})
}

// RestoreText publishes an earlier version of a text once more, at once. The draft stays. Admins only. Errors:
// NOT_FOUND, CONFLICT if another version has been stored since the one that the actor has seen.
func (s *Store) RestoreText(ctx context.Context, actor shop.Actor,
	in shop.TextVersionRestoreInput) (shop.TextDraft, error) {
	return s.changeText(ctx, actor, in.Name, func(tx pg.Querier) error {
		var row textRow
		switch err := tx.Get(ctx, &row, textVersion, in.Name, in.Restore); {
		case pg.NoRows(err):
			return shop.UnknownTextVersion("restore")
		case err != nil:
			return err
		}
		return s.insertText(ctx, tx, actor, in.Name, in.Version, row.Document.V.Arrange(in.Name), s.db.Now())
	})
}

// insertText stores the version after the newest one that the actor has seen.
func (s *Store) insertText(ctx context.Context, tx pg.Querier, actor shop.Actor, name shop.TextName, seen int,
	document shop.TextDocument, from time.Time) error {
	row := textRow{Name: name, Version: seen + 1, ValidFrom: from, AuthorID: actor.Account(), CreatedAt: s.db.Now()}
	row.Document.V = document
	switch err := tx.Get(ctx, &row.Version, insertText, insertText.Args(row)...); {
	case pg.NoRows(err):
		return shop.TextPublished()
	case err != nil:
		return err
	}
	tx.Changed(base.PublicTopic)
	tx.Changed(base.EditsTopic)
	return nil
}

// SetUpText stores the first version of a text, unless there is one. It needs no authorisation: only this process calls
// it, for the seed and for the command init.
func (s *Store) SetUpText(ctx context.Context, tx pg.Querier, name shop.TextName, document shop.TextDocument) error {
	document, err := document.Normal(name)
	if err != nil {
		return err
	}
	return s.insertText(ctx, tx, shop.Actor{}, name, 0, document, s.db.Now())
}

// TextVersions returns a page of the versions of a text, newest first. API keys don't read the names of authors. Admins
// only.
func (s *Store) TextVersions(ctx context.Context, actor shop.Actor, name shop.TextName,
	args shop.PageArgs) (none shop.Page[shop.TextVersion], err error) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return none, err
	}
	args = args.In("textVersions", string(name))
	if err := args.Check(); err != nil {
		return none, err
	}
	var before *int // the last version of the page before
	if args.After != nil {
		cursor, err := pg.DecodeCursor(args)
		if err != nil {
			return none, err
		}
		version, err := strconv.ParseInt(cursor.ID, 10, 32)
		if err != nil {
			return none, shop.BadCursor("after")
		}
		before = new(int(version))
	}
	editions, err := s.texts.editions(ctx)
	if err != nil {
		return none, fmt.Errorf("read texts: %w", err)
	}
	states := map[int]shop.TextVersionState{}
	for i, state := range shop.StatesOf(editions[name], s.db.Now()) {
		states[editions[name][i].Version] = state
	}
	var rows []textRow
	if err := s.db.Pool().Select(ctx, &rows, textPage, name, args.First+1, before); err != nil {
		return none, fmt.Errorf("read the versions of a text: %w", err)
	}
	page := pg.NewPage(args, rows, func(r textRow) pg.Cursor { return pg.Cursor{ID: strconv.Itoa(r.Version)} })
	nodes := make([]shop.TextVersion, len(page.Nodes))
	for i, row := range page.Nodes {
		if actor.Key != nil {
			row.Author = nil
		}
		nodes[i] = shop.TextVersion{Version: row.Version, ValidFrom: row.ValidFrom, State: states[row.Version],
			CreatedAt: row.CreatedAt, Author: row.Author, Changes: []shop.AuditChange{}}
		if row.Before.V != nil {
			nodes[i].Changes = shop.TextChanges(row.Before.V.Arrange(name), row.Document.V.Arrange(name))
		}
	}
	return shop.Page[shop.TextVersion]{Nodes: nodes, Cursor: page.Cursor, HasNext: page.HasNext,
		HasPrevious: page.HasPrevious, Count: base.Count(s.db.Pool(), countTexts, name)}, nil
}
