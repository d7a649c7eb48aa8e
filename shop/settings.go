package shop

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Settings describe the shop and the company that runs it, as its pages, emails and PDFs show them. The JSON is the
// stored form.
type Settings struct {
	Version int `json:"-"` // 0 before anything is stored

	Name        string `json:"name"`
	Short       string `json:"short"`  // for narrow layouts
	Retail      string `json:"retail"` // name of the retail automation brand; may be empty
	LegalName   string `json:"legalName"`
	Title       string `json:"title"`       // of the home page
	Description string `json:"description"` // of pages without one of their own

	Email  string `json:"email"` // of the office
	Phone  string `json:"phone"` // of the office
	Office Office `json:"office"`
	// The office is open Monday to Friday, from Opens until before Closes, except on holidays.
	TimeZone string       `json:"timeZone"` // IANA name
	Opens    int          `json:"opens"`
	Closes   int          `json:"closes"`
	Holidays []string     `json:"holidays"` // days such as 2026-12-25, ascending
	Social   []SocialLink `json:"social"`

	RegistrationNumber string      `json:"registrationNumber"`
	VatNumber          string      `json:"vatNumber"`
	Bank               BankAccount `json:"bank"`
	Country            string      `json:"country"`     // ISO 3166-1 alpha-2, with which a new address starts
	OrderPrefix        string      `json:"orderPrefix"` // of the numbers of orders and their invoices
	QuotePrefix        string      `json:"quotePrefix"`
	MailFrom           string      `json:"mailFrom"`  // sender of emails; empty: shop@ and the host of the shop
	ContactTo          string      `json:"contactTo"` // where notices go; empty: Email
	LowStock           int         `json:"lowStock"`  // number of units up to which stock counts as low
	// Filters narrow the catalogue, FooterCategories are linked in the footer.
	Filters          []CategoryFilter `json:"filters"`
	FooterCategories []CategoryFilter `json:"footerCategories"`

	Announcement *Announcement `json:"announcement"`
	Logo         *Media        `json:"logo"`       // nil: the drawn mark and the short name
	Icon         *Media        `json:"icon"`       // of browser tabs; nil: the drawn mark
	ShareImage   *Media        `json:"shareImage"` // of link previews; nil: the icon
}

// Office is the postal address of the company.
type Office struct {
	Street     string `json:"street"`
	PostalCode string `json:"postalCode"`
	City       string `json:"city"`
	Country    string `json:"country"`
}

// SocialLink is a page of the company on a social network.
type SocialLink struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// CategoryFilter finds the products whose category contains Value, which is lower-case, in any case.
type CategoryFilter struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// Announcement is the bar above the header of the shop.
type Announcement struct {
	Text  string     `json:"text"`
	Link  string     `json:"link"` // a path of this site or an https URL; may be empty
	From  *time.Time `json:"from"`
	Until *time.Time `json:"until"` // exclusive
}

// DefaultSettings returns the settings of a shop that nobody has set up.
func DefaultSettings() Settings {
	return Settings{Name: "Shop", Short: "Shop", Title: "Shop", TimeZone: "Europe/Amsterdam", Opens: 9, Closes: 18,
		Holidays: []string{}, Social: []SocialLink{}, Country: "NL", OrderPrefix: "OR-", QuotePrefix: "QU-", LowStock: 3,
		Filters: []CategoryFilter{{"Retail Automation", "retail"}, {"Industrial", "industrial"},
			{"Mobile Robotics", "mobile"}, {"Educational", "educational"}, {"Entertainment", "entertainment"},
			{"AI & Vision", "vision"}},
		FooterCategories: []CategoryFilter{{"Industrial", "industrial"}, {"Domestic", "domestic"},
			{"Educational", "educational"}, {"Entertainment", "entertainment"}}}
}

// Categories returns the values of the categories that pages link to.
func (s Settings) Categories() []string {
	var values []string
	for _, filter := range slices.Concat(s.Filters, s.FooterCategories) {
		values = append(values, filter.Value)
	}
	return values
}

// Address returns the office's address on one line.
func (s Settings) Address() string {
	town := strings.TrimSpace(s.Office.PostalCode + " " + s.Office.City)
	return strings.Join(slices.DeleteFunc([]string{s.Office.Street, town, s.Office.Country},
		func(part string) bool { return part == "" }), ", ")
}

// Company returns the name under which the company makes contracts.
func (s Settings) Company() string {
	if s.LegalName != "" {
		return s.LegalName
	}
	return s.Name
}

// Notices returns the address to which the shop's notices go, empty if there is none.
func (s Settings) Notices() string {
	if s.ContactTo != "" {
		return s.ContactTo
	}
	return s.Email
}

// AnnouncementAt returns the announcement that is shown at that time, or nil.
func (s Settings) AnnouncementAt(now time.Time) *Announcement {
	a := s.Announcement
	if a == nil || a.From != nil && now.Before(*a.From) || a.Until != nil && !now.Before(*a.Until) {
		return nil
	}
	return a
}

// WorkingDays returns the office's hours.
func (s Settings) WorkingDays() WorkingDays {
	w := WorkingDays{zone: s.zone(), opens: s.Opens, closes: s.Closes, holidays: map[string]bool{}}
	for _, day := range s.Holidays {
		w.holidays[day] = true
	}
	return w
}

// PublicSettings are the settings that visitors may see, at one time. The JSON is embedded in every document.
type PublicSettings struct {
	Version            int                 `json:"version"`
	Name               string              `json:"name"`
	Short              string              `json:"short"`
	Retail             string              `json:"retail,omitempty"`
	Company            string              `json:"company"`
	Title              string              `json:"title"`
	Description        string              `json:"description"`
	Email              string              `json:"email"`
	Phone              string              `json:"phone,omitempty"`
	Office             Office              `json:"office"`
	TimeZone           string              `json:"timeZone"`
	ZoneNames          []ZoneName          `json:"zoneNames"` // of the present year
	Opens              int                 `json:"opens"`
	Closes             int                 `json:"closes"`
	Holidays           []string            `json:"holidays,omitempty"` // from today on
	Social             []SocialLink        `json:"social,omitempty"`
	RegistrationNumber string              `json:"registrationNumber,omitempty"`
	VatNumber          string              `json:"vatNumber,omitempty"`
	Country            string              `json:"country"`
	Filters            []CategoryFilter    `json:"filters,omitempty"`
	FooterCategories   []CategoryFilter    `json:"footerCategories,omitempty"`
	Announcement       *PublicAnnouncement `json:"announcement,omitempty"`
	Logo               *Media              `json:"logo,omitempty"`
	ShareImage         *Media              `json:"shareImage,omitempty"`
}

// PublicAnnouncement is an announcement that is shown now. ID differs from that of any other announcement.
type PublicAnnouncement struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	Link string `json:"link,omitempty"`
}

// Public returns the settings that visitors may see at that time.
func (s Settings) Public(now time.Time) PublicSettings {
	p := PublicSettings{Version: s.Version, Name: s.Name, Short: s.Short, Retail: s.Retail, Company: s.Company(),
		Title: s.Title, Description: s.Description, Email: s.Email, Phone: s.Phone, Office: s.Office, Opens: s.Opens,
		Closes: s.Closes, Holidays: []string{}, Social: s.Social, RegistrationNumber: s.RegistrationNumber,
		VatNumber: s.VatNumber, Country: s.Country, Filters: s.Filters, FooterCategories: s.FooterCategories,
		Logo: s.Logo.AtLeast(2 * logoWidth), ShareImage: s.ShareImage}
	local := now.In(s.zone())
	p.TimeZone, p.ZoneNames = s.zone().String(), s.zoneNames(local.Year())
	today := local.Format(time.DateOnly)
	for _, day := range s.Holidays {
		if day >= today {
			p.Holidays = append(p.Holidays, day)
		}
	}
	if a := s.AnnouncementAt(now); a != nil {
		hash := sha256.Sum256([]byte(a.Text + "\n" + a.Link))
		p.Announcement = &PublicAnnouncement{ID: hex.EncodeToString(hash[:6]), Text: a.Text, Link: a.Link}
	}
	return p
}

// logoWidth is the greatest width of the logo on pages, in CSS pixels.
const logoWidth = 192

// AtLeast returns the picture in the smallest size that has this width, or in its largest one.
func (m *Media) AtLeast(width int) *Media {
	if m == nil || m.Width == nil || m.Height == nil {
		return m
	}
	for _, w := range m.Widths {
		if w < width {
			continue
		}
		sized, dash, dot := *m, strings.LastIndexByte(m.URL, '-'), strings.LastIndexByte(m.URL, '.')
		sized.URL = m.URL[:dash+1] + strconv.Itoa(w) + m.URL[dot:]
		sized.Width, sized.Height = new(w), new(PictureHeight(*m.Width, *m.Height, w))
		return &sized
	}
	return m
}

// FixedSettings are the settings that the environment of the process fixes. Zero values fix nothing.
type FixedSettings struct {
	MailFrom  string
	ContactTo string
	Bank      *BankAccount
	Holidays  []string
}

// FixedSetting is a field of SettingsInput that an environment variable fixes.
type FixedSetting struct {
	Field    string
	Variable string
}

// Fix returns the settings with the fixed values in place of the stored ones.
func (f FixedSettings) Fix(s Settings) Settings {
	fixed := Settings{MailFrom: f.MailFrom, ContactTo: f.ContactTo, Holidays: f.Holidays}
	if f.Bank != nil {
		fixed.Bank = *f.Bank
	}
	return f.replace(s, fixed)
}

// Keep returns the settings to store: a fixed value that the form repeats must not replace the stored one.
func (f FixedSettings) Keep(s, stored Settings) Settings { return f.replace(s, stored) }

// replace returns s with the fields that are fixed from another value.
func (f FixedSettings) replace(s, from Settings) Settings {
	if f.MailFrom != "" {
		s.MailFrom = from.MailFrom
	}
	if f.ContactTo != "" {
		s.ContactTo = from.ContactTo
	}
	if f.Bank != nil {
		s.Bank = from.Bank
	}
	if f.Holidays != nil {
		s.Holidays = from.Holidays
	}
	return s
}

// List returns the fixed fields.
func (f FixedSettings) List() []FixedSetting {
	list := []FixedSetting{}
	if f.MailFrom != "" {
		list = append(list, FixedSetting{"mailFrom", "MAIL_FROM"})
	}
	if f.ContactTo != "" {
		list = append(list, FixedSetting{"contactTo", "CONTACT_TO"})
	}
	if f.Bank != nil {
		list = append(list, FixedSetting{"bank", "BANK_ACCOUNT"})
	}
	if f.Holidays != nil {
		list = append(list, FixedSetting{"holidays", "PUBLIC_HOLIDAYS"})
	}
	return list
}

// SiteSettings are the settings with what administrators need to edit them.
type SiteSettings struct {
	Settings
	Fixed           []FixedSetting
	NextOrderNumber int
	NextQuoteNumber int
	SavedAt         *time.Time // nil before anything is stored
}

// SettingsVersion is an entry of the settings' history.
type SettingsVersion struct {
	Version   int
	CreatedAt time.Time
	Author    *string       // current name; nil for the set-up, and if the account was deleted
	Changes   []AuditChange // from the version before, by field
}

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

// SettingsRestoreInput names a version of the history to restore, and the present version.
type SettingsRestoreInput struct {
	Restore int
	Version int
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

// line checks a text of one line.
func (c *checker) line(field, label, value string, limit int, required bool) string {
	value = c.text(field, label, value, limit, required)
	if strings.ContainsFunc(value, func(r rune) bool { return r < ' ' }) {
		c.add(Invalid, field, label+" must be a single line")
	}
	return value
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
	rest := 0
	for _, r := range text[4:] + text[:4] {
		if r >= 'A' {
			rest = (rest*100 + int(r-'A') + 10) % 97
		} else {
			rest = (rest*10 + int(r-'0')) % 97
		}
	}
	return rest == 1
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
			URL: c.line(field+"url", "Address", l.URL, 500, true)}
		if link.URL != "" && (!isLink(link.URL) || strings.HasPrefix(link.URL, "/")) {
			c.add(Invalid, field+"url", "Address must begin with https://")
		}
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

// MayBecome refuses changes of the addresses to which personal data is sent, and of the sender that people trust, by
// others than administrators.
func (s Settings) MayBecome(next Settings, actor Actor) error {
	if actor.Role == RoleAdmin {
		return nil
	}
	var c checker
	for _, address := range [][3]string{{"email", s.Email, next.Email}, {"contactTo", s.ContactTo, next.ContactTo},
		{"mailFrom", s.MailFrom, next.MailFrom}} {
		if address[1] != address[2] {
			c.add(NotAllowed, address[0], "Only administrators can change this address")
		}
	}
	return c.found.Err()
}

// SettingsChanged refuses a change of settings that somebody else has changed since they were read.
func SettingsChanged() *Error {
	return &Error{Code: Conflict, Field: "version",
		Message: "Someone else changed the settings. Review them and try again."}
}

// UnknownSettings refuses a version that the history doesn't have.
func UnknownSettings() *Error { return Unknown("Version") }

// NumberTaken refuses to move a series of numbers backwards. next is the lowest number that it may continue with.
func NumberTaken(field string, next int) *Error {
	return &Error{Code: OutOfRange, Field: field,
		Message: fmt.Sprintf("Numbers only move forward: the next one must be at least %d", next)}
}
