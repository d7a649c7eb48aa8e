package main

import (
	"fmt"

	"orrery/bench/load"
	"orrery/bench/wares"
)

// facetLimit limits the time and the CPU time of a list with facets, as a multiple of those of the same list without.
const facetLimit = 2

// round is how many requests of a list differ in their variables, also in the small shop. The next round has another
// alias.
const round = 800

// facetList is a list that is requested with and without facets. variables returns the variables of the i-th request:
// f, the filter, and where the page begins.
type facetList struct {
	name      string
	needs     data
	variables func(s *shop, i int) string
}

var facetLists = []facetList{
	{"all products, facets", 0, func(s *shop, i int) string {
		return fmt.Sprintf(`"f":{},"offset":%d`, i%round)
	}},
	{"a category, facets", 0, func(s *shop, i int) string {
		w := s.shelf.Different(wares.List, i)
		return fmt.Sprintf(`"f":{"category":%q},"after":%q`, w.Category, w.After.Cursor())
	}},
	{"payload and reach, facets", 0, func(_ *shop, i int) string { return figures(1000+i%20_000, 1800-i/20_000) }},
	{"payload and reach of every thousandth, facets", 0, func(_ *shop, i int) string {
		return figures(39_600+i%400, 270-i/400)
	}},
	{"a word of some hundred products, facets", words, func(s *shop, i int) string {
		w := s.shelf.Different(wares.Search, i)
		return fmt.Sprintf(`"f":{"search":%q},"offset":%d`, w.Term, w.Skip)
	}},
}

// figures returns a filter by a lowest payload in grams and a longest reach in millimetres.
func figures(payload, reach int) string {
	return fmt.Sprintf(`"f":{"figures":[{"attribute":"payload","min":"%d"},{"attribute":"reach","max":"%d"}]}`,
		payload, reach)
}

// questions returns the list without and with facets. They have different filters, since the shop caches the totals of
// some.
func (l facetList) questions() []question {
	request := func(further string, odd int) request {
		return func(s *shop, buffer []byte, i int) load.Request {
			i = 2*i + odd
			body := fmt.Sprintf(`{"query":"query List($f: ProductFilter, $after: String, $offset: Int) { `+
				`round%d: products(filter: $f, first: 12, after: $after, offset: $offset) { totalCount nodes `+
				`{ id name price { amount } stock rating image { url } } } %s }","variables":{%s}}`,
				i/round, further, l.variables(s, i))
			return wares.Post(buffer, s.graph.Address, "/graphql", "", body, wares.Params{Want: "totalCount"})
		}
	}
	return []question{
		{l.name + " without", l.needs, 0, request("", 0)},
		{l.name + " with", l.needs, 0, request("productFacets(filter: $f) { attribute { id } count approximate "+
			"buckets { min max text count } choices { value count } }", 1)},
	}
}

// showFacets prints what the lists cost with and without facets, which are requested in turn.
func showFacets(shops [2]*shop, lists []facetList, turns int) error {
	if len(lists) == 0 {
		return nil
	}
	fmt.Print("\n| list | products | p50 | with facets | ratio | CPU s/1000 | with facets | ratio | limit | |\n" +
		"|---|--:|--:|--:|--:|--:|--:|--:|--:|---|\n")
	for _, l := range lists {
		asked, err := ask(shops, turns, l.questions()...)
		if err != nil {
			return err
		}
		for i, s := range shops {
			without, with := asked[0][i], asked[1][i]
			p50 := [2]float64{ms(without.Percentile(50)), ms(with.Percentile(50))}
			cpu := [2]float64{without.cost(), with.cost()}
			timeRatio, cpuRatio := p50[1]/p50[0], cpu[1]/cpu[0]
			fmt.Printf("| %s | %d | %.2f ms | %.2f ms | %.2f | %.3f | %.3f | %.2f | %d | %s |\n", l.name, s.size,
				p50[0], p50[1], timeRatio, cpu[0], cpu[1], cpuRatio, facetLimit,
				verdict(max(timeRatio, cpuRatio), facetLimit))
		}
	}
	return nil
}
