package shop

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	idA = "019a0000-0000-7000-8000-00000000000a"
	idB = "019a0000-0000-7000-8000-00000000000b"
	idC = "019a0000-0000-7000-8000-00000000000c"
	idD = "019a0000-0000-7000-8000-00000000000d"
)

// faqOf returns entries whose texts are named after the last letter of their IDs.
func faqOf(topic FaqTopic, ids ...string) (entries []FaqEntry) {
	for _, id := range ids {
		name := strings.ToUpper(id[len(id)-1:])
		entries = append(entries, FaqEntry{id, topic, name + "?", name + "."})
	}
	return entries
}

func idsOf(d FaqDocument) string {
	var ids []string
	for _, e := range d.Entries {
		ids = append(ids, string(e.Topic[0])+e.ID[len(e.ID)-1:])
	}
	return strings.Join(ids, " ")
}

func TestFaqDocumentIsChanged(t *testing.T) {
	d := NewFaqDocument(slices.Concat(faqOf(FaqProducts, idA, idB, idC), faqOf(FaqContact, idD)))
	if got := idsOf(d); got != "cd pa pb pc" {
		t.Errorf("sorted as %s", got)
	}
	code := func(err error) (code Code) {
		var refusal *Error
		if errors.As(err, &refusal) {
			code = refusal.Code
		}
		return code
	}
	reorder := func(ids ...string) FaqEntriesReorderInput { return FaqEntriesReorderInput{FaqProducts, ids} }
	for name, c := range map[string]struct {
		do   func() (FaqDocument, error)
		want string
		code Code
	}{
		"a new one": {func() (FaqDocument, error) { return d.Without(idA) }, "cd pb pc", ""},
		"with": {func() (FaqDocument, error) {
			rest, _ := d.Without(idD)
			return rest.With(faqOf(FaqContact, idD)[0]), nil
		}, "cd pa pb pc", ""},
		"no such":            {func() (FaqDocument, error) { return d.Without("x") }, "cd pa pb pc", NotFound},
		"unknown":            {func() (FaqDocument, error) { return d.Update(FaqEntryUpdateInput{ID: "x"}) }, "cd pa pb pc", NotFound},
		"in place":           {func() (FaqDocument, error) { return d.Update(FaqEntryUpdateInput{ID: idA, Topic: new(FaqProducts)}) }, "cd pa pb pc", ""},
		"another topic":      {func() (FaqDocument, error) { return d.Update(FaqEntryUpdateInput{ID: idA, Topic: new(FaqContact)}) }, "cd ca pb pc", ""},
		"to the end":         {func() (FaqDocument, error) { return d.Update(FaqEntryUpdateInput{ID: idD, Topic: new(FaqProducts)}) }, "pa pb pc pd", ""},
		"order":              {func() (FaqDocument, error) { return d.Reorder(reorder(idC, idA, idB)) }, "cd pc pa pb", ""},
		"order, one too few": {func() (FaqDocument, error) { return d.Reorder(reorder(idC, idA)) }, "cd pa pb pc", Conflict},
		"order, one twice":   {func() (FaqDocument, error) { return d.Reorder(reorder(idC, idA, idA)) }, "cd pa pb pc", Conflict},
		"order, of another":  {func() (FaqDocument, error) { return d.Reorder(reorder(idC, idA, idD)) }, "cd pa pb pc", Conflict},
		"some":               {func() (FaqDocument, error) { return d.Arrange(reorder(idC, "x", idA)), nil }, "cd pc pb pa", ""},
	} {
		got, err := c.do()
		if idsOf(got) != c.want || code(err) != c.code {
			t.Errorf("%s: %s (%v), want %s %s", name, idsOf(got), err, c.want, c.code)
		}
	}
	changed, err := d.Update(FaqEntryUpdateInput{ID: idB, Question: new("Why?"), Answer: new("So.")})
	if b, _ := changed.Entry(idB); err != nil || b != (FaqEntry{idB, FaqProducts, "Why?", "So."}) {
		t.Errorf("changed to %v (%v)", b, err)
	}
	if before, _ := d.Entry(idB); before.Question != "B?" || idsOf(d) != "cd pa pb pc" {
		t.Errorf("a change of a copy changes the original: %v", d)
	}
}

func TestFaqChanges(t *testing.T) {
	before := NewFaqDocument(slices.Concat(faqOf(FaqProducts, idA, idB), faqOf(FaqContact, idC)))
	edit := func(do func(entries []FaqEntry) []FaqEntry) FaqDocument {
		return NewFaqDocument(do(slices.Clone(before.Entries)))
	}
	for name, c := range map[string]struct {
		after FaqDocument
		want  []string
	}{
		"nothing": {before, nil},
		"added": {edit(func(all []FaqEntry) []FaqEntry { return append(all, faqOf(FaqContact, idD)...) }),
			[]string{`D?: nil -> "D."`}},
		"deleted":   {edit(func(all []FaqEntry) []FaqEntry { return all[1:] }), []string{`C?: "C." -> nil`}},
		"edited":    {edit(func(all []FaqEntry) []FaqEntry { all[0].Question, all[0].Answer = "Why?", "So."; return all }), []string{`Why?: question: "C?" -> "Why?"`, `Why?: answer: "C." -> "So."`}},
		"reordered": {edit(func(all []FaqEntry) []FaqEntry { all[1], all[2] = all[2], all[1]; return all }), []string{`products: order: "A?\nB?" -> "B?\nA?"`}},
		// The order of the others is the same.
		"moved": {edit(func(all []FaqEntry) []FaqEntry { all[1].Topic = FaqContact; return all }), []string{`A?: topic: "products" -> "contact"`}},
	} {
		var got []string
		for _, change := range FaqChanges(before, c.after) {
			text := func(value *string) string {
				if value == nil {
					return "nil"
				}
				return *value
			}
			got = append(got, change.Name+": "+text(change.Before)+" -> "+text(change.After))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestFaqDocumentIsChecked(t *testing.T) {
	var many []FaqEntry
	for i := range maxFaqEntries + 1 {
		many = append(many, FaqEntry{"019a0000-0000-7000-8000-000000000" + strconv.Itoa(100+i), FaqContact, "Q", "A"})
	}
	one := faqOf(FaqContact, idA)[0]
	with := func(change func(*FaqEntry)) []FaqEntry {
		changed := one
		change(&changed)
		return []FaqEntry{changed}
	}
	for name, c := range map[string]struct {
		entries            []FaqEntry
		storable, complete string
	}{
		"good":               {[]FaqEntry{one}, "", ""},
		"none":               {nil, "", ""},
		"as many as may be":  {many[1:], "", ""},
		"too many":           {many, "entries TOO_LONG", "entries TOO_LONG"},
		"too much":           {with(func(e *FaqEntry) { e.Answer = strings.Repeat("x", maxFaqBytes) }), "entries TOO_LONG", "entries.0.answer TOO_LONG"},
		"no question":        {with(func(e *FaqEntry) { e.Question = " " }), "", "entries.0.question REQUIRED"},
		"a long question":    {with(func(e *FaqEntry) { e.Question = strings.Repeat("é", 301) }), "", "entries.0.question TOO_LONG"},
		"a long answer":      {with(func(e *FaqEntry) { e.Answer = strings.Repeat("é", 5001) }), "", "entries.0.answer TOO_LONG"},
		"nul":                {with(func(e *FaqEntry) { e.Question = "a\x00" }), "entries.0.answer INVALID", "entries.0.question INVALID"},
		"no id":              {with(func(e *FaqEntry) { e.ID = "x" }), "entries.0.id INVALID", "entries.0.id INVALID"},
		"an id twice":        {[]FaqEntry{one, one}, "entries.1.id TAKEN", "entries.1.id TAKEN"},
		"both of the second": {append([]FaqEntry{one}, FaqEntry{ID: idB, Topic: FaqContact}), "", "entries.1.question REQUIRED, entries.1.answer REQUIRED"},
	} {
		d := FaqDocument{c.entries}
		_, err := d.Normal()
		for kind, pair := range map[string][2]string{"as a draft": {c.storable, refusals(d.Storable())}, "published": {c.complete, refusals(err)}} {
			if pair[0] != pair[1] {
				t.Errorf("%s %s: %q, want %q", name, kind, pair[1], pair[0])
			}
		}
	}
	trimmed, err := FaqDocument{[]FaqEntry{{idA, FaqProducts, " Q ", " A "}, {idB, FaqContact, "Q", "A"}}}.Normal()
	if err != nil || idsOf(trimmed) != "cb pa" || trimmed.Entries[1].Question != "Q" || trimmed.Entries[1].Answer != "A" {
		t.Errorf("%v (%v)", trimmed, err)
	}
}

func refusals(err error) string {
	var all []string
	for _, e := range UserErrors(err) {
		all = append(all, e.Field+" "+string(e.Code))
	}
	return strings.Join(all, ", ")
}

func TestFaqPlaces(t *testing.T) {
	present := map[string]int{idA: 0, idB: 1, idC: 5}
	for name, c := range map[string]struct {
		ids  []string
		want []int
	}{
		"as they are":    {[]string{idA, idB, idC}, []int{0, 1, 5}},
		"one gone":       {[]string{idA, idC}, []int{0, 5}},
		"one at the end": {[]string{idA, idB, idC, idD}, []int{0, 1, 5, 6}},
		"one between":    {[]string{idA, idB, idD, idC}, []int{0, 1, 2, 5}},
		"no room":        {[]string{idA, idD, idB, idC}, []int{0, 1, 2, 5}},
		"the last first": {[]string{idC, idA, idB}, []int{5, 6, 7}},
	} {
		if got := FaqPlaces(faqOf(FaqContact, c.ids...), present); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	two := slices.Concat(faqOf(FaqContact, idC), faqOf(FaqProducts, idA, idB))
	if got := FaqPlaces(two, present); !slices.Equal(got, []int{5, 0, 1}) {
		t.Errorf("two topics: %v", got)
	}
}
