package web

import (
	"cmp"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"net/url"
	"strings"
)

// Defaults of a page's head (spec 2, "Page head defaults"). The client keeps the same in step on navigation.
const (
	brand              = "Orrery Robotics"
	defaultTitle       = "The Future of Robotics"
	defaultDescription = "Industrial, domestic, educational and entertainment robots, and retail automation from Amsterdam: " +
		"machines with honest figures, open interfaces and people who answer."
	defaultKeywords = "AI, artificial intelligence, automation, robotics, retail automation, industrial robots, " +
		"domestic robots, educational robots, entertainment robots"
	defaultImage  = "/images/robot-banner.jpg"
	defaultRobots = "index, follow"
)

// Head is what a page says about itself. What is empty takes the default. Values are plain text: escaping is done here.
type Head struct {
	Title       string // without the brand
	Description string
	Keywords    string
	Image       string // path of this site or absolute address of the picture to share
	Robots      string

	canonical string
}

// complete fills the gaps of a page's head.
func (s *site) complete(h Head, path string) Head {
	if h.Title == "" {
		h.Title = defaultTitle
	} else {
		h.Title += " | " + brand
	}
	h.Description = cmp.Or(h.Description, defaultDescription)
	h.Keywords = cmp.Or(h.Keywords, defaultKeywords)
	h.Image = cmp.Or(h.Image, defaultImage)
	if strings.HasPrefix(h.Image, "/") {
		h.Image = s.PublicURL + h.Image
	}
	h.Robots = cmp.Or(h.Robots, defaultRobots)
	h.canonical = s.PublicURL + (&url.URL{Path: path}).EscapedPath()
	return h
}

// document is the client's index.html, cut where the head of the page goes.
type document struct {
	before, after string
}

// readDocument expects <!--head--> in index.html. Up to an optional <!--/head-->, what follows it stands in only while
// the client is served by its development server.
func readDocument(files fs.FS) (document, error) {
	text, err := fs.ReadFile(files, "index.html")
	if err != nil {
		return document{}, err
	}
	before, after, ok := strings.Cut(string(text), "<!--head-->")
	if !ok {
		return document{}, errors.New("index.html has no <!--head-->")
	}
	if _, rest, ok := strings.Cut(after, "<!--/head-->"); ok {
		after = rest
	}
	return document{before, after}, nil
}

func (d document) write(w io.Writer, h Head) {
	var b strings.Builder
	b.WriteString(d.before)
	fmt.Fprintf(&b, "<title>%s</title>", html.EscapeString(h.Title))
	for _, tag := range []struct{ key, name, content string }{
		{"name", "description", h.Description},
		{"name", "keywords", h.Keywords},
		{"name", "robots", h.Robots},
		{"name", "revisit-after", "7 days"},
		{"name", "language", "English"},
		{"name", "theme-color", "#0A0A0B"},
		{"property", "og:type", "website"},
		{"property", "og:site_name", brand},
		{"property", "og:title", h.Title},
		{"property", "og:description", h.Description},
		{"property", "og:url", h.canonical},
		{"property", "og:image", h.Image},
		{"name", "twitter:card", "summary_large_image"}, // the rest of a card is taken from og:*
	} {
		fmt.Fprintf(&b, `<meta %s="%s" content="%s">`, tag.key, tag.name, html.EscapeString(tag.content))
	}
	fmt.Fprintf(&b, `<link rel="canonical" href="%s">`, html.EscapeString(h.canonical))
	b.WriteString(d.after)
	_, _ = io.WriteString(w, b.String()) // a reader who has gone needs no page
}
