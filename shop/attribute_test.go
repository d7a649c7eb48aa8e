package shop

import (
	"fmt"
	"strings"
	"testing"
)

var testAttributes = []Attribute{
	{ID: "payload", Label: "Payload", Kind: NumberAttribute, Unit: UnitGram, Filterable: true, BuiltIn: true},
	{ID: "reach", Label: "Reach", Kind: NumberAttribute, Unit: UnitMillimetre, Filterable: true, BuiltIn: true},
	{ID: "mass", Label: "Mass", Kind: NumberAttribute, Unit: UnitGram, Filterable: true, BuiltIn: true},
	{ID: "repeatability", Label: "Repeatability", Kind: NumberAttribute, Unit: UnitMicrometre, Filterable: true},
	{ID: "stroke", Label: "Stroke", Kind: NumberAttribute, Unit: UnitMillimetre, Filterable: true},
	{ID: "runTime", Label: "Run time", Kind: NumberAttribute, Unit: UnitMinute, Filterable: true},
	{ID: "protection", Label: "Protection", Kind: ChoiceAttribute, Unit: UnitNone, Choices: []string{"IP54", "IP67"}, Filterable: true},
	{ID: "washable", Label: "Washable", Kind: FlagAttribute, Unit: UnitNone, Filterable: true},
	{ID: "price", Label: "Price", Kind: NumberAttribute, Unit: UnitMoney, Filterable: true, BuiltIn: true},
	{ID: "available", Label: "In stock", Kind: FlagAttribute, Unit: UnitNone, Filterable: true, BuiltIn: true},
	{ID: "delivery", Label: "Delivery time", Kind: NumberAttribute, Unit: UnitDay, Filterable: true, BuiltIn: true},
}

func TestFiguresAreParsedWithUnits(t *testing.T) {
	for _, c := range []struct {
		unit AttributeUnit
		text string
		want string // "" if it is none
	}{
		{UnitGram, "6 kg", "6000"}, {UnitGram, "6kg", "6000"}, {UnitGram, "0.9 KG", "900"}, {UnitGram, "250 g", "250"},
		{UnitGram, "6000", "6000"}, {UnitGram, "2,5 kg", "2500"}, {UnitGram, "1,500 kg", "1500000"}, {UnitGram, "0.0001 kg", ""},
		{UnitGram, "6 mm", ""}, {UnitGram, "6.5", ""}, {UnitGram, "kg", ""}, {UnitGram, "", ""}, {UnitGram, "6 kg or so", ""},
		{UnitGram, "-1 kg", "-1000"}, {UnitGram, "9999999999999999", ""}, {UnitGram, "999999999999999 kg", ""}, {UnitGram, "٣ kg", ""},
		{UnitMillimetre, "0.9 m", "900"}, {UnitMillimetre, "900mm", "900"}, {UnitMillimetre, "90 cm", "900"}, {UnitMillimetre, "30 µm", ""},
		{UnitMicrometre, "0.03 mm", "30"}, {UnitMicrometre, "30 µm", "30"}, {UnitMicrometre, "30 μm", "30"}, {UnitMicrometre, "30um", "30"},
		{UnitMinute, "3.5 h", "210"}, {UnitMinute, "90 min", "90"}, {UnitMinute, "30 s", ""}, {UnitDay, "2 weeks", "14"}, {UnitDay, "1 day", "1"},
		{UnitDegree, "90°", "90"}, {UnitMillimetrePerSecond, "1.5 m/s", "1500"}, {UnitWatt, "0.35 kW", "350"}, {UnitNone, "6", "6"},
		{UnitNone, "6 kg", ""}, {UnitMoney, "199.5", "19950"}, {UnitMoney, "$2,999", "299900"}, {UnitMoney, "2999 USD", "299900"}, {UnitMoney, "1.999", ""},
	} {
		got, ok := c.unit.Parse(c.text, DefaultTerms())
		text := ""
		if ok {
			text = fmt.Sprint(got)
		}
		if text != c.want {
			t.Errorf("%s %q is %q, want %q", c.unit, c.text, text, c.want)
		}
	}
}

func TestFiguresAreFormatted(t *testing.T) {
	for _, c := range []struct {
		unit  AttributeUnit
		value int64
		want  string
	}{
		{UnitGram, 6000, "6 kg"}, {UnitGram, 900, "0.9 kg"}, {UnitMillimetre, 900, "900 mm"}, {UnitMicrometre, 30, "0.03 mm"},
		{UnitMinute, 210, "3.5 h"}, {UnitMinute, 45, "45 min"}, {UnitDay, 1, "1 day"}, {UnitDay, 21, "21 days"}, {UnitDegree, 90, "90°"},
		{UnitDegreePerSecond, 120, "120°/s"}, {UnitNone, 7, "7"}, {UnitMoney, 2599900, "$25,999"}, {UnitMoney, 19950, "$199.50"},
	} {
		if got := c.unit.Format(c.value, DefaultTerms()); got != c.want {
			t.Errorf("%d %s is %q, want %q", c.value, c.unit, got, c.want)
		}
		if got, ok := c.unit.Parse(c.unit.Format(c.value, DefaultTerms()), DefaultTerms()); !ok || got != c.value {
			t.Errorf("%s is read as %d", c.want, got)
		}
	}
}

func TestSearchTextsAreUnderstood(t *testing.T) {
	for text, want := range map[string]string{
		"arm":                               "arm",
		"":                                  "",
		"arm 5 kg 900 mm in stock":          "arm | 5 kg: Payload at least 5 kg | 900 mm: Reach at least 900 mm | in stock: In stock",
		"arm 5kg 0.9m":                      "arm | 5kg: Payload at least 5 kg | 0.9m: Reach at least 900 mm",
		"arm under 900 mm":                  "arm | under 900 mm: Reach at most 900 mm",
		"at least 5 kg":                     " | at least 5 kg: Payload at least 5 kg",
		"5-10 kg":                           " | 5-10 kg: Payload 5 kg to 10 kg",
		"5 to 10 kg arm":                    "arm | 5 to 10 kg: Payload 5 kg to 10 kg",
		"800 g – 1 kg":                      " | 800 g – 1 kg: Payload 0.8 kg to 1 kg",
		"10-5 kg":                           " | 10-5 kg: Payload 5 kg to 10 kg",
		"mass 20 kg":                        " | mass 20 kg: Mass at most 20 kg",
		"gripper stroke 80 mm":              "gripper | stroke 80 mm: Stroke at least 80 mm",
		"gripper 80 mm stroke":              "gripper | 80 mm stroke: Stroke at least 80 mm",
		"±0.03 mm":                          " | ±0.03 mm: Repeatability at most 0.03 mm",
		"30 µm":                             " | 30 µm: Repeatability at most 0.03 mm",
		"mobile 6 h":                        "mobile | 6 h: Run time at least 6 h",
		"in 2 weeks":                        "in | 2 weeks: Delivery time at most 14 days",
		"arm under $20,000":                 "arm | under $20,000: Price at most $20,000",
		"over $500 arm":                     "arm | over $500: Price at least $500",
		"arm, 5 kg, in-stock":               "arm, , | 5 kg: Payload at least 5 kg | in-stock: In stock",
		"ra6-1500 mm":                       "ra6-1500 mm",
		"3d camera":                         "3d camera",
		"24 v":                              "24 v",
		"5 kgs":                             "5 kgs",
		"fs-60":                             "fs-60",
		"60":                                "60",
		"lightest arm above 5 kg":           "arm | above 5 kg: Payload at least 5 kg | lightest: Mass, lowest first",
		"heaviest":                          " | heaviest: Mass, highest first",
		"cheapest arm in stock":             "arm | in stock: In stock | cheapest: Price, lowest first",
		"arm, longest reach":                "arm, | longest reach: Reach, highest first",
		"arm with lowest  mass.":            "arm with . | lowest mass: Mass, lowest first",
		"longest reaching arm":              "longest reaching arm",
		"shortest arm":                      "shortest arm",
		"highlightest":                      "highlightest",
		"6 axes":                            "6 axes",
		"999999999999999999999999999 kg":    "999999999999999999999999999 kg",
		"5 kg 5 kg":                         " | 5 kg: Payload at least 5 kg | 5 kg: Payload at least 5 kg",
		"biomass 20 kg":                     "biomass | 20 kg: Payload at least 20 kg",
		strings.Repeat("1 kg ", 12) + "arm": "1 kg 1 kg arm" + strings.Repeat(" | 1 kg: Payload at least 1 kg", 10),
	} {
		rest, found := UnderstandSearch(text, testAttributes, DefaultTerms())
		for _, f := range found {
			rest += " | " + f.Words + ": " + f.Text
		}
		if rest != want {
			t.Errorf("%q is\n%q, want\n%q", text, rest, want)
		}
	}
	if rest, found := UnderstandSearch("arm 5 kg in stock", nil, DefaultTerms()); rest != "arm 5 kg in stock" || found != nil {
		t.Errorf("without attributes it is %q", rest)
	}
}

func TestFigureFilters(t *testing.T) {
	text := func(s string) *string { return &s }
	figure := func(f ...FigureFilterInput) ProductFilter { return ProductFilter{Figures: f} }
	for name, c := range map[string]struct {
		filter ProductFilter
		want   string
	}{
		"none":       {ProductFilter{}, ""},
		"a range":    {figure(FigureFilterInput{Attribute: "payload", Min: text("5 kg"), Max: text("10000")}), "Payload 5 kg to 10 kg"},
		"a choice":   {figure(FigureFilterInput{Attribute: "protection", Values: []string{"IP54", "IP67"}}), "Protection IP54 or IP67"},
		"a flag":     {figure(FigureFilterInput{Attribute: "washable", Values: []string{"true"}}), "Washable"},
		"a price":    {ProductFilter{Price: &PriceRangeInput{Max: text("20000")}}, "Price at most $20,000"},
		"in stock":   {ProductFilter{Available: new(true)}, "In stock"},
		"any stock":  {ProductFilter{Available: new(false)}, ""},
		"delivery":   {ProductFilter{DeliveryDays: new(14)}, "Delivery time at most 14 days"},
		"unknown":    {figure(FigureFilterInput{Attribute: "colour"}), "filter.figures.0.attribute INVALID"},
		"no number":  {figure(FigureFilterInput{Attribute: "payload", Min: text("heavy")}), "filter.figures.0.min INVALID"},
		"other unit": {figure(FigureFilterInput{Attribute: "payload", Max: text("5 mm")}), "filter.figures.0.max INVALID"},
		"reversed":   {figure(FigureFilterInput{Attribute: "reach", Min: text("2 m"), Max: text("1 m")}), "filter.figures.0.max OUT_OF_RANGE"},
		"values":     {figure(FigureFilterInput{Attribute: "reach", Values: []string{"1"}}), "filter.figures.0.values NOT_ALLOWED"},
		"no values":  {figure(FigureFilterInput{Attribute: "protection"}), "filter.figures.0.values OUT_OF_RANGE"},
		"min":        {figure(FigureFilterInput{Attribute: "protection", Min: text("1"), Values: []string{"IP54"}}), "filter.figures.0.min NOT_ALLOWED"},
		"no flag":    {figure(FigureFilterInput{Attribute: "washable", Values: []string{"no"}}), "filter.figures.0.values INVALID"},
		"too many":   {ProductFilter{Figures: make([]FigureFilterInput, 11)}, "filter.figures OUT_OF_RANGE"},
		"bad price":  {ProductFilter{Price: &PriceRangeInput{Min: text("cheap")}}, "filter.price.min INVALID"},
		"bad days":   {ProductFilter{DeliveryDays: new(-1)}, "filter.deliveryDays OUT_OF_RANGE"},
	} {
		ranges, err := c.filter.FigureRanges(testAttributes, DefaultTerms())
		got := codes(err)
		if err == nil {
			var texts []string
			for _, r := range ranges {
				texts = append(texts, r.Text(DefaultTerms()))
			}
			got = strings.Join(texts, ", ")
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestFacets(t *testing.T) {
	var products ProductIndex
	included := make([]bool, 41)
	for i := range int64(41) {
		included[i] = i < 40
		products.Add(i, "Arms")
		products.State("payload", i*500, "")
		products.State("reach", 100+i, "")
		if i%4 == 0 {
			products.State("protection", 0, "IP54")
			products.State("washable", 1, "")
		}
	}
	ranges, err := ProductFilter{Figures: []FigureFilterInput{{Attribute: "payload", Min: new("10 kg")}}}.FigureRanges(testAttributes, DefaultTerms())
	if err != nil {
		t.Fatal(err)
	}
	facets := Facets(testAttributes, &products, included, ranges, "", 1, DefaultTerms())
	byID := map[string]ProductFacet{}
	for _, f := range facets {
		byID[f.Attribute.ID] = f
		sum := 0
		for _, b := range f.Buckets {
			sum += b.Count
		}
		if f.Attribute.Kind == NumberAttribute && sum != f.Count {
			t.Errorf("the bars of %s have %d products of %d", f.Attribute.ID, sum, f.Count)
		}
		if len(f.Buckets) > facetBuckets+1 {
			t.Errorf("%s has %d bars", f.Attribute.ID, len(f.Buckets))
		}
	}
	if len(facets) != 4 {
		t.Fatalf("%d facets", len(facets))
	}
	// The own condition does not count, the others do.
	if p := byID["payload"]; p.Count != 40 || p.Selected == nil || *p.Selected.Min != "10000" || p.Buckets[0].Text != "0 kg to 1 kg" || p.Buckets[0].Max != "999" {
		t.Errorf("payload is %+v", p)
	}
	if r := byID["reach"]; r.Count != 20 || r.Selected != nil || r.Buckets[0].Count != 0 {
		t.Errorf("reach is %+v", r)
	}
	if got := byID["protection"].Choices; len(got) != 2 || got[0] != (FacetChoice{"IP54", 5}) || got[1].Count != 0 {
		t.Errorf("protection is %v", got)
	}
	estimated := Facets(testAttributes, &products, included, ranges, "", 500, DefaultTerms())
	if f := estimated[1]; !f.Approximate || f.Count != 10_000 {
		t.Errorf("of 20,000 products there are %+v", f)
	}
}

func TestAttributeValuesAreChecked(t *testing.T) {
	values := func(pairs ...string) (list []AttributeValue) {
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, AttributeValue{pairs[i], pairs[i+1]})
		}
		return list
	}
	for name, c := range map[string]struct {
		in, before []AttributeValue
		want       string
	}{
		"typed":             {values("repeatability", "0.03 mm", "protection", "IP67", "washable", "true"), nil, "[{repeatability 30} {protection IP67} {washable true}]"},
		"a flag that isn't": {values("washable", "false"), nil, "[]"},
		"gone":              {values("colour", "red"), values("colour", "red"), "[]"},
		"unknown":           {values("colour", "red"), nil, "content.attributes.0.id NOT_FOUND"},
		"built in":          {values("payload", "5 kg"), nil, "content.attributes.0.id NOT_ALLOWED"},
		"twice":             {values("stroke", "5", "stroke", "6"), nil, "content.attributes.1.id INVALID"},
		"no number":         {values("stroke", "long"), nil, "content.attributes.0.value INVALID"},
		"no choice":         {values("protection", "IP20"), nil, "content.attributes.0.value INVALID"},
		"no flag":           {values("washable", "maybe"), nil, "content.attributes.0.value INVALID"},
	} {
		got, err := CheckAttributeValues(testAttributes, c.in, c.before, DefaultTerms())
		text := fmt.Sprint(got)
		if err != nil {
			text = codes(err)
		}
		if text != c.want {
			t.Errorf("%s: %s, want %s", name, text, c.want)
		}
	}
}

func TestAttributesAreChecked(t *testing.T) {
	good := AttributeCreateInput{ID: "noise", Label: " Noise ", Kind: NumberAttribute, Position: 5}
	with := func(change func(*AttributeCreateInput)) AttributeCreateInput {
		in := good
		change(&in)
		return in
	}
	for name, c := range map[string]struct {
		in   AttributeCreateInput
		want string
	}{
		"good":          {good, ""},
		"bad ID":        {with(func(in *AttributeCreateInput) { in.ID = "_flange" }), "id INVALID"},
		"no label":      {with(func(in *AttributeCreateInput) { in.Label = " " }), "label REQUIRED"},
		"flag and unit": {with(func(in *AttributeCreateInput) { in.Kind, in.Unit = FlagAttribute, UnitGram }), "unit NOT_ALLOWED"},
		"no choices":    {with(func(in *AttributeCreateInput) { in.Kind = ChoiceAttribute }), "choices REQUIRED"},
		"choices":       {with(func(in *AttributeCreateInput) { in.Choices = []string{"a"} }), "choices NOT_ALLOWED"},
		"position":      {with(func(in *AttributeCreateInput) { in.Position = -1 }), "position OUT_OF_RANGE"},
		"many":          {with(func(in *AttributeCreateInput) { in.Categories = make([]string, 51) }), "categories OUT_OF_RANGE"},
	} {
		a, err := c.in.Normal()
		if got := codes(err); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if err == nil && (a.Label != "Noise" || a.Unit != UnitNone) {
			t.Errorf("%s: %+v", name, a)
		}
	}
	if err := (Attribute{BuiltIn: true}).Deletable(); err == nil {
		t.Error("a built-in attribute can be deleted")
	}
}
