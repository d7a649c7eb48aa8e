package auth

import (
	"context"

	"orrery/shop"
)

// AcceptInvitation gives the role of a staff invitation to the actor's account, or to an account that it creates for a
// visitor and signs in. Errors: shop.Errors for the input, INVALID_TOKEN, NOT_ALLOWED, RATE_LIMITED.
func (a *Auth) AcceptInvitation(ctx context.Context, actor shop.Actor,
	in shop.StaffInvitationAcceptInput) (SignIn, error) {
	in, err := in.Link()
	if err != nil {
		return SignIn{}, err
	}
	if err := a.store.CountAttempt(ctx, actor, shop.LinkPerAddress, actor.Address); err != nil {
		return SignIn{}, err
	}
	switch owner, err := actor.Owner(); {
	case err != nil:
		return SignIn{}, err
	case owner != nil:
		user, err := a.store.Users.AcceptInvitation(ctx, actor, in)
		return SignIn{User: &user}, err
	}
	offer, err := a.store.Users.InvitationOffer(ctx, actor, in.Token)
	if err != nil {
		return SignIn{}, err
	}
	if offer.HasAccount {
		return SignIn{}, shop.InvitedHasAccount()
	}
	account, err := in.Account(offer.Email)
	if err != nil {
		return SignIn{}, err
	}
	hash, err := a.hashNew(ctx, "password", account.Password)
	if err != nil {
		return SignIn{}, err
	}
	end := a.now().Add(sessionLife)
	user, sessionID, err := a.store.Users.CreateInvited(ctx, actor, in.Token, account.Name, hash, end)
	if err != nil {
		return SignIn{}, err
	}
	token, err := a.tokens.issue(user.ID, sessionID, a.now(), end)
	return SignIn{User: &user, Token: token}, err
}
