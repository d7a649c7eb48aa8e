package auth

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
)

// sealer encrypts secrets that must be read again, unlike passwords, with AES-256-GCM and a key derived from each
// signing key. A sealed text begins with the name of its key and can be opened only for its owner.
type sealer struct {
	sealing string
	ciphers map[string]cipher.AEAD
}

var errSealed = errors.New("the text is sealed with a key that is not known any more, or not for this owner")

func newSealer(signing string, keys map[string][]byte) (sealer, error) {
	s := sealer{signing, map[string]cipher.AEAD{}}
	for name, key := range keys {
		derived, err := hkdf.Key(sha256.New, key, nil, "orrery second factor", 32)
		if err != nil {
			return s, err
		}
		block, err := aes.NewCipher(derived)
		if err != nil {
			return s, err
		}
		if s.ciphers[name], err = cipher.NewGCMWithRandomNonce(block); err != nil {
			return s, err
		}
	}
	return s, nil
}

// prefix returns the prefix of texts that are sealed with the current key.
func (s sealer) prefix() string { return s.sealing + "." }

func (s sealer) seal(owner string, secret []byte) string {
	return s.prefix() + base64.RawStdEncoding.EncodeToString(s.ciphers[s.sealing].Seal(nil, nil, secret, []byte(owner)))
}

func (s sealer) open(owner, sealed string) ([]byte, error) {
	name, text, _ := strings.Cut(sealed, ".")
	opener, known := s.ciphers[name]
	raw, err := base64.RawStdEncoding.DecodeString(text)
	if !known || err != nil {
		return nil, errSealed
	}
	secret, err := opener.Open(nil, nil, raw, []byte(owner))
	if err != nil {
		return nil, errSealed
	}
	return secret, nil
}

func random(length int) []byte {
	raw := make([]byte, length)
	_, _ = rand.Read(raw) // never fails, by its contract
	return raw
}
