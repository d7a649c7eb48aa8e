package auth

import (
	"context"

	"orrery/shop"
)

// DeleteAccount deletes the actor's account. Errors: those of Accounts.Delete, shop.Errors for the input,
// INVALID_CREDENTIALS, RATE_LIMITED, NOT_ALLOWED for an account without a password.
func (a *Auth) DeleteAccount(ctx context.Context, actor shop.Actor, in shop.UserDeleteInput) error {
	currentHash, err := a.store.Accounts.PasswordHash(ctx, actor)
	if err != nil {
		return err
	}
	if err := in.Check(); err != nil {
		return err
	}
	if err := a.confirmPassword(ctx, actor, in.Password, currentHash, shop.WrongDeletePassword()); err != nil {
		return err
	}
	return a.store.Accounts.Delete(ctx, actor, currentHash)
}
