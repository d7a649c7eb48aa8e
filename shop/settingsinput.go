package shop

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// SettingsInput replaces the settings. The version is the one that was edited. Pictures are IDs of uploads; without
// one, the picture stays unless it is removed.
type SettingsInput struct {
	Version            int
	Name               string
	Short              string
	Retail             string
	LegalName          string
	Title              string
	Description        string
	Email              string
	Phone              string
	Office             Office
	TimeZone           *string // nil: unchanged
	Opens              int
	Closes             int
	Holidays           []string
	Social             []*SocialLink
	RegistrationNumber string
	VatNumber          string
	Bank               BankAccount
	Country            string
	OrderPrefix        string
	QuotePrefix        string
	NextOrderNumber    *int // nil: unchanged
	NextQuoteNumber    *int // nil: unchanged
	MailFrom           string
	ContactTo          string
	LowStock           *int              // nil: unchanged
	Filters            []*CategoryFilter // nil: unchanged
	FooterCategories   []*CategoryFilter // nil: unchanged
	Announcement       *Announcement
	LogoID             *string
	RemoveLogo         bool
	IconID             *string
	RemoveIcon         bool
	ShareImageID       *string
	RemoveShareImage   bool
}

// Limits of the settings.
const (
	maxSocial   = 12
	maxFilters  = 12
	maxHolidays = 100
	maxNumber   = 999_999_999 // that a series may be set to
)

// numberPrefix matches a prefix of a number series. It does not end in a digit, so that two series with different
// prefixes never make the same number.
var numberPrefix = regexp.MustCompile(`^[A-Z](?:[A-Z0-9-]{0,8}[A-Z-])?$`)

// Normal returns the settings of the input without pictures, or all errors of the input. What the input leaves
// unchanged is zero.
func (in SettingsInput) Normal() (Settings, error) {
	var c checker
	s := Settings{
		Name:        c.line("name", "Shop name", in.Name, 60, true),
		Short:       c.line("short", "Short name", in.Short, 24, true),
		Retail:      c.line("retail", "Second brand", in.Retail, 60, false),
		LegalName:   c.line("legalName", "Legal name", in.LegalName, 100, false),
		Title:       c.line("title", "Home page title", in.Title, 70, true),
		Description: c.line("description", "Description", in.Description, 300, false),
		Email:       c.email("email", in.Email),
		Phone:       c.phone("phone", in.Phone),
		Office: Office{
			Street:     c.line("office.street", "Street", in.Office.Street, 200, false),
			PostalCode: c.line("office.postalCode", "Postal code", in.Office.PostalCode, 20, false),
			City:       c.line("office.city", "City", in.Office.City, 100, false),
			Country:    c.line("office.country", "Country", in.Office.Country, 60, false),
		},
		TimeZone: c.timeZone("timeZone", in.TimeZone),
		Opens:    in.Opens, Closes: in.Closes, Holidays: []string{}, Social: []SocialLink{},
		RegistrationNumber: c.line("registrationNumber", "Registration number", in.RegistrationNumber, 40, false),
		VatNumber:          c.line("vatNumber", "VAT number", in.VatNumber, 20, false),
		Bank:               c.bank(in.Bank),
		Country:            strings.ToUpper(c.line("country", "Default country", in.Country, 2, true)),
		OrderPrefix:        c.prefix("orderPrefix", in.OrderPrefix),
		QuotePrefix:        c.prefix("quotePrefix", in.QuotePrefix),
		MailFrom:           c.optionalEmail("mailFrom", in.MailFrom),
		ContactTo:          c.optionalEmail("contactTo", in.ContactTo),
		Announcement:       c.announcement(in.Announcement),
	}
	c.number("opens", "Opening hour", s.Opens, 0, 23)
	c.number("closes", "Closing hour", s.Closes, 1, 24)
	if s.Opens >= s.Closes {
		c.add(OutOfRange, "closes", "The office must close after it opens")
	}
	if len(s.Country) == 2 && formats.Var(s.Country, "iso3166_1_alpha2") != nil {
		c.add(Invalid, "country", "Default country must be a code of two letters, such as NL")
	}
	if s.OrderPrefix == s.QuotePrefix {
		c.add(Invalid, "quotePrefix", "Orders and quotes need different prefixes")
	}
	if in.NextOrderNumber != nil {
		c.number("nextOrderNumber", "The next number", *in.NextOrderNumber, 1, maxNumber)
	}
	if in.NextQuoteNumber != nil {
		c.number("nextQuoteNumber", "The next number", *in.NextQuoteNumber, 1, maxNumber)
	}
	if in.LowStock != nil {
		s.LowStock = *in.LowStock
		c.number("lowStock", "Low stock", s.LowStock, 0, maxStock)
	}
	s.Filters = c.categories("filters", in.Filters)
	s.FooterCategories = c.categories("footerCategories", in.FooterCategories)
	c.holidays(&s, in.Holidays)
	c.social(&s, in.Social)
	return s, c.found.Err()
}

func (c *checker) optionalEmail(field, value string) string {
	if strings.TrimSpace(value) == "" {
		return ""
	}
	return c.email(field, value)
}

var phoneNumber = regexp.MustCompile(`^\+?[0-9][0-9 ()./-]{3,}$`)

func (c *checker) phone(field, value string) string {
	value = c.line(field, "Phone", value, 40, false)
	if value != "" && !phoneNumber.MatchString(value) {
		c.add(Invalid, field, "Phone must be a number such as +31 20 123 4567")
	}
	return value
}

func (c *checker) prefix(field, value string) string {
	value = strings.ToUpper(c.line(field, "Prefix", value, 10, true))
	if value != "" && len(value) <= 10 && !numberPrefix.MatchString(value) {
		c.add(Invalid, field, "A prefix has letters, digits and hyphens, starts with a letter and doesn't end "+
			"in a digit, such as OR-")
	}
	return value
}

func (c *checker) bank(in BankAccount) BankAccount {
	b := BankAccount{
		Holder: c.line("bank.holder", "Account holder", in.Holder, 100, false),
		IBAN:   strings.ToUpper(c.line("bank.iban", "IBAN", in.IBAN, 42, false)),
		BIC:    strings.ToUpper(c.line("bank.bic", "BIC", in.BIC, 11, false)),
	}
	if b == (BankAccount{}) {
		return b
	}
	if b.Holder == "" {
		c.add(Required, "bank.holder", "An account needs its holder")
	}
	if !validIBAN(b.IBAN) {
		c.add(Invalid, "bank.iban", "Please enter a valid IBAN")
	}
	if b.BIC != "" && formats.Var(b.BIC, "bic") != nil {
		c.add(Invalid, "bank.bic", "BIC must have 8 or 11 characters, such as ABCDNL2A")
	}
	return b
}

var ibanForm = regexp.MustCompile(`^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$`)

// validIBAN reports whether the check digits of an IBAN fit (ISO 13616: the number modulo 97 is 1). Spaces are ignored.
func validIBAN(text string) bool {
	text = strings.ReplaceAll(text, " ", "")
	if !ibanForm.MatchString(text) {
		return false
	}
	return mod97(text[4:]+text[:4]) == 1
}

// isLink reports whether text is a path of this site or an https URL.
func isLink(text string) bool {
	at, err := url.Parse(text)
	switch {
	case err != nil || strings.ContainsAny(text, " \\\t\n"):
		return false
	case strings.HasPrefix(text, "/"):
		return !strings.HasPrefix(text, "//")
	}
	return at.Scheme == "https" && at.Host != "" && at.User == nil
}

func (c *checker) announcement(in *Announcement) *Announcement {
	if in == nil || strings.TrimSpace(in.Text) == "" && strings.TrimSpace(in.Link) == "" {
		return nil
	}
	a := &Announcement{From: in.From, Until: in.Until,
		Text: c.line("announcement.text", "Text", in.Text, 160, true),
		Link: c.line("announcement.link", "Link", in.Link, 500, false)}
	if a.Link != "" && !isLink(a.Link) {
		c.add(Invalid, "announcement.link",
			"Link must be a path such as /products, or an address that begins with https://")
	}
	if a.From != nil && a.Until != nil && !a.From.Before(*a.Until) {
		c.add(OutOfRange, "announcement.until", "The last day must not be before the first one")
	}
	return a
}

func (c *checker) holidays(s *Settings, days []string) {
	if len(days) > maxHolidays {
		c.add(TooLong, "holidays", fmt.Sprintf("At most %d holidays can be kept", maxHolidays))
		return
	}
	var err error
	if s.Holidays, err = ParseHolidays(days); err != nil {
		c.add(Invalid, "holidays", "Holidays "+err.Error())
	}
}

// ParseHolidays returns public holidays, each formatted like 2026-12-25, in ascending order. The error contains the
// first invalid text.
func ParseHolidays(days []string) ([]string, error) {
	holidays := []string{}
	for _, day := range days {
		day = strings.TrimSpace(day)
		if _, err := time.Parse(time.DateOnly, day); err != nil {
			return nil, fmt.Errorf("must be days such as 2026-12-25 with commas between, not %q", day)
		}
		holidays = append(holidays, day)
	}
	slices.Sort(holidays)
	return slices.Compact(holidays), nil
}

func (c *checker) social(s *Settings, links []*SocialLink) {
	if len(links) > maxSocial {
		c.add(TooLong, "social", fmt.Sprintf("At most %d links can be shown", maxSocial))
		return
	}
	for i, l := range links {
		field := fmt.Sprintf("social.%d.", i)
		link := SocialLink{Name: c.line(field+"name", "Network", l.Name, 40, true),
			URL: c.httpsURL(field+"url", "Address", l.URL, true)}
		s.Social = append(s.Social, link)
	}
}

var categoryValue = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N} &-]*$`)

// categories checks a list of category filters. It returns nil for nil.
func (c *checker) categories(field string, filters []*CategoryFilter) []CategoryFilter {
	if filters == nil {
		return nil
	}
	checked := []CategoryFilter{}
	if len(filters) > maxFilters {
		c.add(TooLong, field, fmt.Sprintf("At most %d categories can be shown", maxFilters))
		return checked
	}
	known := map[string]bool{}
	for i, f := range filters {
		at := fmt.Sprintf("%s.%d.", field, i)
		filter := CategoryFilter{c.line(at+"label", "Name", f.Label, 40, true),
			strings.ToLower(c.line(at+"value", "Category", f.Value, 40, true))}
		switch {
		case filter.Value == "":
		case !categoryValue.MatchString(filter.Value):
			c.add(Invalid, at+"value", "Category has letters, digits, spaces and hyphens")
		case known[filter.Value]:
			c.add(Invalid, at+"value", "Category is in the list already")
		}
		known[filter.Value] = true
		checked = append(checked, filter)
	}
	return checked
}
