package catalogue

import (
	"context"
	"fmt"
	"strings"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

// Limits that bound the cost of a search: the number of its words that count, and the number of catalogue words that
// each of them may mean.
const (
	maxSearchWords = 12
	maxMeanings    = 50
	// maxCachedMeanings limits the number of texts whose meanings are cached; most texts have few.
	maxCachedMeanings = 500
)

// How well a word of the catalogue matches a word of the search; the weight of the word in a product is multiplied by
// this factor.
const (
	fitsExactly = 8
	fitsStem    = 7
	fitsStart   = 5
	fitsPart    = 2
)

// Returns a row for each word of $1 and each of its meanings, best first. Only some of the words are considered when a
// few letters are the beginning or a part of many.
var searchMeanings = pg.Prepared(fmt.Sprintf(`WITH asked AS MATERIALIZED (
		SELECT a.lexeme COLLATE "C" AS word, a.positions[1] AS place, word_stem(a.lexeme) AS stem,
			ts_lexize('english_stem', a.lexeme) = '{}' AS common
		FROM unnest(to_tsvector('simple', plain_words($1))) AS a ORDER BY place LIMIT %[1]d
	)
	SELECT a.place, a.word AS asked, coalesce(a.common, false) AS common, coalesce(m.id, 0) AS id,
		coalesce(m.word, '') AS word, coalesce(m.products, 0) AS products, coalesce(m.fit, 0) AS fit
	FROM asked a LEFT JOIN LATERAL (
		SELECT w.id, w.word, w.products, CASE WHEN w.word = a.word THEN %[3]d WHEN w.stem = a.stem THEN %[4]d
			WHEN starts_with(w.word, a.word) THEN %[5]d ELSE %[6]d END AS fit
		FROM (
			(SELECT id, word, stem, products FROM search_words WHERE stem = a.stem LIMIT 1000)
			UNION (SELECT id, word, stem, products FROM search_words WHERE word >= a.word
				AND word < a.word || U&'\+10FFFF' LIMIT 1000)
			UNION (SELECT id, word, stem, products FROM search_words WHERE length(a.word) > 2
				AND word LIKE '%%' || a.word || '%%' LIMIT 1000)
		) AS w ORDER BY fit DESC, w.products DESC, w.id LIMIT %[2]d
	) AS m ON true
	ORDER BY place, fit DESC, products DESC, id`, maxSearchWords, maxMeanings, fitsExactly, fitsStem, fitsStart,
	fitsPart))

// Returns the word that a misspelt one most probably stands for.
var nearestWord = pg.Prepared(`SELECT word FROM search_words WHERE word % $1
	ORDER BY similarity(word, $1) DESC, products DESC, id LIMIT 1`)

// meaning is a word of the catalogue that matches a word of a search.
type meaning struct {
	Place    int
	Asked    string
	Common   bool // a stop word, such as "with"
	ID       int64
	Word     string // empty if there is no meaning
	Products int
	Fit      int
}

// term is a word of a search with its meanings, best first.
type term []meaning

// products returns the maximum number of products that contain the word.
func (t term) products() (sum int) {
	for _, m := range t {
		sum += m.Products
	}
	return sum
}

// lists returns the IDs of the words of the meanings, and the factors of their weights.
func (t term) lists() (words, factors pq.Int64Array) {
	for _, m := range t {
		words, factors = append(words, m.ID), append(factors, int64(m.Fit))
	}
	return words, factors
}

// cut reports whether there may be more meanings than were looked up.
func (t term) cut() bool { return len(t) == maxMeanings }

// query returns a tsquery for the meanings with at least this fit.
func (t term) query(fit int) string {
	var words []string
	for _, m := range t {
		if m.Fit >= fit || len(words) == 0 {
			words = append(words, quoteLexeme(m.Word))
		}
	}
	return "(" + strings.Join(words, " | ") + ")"
}

var lexemeSpecials = strings.NewReplacer(`\`, `\\`, `'`, `''`)

func quoteLexeme(word string) string { return "'" + lexemeSpecials.Replace(word) + "'" }

// search is a search text of a filter, as words of the catalogue.
type search struct {
	terms      []term // all must match; nil if the text contains no word
	narrowed   bool   // restricted to the categories
	categories []categoryRow
	listed     int     // total number of listed products
	corrected  *string // the corrected text, nil if the text was searched unchanged
}

// readSearch looks up the words of the filter's text. A word that the catalogue does not contain is replaced by the
// most similar one.
func (s *Store) readSearch(ctx context.Context, filter shop.ProductFilter) (search, error) {
	category, text, err := filter.Normal()
	if err != nil || text == "" {
		return search{}, err
	}
	found, err := s.lookUp(ctx, category, text)
	if err != nil || !found.incomplete() {
		return found, err
	}
	words := make([]string, len(found.terms))
	for i, t := range found.terms {
		if words[i] = t[0].Asked; t[0].Word != "" {
			continue
		}
		if t[0].Common {
			return found, nil
		}
		switch err := s.db.Reader().Get(ctx, &words[i], nearestWord, t[0].Asked); {
		case pg.NoRows(err):
			return found, nil
		case err != nil:
			return found, fmt.Errorf("find the nearest word: %w", err)
		}
	}
	text = strings.Join(words, " ")
	if found, err = s.lookUp(ctx, category, text); err == nil {
		found.corrected = &text
	}
	return found, err
}

func (s *Store) lookUp(ctx context.Context, category, text string) (search, error) {
	found := search{narrowed: category != ""}
	categories, err := s.productCategories(ctx)
	if err != nil {
		return found, err
	}
	for _, c := range categories {
		found.listed += c.Listed
		if found.narrowed && c.matches(category) {
			found.categories = append(found.categories, c)
		}
	}
	rows, err := s.meanings.Get(text, func() (all []meaning, err error) {
		err = s.db.Reader().Select(ctx, &all, searchMeanings, text)
		return all, err
	})
	if err != nil {
		return found, fmt.Errorf("look up the words of a search: %w", err)
	}
	for i, m := range rows {
		if i == 0 || m.Place != rows[i-1].Place {
			found.terms = append(found.terms, nil)
		}
		last := len(found.terms) - 1
		found.terms[last] = append(found.terms[last], m)
	}
	found.terms = withoutCommon(found.terms)
	return found, nil
}

// withoutCommon removes words such as "with", unless there are no others, or no product contains the word.
func withoutCommon(terms []term) []term {
	var remaining []term
	for _, t := range terms {
		if !t[0].Common || t[0].Word == "" {
			remaining = append(remaining, t)
		}
	}
	if remaining == nil {
		return terms
	}
	return remaining
}

// incomplete reports whether a word has no meaning in the catalogue.
func (f search) incomplete() bool {
	for _, t := range f.terms {
		if t[0].Word == "" {
			return true
		}
	}
	return false
}

// unmatchable reports whether no product can match.
func (f search) unmatchable() bool { return f.incomplete() || f.narrowed && f.categories == nil }

// rarest returns the word with the fewest products. A word that may have more meanings than were looked up comes last.
func (f search) rarest() term {
	rarest := f.terms[0]
	for _, t := range f.terms[1:] {
		if t.cut() == rarest.cut() && t.products() < rarest.products() || !t.cut() && rarest.cut() {
			rarest = t
		}
	}
	return rarest
}

// maxMatches returns the maximum number of products that match.
func (f search) maxMatches() int {
	matches := f.rarest().products()
	if f.narrowed {
		listed := 0
		for _, c := range f.categories {
			listed += c.Listed
		}
		matches = min(matches, listed)
	}
	return matches
}

// plain reports whether the lists of the meanings of one word are the result, without further conditions.
func (f search) plain() bool { return len(f.terms) == 1 && !f.narrowed }

// known returns the total if the counts of the words suffice: for one word with one meaning, and when the total reaches
// shop.MaxCount; nil otherwise.
func (f search) known() *int {
	switch {
	case f.unmatchable():
		return new(0)
	case !f.plain():
		return nil
	}
	total := 0
	for _, m := range f.terms[0] {
		total = max(total, m.Products)
	}
	if len(f.terms[0]) > 1 && total < shop.MaxCount {
		return nil
	}
	return new(min(total, shop.MaxCount))
}

// words returns a tsquery for all the words, with meanings of at least this fit.
func (f search) words(fit int) string {
	all := make([]string, len(f.terms))
	for i, t := range f.terms {
		all[i] = t.query(fit)
		if t.cut() && !f.plain() {
			all[i] = "(" + all[i] + " | " + quoteLexeme(t[0].Asked) + ":*)" // includes meanings that were not looked up
		}
	}
	return strings.Join(all, " & ")
}

// query returns a tsquery for the products that match.
func (f search) query() string {
	query := f.words(fitsPart)
	if f.narrowed {
		categories := make([]string, len(f.categories))
		for i, c := range f.categories {
			categories[i] = quoteLexeme("/" + c.Category)
		}
		query += " & (" + strings.Join(categories, " | ") + ")"
	}
	return query
}
