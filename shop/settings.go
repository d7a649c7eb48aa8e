package shop

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
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
		Holidays: []string{}, Social: []SocialLink{}, Country: "NL", OrderPrefix: "OR-", QuotePrefix: "QU-",
		LowStock: 3, Filters: []CategoryFilter{{"Retail Automation", "retail"}, {"Industrial", "industrial"},
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

// PublicSettings are the settings that visitors may see, at one time, and the periods that pages state. The JSON is
// embedded in every document.
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
	Periods            Periods             `json:"periods"`
}

// Periods are the rules of the shop that pages state.
type Periods struct {
	BooksYears         int `json:"booksYears"`
	PaymentDays        int `json:"paymentDays"`
	AssumedPaymentDays int `json:"assumedPaymentDays"` // of delivery dates
	PreorderDays       int `json:"preorderDays"`
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
		Logo: s.Logo.AtLeast(2 * logoWidth), ShareImage: s.ShareImage,
		Periods: Periods{BooksYears, PaymentDays, DeliveryPaymentDays, PreorderDays}}
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
	Terms           Terms // set by the environment
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

// SettingsRestoreInput names a version of the history to restore, and the present version.
type SettingsRestoreInput struct {
	Restore int
	Version int
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
func UnknownSettings() *Error { return UnknownIn("restore", "Version") }

// NumberTaken refuses to move a series of numbers backwards. next is the lowest number that it may continue with.
func NumberTaken(field string, next int) *Error {
	return &Error{Code: OutOfRange, Field: field,
		Message: fmt.Sprintf("Numbers only move forward: the next one must be at least %d", next)}
}
