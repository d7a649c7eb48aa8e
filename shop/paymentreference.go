package shop

import (
	"fmt"
	"strings"
	"unicode"
)

// CreditorReference returns the structured creditor reference (ISO 11649) of an order number: RF, two check digits, and
// the number without its hyphens. The reference of OR-100042 is RF26OR100042.
func CreditorReference(number string) string {
	body := ReferenceBody(number)
	return fmt.Sprintf("RF%02d%s", 98-mod97(body+"RF00"), body)
}

// ReferenceBody returns the part of a creditor reference after the check digits, by which its order is found.
func ReferenceBody(number string) string { return strings.ReplaceAll(number, "-", "") }

// The length of a creditor reference.
const (
	minReference = 5
	maxReference = 25
)

// validReference reports whether text is a creditor reference with the right check digits. They reveal every wrong
// digit, every wrong letter and every swap of two neighbours, and all but one in 97 of other mistakes.
func validReference(text string) bool {
	return len(text) >= minReference && len(text) <= maxReference && text[:2] == "RF" && isDigit(text[2]) &&
		isDigit(text[3]) && mod97(text[4:]+text[:4]) == 1
}

// mod97 returns the remainder of a text of capitals and digits, where A counts as 10 and Z as 35 (ISO 7064, MOD 97-10).
func mod97(text string) int {
	rest := 0
	for _, r := range text {
		if r >= 'A' {
			rest = (rest*100 + int(r-'A') + 10) % 97
		} else {
			rest = (rest*10 + int(r-'0')) % 97
		}
	}
	return rest
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// squeezed returns the ASCII letters and digits of a text, in capitals: what remains of a reference however it was
// typed.
func squeezed(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, text)
}

// maxReferences limits the references and the numbers that are looked up for one transfer.
const maxReferences = 20

// References returns the bodies of the creditor references in a text. Since spaces don't count, a reference may seem to
// go on in the text behind it; every length that fits the check digits is returned.
func References(text string) (bodies []string) {
	text = squeezed(text)
	for at := range len(text) {
		if !strings.HasPrefix(text[at:], "RF") {
			continue
		}
		for end := at + minReference; end <= min(at+maxReference, len(text)); end++ {
			if validReference(text[at:end]) && len(bodies) < maxReferences {
				bodies = append(bodies, text[at+4:end])
			}
		}
	}
	return bodies
}

// mentionedNumbers returns what may be order numbers in a text, without hyphens: words that end in digits, and words
// that are followed by digits.
func mentionedNumbers(text string) (bodies []string) {
	words := strings.FieldsFunc(strings.ToUpper(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	for i, word := range words {
		for _, one := range []string{word, word + at(words, i+1)} {
			if isBody(one) && len(bodies) < maxReferences {
				bodies = append(bodies, one)
			}
		}
	}
	return bodies
}

func at(words []string, i int) string {
	if i < len(words) {
		return words[i]
	}
	return ""
}

// isBody reports whether a word has the form of an order number without hyphens: a letter first, digits last.
func isBody(word string) bool {
	return len(word) >= 2 && len(word) <= maxReference-4 && word[0] >= 'A' && word[0] <= 'Z' &&
		isDigit(word[len(word)-1]) && squeezed(word) == word && !(strings.HasPrefix(word, "RF") && validReference(word))
}

// oneEditFrom reports whether a text contains want with exactly one character wrong, missing or too many, or with two
// neighbours swapped. at is the position near which to look.
func oneEditFrom(text string, at int, want string) bool {
	for start := max(at-1, 0); start <= at+1; start++ {
		for _, length := range []int{len(want), len(want) - 1, len(want) + 1} {
			if end := start + length; end <= len(text) && oneEdit(text[start:end], want) {
				return true
			}
		}
	}
	return false
}

// oneEdit reports whether one edit makes got of want.
func oneEdit(got, want string) bool {
	same := 0
	for same < min(len(got), len(want)) && got[same] == want[same] {
		same++
	}
	if same == len(want) && same == len(got) {
		return false
	}
	switch got, want := got[same:], want[same:]; len(got) - len(want) {
	case 0:
		return got[1:] == want[1:] ||
			len(got) > 1 && got[0] == want[1] && got[1] == want[0] && got[2:] == want[2:]
	case 1:
		return got[1:] == want
	case -1:
		return got == want[1:]
	}
	return false
}
