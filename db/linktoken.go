package db

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
)

// newToken makes what stands in a link and the hash that is kept of it.
func newToken() (token string, hash []byte) {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails, by its contract
	token = base64.RawURLEncoding.EncodeToString(raw)
	return token, hashToken(token)
}

func hashToken(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
