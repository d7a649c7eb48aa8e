package account

import (
	"context"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

// Statements that remove what was added to an account since a time ($2) and grants access to it or to the shop's data.
var (
	dropFactorSince = pg.Changing(base.SessionsTopic, `DELETE FROM second_factors
		WHERE user_id = $1 AND (confirmed_at IS NULL OR confirmed_at >= $2)`)
	dropIdentitiesSince = pg.Prepared(`DELETE FROM identities WHERE user_id = $1 AND linked_at >= $2`)
	revokeKeysSince     = pg.Prepared(`UPDATE api_keys SET revoked_at = $3
		WHERE maker_id = $1 AND created_at >= $2 AND revoked_at IS NULL`)
	pauseWebhooksSince = pg.Prepared(`UPDATE webhooks SET paused_at = $3
		WHERE maker_id = $1 AND created_at >= $2 AND paused_at IS NULL`)
	dropLinks        = pg.Prepared(`DELETE FROM one_time_tokens WHERE user_id = $1`)
	dropPendingEmail = pg.Prepared(`UPDATE users SET pending_email = NULL WHERE id = $1`)
)

// revokeAccess revokes all access to a locked account, so that only the owner of its address can set a new password.
// It ends sessions and challenges, deletes links and a pending change of address, resets the counters of failed
// attempts, and removes every other means of access that was added since the given time. Orders, quotes and
// written content stay; the owner of the address was notified of them.
func (s *Store) revokeAccess(ctx context.Context, tx pg.Querier, userID string, since time.Time) error {
	if err := s.users.EndSessions(ctx, tx, userID); err != nil {
		return err
	}
	for _, rate := range []shop.Rate{shop.SecondFactorPerAccount, shop.PasswordChangePerAccount} {
		if err := s.db.ForgetAttempts(ctx, tx, rate, userID); err != nil {
			return err
		}
	}
	for _, step := range []struct {
		q    pg.Statement
		args []any
	}{
		{dropLinks, []any{userID}}, {dropPendingEmail, []any{userID}},
		{dropFactorSince, []any{userID, since}}, {dropIdentitiesSince, []any{userID, since}},
		{revokeKeysSince, []any{userID, since, s.db.Now()}}, {pauseWebhooksSince, []any{userID, since, s.db.Now()}},
	} {
		if _, err := tx.Exec(ctx, step.q, step.args...); err != nil {
			return err
		}
	}
	return nil
}
