package base

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
)

// NewToken makes what stands in a link and the hash that is kept of it.
func NewToken() (token string, hash []byte) {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails, by its contract
	token = base64.RawURLEncoding.EncodeToString(raw)
	return token, HashToken(token)
}

// HashToken returns what is kept of a token.
func HashToken(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
