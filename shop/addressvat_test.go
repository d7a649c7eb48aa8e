package shop

import (
	"strings"
	"testing"
)

// vatNumbers are published numbers, and those of the forms that have no well-known example.
var vatNumbers = []string{
	"ATU13585627", "BE0403019261", "BE0428759497", "BG175074752", "BG7523169263", "BG7111042925", "CY10259033P",
	"CZ25123891", "CZ7103192745", "CZ640903926", "DE136695976", "DK13585628", "EE100931558", "EL094259216",
	"ES54362315K", "ESX2482300W", "ESJ99216582", "ESB58378431", "FI20774740", "FR40303265045", "FR23334175221",
	"FRK7399859412", "FR4Z123456782", "HR33392005961", "HU12892312", "IE6433435F", "IE6433435OA", "IE8D79739I",
	"IT00743110157", "LT119511515", "LT100001919017", "LU15027442", "LV40003521600", "LV16117519997", "MT11679112",
	"NL004495445B01", "NL000099998B57", "PL8567346215", "PT501964843", "RO18547290", "SE556188840401", "SI50223054",
	"SK2022749619", "XI980780684",
}

func vatError(number, country string) (string, string) {
	var c checker
	number = c.vatNumber("vatNumber", number, country)
	if len(c.found) > 0 {
		return number, c.found[0].Message
	}
	return number, ""
}

func TestVATNumbers(t *testing.T) {
	seen := map[string]bool{}
	for _, number := range vatNumbers {
		if _, err := vatError(number, "US"); err != "" {
			t.Errorf("%s: %s", number, err)
		}
		seen[number[:2]] = true
		accepted, digits := 0, 0
		for i := range number {
			if number[i] < '0' || number[i] > '9' {
				continue
			}
			for d := byte('0'); d <= '9'; d++ {
				if d == number[i] {
					continue
				}
				digits++
				if _, err := vatError(number[:i]+string(d)+number[i+1:], "US"); err == "" {
					accepted++
				}
			}
		}
		// A few rules find fewer than all typos, and branches and suffixes have no check digit.
		if accepted > digits/5 {
			t.Errorf("%s: %d of %d wrong digits are accepted", number, accepted, digits)
		}
	}
	for prefix, form := range vatForms {
		if _, err := vatError(prefix+form.example, "US"); err != "" {
			t.Errorf("example of %s: %s", prefix, err)
		}
		if !seen[prefix] {
			t.Errorf("no number of %s", prefix)
		}
	}
	if len(vatForms) != 28 {
		t.Errorf("%d forms", len(vatForms))
	}
}

func TestVATNumberForms(t *testing.T) {
	for _, c := range []struct{ in, country, out, err string }{
		{"", "DE", "", ""},
		{" nl 0044.95.445-b01 ", "NL", "NL004495445B01", ""},
		{"GR094259216", "GR", "EL094259216", ""},
		{"094259216", "GR", "094259216", "VAT number must look like EL094259216"},
		{"NL004495445B02", "DE", "NL004495445B02", ""}, // registered elsewhere
		{"NL004495446B01", "NL", "NL004495446B01", "This VAT number has a typo: its check digits don't match"},
		{"NL00449544", "NL", "NL00449544", "VAT number must look like NL004495445B01"},
		{"136695976", "DE", "136695976", "VAT number must look like DE136695976"},
		{"DE036695976", "DE", "DE036695976", "VAT number must look like DE136695976"},
		{"GB980780684", "GB", "GB980780684", ""},
		{"CHE-123.456.788 MWST", "CH", "CHE123456788MWST", ""},
		{"?", "CH", "?", "VAT number must have 4 to 20 letters and digits"},
		{"ÄÖ12", "DE", "ÄÖ12", "VAT number must look like DE136695976"},
		{"Ä", "US", "Ä", "VAT number must have 4 to 20 letters and digits"},
		{strings.Repeat("1", 41), "US", strings.Repeat("1", 41), "VAT number must have at most 40 characters"},
		{"XIGD123", "GB", "XIGD123", ""},
		{"XIGD523", "GB", "XIGD523", "VAT number must look like XI980780684"},
	} {
		if out, err := vatError(c.in, c.country); out != c.out || err != c.err {
			t.Errorf("%q in %s: %q, %q", c.in, c.country, out, err)
		}
	}
}
