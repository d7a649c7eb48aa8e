package jobs

import (
	"embed"
	htmltemplate "html/template"
	"net/url"
	"regexp"
	"strings"
	texttemplate "text/template"
	"time"

	"orrery/shop"
)

//go:embed mail
var files embed.FS

// texts and htmls hold the templates of each kind of mail, each with the layout of its form.
var (
	texts = map[string]*texttemplate.Template{}
	htmls = map[string]*htmltemplate.Template{}
)

func init() {
	words := map[string]any{"money": shop.Money.Words, "date": date, "minute": minute, "replyTime": shop.ReplyWords, "greeting": greeting, "item": item}
	for kind := range openers {
		texts[kind] = texttemplate.Must(texttemplate.New("").Funcs(words).ParseFS(files, "mail/layout.txt", "mail/"+kind+".txt"))
		htmls[kind] = htmltemplate.Must(htmltemplate.New("").Funcs(words).ParseFS(files, "mail/layout.html", "mail/"+kind+".html"))
	}
}

// page is what a template sees.
type page struct {
	Brand  shop.Brand
	Mail   shop.Mail
	origin string
}

// Link makes an address of the site.
func (p page) Link(path ...string) string { return p.origin + "/" + strings.Join(path, "/") }

// TokenLink makes an address of the site that carries the token of a mail.
func (p page) TokenLink(path, token string) string {
	return p.Link(path) + "?" + url.Values{"token": {token}}.Encode()
}

// Item is a label and what belongs to it.
type Item struct{ Label, Value string }

func item(label, value string) Item { return Item{label, value} }

// date writes a day: March 1, 2026.
func date(t time.Time) string { return t.UTC().Format("January 2, 2006") }

// minute writes a point in time: March 1, 2026, 09:00 UTC.
func minute(t time.Time) string { return t.UTC().Format("January 2, 2006, 15:04 UTC") }

// addressLike finds what mail programs would turn into a link.
var addressLike = regexp.MustCompile(`[/:@]|\.\S`)

// greeting uses a name unless it looks like a link: whoever types a stranger's address must not be able to advertise in what
// the stranger gets.
func greeting(name string) string {
	if name == "" || addressLike.MatchString(name) {
		return "Hello,"
	}
	return "Hello " + name + ","
}
