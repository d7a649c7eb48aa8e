package shop

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// boundWords are what may stand before a figure, and whether the figure is then the least or the most.
var boundWords = map[string]bool{ // true: least
	"at least": true, "min": true, "min.": true, "minimum": true, "over": true, "above": true, "more than": true,
	"from": true, ">": true, ">=": true, "≥": true,
	"at most": false, "max": false, "max.": false, "maximum": false, "under": false, "below": false, "less than": false,
	"up to": false, "within": false, "<": false, "<=": false, "≤": false,
}

const (
	boundForm = `at least|at most|more than|less than|up to|minimum|maximum|min\.?|max\.?|` +
		`over|above|under|below|from|within|>=|<=|[<>≥≤]`
	numberForm = `\d{1,12}(?:[.,]\d{1,12})*`
	unitForm   = `kg|g|[µμu]m|mm/s|m/s|mm|cm|m|min|hours?|h|s|weeks?|days?|°/s|°|deg|kw|w|v|n`
)

// figureWords finds figures with a unit in a search text in lower case: what precedes them, the bound, a sign, the
// number or both numbers of a range with their units, and what follows.
var figureWords = regexp.MustCompile(`(^|[\s,;(])(?:(` + boundForm + `)\s*)?±?(` + numberForm + `)\s*(?:(` + unitForm +
	`)\s*)?(?:(?:-|–|to)\s*(` + numberForm + `)\s*(` + unitForm + `))?($|[\s,;.)])`)

// moneyWords finds prices.
var moneyWords = regexp.MustCompile(`(^|[\s,;(])(?:(` + boundForm + `)\s*)?[$€£]\s?(` + numberForm + `)($|[\s,;.)])`)

// superlatives are the words that ask for a sort order, by the attribute that they mean or by the one whose label
// follows.
var superlatives = map[string]AttributeSort{
	"lightest": {Attribute: attributeMass}, "heaviest": {Attribute: attributeMass, Descending: true},
	"cheapest": {Attribute: attributePrice}, "most expensive": {Attribute: attributePrice, Descending: true},
	"strongest": {Attribute: attributePayload, Descending: true},
	"lowest":    {}, "smallest": {}, "shortest": {},
	"highest": {Descending: true}, "largest": {Descending: true}, "longest": {Descending: true},
}

var superlativeWords = regexp.MustCompile(`(^|[\s,;(])(lightest|heaviest|cheapest|most expensive|strongest|` +
	`lowest|smallest|shortest|highest|largest|longest)($|[\s,;.)])`)

var stockWords = regexp.MustCompile(`(^|[\s,;(])(in[ -]stock|available now)($|[\s,;.)])`)

// UnderstandSearch finds the conditions and the sort order that a search text in lower case states, such as
// `lightest arm 5 kg 900 mm in stock`, and returns the other words. A figure belongs to the attribute whose label is
// beside it, otherwise to the first one that is measured in its unit. Without a word such as `under` it is the least
// value, or the most where less is better.
func UnderstandSearch(text string, attributes []Attribute, t Terms) (rest string, found []UnderstoodFigure) {
	rest = norm.NFC.String(text)
	add := func(words string, r FigureRange) {
		words = strings.Join(strings.Fields(words), " ")
		found = append(found, UnderstoodFigure{Words: words, Range: r, Text: r.Text(t)})
	}
	for at := 0; len(found) < MaxFigures; {
		m := figureWords.FindStringSubmatchIndex(rest[at:])
		if m == nil {
			break
		}
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return rest[at+m[2*i] : at+m[2*i+1]]
		}
		begin, end := at+m[3], at+m[14] // without what separates it from other words
		r, begin, end := readFigure(rest, begin, end, attributes, group, t)
		if r == nil {
			at += m[1] - (m[15] - m[14])
			continue
		}
		add(rest[begin:end], *r)
		rest = rest[:begin] + rest[end:]
		at = begin
	}
	if a := attributeByID(attributes, attributePrice); a != nil && a.Filterable {
		if m := moneyWords.FindStringSubmatchIndex(rest); m != nil {
			if value, ok := a.Unit.Parse(rest[m[6]:m[7]], t); ok {
				r := FigureRange{Attribute: *a, Max: &value}
				if m[4] >= 0 && boundWords[rest[m[4]:m[5]]] {
					r.Min, r.Max = r.Max, nil
				}
				add(rest[m[3]:m[8]], r)
				rest = rest[:m[3]] + rest[m[8]:]
			}
		}
	}
	if a := attributeByID(attributes, attributeAvailable); a != nil && a.Filterable {
		if m := stockWords.FindStringSubmatchIndex(rest); m != nil {
			add(rest[m[4]:m[5]], FigureRange{Attribute: *a, Min: new(int64(1))})
			rest = rest[:m[4]] + rest[m[5]:]
		}
	}
	if by, label, begin, end := readSuperlative(rest, attributes); by != nil {
		text := label + ", lowest first"
		if by.Descending {
			text = label + ", highest first"
		}
		words := strings.Join(strings.Fields(rest[begin:end]), " ")
		found = append(found, UnderstoodFigure{Words: words, Sort: by, Text: text})
		rest = rest[:begin] + rest[end:]
	}
	return strings.Join(strings.Fields(rest), " "), found
}

// readFigure returns the condition of a match between begin and end of a text, and where its words begin and end with
// the label beside them; nil if no attribute is measured like that.
func readFigure(text string, begin, end int, attributes []Attribute, group func(int) string, t Terms) (
	*FigureRange, int, int,
) {
	bound, low, lowUnit, high, highUnit := group(2), group(3), group(4), group(5), group(6)
	if lowUnit == "" {
		lowUnit = highUnit
	}
	typed, known := symbols[lowUnit]
	if !known || high != "" && symbols[highUnit].dimension != typed.dimension {
		return nil, begin, end
	}
	var chosen *Attribute
	var value int64
	for i := range attributes {
		a := &attributes[i]
		if !a.Filterable || a.Kind != NumberAttribute || units[a.Unit].dimension != typed.dimension {
			continue
		}
		parsed, ok := a.Unit.Parse(low+lowUnit, t)
		if !ok {
			continue
		}
		label := strings.ToLower(a.Label)
		if from, ok := strings.CutSuffix(strings.TrimSpace(text[:begin]), label); ok && endsWord(from) {
			return newRange(*a, bound, parsed, high, highUnit, t), len(from), end
		}
		after := strings.TrimLeft(text[end:], " ")
		if strings.HasPrefix(after, label) && beginsWord(after[len(label):]) {
			return newRange(*a, bound, parsed, high, highUnit, t), begin, len(text) - len(after) + len(label)
		}
		if chosen == nil || parsed < units[a.Unit].shown && units[a.Unit].size < units[chosen.Unit].size {
			chosen, value = a, parsed
		}
	}
	if chosen == nil {
		return nil, begin, end
	}
	return newRange(*chosen, bound, value, high, highUnit, t), begin, end
}

// readSuperlative returns the first sort order that a text asks for, the label of its attribute, and where its words
// begin and end; nil if there is none.
func readSuperlative(text string, attributes []Attribute) (by *AttributeSort, label string, begin, end int) {
	m := superlativeWords.FindStringSubmatchIndex(text)
	if m == nil {
		return nil, "", 0, 0
	}
	begin, end = m[4], m[5]
	sort := superlatives[text[begin:end]]
	after := strings.TrimLeft(text[end:], " ")
	for _, a := range attributes {
		label := strings.ToLower(a.Label)
		switch {
		case !a.Filterable || a.Kind != NumberAttribute:
			continue
		case sort.Attribute == "" && strings.HasPrefix(after, label) && beginsWord(after[len(label):]):
			end = len(text) - len(after) + len(label)
		case sort.Attribute != a.ID:
			continue
		}
		return &AttributeSort{Attribute: a.ID, Descending: sort.Descending}, a.Label, begin, end
	}
	return nil, "", 0, 0
}

func endsWord(text string) bool { return text == "" || strings.HasSuffix(text, " ") }

func beginsWord(text string) bool { return text == "" || strings.ContainsAny(text[:1], " ,;.)") }

func newRange(a Attribute, bound string, low int64, high, highUnit string, t Terms) *FigureRange {
	r := &FigureRange{Attribute: a}
	least, bounded := boundWords[bound]
	if !bounded {
		least = !a.lessIsBetter()
	}
	most, ok := int64(0), false
	if high != "" {
		most, ok = a.Unit.Parse(high+highUnit, t)
	}
	switch {
	case ok:
		r.Min, r.Max = new(min(low, most)), new(max(low, most))
	case least:
		r.Min = &low
	default:
		r.Max = &low
	}
	return r
}

// lessIsBetter reports whether a buyer who names one value of the attribute means the most.
func (a Attribute) lessIsBetter() bool {
	return a.ID == attributeMass || slices.Contains([]AttributeUnit{UnitMicrometre, UnitDay, UnitMoney}, a.Unit)
}
