package shop

import "testing"

func TestMoneyDecimal(t *testing.T) {
	for _, c := range []struct {
		minor    int64
		currency string
		want     string
	}{
		{2599900, "USD", "25999.00"},
		{5, "USD", "0.05"},
		{0, "EUR", "0.00"},
		{-150, "EUR", "-1.50"},
		{2599900, "JPY", "2599900"},
		{1234, "BHD", "1.234"},
	} {
		if got := (Money{c.minor, c.currency}).Decimal(); got != c.want {
			t.Errorf("%d %s = %q, want %q", c.minor, c.currency, got, c.want)
		}
	}
}

func TestMoneyPercent(t *testing.T) {
	for _, c := range []struct{ minor, basisPoints, want int64 }{
		{2299900, 1000, 229990},
		{5, 1000, 1}, // 0.5 rounds up
		{4, 1000, 0},
		{100, 0, 0},
		{9007199254740993, 10000, 9007199254740993}, // beyond what a float holds
	} {
		if got := (Money{c.minor, "USD"}).Percent(c.basisPoints).Minor; got != c.want {
			t.Errorf("%d bp of %d = %d, want %d", c.basisPoints, c.minor, got, c.want)
		}
	}
}

func TestTerms(t *testing.T) {
	terms := DefaultTerms()
	if got := terms.TaxPercent(); got != "10" {
		t.Errorf("tax = %q per cent, want 10 (spec 9)", got)
	}
	if got := terms.Tax(Money{2599900, "USD"}); got != (Money{259990, "USD"}) {
		t.Errorf("tax on 25999 dollars = %v", got)
	}
	if got := terms.FromMajor(25999); got != (Money{2599900, "USD"}) {
		t.Errorf("25999 dollars = %v", got)
	}
	if got := (Terms{Currency: "JPY"}).FromMajor(25999); got != (Money{25999, "JPY"}) {
		t.Errorf("25999 yen = %v", got)
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text, currency string
		want           int64
		ok             bool
	}{
		{"25999.00", "USD", 2599900, true},
		{"25999", "USD", 2599900, true},
		{"0.1", "USD", 10, true},
		{"0.10000", "USD", 10, true}, // the same amount
		{"-3", "USD", -300, true},
		{"90071992547409.93", "USD", 9007199254740993, true}, // beyond what a float holds
		{"0.001", "USD", 0, false},
		{"0.001", "BHD", 1, true},
		{"1.5", "JPY", 0, false},
		{"1e3", "USD", 0, false},
		{"1,000", "USD", 0, false},
		{"+1", "USD", 0, false},
		{" 1", "USD", 0, false},
		{".5", "USD", 0, false},
		{"5.", "USD", 0, false},
		{"", "USD", 0, false},
		{"NaN", "USD", 0, false},
		{"999999999999999", "USD", 0, false}, // fifteen digits
	} {
		got, ok := Terms{Currency: c.currency}.Parse(c.text)
		if ok != c.ok || ok && got != (Money{c.want, c.currency}) {
			t.Errorf("%q in %s = %v, %v; want %d, %v", c.text, c.currency, got, ok, c.want, c.ok)
		}
	}
}

func TestMoneyInWords(t *testing.T) {
	for want, m := range map[string]Money{
		"$25,999.00": {2599900, "USD"}, "-$1,234,567.89": {-123456789, "USD"}, "$0.05": {5, "USD"}, "-$100.00": {-10000, "USD"},
		"€999.00": {99900, "EUR"}, "¥1,000": {1000, "JPY"}, "XXX 1,000.00": {100000, "XXX"},
	} {
		if got := m.Words(); got != want {
			t.Errorf("%+v is %q, want %q", m, got, want)
		}
	}
}
