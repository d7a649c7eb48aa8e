package shop

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// TextFaq is the name under which versions and the draft of the FAQ are stored with those of the texts.
const TextFaq TextName = "faq"

// Limits of the FAQ.
const (
	maxFaqEntries = 200
	maxFaqBytes   = 200_000 // of all entries as JSON
)

// FaqDocument is a version of the FAQ, its entries sorted by topic. The JSON is the stored form.
type FaqDocument struct {
	Entries []FaqEntry `json:"entries"`
}

// NewFaqDocument returns the entries in the order in which they are stored: by topic, then as given.
func NewFaqDocument(entries []FaqEntry) FaqDocument {
	d := FaqDocument{append([]FaqEntry{}, entries...)}
	slices.SortStableFunc(d.Entries, func(a, b FaqEntry) int {
		return strings.Compare(string(a.Topic), string(b.Topic))
	})
	return d
}

var validUUID = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

// Storable returns an error for what can't be stored even as a draft, which may break the other rules. The fields are
// those of FaqDraftSaveInput.
func (d FaqDocument) Storable() error {
	var c checker
	seen := map[string]bool{}
	for i, e := range d.Entries {
		at := fmt.Sprintf("entries.%d.", i)
		if !validUUID.MatchString(e.ID) {
			c.add(Invalid, at+"id", "An ID is a UUID. Leave it out for a new question")
		} else if seen[e.ID] {
			c.add(Taken, at+"id", "Another question has this ID")
		}
		seen[e.ID] = true
		if strings.ContainsRune(e.Question+e.Answer, 0) {
			c.add(Invalid, at+"answer", "A text must not contain NUL characters")
		}
	}
	if len(d.Entries) > maxFaqEntries {
		c.add(TooLong, "entries", fmt.Sprintf("The FAQ has at most %d questions", maxFaqEntries))
	}
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	if len(text) > maxFaqBytes {
		c.add(TooLong, "entries", fmt.Sprintf("The FAQ must have at most %d KB", maxFaqBytes/1000))
	}
	return c.found.Err()
}

// Normal returns the FAQ as it can be published: trimmed and sorted. Otherwise it returns all errors, whose fields are
// those of FaqDraftSaveInput.
func (d FaqDocument) Normal() (FaqDocument, error) {
	var c checker
	entries := append([]FaqEntry{}, d.Entries...)
	for i := range entries {
		e, at := &entries[i], fmt.Sprintf("entries.%d.", i)
		e.Question = c.line(at+"question", "Question", e.Question, maxFaqQuestion, true)
		e.Answer = c.text(at+"answer", "Answer", e.Answer, maxFaqAnswer, true)
	}
	if err := c.found.Err(); err != nil {
		return d, err
	}
	return NewFaqDocument(entries), d.Storable()
}

// Entry returns the entry with an ID, and false if there is none.
func (d FaqDocument) Entry(id string) (FaqEntry, bool) {
	at := slices.IndexFunc(d.Entries, func(e FaqEntry) bool { return e.ID == id })
	if at < 0 {
		return FaqEntry{}, false
	}
	return d.Entries[at], true
}

// of returns the IDs of a topic in their order.
func (d FaqDocument) of(topic FaqTopic) (ids []string) {
	for _, e := range d.Entries {
		if e.Topic == topic {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

// Topic returns the entries of a topic.
func (d FaqDocument) Topic(topic FaqTopic) []FaqEntry {
	return slices.DeleteFunc(slices.Clone(d.Entries), func(e FaqEntry) bool { return e.Topic != topic })
}

// With returns the FAQ with a new entry at the end of its topic.
func (d FaqDocument) With(entry FaqEntry) FaqDocument {
	return NewFaqDocument(append(slices.Clone(d.Entries), entry))
}

// Update returns the FAQ with a changed entry. An entry that changes its topic becomes the last one there. Errors:
// NOT_FOUND.
func (d FaqDocument) Update(in FaqEntryUpdateInput) (FaqDocument, error) {
	changed, ok := d.Entry(in.ID)
	if !ok {
		return d, Unknown("Question")
	}
	from := changed.Topic
	if in.Topic != nil {
		changed.Topic = *in.Topic
	}
	if in.Question != nil {
		changed.Question = *in.Question
	}
	if in.Answer != nil {
		changed.Answer = *in.Answer
	}
	entries := slices.Clone(d.Entries)
	for i := range entries {
		if entries[i].ID == in.ID {
			entries[i] = changed
		}
	}
	if changed.Topic != from {
		rest, _ := d.Without(in.ID)
		entries = append(rest.Entries, changed)
	}
	return NewFaqDocument(entries), nil
}

// Without returns the FAQ without an entry. Errors: NOT_FOUND.
func (d FaqDocument) Without(id string) (FaqDocument, error) {
	if _, ok := d.Entry(id); !ok {
		return d, Unknown("Question")
	}
	return FaqDocument{slices.DeleteFunc(slices.Clone(d.Entries), func(e FaqEntry) bool { return e.ID == id })}, nil
}

// Reorder returns the FAQ with another order of a topic. Errors: CONFLICT if the IDs are not exactly those of the
// topic.
func (d FaqDocument) Reorder(in FaqEntriesReorderInput) (FaqDocument, error) {
	if !slices.Equal(slices.Sorted(slices.Values(d.of(in.Topic))), slices.Sorted(slices.Values(in.IDs))) {
		return d, FaqChanged()
	}
	return d.inOrder(in.Topic, in.IDs), nil
}

// Arrange is like Reorder for a FAQ that may have other entries: those that the IDs don't name stay in their places.
func (d FaqDocument) Arrange(in FaqEntriesReorderInput) FaqDocument {
	present := d.of(in.Topic)
	order := slices.DeleteFunc(slices.Clone(in.IDs), func(id string) bool { return !slices.Contains(present, id) })
	next := 0
	for i, id := range present {
		if slices.Contains(order, id) {
			present[i] = order[next]
			next++
		}
	}
	return d.inOrder(in.Topic, present)
}

func (d FaqDocument) inOrder(topic FaqTopic, ids []string) FaqDocument {
	entries := slices.Clone(d.Entries)
	next := 0
	for i, e := range entries {
		if e.Topic == topic {
			entries[i], _ = d.Entry(ids[next])
			next++
		}
	}
	return FaqDocument{entries}
}

// FaqChanges returns what differs between two versions of the FAQ, by names such as "Where is it made?: answer" and
// "contact: order". A question that is new or deleted is one change of its answer. The values are JSON.
func FaqChanges(before, after FaqDocument) []AuditChange {
	changes := []AuditChange{}
	add := func(name string, before, after *string) {
		change := AuditChange{Name: name}
		if before != nil {
			change.Before = new(quoted(*before))
		}
		if after != nil {
			change.After = new(quoted(*after))
		}
		changes = append(changes, change)
	}
	for _, is := range after.Entries {
		was, kept := before.Entry(is.ID)
		if !kept {
			add(is.Question, nil, &is.Answer)
			continue
		}
		for _, part := range []struct{ name, was, is string }{
			{"question", was.Question, is.Question},
			{"answer", was.Answer, is.Answer},
			{"topic", string(was.Topic), string(is.Topic)},
		} {
			if part.was != part.is {
				add(is.Question+": "+part.name, &part.was, &part.is)
			}
		}
	}
	for _, was := range before.Entries {
		if _, kept := after.Entry(was.ID); !kept {
			add(was.Question, &was.Answer, nil)
		}
	}
	for _, topic := range []FaqTopic{FaqContact, FaqProducts, FaqResources} {
		common := func(d, other FaqDocument) (ids []string) {
			return slices.DeleteFunc(d.of(topic), func(id string) bool { return !slices.Contains(other.of(topic), id) })
		}
		was, is := common(before, after), common(after, before)
		if !slices.Equal(was, is) {
			add(string(topic)+": order", new(after.questions(was)), new(after.questions(is)))
		}
	}
	return changes
}

// questions returns the questions of entries, one a line.
func (d FaqDocument) questions(ids []string) string {
	lines := make([]string, len(ids))
	for i, id := range ids {
		entry, _ := d.Entry(id)
		lines[i] = entry.Question
	}
	return strings.Join(lines, "\n")
}

// FaqPlaces returns positions that keep the order of entries and change as few of their present positions as an
// insertion or a removal needs.
func FaqPlaces(entries []FaqEntry, present map[string]int) []int {
	places := make([]int, len(entries))
	for i, e := range entries {
		at, ok := present[e.ID]
		if i > 0 && entries[i-1].Topic == e.Topic && (!ok || at <= places[i-1]) {
			at = places[i-1] + 1
		}
		places[i] = at
	}
	return places
}

// FaqDraft holds the changes of the FAQ that are not published yet. All editors share it.
type FaqDraft struct {
	Revision  int           // incremented by every change; 0 before the first one
	Version   int           // newest version, which may be planned
	Entries   []FaqEntry    // of the draft, or of the newest version if there is none
	Published []FaqEntry    // of the newest version
	Changes   []AuditChange // from the newest version
	Errors    []*Error      // what must be corrected before the draft can be published
	Planned   *TextEdition  // the version that becomes current next
	UpdatedAt *time.Time
	Author    *string // current name of the last editor; nil if the account was deleted
}

// FaqDraftEntry is an entry of a draft as an editor sends it.
type FaqDraftEntry struct {
	ID       *string // nil: a new one
	Topic    FaqTopic
	Question string
	Answer   string
}

// FaqDraftSaveInput replaces the draft of the FAQ.
type FaqDraftSaveInput struct {
	Revision int
	Entries  []FaqDraftEntry
}

// FaqDraftDiscardInput discards the draft of the FAQ.
type FaqDraftDiscardInput struct {
	Revision int
}

// FaqDraftPublishInput publishes the draft as the version after Version, the newest one that the editor has seen.
type FaqDraftPublishInput struct {
	Revision  int
	Version   int
	ValidFrom *time.Time // nil: at once
}

// FaqVersionRestoreInput names a version of the history that replaces the draft.
type FaqVersionRestoreInput struct {
	Restore  int
	Revision int
}
