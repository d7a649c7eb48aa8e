package shop

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// TextName identifies a text of the shop.
type TextName string

// The texts, each of which has a page, except for TextMails: the words of emails to customers.
const (
	TextTerms        TextName = "terms"
	TextPrivacy      TextName = "privacy"
	TextAbout        TextName = "about"
	TextTechnologies TextName = "technologies"
	TextSoftware     TextName = "software"
	TextHome         TextName = "home"
	TextMails        TextName = "mails"
	TextProducts     TextName = "products"
	TextResources    TextName = "resources"
	TextContact      TextName = "contact"
)

// TextNames returns the names of the texts that have a page.
func TextNames() []TextName {
	return []TextName{TextHome, TextProducts, TextAbout, TextTechnologies, TextSoftware, TextResources, TextContact,
		TextTerms, TextPrivacy}
}

// TextDocument is the content of a text. Placeholders such as {{company}} stand for values of the settings. The JSON is
// the stored form.
type TextDocument struct {
	Title    string        `json:"title"`
	Summary  []string      `json:"summary"`
	Sections []TextSection `json:"sections"`
}

// TextSection is a part of a text.
type TextSection struct {
	Anchor string     `json:"anchor"` // on the page
	Label  string     `json:"label"`  // a word above the title
	Title  string     `json:"title"`
	Body   string     `json:"body"` // Markdown
	Items  []TextItem `json:"items"`
}

// TextItem is an entry of a list in a section.
type TextItem struct {
	Key   string `json:"key"` // empty in sections that are not part of a layout
	Title string `json:"title"`
	Text  string `json:"text"`
}

// TextLayout is a section of a text with a layout of its own: which of its parts are shown.
type TextLayout struct {
	Anchor string
	Label  bool
	Title  bool
	Body   bool
	Items  []string // keys

	Placeholders []TextPlaceholder // that only this section has
	usual        TextSection       // what a blank part stands for
}

// Layout returns the sections of a text with a layout of its own, nil for a text with free sections.
func (n TextName) Layout() []TextLayout { return textLayouts[n] }

// PublicText is a version of a text as its page shows it.
type PublicText struct {
	Name      TextName
	Version   int
	ValidFrom time.Time
	Current   bool
	Title     string
	Summary   []string
	Sections  []PublicTextSection
	Editions  []TextEdition // the newest versions that are or were current, newest first
}

// PublicTextSection is a section of a PublicText. HTML is safe to insert into a page, and is what Markdown says.
type PublicTextSection struct {
	Anchor   string
	Label    string
	Title    string
	Markdown string
	HTML     string
	Items    []TextItem
}

// TextEdition is a version of a text.
type TextEdition struct {
	Version   int       `db:"version"`
	ValidFrom time.Time `db:"valid_from"`
	// Planned reports whether the version was stored before it became valid. Other versions have been valid at once,
	// also for a reader whose clock is behind that of the writer.
	Planned bool `db:"planned"`
}

// Limits of texts.
const (
	maxTextSections = 60
	maxTextItems    = 60
	maxTextSummary  = 12
	maxTextBody     = 10_000  // the time to parse it grows with its square
	maxTextBytes    = 100_000 // of a document as JSON
	// MaxTextEditions is how many versions a text lists.
	MaxTextEditions = 100
	// maxTextPlan is how far ahead a version may be planned.
	maxTextPlan = 5 * 366 * 24 * time.Hour
)

var validAnchor = regexp.MustCompile(`^[a-z][a-z0-9-]{0,59}$`)

// Arrange returns the document with the sections and items of the text's layout, in its order. The document may stem
// from another release of the shop: what the layout lacks is left out, and what the document lacks is empty. Texts with
// free sections stay as they are.
func (d TextDocument) Arrange(name TextName) TextDocument {
	d = d.clone()
	layout := name.Layout()
	if layout == nil {
		return d
	}
	given := d.Sections
	d.Sections = make([]TextSection, len(layout))
	for i, l := range layout {
		section := TextSection{Anchor: l.Anchor}
		if at := slices.IndexFunc(given, func(s TextSection) bool { return s.Anchor == l.Anchor }); at >= 0 {
			section = given[at]
		}
		items := section.Items
		section.Items = make([]TextItem, len(l.Items))
		for j, key := range l.Items {
			section.Items[j].Key = key
			if at := slices.IndexFunc(items, func(item TextItem) bool { return item.Key == key }); at >= 0 {
				section.Items[j] = items[at]
			}
		}
		d.Sections[i] = section.orUsual(l.usual)
	}
	return d
}

// clone returns a copy that shares nothing and has no nil lists.
func (d TextDocument) clone() TextDocument {
	d.Summary = append([]string{}, d.Summary...)
	d.Sections = append([]TextSection{}, d.Sections...)
	for i := range d.Sections {
		d.Sections[i].Items = append([]TextItem{}, d.Sections[i].Items...)
	}
	return d
}

// fields returns the texts of the document by their paths in the input.
func (d TextDocument) fields() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		if !yield("document.title", d.Title) {
			return
		}
		for i := range d.Summary {
			if !yield(fmt.Sprintf("document.summary.%d", i), d.Summary[i]) {
				return
			}
		}
		for i := range d.Sections {
			s, at := d.Sections[i], fmt.Sprintf("document.sections.%d.", i)
			if !yield(at+"anchor", s.Anchor) || !yield(at+"label", s.Label) || !yield(at+"title", s.Title) ||
				!yield(at+"body", s.Body) {
				return
			}
			for j := range s.Items {
				item, at := s.Items[j], fmt.Sprintf("%sitems.%d.", at, j)
				if !yield(at+"title", item.Title) || !yield(at+"text", item.Text) {
					return
				}
			}
		}
	}
}

// Storable returns an error for what can't be stored even as a draft, which may break the other rules.
func (d TextDocument) Storable() error {
	var c checker
	for field, value := range d.fields() {
		if strings.ContainsRune(value, 0) {
			c.add(Invalid, field, "A text must not contain NUL characters")
		}
		if utf8.RuneCountInString(value) > maxTextBody {
			c.add(TooLong, field, fmt.Sprintf("A text must have at most %d characters", maxTextBody))
		}
	}
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	if len(text) > maxTextBytes {
		c.add(TooLong, "document", fmt.Sprintf("A text must have at most %d KB", maxTextBytes/1000))
	}
	return c.found.Err()
}

// Normal returns the document as it can be published: trimmed and arranged. Otherwise it returns all errors, whose
// fields are paths in the input.
func (d TextDocument) Normal(name TextName) (TextDocument, error) {
	var c checker
	d = d.clone()
	if layout := name.Layout(); layout != nil {
		for i, s := range d.Sections {
			if !slices.ContainsFunc(layout, func(l TextLayout) bool { return l.Anchor == s.Anchor }) {
				c.add(Invalid, fmt.Sprintf("document.sections.%d.anchor", i),
					fmt.Sprintf("This text has no section %q", s.Anchor))
			}
		}
		d = d.Arrange(name)
	}
	var section TextLayout
	d.Title = c.textLine("document.title", "Title", d.Title, 120, true, section)
	c.count("document.summary", "lines", len(d.Summary), maxTextSummary)
	for i, line := range d.Summary {
		d.Summary[i] = c.textLine(fmt.Sprintf("document.summary.%d", i), "Line", line, 300, true, section)
	}
	c.count("document.sections", "sections", len(d.Sections), maxTextSections)
	seen := map[string]bool{}
	for i := range d.Sections {
		s, at := &d.Sections[i], fmt.Sprintf("document.sections.%d.", i)
		free := name.Layout() == nil
		if !free {
			section = name.Layout()[i]
		}
		s.Anchor = c.line(at+"anchor", "Anchor", s.Anchor, 60, true)
		switch {
		case s.Anchor == "":
		case !validAnchor.MatchString(s.Anchor):
			c.add(Invalid, at+"anchor", "An anchor has lowercase letters, digits and hyphens, such as your-rights")
		case seen[s.Anchor]:
			c.add(Taken, at+"anchor", "Another section has this anchor")
		}
		seen[s.Anchor] = true
		s.Label = c.textLine(at+"label", "Label", s.Label, 80, false, section)
		s.Title = c.textLine(at+"title", "Title", s.Title, 120, free, section)
		s.Body = c.text(at+"body", "Text", s.Body, maxTextBody, free && len(s.Items) == 0)
		c.placeholders(at+"body", s.Body, section)
		for _, fault := range markdownFaults(s.Body) {
			c.add(Invalid, at+"body", fault)
		}
		c.count(at+"items", "entries", len(s.Items), maxTextItems)
		for j := range s.Items {
			item, at := &s.Items[j], fmt.Sprintf("%sitems.%d.", at, j)
			item.Title = c.textLine(at+"title", "Title", item.Title, 300, free, section)
			item.Text = c.text(at+"text", "Text", item.Text, 1000, free)
			c.placeholders(at+"text", item.Text, section)
		}
	}
	if err := c.found.Err(); err != nil {
		return d, err
	}
	return d, d.Storable()
}

// textLine checks a text of one line, which may have placeholders.
func (c *checker) textLine(field, label, value string, limit int, required bool, section TextLayout) string {
	value = c.line(field, label, value, limit, required)
	c.placeholders(field, value, section)
	return value
}

func (c *checker) count(field, things string, count, limit int) {
	if count > limit {
		c.add(TooLong, field, fmt.Sprintf("A text has at most %d %s", limit, things))
	}
}

// TextChanges returns what differs between two versions of a text, in the order of the text. The values are JSON.
func TextChanges(before, after TextDocument) []AuditChange {
	names, was := before.parts()
	others, is := after.parts()
	changes := []AuditChange{}
	names = slices.DeleteFunc(names, func(name string) bool {
		_, kept := is[name]
		return kept
	})
	for _, name := range slices.Concat(others, names) {
		a, wasThere := was[name]
		b, isThere := is[name]
		if a == b {
			continue
		}
		change := AuditChange{Name: name}
		if wasThere && a != "" {
			change.Before = new(quoted(a))
		}
		if isThere && b != "" {
			change.After = new(quoted(b))
		}
		changes = append(changes, change)
	}
	return changes
}

func quoted(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err) // strings always encode
	}
	return string(raw)
}

// parts returns the texts of the document by names such as delivery.body, and the names in order.
func (d TextDocument) parts() (names []string, parts map[string]string) {
	parts = map[string]string{}
	add := func(name, text string) {
		names = append(names, name)
		parts[name] = text
	}
	add("title", d.Title)
	add("summary", strings.Join(d.Summary, "\n"))
	anchors := []string{}
	for _, s := range d.Sections {
		anchors = append(anchors, s.Anchor)
		add(s.Anchor+".label", s.Label)
		add(s.Anchor+".title", s.Title)
		add(s.Anchor+".body", s.Body)
		lines := []string{}
		for _, item := range s.Items {
			lines = append(lines, item.Title, item.Text)
		}
		add(s.Anchor+".items", strings.Trim(strings.Join(lines, "\n"), "\n"))
	}
	add("sections", strings.Join(anchors, ", "))
	return names, parts
}

// TextDraft holds the changes of a text that are not published yet. All editors share it.
type TextDraft struct {
	Name      TextName
	Revision  int           // incremented by every change; 0 before the first one
	Version   int           // newest version of the text, which may be planned
	Layout    []TextLayout  // nil for a text with free sections
	Document  TextDocument  // the draft, or the newest version if there is none
	Preview   PublicText    // the document as its page would show it
	Changes   []AuditChange // from the newest version
	Errors    []*Error      // what must be corrected before the draft can be published
	UpdatedAt *time.Time
	Author    *string // current name of the last editor; nil if the account was deleted
}

// TextState is what the list of texts shows of one.
type TextState struct {
	Name      TextName
	Version   int // the current one
	ValidFrom time.Time
	Planned   *TextEdition // the version that is current next
	DraftedAt *time.Time   // nil without a draft
}

// TextVersion is an entry of the history of a text.
type TextVersion struct {
	Version   int
	ValidFrom time.Time
	State     TextVersionState
	CreatedAt time.Time
	Author    *string // current name; nil for the first one, and if the account was deleted
	Changes   []AuditChange
}

// TextVersionState tells whether a version is current.
type TextVersionState string

// The states of versions.
const (
	TextVersionCurrent TextVersionState = "current"
	TextVersionPlanned TextVersionState = "planned"
	TextVersionPast    TextVersionState = "past"
	TextVersionUnused  TextVersionState = "unused" // was replaced before it became current
)

// StatesOf returns the states of the versions of a text at that time, given newest first. The current one is the newest
// whose time has come.
func StatesOf(editions []TextEdition, now time.Time) []TextVersionState {
	states := make([]TextVersionState, len(editions))
	found := false
	var first, planned *time.Time // when the first of the newer versions, and of the planned ones, becomes valid
	for i, e := range editions {
		replaced := first != nil && first.Before(e.ValidFrom) || planned != nil && !planned.After(e.ValidFrom)
		if first == nil || e.ValidFrom.Before(*first) {
			first = &e.ValidFrom
		}
		if e.Planned && (planned == nil || e.ValidFrom.Before(*planned)) {
			planned = &e.ValidFrom
		}
		switch {
		case e.Planned && replaced:
			states[i] = TextVersionUnused
		case e.Planned && now.Before(e.ValidFrom):
			states[i] = TextVersionPlanned
		case !found:
			states[i], found = TextVersionCurrent, true
		default:
			states[i] = TextVersionPast
		}
	}
	return states
}

// TextDraftSaveInput replaces the draft of a text.
type TextDraftSaveInput struct {
	Name     TextName
	Revision int
	Document TextDocument
}

// TextDraftDiscardInput names a draft to discard.
type TextDraftDiscardInput struct {
	Name     TextName
	Revision int
}

// TextDraftPublishInput publishes a draft as the version after Version, the newest one that the editor has seen.
type TextDraftPublishInput struct {
	Name      TextName
	Revision  int
	Version   int
	ValidFrom *time.Time // nil: at once
}

// Start returns when the version becomes current.
func (in TextDraftPublishInput) Start(now time.Time) (time.Time, error) {
	if in.ValidFrom == nil {
		return now, nil
	}
	if from := *in.ValidFrom; !from.After(now) || from.Sub(now) > maxTextPlan {
		return now, &Error{Code: OutOfRange, Field: "validFrom",
			Message: "The date must be in the next five years. Leave it blank to publish now."}
	}
	return *in.ValidFrom, nil
}

// TextVersionRestoreInput names a version of the history to publish once more, and the newest one.
type TextVersionRestoreInput struct {
	Name    TextName
	Restore int
	Version int
}

// AuditText is the name of texts in the audit log.
const AuditText AuditObject = "texts"

// TextDraftChanged refuses a change of a draft that somebody else has changed since it was read.
func TextDraftChanged() *Error {
	return &Error{Code: Conflict, Field: "revision",
		Message: "Someone else changed the draft. Review their changes and try again."}
}

// TextPublished refuses to publish over a version that the editor has not seen.
func TextPublished() *Error {
	return &Error{Code: Conflict, Field: "version",
		Message: "Someone else published this text. Review the newest version and try again."}
}

// UnknownTextVersion refuses a version that the history doesn't have.
func UnknownTextVersion(field string) *Error {
	return &Error{Code: NotFound, Field: field, Message: "Version not found"}
}

// knownPlaceholders returns the names of the placeholders that all texts may have, sorted.
func knownPlaceholders() []string { return slices.Sorted(maps.Keys(textPlaceholders)) }
