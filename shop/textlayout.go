package shop

import (
	"slices"
	"strconv"
)

// textLayouts are the sections of the pages with a layout of their own. A page does not show a section whose title and
// body are empty.
var textLayouts = map[TextName][]TextLayout{
	TextHome: {
		{ID: "hero", Label: true, Title: true, Body: true},
		{ID: "featured", Label: true, Title: true},
		{ID: "behaviours", Label: true, Title: true, Items: []string{"security", "automation", "neural"}},
		{ID: "pricing", Label: true, Title: true, Body: true},
		{ID: "demonstration", Label: true, Title: true, Items: []string{"film", "control"}},
		{ID: "why", Label: true, Title: true,
			Items: []string{"uptime", "support", "innovation", "team", "service", "quality"}},
		{ID: "capabilities", Label: true, Title: true, Items: []string{"picking", "carrying", "seeing", "integration"}},
		{ID: "solutions", Label: true, Title: true, Items: []string{"machines", "software"}},
		{ID: "start", Title: true, Body: true},
	},
	TextAbout: {
		{ID: "story", Label: true, Body: true},
		{ID: "history", Body: true},
		{ID: "values", Label: true, Title: true},
		{ID: "measured", Title: true, Body: true, Items: []string{"figure"}},
		{ID: "safe", Title: true, Body: true, Items: []string{"figure"}},
		{ID: "open", Title: true, Body: true, Items: []string{"figure"}},
		{ID: "repaired", Title: true, Body: true, Items: []string{"figure"}},
		{ID: "leadership", Title: true, Body: true},
		{ID: "milestones", Label: true, Title: true, Body: true},
		{ID: "onward", Items: []string{"products", "contact"}},
	},
	TextTechnologies: {
		{ID: "lead", Body: true},
		technology("neural"), technology("security"), technology("vision"), technology("automation"),
		technology("connectivity"), technology("power"),
	},
	TextSoftware: slices.Concat([]TextLayout{
		{ID: "lead", Body: true},
		{ID: "today", Title: true, Items: []string{"ros", "library", "api", "ide", "app"}},
	}, suite("control", 4), suite("ide", 3), suite("mobile", 3), []TextLayout{{ID: "film", Title: true, Body: true}}),
}

// suite is a part of the software suite. Entries with a blank title are not shown; the text of features and of steps of
// the build is a mark beside them. There are as many steps and links as the page has commands and addresses for.
func suite(id string, steps int) []TextLayout {
	return []TextLayout{
		{ID: id, Label: true, Title: true, Body: true},
		{ID: id + "-features", Items: numbers(6)},
		{ID: id + "-requirements", Items: numbers(6)},
		{ID: id + "-dependencies", Items: numbers(6)},
		{ID: id + "-build", Items: numbers(steps)},
		{ID: id + "-documentation", Items: numbers(steps)},
	}
}

// numbers returns the IDs 1 to n.
func numbers(n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = strconv.Itoa(i + 1)
	}
	return ids
}

func technology(id string) TextLayout {
	return TextLayout{ID: id, Label: true, Title: true, Body: true, Items: []string{"first", "second", "third"}}
}
