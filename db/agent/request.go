package agent

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	// Expired keys may be reused. No row is returned when the key is in use.
	claimKey = pg.Named(requestRow{}, `INSERT INTO agent_requests AS r `+
		pg.Values(`agent, operation, key, request, expires_at`)+`
		ON CONFLICT (agent, operation, key) DO UPDATE SET request = excluded.request, status = NULL, response = NULL,
			expires_at = excluded.expires_at
		WHERE r.expires_at <= :now`)
	requestOfKey = pg.Prepared(`SELECT request, status, response FROM agent_requests
		WHERE agent = $1 AND operation = $2 AND key = $3`)
	keepResponse = pg.Prepared(`UPDATE agent_requests SET status = $4, response = $5, expires_at = $6
		WHERE agent = $1 AND operation = $2 AND key = $3 AND status IS NULL`)
	releaseKey = pg.Prepared(`DELETE FROM agent_requests
		WHERE agent = $1 AND operation = $2 AND key = $3 AND status IS NULL`)
)

type requestRow struct {
	Agent     string    `db:"agent"`
	Operation string    `db:"operation"`
	Key       string    `db:"key"`
	Request   []byte    `db:"request"`
	Status    *int      `db:"status"`
	Response  []byte    `db:"response"`
	ExpiresAt time.Time `db:"expires_at"`
	Now       time.Time `db:"now"`
}

// Claim claims an idempotency key of an agent, which needs PREPARE_CHECKOUTS, for a request, or returns the response of
// the same request. After a claim the caller calls Keep or Release. Errors: KEY_REUSED, CONFLICT while the same request
// is in progress.
func (s *Store) Claim(ctx context.Context, actor shop.Actor, q shop.AgentRequest) (*shop.AgentResponse, error) {
	if err := actor.NeedPlatform(shop.PrepareCheckouts); err != nil {
		return nil, err
	}
	now := s.db.Now()
	row := requestRow{Agent: actor.Platform.Profile, Operation: q.Operation, Key: q.Key, Request: q.Hash,
		ExpiresAt: now.Add(shop.AgentRequestTimeout), Now: now}
	claimed, err := s.db.Pool().Exec(ctx, claimKey, claimKey.Args(row)...)
	if err != nil {
		return nil, fmt.Errorf("claim a key of an agent: %w", err)
	}
	if claimed == 1 {
		return nil, nil
	}
	var held requestRow
	switch err := s.db.Pool().Get(ctx, &held, requestOfKey, row.Agent, row.Operation, row.Key); {
	case pg.NoRows(err):
		return nil, shop.AgentKeyInProgress() // released meanwhile
	case err != nil:
		return nil, fmt.Errorf("read a key of an agent: %w", err)
	case !bytes.Equal(held.Request, q.Hash):
		return nil, shop.AgentKeyReused()
	case held.Status == nil:
		return nil, shop.AgentKeyInProgress()
	}
	return &shop.AgentResponse{Status: *held.Status, Body: held.Response}, nil
}

// Keep stores the response to a request whose key the agent has claimed. The agent needs PREPARE_CHECKOUTS.
func (s *Store) Keep(ctx context.Context, actor shop.Actor, q shop.AgentRequest, r shop.AgentResponse) error {
	if err := actor.NeedPlatform(shop.PrepareCheckouts); err != nil {
		return err
	}
	if _, err := s.db.Pool().Exec(ctx, keepResponse, actor.Platform.Profile, q.Operation, q.Key, r.Status, r.Body,
		s.db.Now().Add(shop.AgentRequestHours*time.Hour)); err != nil {
		return fmt.Errorf("keep a response to an agent: %w", err)
	}
	return nil
}

// Release releases a key that the agent has claimed, so that its request can be repeated. The agent needs
// PREPARE_CHECKOUTS.
func (s *Store) Release(ctx context.Context, actor shop.Actor, q shop.AgentRequest) error {
	if err := actor.NeedPlatform(shop.PrepareCheckouts); err != nil {
		return err
	}
	if _, err := s.db.Pool().Exec(ctx, releaseKey, actor.Platform.Profile, q.Operation, q.Key); err != nil {
		return fmt.Errorf("release a key of an agent: %w", err)
	}
	return nil
}
