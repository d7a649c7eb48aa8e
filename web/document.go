package web

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"

	"orrery/shop"
)

// Defaults of a page's head. The client applies the same defaults on navigation.
const (
	defaultKeywords = "AI, artificial intelligence, automation, robotics, retail automation, industrial robots, " +
		"domestic robots, educational robots, entertainment robots"
	defaultRobots = "index, follow"
	themeColour   = "#0A0A0B"
)

// plainImage is the preview image of a page that has no raster picture of its own, unless the settings have one.
var plainImage = shop.Media{URL: largeIcon, Width: new(512), Height: new(512)}

// Head holds the metadata of a page. Empty fields take the defaults. Values are plain text and are escaped when the
// document is rendered.
type Head struct {
	Title       string // without the name of the shop
	Description string
	Keywords    string
	Image       *shop.Media // preview image on other sites
	Robots      string

	canonical string
}

// completeHead sets the defaults of a page's head.
func (s *site) completeHead(h Head, path string, v view) Head {
	if h.Title == "" {
		h.Title = s.shop.Title
	} else {
		h.Title += " | " + s.shop.Name
	}
	h.Description = cmp.Or(h.Description, s.shop.Description)
	h.Keywords = cmp.Or(h.Keywords, defaultKeywords)
	if h.Image == nil {
		h.Image = cmp.Or(s.shop.ShareImage, &plainImage)
	}
	if h.Robots == "" && v.freeText && len(v.canonical) > 0 {
		// Text in a link that anyone can make must not appear in search engines under the shop's name.
		h.Robots = "noindex, follow"
	}
	if v.unlisted {
		h.Robots = cmp.Or(h.Robots, noindex)
	}
	h.Robots = cmp.Or(h.Robots, defaultRobots)
	h.canonical = s.address(path) + v.canonical.query()
	return h
}

// shareImage returns the first picture that the link previews of other sites can show, or nil: none of them renders
// SVG. A hero image has a variant in the proportions of previews (client/scripts/pictures.mjs).
func shareImage(pictures []shop.Media) *shop.Media {
	for _, picture := range pictures {
		if name, ok := strings.CutSuffix(picture.URL, "-1600.jpg"); ok && strings.HasPrefix(name, "/images/") {
			width, height := 1200, 630
			picture.URL, picture.Width, picture.Height = name+"-share.jpg", &width, &height
		}
		switch path.Ext(picture.URL) {
		case ".jpg", ".png", ".webp":
			return &picture
		}
	}
	return nil
}

// address returns a path of this site as an absolute URL. Any other address is returned unchanged.
func (s *site) address(path string) string {
	if !strings.HasPrefix(path, "/") {
		return path
	}
	return s.PublicURL + (&url.URL{Path: path}).EscapedPath()
}

// document is the client's index.html, split at the head of the page and at the root element of the application.
type document struct {
	before, between, after string
	icons                  string // the tags of the icons of the browser tab
	application            string // the tags that load the application
	boot                   string // script that inserts these tags into a page rendered on the server
	bootPolicy             string // Content-Security-Policy that allows that script and hideClosed
}

// rootElement is the element that contains the application.
const rootElement = `<div id="root"></div>`

var (
	application = regexp.MustCompile(`\s*<(script type="module"[^>]*></script>|link rel="modulepreload"[^>]*>)`)
	icons       = regexp.MustCompile(`\s*<link rel="(?:icon|apple-touch-icon)"[^>]*>`)
)

// hideClosed is a script that hides an announcement that the visitor has closed (AnnouncementBar.tsx) before the page
// is shown.
const hideClosed = `try{` +
	`if(JSON.parse(localStorage.announcement)===` +
	`JSON.parse(document.getElementById("settings").textContent).announcement.id){` +
	`const s=new CSSStyleSheet;s.replaceSync("[aria-label=Announcement]{display:none}");` +
	`document.adoptedStyleSheets=[s]}` +
	`}catch{}`

// readDocument splits index.html at <!--head-->, which it must contain. The text from there to an optional <!--/head-->
// is used only by the client's development server and is dropped.
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
	d := document{}
	d.application = strings.Join(application.FindAllString(string(text), -1), "")
	d.icons = strings.Join(icons.FindAllString(string(text), -1), "")
	without := func(text string) string { return icons.ReplaceAllString(application.ReplaceAllString(text, ""), "") }
	d.before, after = without(before), without(after)
	if d.between, d.after, ok = strings.Cut(after, rootElement); !ok {
		return document{}, errors.New("index.html has no " + rootElement)
	}
	if boot, err := fs.ReadFile(files, bootPath); err == nil {
		d.boot = strings.TrimSpace(string(boot))
		hash := sha256.Sum256([]byte(d.boot))
		closed := sha256.Sum256([]byte(hideClosed))
		d.bootPolicy = strings.Replace(contentPolicy, "script-src 'self'",
			"script-src 'self' 'sha256-"+base64.StdEncoding.EncodeToString(hash[:])+"' 'sha256-"+
				base64.StdEncoding.EncodeToString(closed[:])+"'", 1)
	}
	return d, nil
}

// inDataBlock returns JSON for a script element, which only a "<" can end.
func inDataBlock(json string) string { return strings.ReplaceAll(json, "<", `\u003c`) }

// render returns the document of a page, with its markup and initial data, or without both if markup is empty.
func (s *site) render(p page, markup, data string) string {
	var b strings.Builder
	b.WriteString(s.document.before)
	fmt.Fprintf(&b, "<title>%s</title>", html.EscapeString(p.Title))
	meta := func(key, name, content string) {
		fmt.Fprintf(&b, `<meta %s="%s" content="%s">`, key, name, html.EscapeString(content))
	}
	meta("name", "description", p.Description)
	meta("name", "keywords", p.Keywords)
	meta("name", "robots", p.Robots)
	meta("name", "revisit-after", "7 days")
	meta("name", "language", "English")
	meta("name", "theme-color", themeColour)
	meta("property", "og:type", "website")
	meta("property", "og:site_name", s.shop.Name)
	meta("property", "og:locale", "en_US")
	meta("property", "og:title", p.Title)
	meta("property", "og:description", p.Description)
	meta("property", "og:url", p.canonical)
	meta("property", "og:image", s.address(p.Image.URL))
	if p.Image.Width != nil && p.Image.Height != nil {
		meta("property", "og:image:width", strconv.Itoa(*p.Image.Width))
		meta("property", "og:image:height", strconv.Itoa(*p.Image.Height))
	}
	if p.Image.Alt != "" {
		meta("property", "og:image:alt", p.Image.Alt)
	}
	meta("name", "twitter:card", "summary_large_image") // the rest of a card is taken from og:*
	if s.Store.Payments.TakesOnline() {
		meta("name", "online-payment", "on") // read by client/src/lib/onlinePayment.ts
	}
	fmt.Fprintf(&b, `<link rel="canonical" href="%s">`, html.EscapeString(p.canonical))
	if len(p.things) > 0 {
		b.WriteString(`<script type="application/ld+json">` + p.things.text() + `</script>`)
	}
	if icon := s.shop.Icon; icon != nil {
		fmt.Fprintf(&b, `<link rel="icon" href="%[1]s"><link rel="apple-touch-icon" href="%[1]s">`,
			html.EscapeString(icon.URL))
	} else {
		b.WriteString(s.document.icons)
	}
	b.WriteString(`<script type="application/json" id="settings">` + inDataBlock(p.settings) + `</script>`)
	if s.document.boot != "" && s.shop.AnnouncementAt(s.Now()) != nil {
		b.WriteString(`<script>` + hideClosed + `</script>`)
	}
	const manifest = `<link rel="manifest" href="` + manifestPath + `">`
	if markup == "" {
		b.WriteString(manifest + s.document.application + s.document.between + rootElement)
	} else {
		// The application is loaded after the first paint (client/src/start/boot.js), and so is the manifest, which has
		// no visible effect.
		fmt.Fprintf(&b, `<template id="application">%s</template><script type="module">%s</script>`,
			manifest+s.document.application, s.document.boot)
		b.WriteString(s.document.between + strings.TrimSuffix(rootElement, "</div>") + markup + "</div>")
		b.WriteString(`<script type="application/json" id="first-data">` + inDataBlock(data) + `</script>`)
	}
	b.WriteString(s.document.after)
	return b.String()
}
