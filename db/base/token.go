package base

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"

	"orrery/shop"
)

// NewToken returns a random token for a link and the hash under which it is stored.
func NewToken() (token string, hash []byte) {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails, by its contract
	token = base64.RawURLEncoding.EncodeToString(raw)
	return token, HashToken(token)
}

// HashToken returns the hash under which a token is stored.
func HashToken(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// RequestHash returns a hash that identifies a request by its actor and its input, which includes the idempotency key.
func RequestHash(actor shop.Actor, input any) ([]byte, error) {
	agent := ""
	if actor.Platform != nil {
		agent = actor.Platform.Profile
	}
	text, err := json.Marshal(struct {
		UserID string
		Agent  string `json:",omitempty"`
		Input  any
	}{actor.UserID, agent, input})
	sum := sha256.Sum256(text)
	return sum[:], err
}
