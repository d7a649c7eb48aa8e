package auth

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/boombuler/barcode/qr"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"

	"orrery/shop"
)

const (
	stepLength   = 30 // seconds that an app's code is valid
	codeDigits   = 6
	secretLength = 20 // bytes, the output length of SHA-1
	// recoveryLength is in bytes: 120 bits, so that storing a plain hash is sufficient (ASVS 6.5.2).
	recoveryLength = 15
)

var base32Text = base32.StdEncoding.WithPadding(base32.NoPadding)

// SignIn is the result of a sign-in step: a user and token, or a challenge for the second step.
type SignIn struct {
	User      *shop.User
	Token     string
	Challenge string
}

// ConfirmLogin performs the second step of signing in. Errors: shop.Errors for the input, INVALID_TOKEN,
// INVALID_CREDENTIALS, RATE_LIMITED.
func (a *Auth) ConfirmLogin(ctx context.Context, actor shop.Actor, in shop.UserLoginConfirmInput) (SignIn, error) {
	in, err := in.Normal()
	if err != nil {
		return SignIn{}, err
	}
	if err := a.store.CountAttempt(ctx, actor, shop.LoginPerAddress, actor.Address); err != nil {
		return SignIn{}, err
	}
	userID, err := a.store.Users.ChallengedUser(ctx, in.Challenge)
	if err != nil {
		return SignIn{}, err
	}
	_, proof, err := a.prove(ctx, actor, userID, in.Code)
	if err != nil {
		return SignIn{}, err
	}
	end := a.now().Add(sessionLife)
	user, sessionID, err := a.store.Users.MeetChallenge(ctx, actor, userID, in.Challenge, proof, end)
	if err != nil {
		return SignIn{}, err
	}
	token, err := a.tokens.issue(userID, sessionID, a.now(), end)
	return SignIn{User: &user, Token: token}, err
}

// BeginSecondFactor creates a secret for the actor, which takes effect when ConfirmSecondFactor receives a code of it.
// The error is NOT_ALLOWED if a second factor is already in effect.
func (a *Auth) BeginSecondFactor(ctx context.Context, actor shop.Actor) (shop.SecondFactorSetup, error) {
	user, err := a.store.Users.Me(ctx, actor)
	if err != nil {
		return shop.SecondFactorSetup{}, err
	}
	secret := random(secretLength)
	if err := a.store.Users.BeginSecondFactor(ctx, actor, a.sealer.seal(user.ID, secret)); err != nil {
		return shop.SecondFactorSetup{}, err
	}
	setup := shop.SecondFactorSetup{Secret: base32Text.EncodeToString(secret)}
	settings, err := a.store.Content.Settings(ctx)
	if err != nil {
		return shop.SecondFactorSetup{}, err
	}
	shopName := settings.Name
	setup.URI = "otpauth://totp/" + url.PathEscape(shopName+":"+user.Email) + "?" + strings.ReplaceAll(
		url.Values{"secret": {setup.Secret}, "issuer": {shopName}}.Encode(), "+", "%20")
	code, err := qr.Encode(setup.URI, qr.M, qr.Auto)
	if err != nil {
		return shop.SecondFactorSetup{}, fmt.Errorf("draw the QR code: %w", err)
	}
	setup.QRSize = code.Bounds().Dx()
	var path strings.Builder
	for y := range setup.QRSize {
		for x := range setup.QRSize {
			if level, _, _, _ := code.At(x, y).RGBA(); level == 0 {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x, y)
			}
		}
	}
	setup.QRPath = path.String()
	return setup, nil
}

// ConfirmSecondFactor enables the second factor and returns the recovery codes, which can't be retrieved again. Errors:
// shop.Errors for the input, INVALID_CREDENTIALS, NOT_ALLOWED, RATE_LIMITED.
func (a *Auth) ConfirmSecondFactor(ctx context.Context, actor shop.Actor, in shop.SecondFactorInput) ([]string, error) {
	factor, proof, err := a.reauthenticate(ctx, actor, in)
	if err != nil {
		return nil, err
	}
	if factor.On || proof.Recovery != nil {
		return nil, shop.FactorIsOn()
	}
	codes, hashes := recoveryCodes()
	return codes, a.store.Users.ConfirmSecondFactor(ctx, actor, factor.Sealed, proof, hashes)
}

// RenewRecoveryCodes replaces the recovery codes and returns the new ones. Errors: those of ConfirmSecondFactor.
func (a *Auth) RenewRecoveryCodes(ctx context.Context, actor shop.Actor, in shop.SecondFactorInput) ([]string, error) {
	factor, proof, err := a.reauthenticate(ctx, actor, in)
	if err != nil {
		return nil, err
	}
	if !factor.On {
		return nil, shop.FactorIsOff()
	}
	codes, hashes := recoveryCodes()
	return codes, a.store.Users.RenewRecoveryCodes(ctx, actor, proof, hashes)
}

// EndSecondFactor disables the second factor. Errors: those of ConfirmSecondFactor.
func (a *Auth) EndSecondFactor(ctx context.Context, actor shop.Actor, in shop.SecondFactorInput) error {
	factor, proof, err := a.reauthenticate(ctx, actor, in)
	if err != nil {
		return err
	}
	if !factor.On {
		return shop.FactorIsOff()
	}
	return a.store.Users.EndSecondFactor(ctx, actor, proof)
}

// reauthenticate checks the password and code of an actor who changes the second factor.
func (a *Auth) reauthenticate(ctx context.Context, actor shop.Actor,
	in shop.SecondFactorInput) (shop.SealedFactor, shop.Proof, error) {
	currentHash, err := a.store.Accounts.PasswordHash(ctx, actor)
	if err != nil {
		return shop.SealedFactor{}, shop.Proof{}, err
	}
	if in, err = in.Normal(); err != nil {
		return shop.SealedFactor{}, shop.Proof{}, err
	}
	if err := a.confirmPassword(ctx, actor, in.Password, currentHash, shop.NotThePassword()); err != nil {
		return shop.SealedFactor{}, shop.Proof{}, err
	}
	return a.prove(ctx, actor, actor.UserID, in.Code)
}

// prove counts an attempt and checks a code, except whether it was already used.
func (a *Auth) prove(ctx context.Context, actor shop.Actor,
	userID, code string) (factor shop.SealedFactor, proof shop.Proof, err error) {
	if err := a.store.CountAttempt(ctx, actor, shop.SecondFactorPerAccount, userID); err != nil {
		return factor, proof, err
	}
	if factor, err = a.store.Users.SealedFactor(ctx, userID); err != nil {
		return factor, proof, err
	}
	if len(code) != codeDigits {
		sum := sha256.Sum256([]byte(code))
		return factor, shop.Proof{Recovery: sum[:]}, nil
	}
	secret, err := a.sealer.open(userID, factor.Sealed)
	if err != nil {
		return factor, proof, err
	}
	step, ok, err := checkCode(secret, code, a.now())
	if err == nil && !ok {
		err = shop.WrongCode()
	}
	return factor, shop.Proof{Step: step}, err
}

// checkCode finds the time step of an app's code: the current one, or the one before or after it, since clocks differ.
func checkCode(secret []byte, code string, now time.Time) (step int64, ok bool, err error) {
	current := now.Unix() / stepLength
	for counter := current - 1; counter <= current+1; counter++ {
		expected, err := hotp.GenerateCodeCustom(base32Text.EncodeToString(secret), uint64(counter),
			hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
		if err != nil {
			return 0, false, fmt.Errorf("make a code: %w", err)
		}
		if subtle.ConstantTimeCompare([]byte(expected), []byte(code)) == 1 {
			step, ok = counter, true
		}
	}
	return step, ok, nil
}

// recoveryCodes generates codes in readable form, and the hashes that are stored.
func recoveryCodes() (codes []string, hashes [][]byte) {
	for range shop.RecoveryCodes {
		text := base32Text.EncodeToString(random(recoveryLength))
		sum := sha256.Sum256([]byte(text))
		hashes = append(hashes, sum[:])
		codes = append(codes, strings.Join([]string{text[:6], text[6:12], text[12:18], text[18:]}, "-"))
	}
	return codes, hashes
}

// Reseal seals the secrets of second factors with the current key, so that a previous one can be removed.
func (a *Auth) Reseal(ctx context.Context) error {
	return a.store.Users.ResealFactors(ctx, a.sealer.prefix(), func(userID, sealed string) (string, error) {
		secret, err := a.sealer.open(userID, sealed)
		if err != nil {
			return "", err
		}
		return a.sealer.seal(userID, secret), nil
	})
}
