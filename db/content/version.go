package content

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

var (
	// The row is new only if the version that was edited is still the newest one.
	insertText = pg.Named(versionRow[json.RawMessage]{}, `INSERT INTO texts
			(name, version, document, valid_from, author_id, created_at)
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
		WHERE t.name = $1 AND ($3::bigint IS NULL OR t.version < $3) ORDER BY t.version DESC LIMIT $2`)
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

// versionRow is a version of a text whose document is a D.
type versionRow[D any] struct {
	Name      shop.TextName `db:"name"`
	Version   int           `db:"version"`
	Document  pg.JSON[D]    `db:"document"`
	Before    pg.JSON[*D]   `db:"before"`
	ValidFrom time.Time     `db:"valid_from"`
	AuthorID  *string       `db:"author_id"`
	Author    *string       `db:"author"`
	CreatedAt time.Time     `db:"created_at"`
}

// draftRow is the draft of a text whose document is a D. The zero value is that of a text without one.
type draftRow[D any] struct {
	Name      shop.TextName `db:"name"`
	Revision  int           `db:"revision"`
	Document  pg.JSON[*D]   `db:"document"` // nil if nothing waits to be published
	UpdatedAt time.Time     `db:"updated_at"`
	Author    *string       `db:"author"`
}

// lastEdit returns time and editor of the last change, nil without one. API keys don't read names.
func (r draftRow[D]) lastEdit(actor shop.Actor) (at *time.Time, author *string) {
	if r.Revision == 0 {
		return nil, nil
	}
	if actor.Key == nil {
		author = r.Author
	}
	return &r.UpdatedAt, author
}

// readDraft returns the newest version of a text, which is zero if there is none, and its draft.
func readDraft[D any](ctx context.Context, q pg.Querier, name shop.TextName) (
	newest versionRow[D], draft draftRow[D], err error,
) {
	if err := q.Get(ctx, &newest, newestText, name); err != nil && !pg.NoRows(err) {
		return newest, draft, fmt.Errorf("read text: %w", err)
	}
	if err := q.Get(ctx, &draft, textDraft, name); err != nil && !pg.NoRows(err) {
		return newest, draft, fmt.Errorf("read draft: %w", err)
	}
	return newest, draft, nil
}

// storeDraft replaces the draft that was edited; nil empties it.
func storeDraft[D any](ctx context.Context, s *Store, tx pg.Querier, actor shop.Actor, name shop.TextName, edited int,
	document *D) error {
	var revision int
	err := tx.Get(ctx, &revision, writeTextDraft, name, edited, pg.JSON[*D]{V: document}, s.db.Now(), actor.Account())
	if pg.NoRows(err) {
		return shop.TextDraftChanged()
	}
	return err
}

// takeDraft empties the draft that the input publishes, and returns what it was and when it becomes current.
func takeDraft[D any](ctx context.Context, s *Store, tx pg.Querier, actor shop.Actor,
	in shop.TextDraftPublishInput) (document D, from time.Time, err error) {
	if from, err = in.Start(s.db.Now()); err != nil {
		return document, from, err
	}
	var row draftRow[D]
	if err := tx.Get(ctx, &row, textDraft, in.Name); err != nil && !pg.NoRows(err) {
		return document, from, err
	}
	// The revision is compared while the row is locked.
	if err := storeDraft[D](ctx, s, tx, actor, in.Name, in.Revision, nil); err != nil {
		return document, from, err
	}
	if row.Revision != in.Revision || row.Document.V == nil {
		return document, from, shop.TextDraftChanged()
	}
	return *row.Document.V, from, nil
}

// insertVersion stores the version after the newest one that the actor has seen.
func insertVersion[D any](ctx context.Context, s *Store, tx pg.Querier, actor shop.Actor, name shop.TextName, seen int,
	document D, from time.Time) error {
	row := versionRow[D]{Name: name, Version: seen + 1, ValidFrom: from, AuthorID: actor.Account(),
		CreatedAt: s.db.Now()}
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

// readVersion returns a version of a text. Errors: NOT_FOUND for the field restore.
func readVersion[D any](ctx context.Context, q pg.Querier, name shop.TextName, version int) (D, error) {
	var row versionRow[D]
	err := q.Get(ctx, &row, textVersion, name, version)
	if pg.NoRows(err) {
		err = shop.UnknownTextVersion("restore")
	}
	return row.Document.V, err
}

// readVersions returns a page of the versions of a text, newest first. changes returns what differs between two.
func readVersions[D any](ctx context.Context, s *Store, actor shop.Actor, name shop.TextName, args shop.PageArgs,
	changes func(before, after D) []shop.AuditChange) (none shop.Page[shop.TextVersion], err error) {
	args = args.In("textVersions", string(name))
	if err := args.Check(); err != nil {
		return none, err
	}
	before, err := pg.DecodeNumberCursor(args)
	if err != nil {
		return none, err
	}
	editions, err := s.texts.editions(ctx)
	if err != nil {
		return none, fmt.Errorf("read texts: %w", err)
	}
	states := map[int]shop.TextVersionState{}
	for i, state := range shop.StatesOf(editions[name], s.db.Now()) {
		states[editions[name][i].Version] = state
	}
	var rows []versionRow[D]
	if err := s.db.Pool().Select(ctx, &rows, textPage, name, args.First+1, before); err != nil {
		return none, fmt.Errorf("read the versions of a text: %w", err)
	}
	page := pg.NewPage(args, rows, func(r versionRow[D]) pg.Cursor { return pg.Cursor{ID: strconv.Itoa(r.Version)} })
	nodes := make([]shop.TextVersion, len(page.Nodes))
	for i, row := range page.Nodes {
		if actor.Key != nil {
			row.Author = nil
		}
		nodes[i] = shop.TextVersion{Version: row.Version, ValidFrom: row.ValidFrom, State: states[row.Version],
			CreatedAt: row.CreatedAt, Author: row.Author, Changes: []shop.AuditChange{}}
		if row.Before.V != nil {
			nodes[i].Changes = changes(*row.Before.V, row.Document.V)
		}
	}
	return shop.Page[shop.TextVersion]{Nodes: nodes, Cursor: page.Cursor, HasNext: page.HasNext,
		HasPrevious: page.HasPrevious, Count: base.Count(s.db.Pool(), countTexts, name)}, nil
}
