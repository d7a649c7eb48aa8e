package shop

import (
	"math"
	"slices"
)

// ProductIndex holds the values that products state, by attribute.
type ProductIndex struct {
	IDs        []int64
	Categories []string
	columns    map[string]*indexColumn
}

// indexColumn holds the values of an attribute, by the positions of products.
type indexColumn struct {
	stated  []bool
	numbers []int64 // 1 for a flag
	choices []string
}

// Add adds a product, whose values State adds.
func (x *ProductIndex) Add(id int64, category string) {
	x.IDs, x.Categories = append(x.IDs, id), append(x.Categories, category)
}

// State adds a value of the last product: a number, or a choice that is not empty.
func (x *ProductIndex) State(attribute string, number int64, choice string) {
	column := x.columns[attribute]
	if column == nil {
		column = &indexColumn{}
		if x.columns == nil {
			x.columns = map[string]*indexColumn{}
		}
		x.columns[attribute] = column
	}
	column.grow(len(x.IDs) - 1)
	column.stated = append(column.stated, true)
	column.numbers = append(column.numbers, number)
	column.choices = append(column.choices, choice)
}

// grow appends products that don't state the attribute.
func (c *indexColumn) grow(n int) {
	more := n - len(c.stated)
	c.stated = append(c.stated, make([]bool, more)...)
	c.numbers = append(c.numbers, make([]int64, more)...)
	c.choices = append(c.choices, make([]string, more)...)
}

// meets reports whether the product at a position meets the condition.
func (c *indexColumn) meets(i int, r FigureRange) bool {
	return c != nil && i < len(c.stated) && c.stated[i] &&
		(r.Values == nil || slices.Contains(r.Values, c.choices[i])) &&
		(r.Min == nil || c.numbers[i] >= *r.Min) && (r.Max == nil || c.numbers[i] <= *r.Max)
}

// missed returns how many of the conditions the product at a position does not meet.
func (c *indexColumn) missed(i int, ranges []FigureRange) (n int) {
	for _, r := range ranges {
		if !c.meets(i, r) {
			n++
		}
	}
	return n
}

// Missed returns how many of the conditions each product does not meet.
func (x *ProductIndex) Missed(ranges []FigureRange) []int {
	missed := make([]int, len(x.IDs))
	for _, r := range ranges {
		column := x.columns[r.Attribute.ID]
		for i := range missed {
			if !column.meets(i, r) {
				missed[i]++
			}
		}
	}
	return missed
}

// ProductFacet says how the products that match a filter are distributed over the values of an attribute. Its
// conditions on that attribute are disregarded.
type ProductFacet struct {
	Attribute   Attribute
	Count       int  // products that state it
	Approximate bool // the counts are estimated from a sample
	Buckets     []FacetBucket
	Choices     []FacetChoice
	Selected    *FacetSelection // the conditions of the filter on it, nil if there are none
}

// FacetBucket is a bar of the histogram of a number.
type FacetBucket struct {
	Min, Max string // inclusive, as filters accept them
	Text     string
	Count    int
}

// FacetChoice is a value of a choice or a flag.
type FacetChoice struct {
	Value string
	Count int
}

// FacetSelection is a condition of the filter, as displayed to users.
type FacetSelection struct {
	Min, Max *string
	Values   []string
	Text     string
}

// facetBuckets is the number of bars of a histogram, roughly.
const facetBuckets = 20

// Facets returns the facets of filterable attributes that any of the included products states. scale is the number of
// products of the shop that each of them stands for, 1 if they are all.
func Facets(attributes []Attribute, x *ProductIndex, included []bool, ranges []FigureRange, category string,
	scale float64, t Terms) []ProductFacet {
	facets := []ProductFacet{}
	missed := x.Missed(ranges)
	numbers := make([]int64, 0, len(x.IDs))
	for _, a := range attributes {
		column := x.columns[a.ID]
		if !a.Filterable || column == nil {
			continue
		}
		own := slices.DeleteFunc(slices.Clone(ranges), func(r FigureRange) bool { return r.Attribute.ID != a.ID })
		low, high := int64(math.MaxInt64), int64(math.MinInt64)
		numbers = numbers[:0]
		choices := map[string]int{}
		suits := category == "" || len(a.Categories) == 0
		for i, stated := range column.stated {
			if !stated || !included[i] {
				continue
			}
			suits = suits || a.Suits(x.Categories[i])
			low, high = min(low, column.numbers[i]), max(high, column.numbers[i])
			if missed[i] > 0 && missed[i] > column.missed(i, own) {
				continue // it does not meet conditions on other attributes
			}
			numbers = append(numbers, column.numbers[i])
			if a.Kind == ChoiceAttribute {
				choices[column.choices[i]]++
			}
		}
		if low > high || !suits {
			continue
		}
		facet := ProductFacet{Attribute: a, Count: scaled(len(numbers), scale), Approximate: scale > 1,
			Buckets: []FacetBucket{}, Choices: []FacetChoice{}}
		switch a.Kind {
		case NumberAttribute:
			facet.Buckets = histogram(a, low, high, numbers, scale, t)
		case FlagAttribute:
			facet.Choices = []FacetChoice{{"true", facet.Count}}
		case ChoiceAttribute:
			for _, choice := range a.Choices {
				facet.Choices = append(facet.Choices, FacetChoice{choice, scaled(choices[choice], scale)})
			}
		}
		for _, r := range own {
			in := r.Input(t)
			facet.Selected = &FacetSelection{in.Min, in.Max, append([]string{}, in.Values...), r.Text(t)}
		}
		facets = append(facets, facet)
	}
	return facets
}

// scaled estimates a number of products from the number in a sample, with two digits.
func scaled(n int, scale float64) int {
	if scale <= 1 {
		return n
	}
	estimate := float64(n) * scale
	digit := math.Pow(10, max(0, math.Floor(math.Log10(max(1, estimate)))-1))
	return int(math.Round(estimate/digit) * digit)
}

// histogram returns bars of equal width from low to high, and counts the numbers.
func histogram(a Attribute, low, high int64, numbers []int64, scale float64, t Terms) []FacetBucket {
	width := roundWidth(high-low, a.Unit)
	first := floorTo(low, width)
	counts := make([]int, (high-first)/width+1)
	for _, n := range numbers {
		counts[(n-first)/width]++
	}
	buckets := make([]FacetBucket, len(counts))
	next := a.Unit.Format(first, t) // formatting takes most of the time
	for i, n := range counts {
		from := first + int64(i)*width
		until := from + width - 1
		text := next
		next = a.Unit.Format(from+width, t)
		if width > 1 {
			text += " to " + next
		}
		buckets[i] = FacetBucket{a.Unit.text(from, t), a.Unit.text(until, t), text, scaled(n, scale)}
	}
	return buckets
}

func floorTo(value, width int64) int64 {
	if value < 0 {
		return -((-value + width - 1) / width) * width
	}
	return value / width * width
}

// roundWidth returns a width of bars that is 1, 2 or 5 times a power of ten of the displayed unit, for at most
// facetBuckets and one bars over a span.
func roundWidth(span int64, u AttributeUnit) int64 {
	for power := int64(1); ; power *= 10 {
		for _, digit := range []int64{1, 2, 5} {
			width := digit * power
			if u == UnitMinute {
				width *= 15
			}
			if span/width < facetBuckets {
				return width
			}
		}
	}
}
