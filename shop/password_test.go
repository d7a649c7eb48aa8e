package shop

import (
	"strings"
	"testing"
)

func TestStrongPassword(t *testing.T) {
	for password, want := range map[string]bool{
		"Orrery-Admin-1!":          true,
		"aA1!aA1!":                 true,
		"aA1!aA1":                  false, // seven
		"aa1!aa1!":                 false, // no uppercase
		"AA1!AA1!":                 false, // no lowercase
		"aAb!aAb!":                 false, // no digit
		"aA1-aA1-":                 false, // a symbol, but none of !@#$%^&*
		"ÄäÖö1!xX":                 true,
		"":                         false,
		"aA1!" + "éééé":            true, // characters, not bytes
		strings.Repeat("aA1!", 64): true,
	} {
		if got := StrongPassword(password); got != want {
			t.Errorf("StrongPassword(%q) = %v, want %v", password, got, want)
		}
	}
}

func TestEasyPasswords(t *testing.T) {
	for password, want := range map[string]bool{
		"Password1!":               true,
		"P@ssw0rd":                 true,
		"P@$$w0rd2026!":            true,
		"1!Welcome":                true,
		"123!Qwerty":               true,
		"Pass-Word-1!":             true,
		"Iloveyou#1":               true,
		"Aa123456!":                true,
		"1Qaz@wsx":                 true,
		"Lovelace1!":               true, // the name
		"Ada.Lovelace1!":           true,
		"L0v3l@c3!":                true,
		"Countess#1815":            true, // the address
		"Countess@Example.org1!":   true,
		"Orrery-Admin-1!":          false,
		"aA1!aA1!":                 false,
		"Correct-Horse-7!":         false,
		"Lovelace-And-Babbage-1!":  false, // two words
		"Password-83461527!":       false, // more added than anybody tries
		"MyPassword1!IsLong":       false,
		strings.Repeat("aA1!", 64): false,
	} {
		if got := easyPassword(password, "Ada Lovelace", "countess@example.org"); got != want {
			t.Errorf("easyPassword(%q) = %v, want %v", password, got, want)
		}
	}
	own := Settings{Name: "Acme Robots", Short: "Acme", Retail: "Shelfworks"}
	for password, want := range map[string]bool{"Acme2026!": true, "Acme-Robots-1!": true, "Sh3lfworks!": true, "Orrery2026!": false} {
		if got := own.RefusesPassword("password", password) != nil; got != want {
			t.Errorf("RefusesPassword(%q) = %v, want %v", password, got, want)
		}
	}
	if easyPassword("Lovelace1!", "", "") {
		t.Error("a name that is nobody's is refused")
	}
}

// ASVS 5.0 6.2.4 asks for the 3,000 most common ones that keep the rule of StrongPassword.
func TestCommonPasswordsAreRefusedAsPeopleDressThemUp(t *testing.T) {
	refused := 0
	for _, word := range strings.Fields(commonPasswords) {
		dressed := strings.ToUpper(word[:1]) + word[1:] + "1!"
		if !StrongPassword(dressed) {
			continue
		}
		if _, err := (UserRegisterInput{"Ada", "a@b.c", dressed}).Normal(); codes(err) != "password INVALID" {
			t.Errorf("%q: %q", dressed, codes(err))
		}
		refused++
	}
	if refused < 3000 {
		t.Errorf("only %d common passwords keep the rule", refused)
	}
}
