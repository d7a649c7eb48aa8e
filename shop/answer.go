package shop

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// What the chat may be asked at once.
const (
	maxQuestion = 300 // characters
	maxWords    = 12
	MaxAnswers  = 10
)

// AnswerSource is what an answer was taken from: a FaqEntry or a Product.
type AnswerSource interface{ IsAnswerSource() }

// IsAnswerSource says that frequent questions answer the chat.
func (FaqEntry) IsAnswerSource() {}

// IsAnswerSource says that products answer the chat.
func (Product) IsAnswerSource() {}

// Answer is what the shop's own texts say to a question.
type Answer struct {
	Title  string
	Text   string
	Source AnswerSource
}

// Passage is a piece of text that was found for a question.
type Passage struct {
	ProductID *string // of its product, or
	Faq       *FaqEntry
	Kind      PassageKind
	Body      string
	Hits      int // words of the question that it has
	Words     int // words of the question that count, those that nothing has included
}

// PassageKind is which part of its source a passage is.
type PassageKind string

// The kinds.
const (
	PassageQuestion PassageKind = "question"
	PassageSummary  PassageKind = "summary"
	PassagePrice    PassageKind = "price" // its text is today's price and stock
	PassageFigure   PassageKind = "figure"
	PassageText     PassageKind = "text"
)

// filler are words of questions that PostgreSQL's English does not already leave out.
var filler = words("can could may might must shall would will much many please tell show give get need want like know find " +
	"look looking ask question something anything take takes long hello hi hey thanks or")

// synonyms are what our texts call what people ask for.
var synonyms = map[string]string{
	"weight": "mass", "weigh": "mass", "weighs": "mass", "heavy": "mass",
	"lift": "payload", "lifts": "payload", "carry": "payload", "load": "payload", "capacity": "payload",
	"precise": "repeatability", "precision": "repeatability", "accurate": "repeatability", "accuracy": "repeatability",
	"far": "reach", "dof": "freedom", "axes": "freedom", "joints": "freedom",
	"fast": "speed", "quick": "speed", "velocity": "speed", "loud": "noise", "battery": "runtime", "charge": "charging",
	"cost": "price", "costs": "price", "expensive": "price", "cheap": "price",
	"rent": "rental", "lease": "rental", "hire": "rental", "stock": "available",
	"ship": "shipping", "deliver": "delivered", "delivery": "delivered", "arrive": "delivered",
	"hours": "monday", "life": "runtime", "respond": "answer", "reply": "answer",
	"pay": "payment", "invoice": "payment", "vat": "tax", "manual": "manuals", "ros": "noetic",
	"temperature": "ambient", "waterproof": "protection", "dustproof": "protection", "ip": "protection",
}

var askedPrice = regexp.MustCompile(`\bhow much (is|are|for)\b`)

// Question takes the words out of a question: each is one or more alternatives, joined with " or ".
func Question(text string) ([]string, error) {
	var c checker
	text = c.text("question", "Question", text, maxQuestion, true)
	asked := []string{}
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), notInWord) {
		word = strings.Trim(word, "-./")
		if word == "" || filler[word] || len(asked) == maxWords {
			continue
		}
		if other := synonyms[word]; other != "" {
			word += " or " + other
		}
		if !slices.Contains(asked, word) {
			asked = append(asked, word)
		}
	}
	if asksPrice(strings.ToLower(text), asked) && len(asked) < maxWords {
		asked = append(asked, "cost or price")
	}
	return asked, c.found.Err()
}

// asksPrice reports whether a question is for a price that it does not name, as "How much is the gripper?", unlike "How much is the
// payload of the gripper?".
func asksPrice(text string, words []string) bool {
	if !askedPrice.MatchString(text) {
		return false
	}
	for _, name := range synonyms {
		if slices.ContainsFunc(words, func(word string) bool { return word == name || strings.HasSuffix(word, " or "+name) }) {
			return false
		}
	}
	return len(words) > 0
}

// notInWord separates words; model codes such as ORR-A6-900 and numbers such as 0.03 stay whole.
func notInWord(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-./", r)
}

func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(text) {
		set[word] = true
	}
	return set
}

// CheckAnswers refuses numbers of answers out of range.
func CheckAnswers(first int) error {
	var c checker
	c.number("first", "first", first, 1, MaxAnswers)
	return c.found.Err()
}

// Finding is what one source has to say: one passage, or the figures that fit.
type Finding struct {
	ProductID *string
	Faq       *FaqEntry
	Passages  []Passage
}

// maxFigures is how many lines of one data sheet an answer may have.
const maxFigures = 3

// Findings chooses what is good enough to show, out of passages with the most hits first: those with as many words as the
// best has, provided that these are two thirds of the question. Anything less would be a guess.
func Findings(found []Passage, first int) []Finding {
	findings := []Finding{}
	for _, p := range found {
		best := found[0]
		if p.Hits < best.Hits || 3*best.Hits < 2*best.Words {
			break
		}
		i := slices.IndexFunc(findings, func(f Finding) bool { return f.of(p) })
		switch {
		case i < 0 && len(findings) < first:
			findings = append(findings, Finding{p.ProductID, p.Faq, []Passage{p}})
		case i >= 0 && findings[i].takes(p):
			findings[i].Passages = append(findings[i].Passages, p)
		}
	}
	return findings
}

func (f Finding) of(p Passage) bool {
	return f.ProductID != nil && p.ProductID != nil && *f.ProductID == *p.ProductID
}

func (f Finding) takes(p Passage) bool {
	return p.Kind == PassageFigure && f.Passages[0].Kind == PassageFigure && len(f.Passages) < maxFigures
}

// FromProduct words the finding as an answer of its product.
func (f Finding) FromProduct(p Product) Answer {
	lines := make([]string, len(f.Passages))
	for i, passage := range f.Passages {
		lines[i] = passage.Body
		if passage.Kind == PassagePrice {
			lines[i] = p.priceLine()
		}
	}
	return Answer{Title: p.Name, Text: strings.Join(lines, "\n"), Source: p}
}

// FromFaq words the finding as an answer of its frequent question.
func (f Finding) FromFaq() Answer {
	return Answer{Title: f.Faq.Question, Text: f.Faq.Answer, Source: *f.Faq}
}

// priceLine says what a product costs now, and whether it can be had.
func (p Product) priceLine() string {
	if p.Price == nil {
		return "It has no price yet. It can be pre-ordered without payment."
	}
	price := fmt.Sprintf("Price: %s %s before tax. ", p.Price.Decimal(), p.Price.Currency)
	switch {
	case p.ComingSoon:
		return price + "It is coming soon and can be pre-ordered."
	case p.IsPreorder:
		return price + "It is a pre-order item."
	case p.NotForSale() != nil:
		return price + "It is out of stock."
	}
	return price + fmt.Sprintf("%d in stock.", p.Stock)
}
