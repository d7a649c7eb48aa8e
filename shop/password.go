package shop

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// PasswordRule is the message of spec 5.
const PasswordRule = "Password must be at least 8 characters and contain a number, uppercase, lowercase, " +
	"and special character (!@#$%^&*)"

// maxPassword bounds the work of hashing, in bytes.
const maxPassword = 256

// password checks a new password as far as it can be without knowing whose it is to be.
func (c *checker) password(field, value string) {
	switch {
	case value == "":
		c.add(Required, field, "Password is required")
	case len(value) > maxPassword:
		c.add(TooLong, field, "Password must have at most 256 bytes")
	case !StrongPassword(value):
		c.add(Invalid, field, PasswordRule)
	case easyPassword(value, "", ""):
		c.found = append(c.found, tooEasy(field))
	}
}

// StrongPassword is the registration rule of spec 5: 8 characters with a lowercase, an uppercase, a digit and a special one.
func StrongPassword(password string) bool {
	return utf8.RuneCountInString(password) >= 8 &&
		strings.ContainsAny(password, "abcdefghijklmnopqrstuvwxyz") &&
		strings.ContainsAny(password, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") &&
		strings.ContainsAny(password, "0123456789") &&
		strings.ContainsAny(password, "!@#$%^&*")
}

func tooEasy(field string) *Error {
	return &Error{Code: Invalid, Field: field, Message: "This password is too easy to guess: it is a common one, a name or an address " +
		"with little added. Please choose another one."}
}

// Suits refuses a new password that is little more than the name or the address of its account.
func (in UserPasswordChangeInput) Suits(user User) error {
	return suits("newPassword", in.NewPassword, user)
}

// Suits refuses a new password that is little more than the name or the address of its account.
func (in PasswordResetInput) Suits(user User) error {
	return suits("newPassword", in.NewPassword, user)
}

func suits(field, password string, user User) error {
	if easyPassword(password, user.Name, user.Email) {
		return tooEasy(field)
	}
	return nil
}

// commonPasswords are the most common ones (decisions: identity). None of them keeps the rule of spec 5, but most passwords that do
// and are common are one of them with a capital, a digit and a sign.
//
//go:embed passwords.txt
var commonPasswords string

// easyWords are the common passwords and the shop's names, folded.
var easyWords = sync.OnceValue(func() map[string]bool {
	brand := DefaultBrand()
	words := map[string]bool{}
	for _, word := range append(strings.Fields(commonPasswords), brand.Name, brand.Short, brand.Retail) {
		words[foldPassword(word)] = true
	}
	return words
})

// maxAdded is how many digits and signs a guesser tries around a word: a year, a number, a mark or two.
const maxAdded = 6

// easyPassword tells whether a password is a common one, or a name or an address that belongs to it, with a few digits and signs
// before it, behind it, or in place of letters.
func easyPassword(password, name, email string) bool {
	own := map[string]bool{}
	local, _, _ := strings.Cut(email, "@")
	for _, word := range append(strings.Fields(name), name, email, local) {
		if word = foldPassword(word); len(word) > 2 {
			own[word] = true
		}
	}
	text := []rune(password)
	isAdded := func(r rune) bool { return !unicode.IsLetter(r) }
	for from := 0; from <= maxAdded && from < len(text); from++ {
		if from > 0 && !isAdded(text[from-1]) {
			break
		}
		for end := len(text); end > from && from+len(text)-end <= maxAdded; end-- {
			if word := foldPassword(string(text[from:end])); easyWords()[word] || own[word] {
				return true
			}
			if !isAdded(text[end-1]) {
				break
			}
		}
	}
	return false
}

// lookalikes are signs that stand for letters; l and i are too alike to tell apart.
var lookalikes = strings.NewReplacer("@", "a", "4", "a", "3", "e", "0", "o", "1", "i", "!", "i", "|", "i", "l", "i", "$", "s", "5", "s", "7", "t")

// foldPassword is what is left of a word without capitals, lookalikes and signs.
func foldPassword(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, lookalikes.Replace(strings.ToLower(word)))
}
