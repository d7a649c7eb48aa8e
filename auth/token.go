package auth

import (
	"crypto/sha256"
	"encoding/base64"
	"time"

	"github.com/golang-jwt/jwt/v5"
	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	issuer   = "orrery"
	audience = "orrery"
)

// MinSecret is the minimum length of a signing key, in bytes.
const MinSecret = 32

// maxVerified is the number of verified tokens in the cache.
const maxVerified = 4096

// tokens signs and verifies bearer tokens: HS256 with issuer, audience, expiry and the ID of a session. The header kid
// names the signing key; tokens issued before kid was introduced lack it.
type tokens struct {
	signing  string            // name of the signing key
	keys     map[string][]byte // all keys that verify tokens, by name
	parser   *jwt.Parser
	now      func() time.Time
	verified *lru.Cache[string, claims]
}

type claims struct {
	jwt.RegisteredClaims
	SessionID string `json:"sid"`
}

func newTokens(secret []byte, previous [][]byte, now func() time.Time) tokens {
	verified, _ := lru.New[string, claims](maxVerified) // fails only for a size that is not positive
	keys := map[string][]byte{keyName(secret): secret}
	for _, key := range previous {
		keys[keyName(key)] = key
	}
	parser := jwt.NewParser(jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithIssuer(issuer),
		jwt.WithAudience(audience), jwt.WithExpirationRequired(), jwt.WithTimeFunc(now))
	return tokens{keyName(secret), keys, parser, now, verified}
}

// keyName returns an identifier of a key that reveals nothing else about it.
func keyName(key []byte) string {
	sum := sha256.Sum256(append([]byte("orrery key "), key...))
	return base64.RawURLEncoding.EncodeToString(sum[:6])
}

func (t tokens) issue(userID, sessionID string, now, end time.Time) (string, error) {
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, claims{jwt.RegisteredClaims{
		Issuer: issuer, Audience: jwt.ClaimStrings{audience}, Subject: userID,
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(end),
	}, sessionID})
	token.Header["kid"] = t.signing
	return token.SignedString(t.keys[t.signing])
}

// key returns the key or keys with which a token may be signed.
func (t tokens) key(token *jwt.Token) (any, error) {
	name, named := token.Header["kid"]
	if !named {
		var all jwt.VerificationKeySet
		for _, key := range t.keys {
			all.Keys = append(all.Keys, key)
		}
		return all, nil
	}
	text, _ := name.(string)
	key, known := t.keys[text]
	if !known {
		return nil, jwt.ErrTokenUnverifiable
	}
	return key, nil
}

// read returns the claims of a token if it is valid and has not expired. The Store checks whether its session is still
// active.
func (t tokens) read(text string) (userID, sessionID string, ok bool) {
	c, known := t.verified.Get(text)
	if !known {
		if _, err := t.parser.ParseWithClaims(text, &c, t.key); err != nil {
			return "", "", false
		}
		t.verified.Add(text, c)
	}
	return c.Subject, c.SessionID, t.now().Before(c.ExpiresAt.Time)
}
