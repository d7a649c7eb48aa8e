package shop

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

func settingsInput(change func(*SettingsInput)) SettingsInput {
	in := SettingsInput{Name: " Acme ", Short: "Acme", Title: "Robots", Email: "Hello@Acme.example", Opens: 9, Closes: 17, Country: "de",
		OrderPrefix: "a-", QuotePrefix: "Q-"}
	change(&in)
	return in
}

func TestSettingsInput(t *testing.T) {
	day := func(d int) *time.Time { return new(time.Date(2026, 3, d, 0, 0, 0, 0, time.UTC)) }
	for name, c := range map[string]struct {
		change func(*SettingsInput)
		want   string
	}{
		"all of it":          {func(*SettingsInput) {}, ""},
		"nothing":            {func(in *SettingsInput) { *in = SettingsInput{} }, "name REQUIRED, short REQUIRED, title REQUIRED, email REQUIRED, country REQUIRED, orderPrefix REQUIRED, quotePrefix REQUIRED, closes OUT_OF_RANGE, closes OUT_OF_RANGE, quotePrefix INVALID"},
		"two lines":          {func(in *SettingsInput) { in.Name = "A\nB" }, "name INVALID"},
		"a long name":        {func(in *SettingsInput) { in.Short = strings.Repeat("x", 25) }, "short TOO_LONG"},
		"no address":         {func(in *SettingsInput) { in.Email, in.MailFrom, in.ContactTo = "x", "y", "z@" }, "email INVALID, mailFrom INVALID, contactTo INVALID"},
		"no number":          {func(in *SettingsInput) { in.Phone = "call me" }, "phone INVALID"},
		"a number":           {func(in *SettingsInput) { in.Phone = "+49 (30) 123-456" }, ""},
		"closed all day":     {func(in *SettingsInput) { in.Opens, in.Closes = 9, 9 }, "closes OUT_OF_RANGE"},
		"no hour":            {func(in *SettingsInput) { in.Opens, in.Closes = -1, 25 }, "opens OUT_OF_RANGE, closes OUT_OF_RANGE"},
		"elsewhere":          {func(in *SettingsInput) { in.TimeZone = new(" America/Argentina/Buenos_Aires") }, ""},
		"no time zone":       {func(in *SettingsInput) { in.TimeZone = new("") }, "timeZone REQUIRED"},
		"a city":             {func(in *SettingsInput) { in.TimeZone = new("Paris") }, "timeZone INVALID"},
		"the machine's zone": {func(in *SettingsInput) { in.TimeZone = new("Local") }, "timeZone INVALID"},
		"a file":             {func(in *SettingsInput) { in.TimeZone = new("Europe/../../etc/passwd") }, "timeZone INVALID"},
		"a folder":           {func(in *SettingsInput) { in.TimeZone = new("posix/Europe/Paris") }, "timeZone INVALID"},
		"all day":            {func(in *SettingsInput) { in.Opens, in.Closes = 0, 24 }, ""},
		"no country":         {func(in *SettingsInput) { in.Country = "XX" }, "country INVALID"},
		"a digit at the end": {func(in *SettingsInput) { in.OrderPrefix = "R2" }, "orderPrefix INVALID"},
		"a slash":            {func(in *SettingsInput) { in.QuotePrefix = "Q/" }, "quotePrefix INVALID"},
		"one series":         {func(in *SettingsInput) { in.QuotePrefix = "A-" }, "quotePrefix INVALID"},
		"no next number":     {func(in *SettingsInput) { in.NextOrderNumber, in.NextQuoteNumber = new(0), new(1_000_000_000) }, "nextOrderNumber OUT_OF_RANGE, nextQuoteNumber OUT_OF_RANGE"},
		"low stock":          {func(in *SettingsInput) { in.LowStock = new(0) }, ""},
		"no low stock":       {func(in *SettingsInput) { in.LowStock = new(-1) }, "lowStock OUT_OF_RANGE"},
		"a bank":             {func(in *SettingsInput) { in.Bank = BankAccount{"Acme", "nl91 abna 0417 1643 00", "abnanl2a"} }, ""},
		"a typo":             {func(in *SettingsInput) { in.Bank = BankAccount{"Acme", "NL91ABNA0417164301", "ABNANL2A"} }, "bank.iban INVALID"},
		"half a bank":        {func(in *SettingsInput) { in.Bank = BankAccount{"", "NL91ABNA0417164300", "X"} }, "bank.holder REQUIRED, bank.bic INVALID"},
		"no day":             {func(in *SettingsInput) { in.Holidays = []string{"2026-12-25", "Christmas"} }, "holidays INVALID"},
		"many days":          {func(in *SettingsInput) { in.Holidays = make([]string, 101) }, "holidays TOO_LONG"},
		"social":             {func(in *SettingsInput) { in.Social = []*SocialLink{{"GitHub", "https://github.com/acme"}} }, ""},
		"unsafe social": {func(in *SettingsInput) {
			in.Social = []*SocialLink{{"", "javascript:alert(1)"}, {"X", "/x"}, {"Y", "http://y.example"}}
		}, "social.0.name REQUIRED, social.0.url INVALID, social.1.url INVALID, social.2.url INVALID"},
		"filters": {func(in *SettingsInput) { in.Filters = []*CategoryFilter{{"Ärme & Greifer", " Ärme & 2-Greifer "}} }, ""},
		"bad filters": {func(in *SettingsInput) {
			in.Filters = []*CategoryFilter{{"", "arm"}, {"Arm", "ARM"}, {"All", "%"}, {"None", ""}}
		}, "filters.0.label REQUIRED, filters.1.value INVALID, filters.2.value INVALID, filters.3.value REQUIRED"},
		"many filters":         {func(in *SettingsInput) { in.FooterCategories = make([]*CategoryFilter, 13) }, "footerCategories TOO_LONG"},
		"much social":          {func(in *SettingsInput) { in.Social = make([]*SocialLink, 13) }, "social TOO_LONG"},
		"an announcement":      {func(in *SettingsInput) { in.Announcement = &Announcement{"Hi", "/faq", day(1), day(2)} }, ""},
		"nothing to announce":  {func(in *SettingsInput) { in.Announcement = &Announcement{Text: " "} }, ""},
		"only a link":          {func(in *SettingsInput) { in.Announcement = &Announcement{Link: "/faq"} }, "announcement.text REQUIRED"},
		"an unsafe link":       {func(in *SettingsInput) { in.Announcement = &Announcement{Text: "x", Link: "javascript:x"} }, "announcement.link INVALID"},
		"another site's path":  {func(in *SettingsInput) { in.Announcement = &Announcement{Text: "x", Link: "//evil.example"} }, "announcement.link INVALID"},
		"a backslash":          {func(in *SettingsInput) { in.Announcement = &Announcement{Text: "x", Link: `/\evil.example`} }, "announcement.link INVALID"},
		"a user in a link":     {func(in *SettingsInput) { in.Announcement = &Announcement{Text: "x", Link: "https://a@b.example"} }, "announcement.link INVALID"},
		"over before it began": {func(in *SettingsInput) { in.Announcement = &Announcement{"x", "", day(2), day(2)} }, "announcement.until OUT_OF_RANGE"},
	} {
		if _, err := settingsInput(c.change).Normal(); codes(err) != c.want {
			t.Errorf("%s: %s, want %s", name, codes(err), c.want)
		}
	}
	s, err := settingsInput(func(in *SettingsInput) { in.Holidays = []string{"2026-12-26", " 2026-12-25", "2026-12-26"} }).Normal()
	if err != nil || s.Name != "Acme" || s.Email != "hello@acme.example" || s.Country != "DE" || s.OrderPrefix != "A-" ||
		!reflect.DeepEqual(s.Holidays, []string{"2026-12-25", "2026-12-26"}) {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestFixedSettings(t *testing.T) {
	stored := Settings{MailFrom: "a@b.c", ContactTo: "d@e.f", Bank: BankAccount{IBAN: "1"}, Holidays: []string{"2026-01-01"}}
	fixed := FixedSettings{MailFrom: "x@y.z", ContactTo: "u@v.w", Bank: &BankAccount{IBAN: "2"}, Holidays: []string{"2027-01-01"}}
	now := fixed.Fix(stored)
	if now.MailFrom != "x@y.z" || now.ContactTo != "u@v.w" || now.Bank.IBAN != "2" || now.Holidays[0] != "2027-01-01" || len(fixed.List()) != 4 {
		t.Errorf("%+v, %v", now, fixed.List())
	}
	if kept := fixed.Keep(now, stored); !reflect.DeepEqual(kept, stored) {
		t.Errorf("stored %+v in place of %+v", kept, stored)
	}
	var none FixedSettings
	if !reflect.DeepEqual(none.Fix(stored), stored) || !reflect.DeepEqual(none.Keep(now, stored), now) || len(none.List()) != 0 {
		t.Error("nothing is fixed, and something changed")
	}
}

func TestPublicSettings(t *testing.T) {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	s := DefaultSettings()
	s.Holidays = []string{"2026-03-01", "2026-03-02", "2026-12-25"}
	s.Announcement = &Announcement{Text: "Hi", From: &at, Until: new(at.Add(time.Hour))}
	s.Logo = &Media{URL: "/media/ab-640.png", Width: new(640), Height: new(320), Widths: []int{320, 600, 640}}
	p := s.Public(at)
	if !reflect.DeepEqual(p.Holidays, []string{"2026-03-02", "2026-12-25"}) || p.Company != "Shop" || p.Logo.URL != "/media/ab-600.png" || *p.Logo.Height != 300 {
		t.Errorf("%+v, logo %+v", p, p.Logo)
	}
	for after, want := range map[time.Duration]bool{-1: false, 0: true, time.Hour - 1: true, time.Hour: false} {
		if got := s.Public(at.Add(after)).Announcement != nil; got != want {
			t.Errorf("announced after %v: %v", after, got)
		}
	}
	first := p.Announcement.ID
	if s.Announcement.Text = "Ho"; s.Public(at).Announcement.ID == first {
		t.Error("another announcement has the same ID")
	}
}

func TestAddress(t *testing.T) {
	for want, office := range map[string]Office{
		"": {}, "S 1, 1 C, NL": {"S 1", "1", "C", "NL"}, "C": {City: "C"}, "S 1, NL": {Street: "S 1", Country: "NL"},
	} {
		if got := (Settings{Office: office}).Address(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestSettingsMayBecome(t *testing.T) {
	before := Settings{Name: "A", Email: "a@example.org", ContactTo: "b@example.org"}
	after := Settings{Name: "B", Email: "x@example.org", ContactTo: "x@example.org", MailFrom: "x@example.org"}
	staff := Actor{UserID: "1", Role: RoleUser, Scopes: []Scope{WriteSettings}}
	var refused []string
	for _, err := range UserErrors(before.MayBecome(after, staff)) {
		refused = append(refused, fmt.Sprint(err.Field, " ", err.Code))
	}
	if got := strings.Join(refused, ", "); got != "email NOT_ALLOWED, contactTo NOT_ALLOWED, mailFrom NOT_ALLOWED" {
		t.Errorf("staff is refused %q", got)
	}
	renamed := before
	renamed.Name = "B"
	if err := errors.Join(before.MayBecome(renamed, staff), before.MayBecome(after, Actor{UserID: "2", Role: RoleAdmin})); err != nil {
		t.Error(err)
	}
}
