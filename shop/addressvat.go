package shop

import (
	"fmt"
	"regexp"
	"strings"
)

// vatForm is the form of the VAT numbers of a country.
type vatForm struct {
	body    *regexp.Regexp         // what follows the prefix
	example string                 // with the prefix
	check   func(body string) bool // whether the check digits match a body of this form
}

// vatForms maps the prefix of a VAT number to its form: the member states of the EU, of which Greece writes EL, and
// Northern Ireland. No maintained Go library checks the digits of all of them.
//
// Sources: the forms are those of the European Commission's VIES, the check digits those of the Austrian Ministry of
// Finance, "UID-Nummern, Konstruktionsregeln". Numbers of persons, where a country has separate ones, are checked by
// the same publication; birth dates in them are not.
var vatForms = map[string]vatForm{
	"AT": vat(`U\d{8}`, "U13585627", checkAT),
	"BE": vat(`[01]\d{9}`, "0403019261", func(n string) bool { return 97-integer(n[:8])%97 == integer(n[8:]) }),
	"BG": vat(`\d{9,10}`, "175074752", checkBG),
	"CY": vat(`[0-69]\d{7}[A-Z]`, "10259033P", checkCY),
	"CZ": vat(`\d{8,10}`, "25123891", checkCZ),
	"DE": vat(`[1-9]\d{8}`, "136695976", mod1110),
	"DK": vat(`[1-9]\d{7}`, "13585628", divisible(11, 2, 7, 6, 5, 4, 3, 2, 1)),
	"EE": vat(`\d{9}`, "100931558", divisible(10, 3, 7, 1, 3, 7, 1, 3, 7, 1)),
	"EL": vat(`\d{9}`, "094259216", func(n string) bool {
		return weighted(n, 256, 128, 64, 32, 16, 8, 4, 2)%11%10 == digit(n, 8)
	}),
	"ES": vat(`[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z]`, "B58378431", checkES),
	"FI": vat(`\d{8}`, "20774740", divisible(11, 7, 9, 10, 5, 8, 4, 2, 1)),
	"FR": vat(`[A-HJ-NP-Z0-9]{2}\d{9}`, "40303265045", checkFR),
	"HR": vat(`\d{11}`, "33392005961", mod1110),
	"HU": vat(`[1-9]\d{7}`, "12892312", divisible(10, 9, 7, 3, 1, 9, 7, 3, 1)),
	"IE": vat(`\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W]`, "6433435F", checkIE),
	"IT": vat(`\d{11}`, "00743110157", func(n string) bool { return integer(n[:7]) > 0 && luhn(n) }),
	"LT": vat(`\d{7}1\d|\d{10}1\d`, "119511515", checkLT),
	"LU": vat(`\d{8}`, "15027442", func(n string) bool { return integer(n[:6])%89 == integer(n[6:]) }),
	"LV": vat(`\d{11}`, "40003521600", checkLV),
	"MT": vat(`[1-9]\d{7}`, "11679112", divisible(37, 3, 4, 6, 7, 8, 9, 10, 1)),
	"NL": vat(`\d{9}B\d{2}`, "004495445B01", checkNL),
	"PL": vat(`\d{10}`, "8567346215", divisible(11, 6, 5, 7, 2, 3, 4, 5, 6, 7, -1)),
	"PT": vat(`[1-9]\d{8}`, "501964843", func(n string) bool {
		return (11-weighted(n, 9, 8, 7, 6, 5, 4, 3, 2)%11)%11%10 == digit(n, 8)
	}),
	"RO": vat(`[1-9]\d{1,9}`, "18547290", func(n string) bool {
		n = fmt.Sprintf("%010s", n)
		return 10*weighted(n, 7, 5, 3, 2, 1, 7, 5, 3, 2)%11%10 == digit(n, 9)
	}),
	"SE": vat(`\d{10}(0[1-9]|[1-8]\d|9[0-4])`, "556188840401", func(n string) bool { return luhn(n[:10]) }),
	"SI": vat(`[1-9]\d{7}`, "50223054", func(n string) bool {
		rest := weighted(n, 8, 7, 6, 5, 4, 3, 2) % 11
		return rest != 0 && (11-rest)%10 == digit(n, 7)
	}),
	"SK": vat(`[1-9]\d[2-47-9]\d{7}`, "2022749619", func(n string) bool { return integer(n)%11 == 0 }),
	"XI": vat(`\d{9}(\d{3})?|GD[0-4]\d{2}|HA[5-9]\d{2}`, "980780684", checkXI),
}

func vat(body, example string, check func(string) bool) vatForm {
	return vatForm{regexp.MustCompile(`^(` + body + `)$`), example, check}
}

// maxVATNumber is the maximum length of a VAT number.
const maxVATNumber = 20

var (
	vatSeparators = strings.NewReplacer(" ", "", ".", "", "-", "", "/", "", "\u00a0", "")
	otherVAT      = regexp.MustCompile(`^[A-Z0-9]{4,20}$`)
)

// vatNumber checks a VAT number, which may be empty, of a company in the country, and returns it in capitals without
// separators. A number of the EU needs its prefix, and its check digits must match; numbers of other countries are any
// letters and digits.
func (c *checker) vatNumber(field, text, country string) string {
	before := len(c.found)
	text = strings.ToUpper(vatSeparators.Replace(c.text(field, "VAT number", text, 2*maxVATNumber, false)))
	if text == "" || len(c.found) > before {
		return text
	}
	if body, greek := strings.CutPrefix(text, "GR"); greek {
		text = "EL" + body
	}
	prefix := text[:min(2, len(text))]
	form, known := vatForms[prefix]
	if own := vatPrefix(country); !known && vatForms[own].example != "" {
		prefix, form, known = own, vatForms[own], true
	}
	switch {
	case !known && !otherVAT.MatchString(text):
		c.add(Invalid, field, fmt.Sprintf("VAT number must have 4 to %d letters and digits", maxVATNumber))
	case !known:
	case !strings.HasPrefix(text, prefix) || !form.body.MatchString(text[len(prefix):]):
		c.add(Invalid, field, fmt.Sprintf("VAT number must look like %s", prefix+form.example))
	case !form.check(text[len(prefix):]):
		c.add(Invalid, field, "This VAT number has a typo: its check digits don't match")
	}
	return text
}

// vatPrefix returns the prefix of VAT numbers of a country, which is its code except in Greece.
func vatPrefix(country string) string {
	if country == "GR" {
		return "EL"
	}
	return country
}

// digit returns the digit at an index.
func digit(n string, at int) int { return int(n[at] - '0') }

// integer returns the value of at most 18 digits.
func integer(n string) (value int) {
	for i := range n {
		value = value*10 + digit(n, i)
	}
	return value
}

// weighted returns the sum of the first digits, each times its weight.
func weighted(n string, weights ...int) (sum int) {
	for i, w := range weights {
		sum += w * digit(n, i)
	}
	return sum
}

// divisible returns a check that the weighted sum is a multiple of by.
func divisible(by int, weights ...int) func(string) bool {
	return func(n string) bool { return weighted(n, weights...)%by == 0 }
}

// luhn checks the last digit by ISO/IEC 7812-1.
func luhn(n string) bool {
	sum := 0
	for i := range n {
		d := digit(n, len(n)-1-i)
		if i%2 == 1 {
			d = d*2/10 + d*2%10
		}
		sum += d
	}
	return sum%10 == 0
}

// mod1110 checks the last digit by ISO/IEC 7064, MOD 11,10.
func mod1110(n string) bool {
	product := 10
	for i := range n[:len(n)-1] {
		sum := (product + digit(n, i)) % 10
		if sum == 0 {
			sum = 10
		}
		product = sum * 2 % 11
	}
	return (product+digit(n, len(n)-1))%10 == 1
}
