package auth

import (
	"context"

	"orrery/shop"
)

// DeleteAccount deletes the actor's account. Errors: those of Store.DeleteUser, shop.Errors for the input, INVALID_CREDENTIALS,
// RATE_LIMITED, NOT_ALLOWED for an account without a password.
func (a *Auth) DeleteAccount(ctx context.Context, actor shop.Actor, in shop.UserDeleteInput) error {
	known, err := a.store.PasswordHash(ctx, actor)
	if err != nil {
		return err
	}
	if err := in.Check(); err != nil {
		return err
	}
	if err := a.store.CountAttempt(ctx, actor, shop.PasswordChangePerAccount, actor.UserID); err != nil {
		return err
	}
	switch matches, err := a.hasher.matches(ctx, in.Password, known); {
	case err != nil:
		return err
	case !matches:
		return shop.WrongDeletePassword()
	}
	return a.store.DeleteUser(ctx, actor, known)
}
