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
	// The row is new only if the version that was edited is still the current one.
	insertSettings = pg.Prepared(`INSERT INTO settings (id, document, author_id, created_at)
		SELECT $1 + 1, $2, $3, $4 WHERE $1 = (SELECT coalesce(max(id), 0) FROM settings)
		ON CONFLICT DO NOTHING RETURNING id, document, author_id, created_at`)
	settingsVersion = pg.Prepared(`SELECT id, document, author_id, created_at FROM settings WHERE id = $1`)
	settingsPage    = pg.Prepared(`SELECT s.id, s.document, u.name AS author, s.created_at, p.document AS before
		FROM settings s LEFT JOIN settings p ON p.id = s.id - 1 LEFT JOIN users u ON u.id = s.author_id
		WHERE $2::bigint IS NULL OR s.id < $2 ORDER BY s.id DESC LIMIT $1`)
	countSettings = pg.Prepared(`SELECT count(*) FROM settings`)
	nextNumbers   = pg.Prepared(`SELECT (SELECT last_value + is_called::int FROM order_numbers) AS orders,
		(SELECT last_value + is_called::int FROM quote_numbers) AS quotes`)
	continueNumbers = pg.Prepared(`SELECT continue_numbers($1::text::regclass, $2)`)
)

// Settings returns the current settings, with the values that the environment fixes. No permission is required: its
// callers choose what to show.
func (s *Store) Settings(ctx context.Context) (shop.Settings, error) {
	return s.db.Settings(ctx, s.db.Pool())
}

// LastSettings returns the last known settings without a query, for use while requests can't be served. No permission
// is required.
func (s *Store) LastSettings() shop.Settings { return s.db.LastSettings() }

// SiteSettings returns the settings for editing. Requires WriteSettings.
func (s *Store) SiteSettings(ctx context.Context, actor shop.Actor) (shop.SiteSettings, error) {
	if err := actor.Need(shop.WriteSettings); err != nil {
		return shop.SiteSettings{}, err
	}
	return s.siteSettings(ctx, s.db.Pool())
}

func (s *Store) siteSettings(ctx context.Context, q pg.Querier) (site shop.SiteSettings, err error) {
	stored, savedAt, err := s.storedSettings(ctx, q)
	if err != nil {
		return site, err
	}
	var next struct {
		Orders int `db:"orders"`
		Quotes int `db:"quotes"`
	}
	if err := q.Get(ctx, &next, nextNumbers); err != nil {
		return site, fmt.Errorf("read the number series: %w", err)
	}
	return shop.SiteSettings{Settings: s.db.Fixed.Fix(stored), Fixed: s.db.Fixed.List(), Terms: s.db.Terms,
		NextOrderNumber: next.Orders, NextQuoteNumber: next.Quotes, SavedAt: savedAt}, nil
}

// storedSettings reads the current settings without the values that the environment fixes.
func (s *Store) storedSettings(ctx context.Context, q pg.Querier) (shop.Settings, *time.Time, error) {
	var row base.SettingsRow
	switch err := q.Get(ctx, &row, base.LatestSettings); {
	case pg.NoRows(err):
		return shop.DefaultSettings(), nil, nil
	case err != nil:
		return shop.Settings{}, nil, fmt.Errorf("read settings: %w", err)
	}
	stored, err := row.Settings()
	return stored, &row.CreatedAt, err
}

// UpdateSettings stores a new version of the settings. Requires WriteSettings; only administrators may change the
// addresses of emails. Errors: shop.Errors for the input,
// CONFLICT if another version has been stored since the one that was edited, OUT_OF_RANGE for a number that would move
// a series backwards.
func (s *Store) UpdateSettings(ctx context.Context, actor shop.Actor,
	in shop.SettingsInput) (site shop.SiteSettings, err error) {
	if err := actor.Need(shop.WriteSettings); err != nil {
		return site, err
	}
	changed, err := in.Normal()
	if err != nil {
		return site, err
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		stored, _, err := s.storedSettings(ctx, tx)
		if err != nil {
			return err
		}
		for _, picture := range []struct {
			field, alt string
			id         *string
			removed    bool
			from       *shop.Media
			to         **shop.Media
		}{
			{"logoId", changed.Name, in.LogoID, in.RemoveLogo, stored.Logo, &changed.Logo},
			{"iconId", "", in.IconID, in.RemoveIcon, stored.Icon, &changed.Icon},
			{"shareImageId", changed.Name, in.ShareImageID, in.RemoveShareImage, stored.ShareImage,
				&changed.ShareImage},
		} {
			switch {
			case picture.id != nil:
				*picture.to, err = s.catalogue.NamedUpload(ctx, tx, picture.field, *picture.id, picture.alt)
				if err != nil {
					return err
				}
			case !picture.removed:
				*picture.to = picture.from
			}
		}
		if in.TimeZone == nil {
			changed.TimeZone = stored.TimeZone
		}
		if in.LowStock == nil {
			changed.LowStock = stored.LowStock
		}
		if in.Filters == nil {
			changed.Filters = stored.Filters
		}
		if in.FooterCategories == nil {
			changed.FooterCategories = stored.FooterCategories
		}
		changed = s.db.Fixed.Keep(changed, stored)
		if err := stored.MayBecome(changed, actor); err != nil {
			return err
		}
		if err := s.continueNumbers(ctx, tx, in); err != nil {
			return err
		}
		if err := s.insertSettings(ctx, tx, actor, in.Version, changed); err != nil {
			return err
		}
		site, err = s.siteSettings(ctx, tx)
		return err
	})
	if err != nil && shop.UserErrors(err) == nil {
		return shop.SiteSettings{}, fmt.Errorf("update settings: %w", err)
	}
	return site, err
}

// continueNumbers moves the series of numbers forward to the ones of the input.
func (s *Store) continueNumbers(ctx context.Context, tx pg.Querier, in shop.SettingsInput) error {
	for _, series := range []struct {
		field, sequence string
		wanted          *int
	}{
		{"nextOrderNumber", "order_numbers", in.NextOrderNumber},
		{"nextQuoteNumber", "quote_numbers", in.NextQuoteNumber},
	} {
		if series.wanted == nil {
			continue
		}
		var next int
		if err := tx.Get(ctx, &next, continueNumbers, series.sequence, *series.wanted); err != nil {
			return err
		}
		if *series.wanted < next {
			return shop.NumberTaken(series.field, next)
		}
	}
	return nil
}

// insertSettings stores the version after the one that was edited.
func (s *Store) insertSettings(ctx context.Context, tx pg.Querier, actor shop.Actor, edited int,
	settings shop.Settings) error {
	document, err := json.Marshal(settings)
	if err != nil {
		return err
	}
	var row base.SettingsRow
	switch err := tx.Get(ctx, &row, insertSettings, edited, document, actor.Account(), s.db.Now()); {
	case pg.NoRows(err):
		return shop.SettingsChanged()
	case err != nil:
		return err
	}
	tx.Changed(base.PublicTopic)
	tx.Changed(base.EditsTopic)
	return nil
}

// RestoreSettings stores an earlier version once more as the newest one. The series of numbers go on. Requires
// WriteSettings.
// Errors: NOT_FOUND, CONFLICT if another version has been stored since the one that the actor has seen.
func (s *Store) RestoreSettings(ctx context.Context, actor shop.Actor,
	in shop.SettingsRestoreInput) (site shop.SiteSettings, err error) {
	if err := actor.Need(shop.WriteSettings); err != nil {
		return site, err
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		var row base.SettingsRow
		switch err := tx.Get(ctx, &row, settingsVersion, in.Restore); {
		case pg.NoRows(err):
			return shop.UnknownSettings()
		case err != nil:
			return err
		}
		restored, err := row.Settings()
		if err != nil {
			return err
		}
		stored, _, err := s.storedSettings(ctx, tx)
		if err == nil {
			err = stored.MayBecome(restored, actor)
		}
		if err != nil {
			return err
		}
		if err := s.insertSettings(ctx, tx, actor, in.Version, restored); err != nil {
			return err
		}
		site, err = s.siteSettings(ctx, tx)
		return err
	})
	if err != nil && shop.UserErrors(err) == nil {
		return shop.SiteSettings{}, fmt.Errorf("restore settings: %w", err)
	}
	return site, err
}

// SetUpSettings stores the first version, unless there is one. It needs no authorisation: only this process calls it,
// for the seed and for the command init.
func (s *Store) SetUpSettings(ctx context.Context, tx pg.Querier, settings shop.Settings) error {
	return s.insertSettings(ctx, tx, shop.Actor{}, 0, settings)
}

type settingsEntry struct {
	ID        int       `db:"id"`
	Document  []byte    `db:"document"`
	Before    []byte    `db:"before"`
	Author    *string   `db:"author"`
	CreatedAt time.Time `db:"created_at"`
}

func (r settingsEntry) version() (shop.SettingsVersion, error) {
	entry := shop.AuditEntry{}
	for _, side := range []struct {
		from []byte
		to   *map[string]json.RawMessage
	}{{r.Before, &entry.Before}, {r.Document, &entry.After}} {
		if side.from == nil {
			continue
		}
		if err := json.Unmarshal(side.from, side.to); err != nil {
			return shop.SettingsVersion{}, fmt.Errorf("read version %d of the settings: %w", r.ID, err)
		}
	}
	changes := []shop.AuditChange{}
	for _, change := range entry.Changes() {
		if change.Before == nil || change.After == nil || *change.Before != *change.After {
			changes = append(changes, change)
		}
	}
	return shop.SettingsVersion{Version: r.ID, CreatedAt: r.CreatedAt, Author: r.Author, Changes: changes}, nil
}

// SettingsHistory returns a page of the versions of the settings, newest first. Requires WriteSettings.
func (s *Store) SettingsHistory(ctx context.Context, actor shop.Actor,
	args shop.PageArgs) (shop.Page[shop.SettingsVersion], error) {
	if err := actor.Need(shop.WriteSettings); err != nil {
		return shop.Page[shop.SettingsVersion]{}, err
	}
	var none shop.Page[shop.SettingsVersion]
	args = args.In("settingsHistory")
	if err := args.Check(); err != nil {
		return none, err
	}
	before, err := pg.DecodeNumberCursor(args)
	if err != nil {
		return none, err
	}
	var rows []settingsEntry
	if err := s.db.Pool().Select(ctx, &rows, settingsPage, args.First+1, before); err != nil {
		return none, fmt.Errorf("read the history of the settings: %w", err)
	}
	page := pg.NewPage(args, rows, func(r settingsEntry) pg.Cursor { return pg.Cursor{ID: strconv.Itoa(r.ID)} })
	nodes := make([]shop.SettingsVersion, len(page.Nodes))
	for i, row := range page.Nodes {
		if nodes[i], err = row.version(); err != nil {
			return none, err
		}
	}
	return shop.Page[shop.SettingsVersion]{Nodes: nodes, Cursor: page.Cursor, HasNext: page.HasNext,
		HasPrevious: page.HasPrevious, Count: base.Count(s.db.Pool(), countSettings)}, nil
}
