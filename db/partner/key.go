package partner

import (
	"context"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

const keyColumns = `k.id, k.name, k.hint, k.scopes, k.maker_id, k.requests, k.cost, k.created_at,
	k.expires_at, k.last_used_at, k.revoked_at`

var (
	insertKey = pg.Named(newKey{}, `INSERT INTO api_keys AS k `+
		pg.Values(`id, name, hint, hash, scopes, maker_id, requests, cost, created_at, expires_at`)+`
		RETURNING `+keyColumns)
	revokeKey = pg.Prepared(`UPDATE api_keys AS k SET revoked_at = coalesce(k.revoked_at, $2)
		WHERE k.id = $1 RETURNING ` + keyColumns)
	allKeys = pg.Prepared(`SELECT ` + keyColumns + ` FROM api_keys k WHERE (k.created_at, k.id) <
		(coalesce($2::timestamptz, 'infinity'), coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
		ORDER BY k.created_at DESC, k.id DESC LIMIT $1`)
	keyByHash = pg.Prepared(`SELECT ` + keyColumns + ` FROM api_keys k JOIN users u ON u.id = k.maker_id
		WHERE k.hash = $1 AND u.role = 'admin' AND u.blocked_at IS NULL AND k.revoked_at IS NULL
			AND (k.expires_at IS NULL OR k.expires_at > $2)`)
	touchKey = pg.Prepared(`UPDATE api_keys SET last_used_at = $2
		WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)`)
)

// lastUsedPrecision is the precision of the time when a key was last used: it is written at most once in this
// interval, however often the key is used.
const lastUsedPrecision = time.Minute

type keyRow struct {
	ID         string         `db:"id"`
	Name       string         `db:"name"`
	Hint       string         `db:"hint"`
	Scopes     pq.StringArray `db:"scopes"`
	MakerID    string         `db:"maker_id"`
	Requests   int            `db:"requests"`
	Cost       int            `db:"cost"`
	CreatedAt  time.Time      `db:"created_at"`
	ExpiresAt  *time.Time     `db:"expires_at"`
	LastUsedAt *time.Time     `db:"last_used_at"`
	RevokedAt  *time.Time     `db:"revoked_at"`
}

type newKey struct {
	keyRow
	Hash []byte `db:"hash"` // of the secret
}

func (r keyRow) key() shop.APIKey {
	return shop.APIKey{ID: r.ID, Name: r.Name, Hint: r.Hint, Scopes: r.scopes(), MakerID: r.MakerID,
		Requests: r.Requests, Cost: r.Cost, CreatedAt: r.CreatedAt, ExpiresAt: r.ExpiresAt,
		LastUsedAt: r.LastUsedAt, RevokedAt: r.RevokedAt}
}

func (r keyRow) scopes() []shop.Scope {
	scopes := make([]shop.Scope, len(r.Scopes))
	for i, scope := range r.Scopes {
		scopes[i] = shop.Scope(scope)
	}
	return scopes
}

// CreateAPIKey creates a key and returns it with its secret, which can't be read again. The actor must be an
// administrator, not an API key. Errors: shop.Errors for the input.
func (s *Store) CreateAPIKey(
	ctx context.Context, actor shop.Actor, in shop.APIKeyCreateInput,
) (key shop.APIKey, secret string, err error) {
	if err := actor.NeedAdmin(); err != nil {
		return key, "", err
	}
	if in, err = in.Normal(s.db.Now()); err != nil {
		return key, "", err
	}
	id, err := pg.NewID()
	if err != nil {
		return key, "", err
	}
	token, _ := base.NewToken()
	secret = shop.KeyPrefix + token
	scopes := make(pq.StringArray, len(in.Scopes))
	for i, scope := range in.Scopes {
		scopes[i] = string(scope)
	}
	row := keyRow{ID: id, Name: in.Name, Hint: secret[:len(shop.KeyPrefix)+4], Scopes: scopes, MakerID: actor.UserID,
		Requests: *in.Requests, Cost: *in.Cost, CreatedAt: s.db.Now(), ExpiresAt: in.ExpiresAt}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		return tx.Get(ctx, &row, insertKey, insertKey.Args(newKey{row, base.HashToken(secret)})...)
	})
	if err != nil {
		return key, "", fmt.Errorf("create API key: %w", err)
	}
	return row.key(), secret, nil
}

// RevokeAPIKey revokes a key immediately and permanently. The actor must be an administrator, not an API key.
func (s *Store) RevokeAPIKey(ctx context.Context, actor shop.Actor, in shop.APIKeyRevokeInput) (shop.APIKey, error) {
	if err := actor.NeedAdmin(); err != nil {
		return shop.APIKey{}, err
	}
	if !pg.IsUUID(in.ID) {
		return shop.APIKey{}, shop.Unknown("API key")
	}
	var row keyRow
	err := s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		err := tx.Get(ctx, &row, revokeKey, in.ID, s.db.Now())
		if pg.NoRows(err) {
			return shop.Unknown("API key")
		}
		return err
	})
	if err != nil {
		return shop.APIKey{}, fmt.Errorf("revoke API key: %w", err)
	}
	return row.key(), nil
}

// APIKeys returns a page of all keys, newest first, including revoked and expired ones. The actor must be an
// administrator, not an API key.
func (s *Store) APIKeys(ctx context.Context, actor shop.Actor, args shop.PageArgs) (shop.Page[shop.APIKey], error) {
	return base.AdminPage(ctx, s.db, actor, allKeys, args.In("apiKeys"), keyRow.key,
		func(r keyRow) pg.Cursor { return pg.TimeCursor(r.CreatedAt, r.ID) })
}

// KeyActor returns the actor of a request that has a key's secret, and records that the key was used; UNAUTHENTICATED
// when the key is not valid. It is for middleware.
func (s *Store) KeyActor(ctx context.Context, secret string) (shop.Actor, error) {
	var row keyRow
	now := s.db.Now()
	switch err := s.db.Pool().Get(ctx, &row, keyByHash, base.HashToken(secret), now); {
	case pg.NoRows(err):
		return shop.Actor{}, &shop.Error{
			Code:    shop.Unauthenticated,
			Message: "Invalid API key. It may have expired or been revoked.",
		}
	case err != nil:
		return shop.Actor{}, fmt.Errorf("read API key: %w", err)
	}
	if old := now.Add(-lastUsedPrecision); row.LastUsedAt == nil || !row.LastUsedAt.After(old) {
		_, _ = s.db.Pool().Exec(ctx, touchKey, row.ID, now, old) // the actor is valid even if the write fails
	}
	return shop.Actor{Key: &shop.KeyActor{ID: row.ID, MakerID: row.MakerID, Scopes: row.scopes(),
		Requests: row.Requests, Cost: row.Cost}}, nil
}
