package user

import (
	"context"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

var (
	ownFactor = pg.Prepared(`SELECT f.confirmed_at AS since,
		(SELECT count(*) FROM recovery_codes r WHERE r.user_id = f.user_id) AS codes
		FROM second_factors f WHERE f.user_id = $1 AND f.confirmed_at IS NOT NULL`)
	sealedFactor = pg.Prepared(`SELECT ` + Columns + `, f.secret, f.confirmed_at IS NOT NULL AS is_on
		FROM second_factors f JOIN users u ON u.id = f.user_id WHERE f.user_id = $1`)
	beginFactor = pg.Prepared(`INSERT INTO second_factors AS f (user_id, secret, created_at) VALUES ($1, $2, $3)
		ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at, last_step = 0
		WHERE f.confirmed_at IS NULL`)
	confirmFactor = pg.Changing(base.SessionsTopic, `UPDATE second_factors SET confirmed_at = $2, last_step = $3
		WHERE user_id = $1 AND secret = $4 AND confirmed_at IS NULL`)
	endFactor      = pg.Changing(base.SessionsTopic, `DELETE FROM second_factors WHERE user_id = $1`)
	endAdminFactor = pg.Changing(base.SessionsTopic, `DELETE FROM second_factors f USING users u
		WHERE u.id = f.user_id AND u.email = $1 AND u.role = 'admin'`)
	spendStep = pg.Prepared(`UPDATE second_factors SET last_step = $2
		WHERE user_id = $1 AND confirmed_at IS NOT NULL AND last_step < $2`)
	spendCode   = pg.Prepared(`DELETE FROM recovery_codes WHERE user_id = $1 AND hash = $2`)
	dropCodes   = pg.Prepared(`DELETE FROM recovery_codes WHERE user_id = $1`)
	insertCodes = pg.Prepared(`INSERT INTO recovery_codes (user_id, hash) SELECT $1, unnest($2::bytea[])`)

	staleFactors = pg.Prepared(`SELECT user_id, secret FROM second_factors WHERE NOT starts_with(secret, $1)`)
	resealFactor = pg.Prepared(`UPDATE second_factors SET secret = $3 WHERE user_id = $1 AND secret = $2`)
)

// SecondFactor returns the actor's second factor, nil when there is none.
func (s *Store) SecondFactor(ctx context.Context, actor shop.Actor) (*shop.SecondFactor, error) {
	if err := actor.NeedUser(); err != nil {
		return nil, err
	}
	var row struct {
		Since time.Time `db:"since"`
		Codes int       `db:"codes"`
	}
	switch err := s.db.Pool().Get(ctx, &row, ownFactor, actor.UserID); {
	case pg.NoRows(err):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read own second factor: %w", err)
	}
	return &shop.SecondFactor{Since: row.Since, RecoveryCodes: row.Codes}, nil
}

// LacksFactor reports whether an account's role currently requires a second factor that the account does not have.
// Any caller that has been given the account may call it, also before the sign-in is complete.
func (s *Store) LacksFactor(ctx context.Context, user shop.User) (bool, error) {
	if !s.needsFactor(permissions{Role: string(user.Role), NeedsFactor: user.NeedsFactor}) {
		return false, nil
	}
	factor, err := s.SecondFactor(ctx, shop.Actor{UserID: user.ID})
	return factor == nil, err
}

// SealedFactor returns the sealed secret of an account, NOT_ALLOWED when there is none. It must only be used for
// signing in and for changing the second factor.
func (s *Store) SealedFactor(ctx context.Context, userID string) (shop.SealedFactor, error) {
	var row struct {
		Row
		Secret string `db:"secret"`
		On     bool   `db:"is_on"`
	}
	switch err := s.db.Pool().Get(ctx, &row, sealedFactor, userID); {
	case pg.NoRows(err):
		return shop.SealedFactor{}, shop.FactorIsOff()
	case err != nil:
		return shop.SealedFactor{}, fmt.Errorf("read second factor: %w", err)
	}
	return shop.SealedFactor{User: row.User(), Sealed: row.Secret, On: row.On}, nil
}

// BeginSecondFactor stores a secret for the actor, which takes effect when ConfirmSecondFactor is called with a code
// of it. The error is NOT_ALLOWED when a second factor is already in effect, or the account's address was never
// verified, since the owner of the address would be locked out.
func (s *Store) BeginSecondFactor(ctx context.Context, actor shop.Actor, sealed string) error {
	if err := actor.NeedUser(); err != nil {
		return err
	}
	err := s.db.InTx(ctx, func(tx pg.Querier) error {
		if err := s.needVerified(ctx, tx, actor); err != nil {
			return err
		}
		switch n, err := tx.Exec(ctx, beginFactor, actor.UserID, sealed, s.db.Now()); {
		case err != nil:
			return err
		case n == 0:
			return shop.FactorIsOn()
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("begin second factor: %w", err)
	}
	return nil
}

// needVerified locks the actor's account and returns an error if its address was never verified.
func (s *Store) needVerified(ctx context.Context, tx pg.Querier, actor shop.Actor) error {
	var row Row
	if err := tx.Get(ctx, &row, lockUser, actor.UserID); err != nil {
		return err
	}
	if !row.EmailVerified {
		return shop.VerifyFirst()
	}
	return nil
}

// ConfirmSecondFactor puts the sealed secret into effect, stores the hashes of recovery codes and ends the actor's
// other sessions. The caller has verified the password and a code; proof is that of the code. The error is
// NOT_ALLOWED when another secret was begun or is in effect, or the account's address was never verified.
func (s *Store) ConfirmSecondFactor(
	ctx context.Context, actor shop.Actor, sealed string, proof shop.Proof, codes [][]byte,
) error {
	return s.changeFactor(ctx, actor, func(tx pg.Querier) error {
		if err := s.needVerified(ctx, tx, actor); err != nil {
			return err
		}
		switch n, err := tx.Exec(ctx, confirmFactor, actor.UserID, s.db.Now(), proof.Step, sealed); {
		case err != nil:
			return err
		case n == 0:
			return shop.FactorIsOn()
		}
		if _, err := tx.Exec(ctx, insertCodes, actor.UserID, pq.ByteaArray(codes)); err != nil {
			return err
		}
		if err := s.EndSessionsBut(ctx, tx, actor.UserID, actor.SessionID); err != nil {
			return err
		}
		return s.notifyFactorChanged(ctx, tx, actor, true)
	})
}

// RenewRecoveryCodes replaces the actor's recovery codes. The caller has verified the password. The error is
// INVALID_CREDENTIALS when the code was already used.
func (s *Store) RenewRecoveryCodes(ctx context.Context, actor shop.Actor, proof shop.Proof, codes [][]byte) error {
	return s.changeFactor(ctx, actor, func(tx pg.Querier) error {
		if err := s.consumeProof(ctx, tx, actor.UserID, proof); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, dropCodes, actor.UserID); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, insertCodes, actor.UserID, pq.ByteaArray(codes))
		return err
	})
}

// EndSecondFactor removes the second factor from the actor's account. The caller has verified the password. The error
// is INVALID_CREDENTIALS when the code was already used.
func (s *Store) EndSecondFactor(ctx context.Context, actor shop.Actor, proof shop.Proof) error {
	return s.changeFactor(ctx, actor, func(tx pg.Querier) error {
		if err := s.consumeProof(ctx, tx, actor.UserID, proof); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, endFactor, actor.UserID); err != nil {
			return err
		}
		return s.notifyFactorChanged(ctx, tx, actor, false)
	})
}

// changeFactor runs change in a transaction that also deletes failed attempts, since the user has given the password
// and a code.
func (s *Store) changeFactor(ctx context.Context, actor shop.Actor, change func(pg.Querier) error) error {
	if err := actor.NeedUser(); err != nil {
		return err
	}
	err := s.db.InTx(ctx, func(tx pg.Querier) error {
		if err := change(tx); err != nil {
			return err
		}
		err := s.db.ForgetAttempts(ctx, tx, shop.SecondFactorPerAccount, actor.UserID)
		return err
	})
	if err != nil {
		return fmt.Errorf("change second factor: %w", err)
	}
	return nil
}

// consumeProof marks a code as used. Of concurrent calls with the same code only one changes the row; the others
// fail.
func (s *Store) consumeProof(ctx context.Context, tx pg.Querier, userID string, proof shop.Proof) error {
	n, err := int64(0), error(nil)
	if proof.Recovery != nil {
		n, err = tx.Exec(ctx, spendCode, userID, proof.Recovery)
	} else {
		n, err = tx.Exec(ctx, spendStep, userID, proof.Step)
	}
	if err == nil && n == 0 {
		return shop.WrongCode()
	}
	return err
}

func (s *Store) notifyFactorChanged(ctx context.Context, tx pg.Querier, actor shop.Actor, on bool) error {
	var row Row
	if err := tx.Get(ctx, &row, userByID, actor.UserID); err != nil {
		return err
	}
	return s.db.Enqueue(ctx, tx, shop.SecondFactorMail{
		To: shop.Recipient{Name: row.Name, Email: row.Email}, On: on, At: s.db.Now(),
	})
}

// ResealFactors replaces the secrets that are sealed with a key other than the named one by the result of reseal. It
// must only be called by the process itself.
func (s *Store) ResealFactors(
	ctx context.Context, key string, reseal func(userID, sealed string) (string, error),
) error {
	var rows []struct {
		UserID string `db:"user_id"`
		Secret string `db:"secret"`
	}
	if err := s.db.Pool().Select(ctx, &rows, staleFactors, key); err != nil {
		return fmt.Errorf("read second factors: %w", err)
	}
	for _, row := range rows {
		sealed, err := reseal(row.UserID, row.Secret)
		if err != nil {
			return fmt.Errorf("reseal second factor: %w", err)
		}
		if _, err := s.db.Pool().Exec(ctx, resealFactor, row.UserID, row.Secret, sealed); err != nil {
			return fmt.Errorf("reseal second factor: %w", err)
		}
	}
	return nil
}

// EndAdminFactor removes the second factor from the administrator with an address, who recovers access that way.
func (s *Store) EndAdminFactor(ctx context.Context, tx pg.Querier, email string) error {
	_, err := tx.Exec(ctx, endAdminFactor, email)
	return err
}
