package web_test

import (
	"strings"
	"testing"
)

func TestTheHeadSaysWhatThePageIs(t *testing.T) {
	site := newSite(t)
	for path, tags := range map[string][]string{
		"/": {
			"<title>The Future of Robotics</title>",
			`<meta name="robots" content="index, follow">`,
			`<meta name="theme-color" content="#0A0A0B">`,
			`<meta name="language" content="English">`,
			`<meta name="revisit-after" content="7 days">`,
			`<meta property="og:image" content="https://shop.example/images/robot-banner.jpg">`,
			`<link rel="canonical" href="https://shop.example/">`,
		},
		"/products/?category=industrial": {
			"<title>All Products | Orrery Robotics</title>",
			`<link rel="canonical" href="https://shop.example/products">`,
		},
		"/products/1": {
			"<title>Arm | Orrery Robotics</title>",
			`<meta property="og:title" content="Arm | Orrery Robotics">`,
			`<meta name="description" content="It grips.">`,
			`<meta name="keywords" content="arm">`,
			`<meta property="og:image" content="https://shop.example/images/1.jpg">`,
			`<meta property="og:url" content="https://shop.example/products/1">`,
		},
		"/products/99":         {"<title>Product not found | Orrery Robotics</title>", `<meta name="robots" content="noindex">`},
		"/products/broken":     {`<meta name="robots" content="noindex">`},
		"/cart":                {`<meta name="robots" content="noindex">`},
		"/profile":             {`<meta name="robots" content="noindex">`},
		"/%22%3E%3Cscript%3Ex": {`<link rel="canonical" href="https://shop.example/%22%3E%3Cscript%3Ex">`},
	} {
		body := get(site, path).Body.String()
		for _, tag := range tags {
			if strings.Count(body, tag) != 1 {
				t.Errorf("%s: wants %s in %s", path, tag, body)
			}
		}
		if strings.Count(body, "<title>") != 1 || !strings.Contains(body, "<link rel=x></head>") {
			t.Errorf("%s: the head is not in its place: %s", path, body)
		}
	}
}

func TestAProductCannotWriteMarkup(t *testing.T) {
	body := get(newSite(t), "/products/evil").Body.String()
	if strings.Contains(body, "<script>") || strings.Contains(body, "<img") {
		t.Errorf("unescaped: %s", body)
	}
	if !strings.Contains(body, "<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; | Orrery Robotics</title>") {
		t.Errorf("the title is lost: %s", body)
	}
}
