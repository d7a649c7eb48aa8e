package shop

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
	TextSoftware: {
		{ID: "lead", Body: true},
		{ID: "today", Title: true, Items: []string{"ros", "library", "api", "ide", "app"}},
		{ID: "control", Label: true, Title: true, Body: true},
		{ID: "ide", Label: true, Title: true, Body: true},
		{ID: "mobile", Label: true, Title: true, Body: true},
		{ID: "film", Title: true, Body: true},
	},
}

func technology(id string) TextLayout {
	return TextLayout{ID: id, Label: true, Title: true, Body: true, Items: []string{"first", "second", "third"}}
}
