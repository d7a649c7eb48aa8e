package auth

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
)

// MessageKeys returns the P-256 keys that sign messages to other parties, one derived from each secret that signs
// tokens. The first signs; the others belong to previous secrets, and are published until those are removed.
func (a *Auth) MessageKeys() ([]*ecdsa.PrivateKey, error) {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(a.tokens.keys)),
		func(name string) bool { return name == a.tokens.signing })
	keys := []*ecdsa.PrivateKey{}
	for _, name := range append([]string{a.tokens.signing}, names...) {
		key, err := messageKey(a.tokens.keys[name])
		if err != nil {
			return nil, fmt.Errorf("derive a message key: %w", err)
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// messageKey tries further seeds because about one in 2^32 is not a private key of the curve.
func messageKey(secret []byte) (key *ecdsa.PrivateKey, err error) {
	for attempt := range 4 {
		seed, err := hkdf.Key(sha256.New, secret, nil, fmt.Sprintf("orrery message signatures %d", attempt), 32)
		if err != nil {
			return nil, err
		}
		if key, err = ecdsa.ParseRawPrivateKey(elliptic.P256(), seed); err == nil {
			return key, nil
		}
	}
	return nil, err
}
