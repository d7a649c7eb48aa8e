package shop

import (
	"slices"
	"strconv"
)

// textLayouts are the sections of the pages with a layout of their own. A page does not show a section whose title and
// body are empty.
var textLayouts = map[TextName][]TextLayout{
	TextHome: {
		{Anchor: "hero", Label: true, Title: true, Body: true},
		{Anchor: "featured", Label: true, Title: true},
		{Anchor: "behaviours", Label: true, Title: true, Items: []string{"security", "automation", "neural"}},
		{Anchor: "pricing", Label: true, Title: true, Body: true},
		{Anchor: "demonstration", Label: true, Title: true, Items: []string{"film", "control"}},
		{Anchor: "why", Label: true, Title: true,
			Items: []string{"uptime", "support", "innovation", "team", "service", "quality"}},
		{Anchor: "capabilities", Label: true, Title: true,
			Items: []string{"picking", "carrying", "seeing", "integration"}},
		{Anchor: "solutions", Label: true, Title: true, Items: []string{"machines", "software"}},
		{Anchor: "start", Title: true, Body: true},
	},
	TextAbout: {
		{Anchor: "story", Label: true, Body: true},
		{Anchor: "history", Body: true},
		{Anchor: "values", Label: true, Title: true},
		{Anchor: "measured", Title: true, Body: true, Items: []string{"figure"}},
		{Anchor: "safe", Title: true, Body: true, Items: []string{"figure"}},
		{Anchor: "open", Title: true, Body: true, Items: []string{"figure"}},
		{Anchor: "repaired", Title: true, Body: true, Items: []string{"figure"}},
		{Anchor: "leadership", Title: true, Body: true},
		{Anchor: "milestones", Label: true, Title: true, Body: true},
		{Anchor: "onward", Items: []string{"products", "contact"}},
	},
	TextTechnologies: {
		{Anchor: "lead", Body: true},
		technology("neural"), technology("security"), technology("vision"), technology("automation"),
		technology("connectivity"), technology("power"),
	},
	TextSoftware: slices.Concat([]TextLayout{
		{Anchor: "lead", Body: true},
		{Anchor: "today", Title: true, Items: []string{"ros", "library", "api", "ide", "app"}},
	}, suite("control", 4), suite("ide", 3), suite("mobile", 3), []TextLayout{
		{Anchor: "film", Title: true, Body: true},
	}),
	TextMails: mailLayouts(),
	TextProducts: {
		{Anchor: "lead", Title: true},
		{Anchor: "why", Label: true, Title: true, Items: numbers(4)},
	},
	TextResources: {
		{Anchor: "lead", Body: true},
		{Anchor: "support", Title: true, Body: true, Items: append(numbers(3), "plate")},
		{Anchor: "documentation", Title: true, Body: true},
		{Anchor: "videos", Title: true, Body: true},
		{Anchor: "faq", Title: true, Body: true},
		{Anchor: "forum", Label: true, Title: true, Body: true},
		{Anchor: "downloads", Label: true, Title: true, Body: true},
		{Anchor: "newsletter", Title: true, Body: true},
		{Anchor: "community", Title: true, Body: true},
	},
	TextContact: {
		{Anchor: "lead", Body: true},
		{Anchor: "benefits", Items: []string{"guidance", "support", "response"}},
		{Anchor: "office", Body: true},
		{Anchor: "community", Label: true, Title: true, Body: true},
	},
}

// suite is a part of the software suite. Entries with a blank title are not shown; the text of features and of steps of
// the build is a mark beside them. There are as many steps and links as the page has commands and addresses for.
func suite(anchor string, steps int) []TextLayout {
	return []TextLayout{
		{Anchor: anchor, Label: true, Title: true, Body: true},
		{Anchor: anchor + "-features", Items: numbers(6)},
		{Anchor: anchor + "-requirements", Items: numbers(6)},
		{Anchor: anchor + "-dependencies", Items: numbers(6)},
		{Anchor: anchor + "-build", Items: numbers(steps)},
		{Anchor: anchor + "-documentation", Items: numbers(steps)},
	}
}

// numbers returns the keys 1 to n.
func numbers(n int) []string {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = strconv.Itoa(i + 1)
	}
	return keys
}

func technology(anchor string) TextLayout {
	return TextLayout{Anchor: anchor, Label: true, Title: true, Body: true,
		Items: []string{"first", "second", "third"}}
}
