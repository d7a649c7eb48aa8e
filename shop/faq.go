package shop

import "strings"

// FaqEntry is a frequently asked question with its answer.
type FaqEntry struct {
	ID       string   `json:"id"`
	Topic    FaqTopic `json:"topic"`
	Question string   `json:"question"`
	Answer   string   `json:"answer"`
}

// FaqTopic is the page on which an entry is displayed.
type FaqTopic string

// The topics.
const (
	FaqProducts  FaqTopic = "products"
	FaqContact   FaqTopic = "contact"
	FaqResources FaqTopic = "resources"
)

// Limits of an entry, in characters.
const (
	maxFaqQuestion = 300
	maxFaqAnswer   = 5000
)

// MaxFaqMatches limits how many entries a search finds.
const MaxFaqMatches = 20

// FaqFilter selects entries. All conditions must match; an empty filter matches all entries.
type FaqFilter struct {
	Topic  *FaqTopic
	Search *string // as many of its words as the best match contains, at least two thirds; blank matches all entries
}

// FaqSearch is the normalised text of a search.
type FaqSearch struct {
	Words []string // each is one or more alternatives, joined with " or "; none if only stop words were typed
	Last  string   // the last word, which may be incomplete
}

// Normal returns the search, nil if it is absent or blank, and refuses text that can't match.
func (f FaqFilter) Normal() (*FaqSearch, error) {
	if f.Search == nil {
		return nil, nil
	}
	var c checker
	text := c.text("search", "Search", *f.Search, maxFilter, false)
	if err := c.found.Err(); err != nil || text == "" {
		return nil, err
	}
	found := FaqSearch{Words: significantWords(text)}
	if n := len(found.Words); n > 0 {
		found.Last, _, _ = strings.Cut(found.Words[n-1], " or ")
	}
	return &found, nil
}

// AuditFaqEntry is the entries' name in the audit log.
const AuditFaqEntry AuditObject = "faq_entries"

// The events of entries.
const (
	EventFaqCreated EventKind = "faq.created"
	EventFaqChanged EventKind = "faq.changed" // or moved
	EventFaqDeleted EventKind = "faq.deleted"
)

// FaqEntryCreateInput is a new entry, which is appended to its topic.
type FaqEntryCreateInput struct {
	Topic    FaqTopic
	Question string
	Answer   string
}

// Normal returns the input trimmed, or all its errors.
func (in FaqEntryCreateInput) Normal() (FaqEntryCreateInput, error) {
	var c checker
	in.Question, in.Answer = c.question(in.Question), c.answer(in.Answer)
	return in, c.found.Err()
}

// FaqEntryUpdateInput changes an entry; nil fields stay unchanged. An entry that changes its topic is appended to the
// new one.
type FaqEntryUpdateInput struct {
	ID       string
	Topic    *FaqTopic
	Question *string
	Answer   *string
}

// Normal returns the input trimmed, or all its errors.
func (in FaqEntryUpdateInput) Normal() (FaqEntryUpdateInput, error) {
	var c checker
	if in.Question != nil {
		in.Question = new(c.question(*in.Question))
	}
	if in.Answer != nil {
		in.Answer = new(c.answer(*in.Answer))
	}
	return in, c.found.Err()
}

func (c *checker) question(text string) string {
	return c.line("question", "Question", text, maxFaqQuestion, true)
}

func (c *checker) answer(text string) string {
	return c.text("answer", "Answer", text, maxFaqAnswer, true)
}

// FaqEntryDeleteInput names an entry to delete.
type FaqEntryDeleteInput struct {
	ID string
}

// FaqEntriesReorderInput is the new order of all entries of a topic.
type FaqEntriesReorderInput struct {
	Topic FaqTopic
	IDs   []string
}

// FaqChanged refuses an order that omits an entry of the topic or contains an unknown one.
func FaqChanged() *Error {
	return &Error{Code: Conflict, Field: "ids",
		Message: "The questions in this topic have changed. Reload and try again."}
}
