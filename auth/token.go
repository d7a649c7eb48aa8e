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

// MinSecret is the least length of a signing key, in bytes.
const MinSecret = 32

// keptTokens bounds how many tokens are verified once for all that comes with them.
const keptTokens = 4096

// tokens signs and reads bearer tokens: HS256 with issuer, audience, expiry and the id of a session. The header kid says by which
// key; tokens from before there was one have none.
type tokens struct {
	signing  string            // name of the key that signs
	keys     map[string][]byte // all that verify, by name
	parser   *jwt.Parser
	now      func() time.Time
	verified *lru.Cache[string, claims]
}

type claims struct {
	jwt.RegisteredClaims
	SessionID string `json:"sid"`
}

func newTokens(secret []byte, previous [][]byte, now func() time.Time) tokens {
	verified, _ := lru.New[string, claims](keptTokens) // fails for none at all
	keys := map[string][]byte{keyName(secret): secret}
	for _, key := range previous {
		keys[keyName(key)] = key
	}
	parser := jwt.NewParser(jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithIssuer(issuer),
		jwt.WithAudience(audience), jwt.WithExpirationRequired(), jwt.WithTimeFunc(now))
	return tokens{keyName(secret), keys, parser, now, verified}
}

// keyName tells keys apart and says nothing else of them.
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

// key is what a token has to be signed with.
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

// read returns what a token says if it is ours and has not expired. Whether its session runs is the Store's to say.
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
