package shop

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// PasswordRule is the error message of StrongPassword.
const PasswordRule = "Password must be at least 8 characters and contain a number, uppercase, lowercase, " +
	"and special character (!@#$%^&*)"

// maxPassword limits the work of hashing, in bytes.
const maxPassword = 256

// password checks a new password as far as possible without the account.
func (c *checker) password(field, value string) {
	switch {
	case value == "":
		c.add(Required, field, "Password is required")
	case len(value) > maxPassword:
		c.add(TooLong, field, "Password must be at most 256 bytes long")
	case !StrongPassword(value):
		c.add(Invalid, field, PasswordRule)
	case easyPassword(value, "", ""):
		c.found = append(c.found, tooEasy(field))
	}
}

// StrongPassword reports whether a password follows the registration rule: at least 8 characters, with a lowercase
// letter, an uppercase letter, a digit and a special character.
func StrongPassword(password string) bool {
	return utf8.RuneCountInString(password) >= 8 &&
		strings.ContainsAny(password, "abcdefghijklmnopqrstuvwxyz") &&
		strings.ContainsAny(password, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") &&
		strings.ContainsAny(password, "0123456789") &&
		strings.ContainsAny(password, "!@#$%^&*")
}

func tooEasy(field string) *Error {
	return &Error{Code: Invalid, Field: field,
		Message: "This password is too easy to guess: it is a common one, a name or an address " +
			"with little added. Please choose another one."}
}

// Suits refuses a new password that is little more than the name or the email address of its account.
func (in UserPasswordChangeInput) Suits(user User) error {
	return suits("newPassword", in.NewPassword, user)
}

// Suits refuses a new password that is little more than the name or the email address of its account.
func (in PasswordResetInput) Suits(user User) error {
	return suits("newPassword", in.NewPassword, user)
}

func suits(field, password string, user User) error {
	if easyPassword(password, user.Name, user.Email) {
		return tooEasy(field)
	}
	return nil
}

// RefusesPassword refuses a new password that is little more than a name of the shop.
func (s Settings) RefusesPassword(field, password string) error {
	if easyPassword(password, "", "", s.Name, s.Short, s.Retail) {
		return tooEasy(field)
	}
	return nil
}

// commonPasswords lists the most common passwords. None of them follows the rule of StrongPassword, but most common
// passwords that do are one of them with a capital, a digit and a special character.
//
//go:embed passwords.txt
var commonPasswords string

// easyWords contains the common passwords, folded.
var easyWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for _, word := range strings.Fields(commonPasswords) {
		words[foldPassword(word)] = true
	}
	return words
})

// maxAdded is the number of digits and signs that attackers commonly try around a word: a year, a number, a punctuation
// mark or two.
const maxAdded = 6

// easyPassword reports whether a password is a common one, a name or address of its account, or one of the names, with
// a few digits and signs before it, after it, or in place of letters.
func easyPassword(password, name, email string, names ...string) bool {
	personal := map[string]bool{}
	local, _, _ := strings.Cut(email, "@")
	for _, word := range slices.Concat(strings.Fields(name), names, []string{name, email, local}) {
		if word = foldPassword(word); len(word) > 2 {
			personal[word] = true
		}
	}
	text := []rune(password)
	isAdded := func(r rune) bool { return !unicode.IsLetter(r) }
	for from := 0; from <= maxAdded && from < len(text); from++ {
		if from > 0 && !isAdded(text[from-1]) {
			break
		}
		for end := len(text); end > from && from+len(text)-end <= maxAdded; end-- {
			if word := foldPassword(string(text[from:end])); easyWords()[word] || personal[word] {
				return true
			}
			if !isAdded(text[end-1]) {
				break
			}
		}
	}
	return false
}

// lookalikes replaces signs that stand for letters. Both l and i become i, because they look alike.
var lookalikes = strings.NewReplacer("@", "a", "4", "a", "3", "e", "0", "o", "1", "i", "!", "i", "|", "i", "l", "i",
	"$", "s", "5", "s", "7", "t")

// foldPassword returns a word in lower case, with lookalikes replaced and signs removed.
func foldPassword(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, lookalikes.Replace(strings.ToLower(word)))
}
