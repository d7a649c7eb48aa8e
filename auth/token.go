package auth

import (
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/hashicorp/golang-lru/v2"
)

const (
	issuer   = "orrery"
	audience = "orrery"
)

// MinSecret is the least length of a signing key, in bytes.
const MinSecret = 32

// keptTokens bounds how many tokens are verified once for all that comes with them.
const keptTokens = 4096

// tokens signs and reads bearer tokens: HS256 with issuer, audience, expiry and the id of a session.
type tokens struct {
	secret   []byte
	parser   *jwt.Parser
	now      func() time.Time
	verified *lru.Cache[string, claims]
}

type claims struct {
	jwt.RegisteredClaims
	SessionID string `json:"sid"`
}

func newTokens(secret []byte, now func() time.Time) tokens {
	verified, _ := lru.New[string, claims](keptTokens) // fails for none at all
	return tokens{secret, jwt.NewParser(jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithIssuer(issuer),
		jwt.WithAudience(audience), jwt.WithExpirationRequired(), jwt.WithTimeFunc(now)), now, verified}
}

func (t tokens) issue(userID, sessionID string, now, end time.Time) (string, error) {
	return jwt.NewWithClaims(jwt.SigningMethodHS256, claims{jwt.RegisteredClaims{
		Issuer: issuer, Audience: jwt.ClaimStrings{audience}, Subject: userID,
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(end),
	}, sessionID}).SignedString(t.secret)
}

// read returns what a token says if it is ours and has not expired. Whether its session runs is the Store's to say.
func (t tokens) read(text string) (userID, sessionID string, ok bool) {
	c, known := t.verified.Get(text)
	if !known {
		if _, err := t.parser.ParseWithClaims(text, &c, func(*jwt.Token) (any, error) { return t.secret, nil }); err != nil {
			return "", "", false
		}
		t.verified.Add(text, c)
	}
	return c.Subject, c.SessionID, t.now().Before(c.ExpiresAt.Time)
}
