package auth

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// The vectors of RFC 6238, appendix B, for SHA-1, of which we use the last six digits.
func TestCheckCode(t *testing.T) {
	secret := []byte("12345678901234567890")
	for at, code := range map[int64]string{1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037",
		20000000000: "353130"} {
		for skew, want := range map[int64]bool{-60: false, -30: true, 0: true, 30: true, 60: false} {
			step, ok, err := checkCode(secret, code, time.Unix(at+skew, 0))
			if err != nil || ok != want || ok && step != at/30 {
				t.Errorf("the code of %d at %+d seconds: step %d, %v (%v), want %v", at, skew, step, ok, err, want)
			}
		}
	}
	if step, ok, err := checkCode(secret, "287082", time.Unix(59, 0)); err != nil || !ok || step != 1 {
		t.Errorf("the first code: step %d, %v (%v)", step, ok, err)
	}
	for _, code := range []string{"", "28708", "2870822", "287083"} {
		if _, ok, _ := checkCode(secret, code, time.Unix(59, 0)); ok {
			t.Errorf("%q counts", code)
		}
	}
}

func TestSealer(t *testing.T) {
	keys := map[string][]byte{}
	for _, letter := range []string{"a", "b"} {
		key := []byte(strings.Repeat(letter, MinSecret))
		keys[keyName(key)] = key
	}
	a, b := keyName([]byte(strings.Repeat("a", MinSecret))), keyName([]byte(strings.Repeat("b", MinSecret)))
	seals := func(signing string, keys map[string][]byte) sealer {
		s, err := newSealer(signing, keys)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	old, both, young := seals(a, map[string][]byte{a: keys[a]}), seals(b, keys), seals(b, map[string][]byte{b: keys[b]})
	secret := []byte("12345678901234567890")
	sealed := old.seal("ada", secret)
	if sealed == old.seal("ada", secret) || strings.Contains(sealed, string(secret)) || !strings.HasPrefix(sealed, old.prefix()) {
		t.Errorf("sealed as %q", sealed)
	}
	for name, c := range map[string]struct {
		by            sealer
		owner, sealed string
		ok            bool
	}{
		"the same key":       {old, "ada", sealed, true},
		"as a previous key":  {both, "ada", sealed, true},
		"the key is gone":    {young, "ada", sealed, false},
		"somebody else's":    {old, "eve", sealed, false},
		"by another's name":  {both, "ada", strings.Replace(sealed, a, b, 1), false},
		"changed":            {old, "ada", sealed[:len(sealed)-2] + "AA", false},
		"cut":                {old, "ada", sealed[:20], false},
		"nothing":            {old, "ada", "", false},
		"sealed by the next": {young, "ada", both.seal("ada", secret), true},
	} {
		if got, err := c.by.open(c.owner, c.sealed); (err == nil) != c.ok || c.ok && !bytes.Equal(got, secret) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
