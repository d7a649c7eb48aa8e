package shop

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Limits of a question to the chat and of its answers.
const (
	maxQuestion = 300 // characters
	maxWords    = 12
	MaxAnswers  = 10
)

// AnswerSource is the source of an answer: a FaqEntry or a Product.
type AnswerSource interface{ IsAnswerSource() }

// IsAnswerSource marks FaqEntry as a source of answers.
func (FaqEntry) IsAnswerSource() {}

// IsAnswerSource marks Product as a source of answers.
func (Product) IsAnswerSource() {}

// Answer is an answer of the chat, taken from the shop's own texts.
type Answer struct {
	Title  string
	Text   string
	Source AnswerSource
}

// Passage is a text found for a question. It belongs to a product or to a FAQ entry.
type Passage struct {
	ProductID *string
	Faq       *FaqEntry
	Kind      PassageKind
	Body      string
	Markdown  bool // whether Body is Markdown
	Hits      int  // number of the question's words that it contains
	Words     int  // number of the question's significant words, including those without a match
}

// PassageKind is the part of its source that a passage comes from.
type PassageKind string

// The kinds.
const (
	PassageQuestion PassageKind = "question"
	PassageSummary  PassageKind = "summary"
	PassagePrice    PassageKind = "price" // rendered from the current price and stock
	PassageFigure   PassageKind = "figure"
	PassageText     PassageKind = "text"
)

// filler are stop words of questions in addition to those of PostgreSQL's English dictionary.
var filler = words(
	"can could may might must shall would will much many please tell show give get need want like know find " +
		"look looking ask question something anything take takes long hello hi hey thanks or")

// synonyms maps words of users to the words that the shop's texts use.
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

// Question extracts the search words of a question. Each element is one or more alternatives, joined with " or ".
func Question(text string) ([]string, error) {
	var c checker
	text = c.text("question", "Question", text, maxQuestion, true)
	terms := significantWords(text)
	if asksPrice(strings.ToLower(text), terms) && len(terms) < maxWords {
		terms = append(terms, "cost or price")
	}
	return terms, c.found.Err()
}

// significantWords returns the words of a text without filler, in lower case and each with its synonym, as in "ship or
// shipping".
func significantWords(text string) []string {
	terms := []string{}
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), notInWord) {
		word = strings.Trim(word, "-./")
		if word == "" || filler[word] || len(terms) == maxWords {
			continue
		}
		if other := synonyms[word]; other != "" {
			word += " or " + other
		}
		if !slices.Contains(terms, word) {
			terms = append(terms, word)
		}
	}
	return terms
}

// asksPrice reports whether a question asks for a price without naming it, as in "How much is the gripper?", unlike
// "How much is the payload of the gripper?".
func asksPrice(text string, words []string) bool {
	if !askedPrice.MatchString(text) {
		return false
	}
	for _, name := range synonyms {
		if slices.ContainsFunc(words, func(word string) bool {
			return word == name || strings.HasSuffix(word, " or "+name)
		}) {
			return false
		}
	}
	return len(words) > 0
}

// notInWord reports whether r separates words. Model codes such as ORR-A6-900 and numbers such as 0.03 are not split.
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

// CheckAnswers checks the number of answers requested.
func CheckAnswers(first int) error {
	var c checker
	c.number("first", "first", first, 1, MaxAnswers)
	return c.found.Err()
}

// Finding is the result from one source: one passage, or several matching figures.
type Finding struct {
	ProductID *string
	Faq       *FaqEntry
	Passages  []Passage
}

// maxFigures limits the lines of one data sheet in an answer.
const maxFigures = 3

// Findings selects the passages to show, at most first sources, from passages sorted by descending hits: those with as
// many hits as the best one, provided that it matches at least two thirds of the question's words. Weaker matches are
// too unreliable.
func Findings(found []Passage, first int) []Finding {
	findings := []Finding{}
	for _, p := range found {
		best := found[0]
		if p.Hits < best.Hits || 3*best.Hits < 2*best.Words {
			break
		}
		i := slices.IndexFunc(findings, func(f Finding) bool { return f.sameSource(p) })
		switch {
		case i < 0 && len(findings) < first:
			findings = append(findings, Finding{p.ProductID, p.Faq, []Passage{p}})
		case i >= 0 && findings[i].accepts(p):
			findings[i].Passages = append(findings[i].Passages, p)
		}
	}
	return findings
}

func (f Finding) sameSource(p Passage) bool {
	return f.ProductID != nil && p.ProductID != nil && *f.ProductID == *p.ProductID
}

func (f Finding) accepts(p Passage) bool {
	return p.Kind == PassageFigure && f.Passages[0].Kind == PassageFigure && len(f.Passages) < maxFigures
}

// FromProduct formats the finding as an answer from its product.
func (f Finding) FromProduct(p Product) Answer {
	lines := make([]string, len(f.Passages))
	for i, passage := range f.Passages {
		lines[i] = passage.Body
		switch {
		case passage.Kind == PassagePrice:
			lines[i] = p.priceLine()
		case passage.Markdown:
			lines[i] = plainMarkdown(passage.Body)
		}
	}
	return Answer{Title: p.Name, Text: strings.Join(lines, "\n"), Source: p}
}

// FromFaq formats the finding as an answer from its FAQ entry.
func (f Finding) FromFaq() Answer {
	return Answer{Title: f.Faq.Question, Text: f.Faq.Answer, Source: *f.Faq}
}

// priceLine states the product's current price and availability.
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
