package jobs

import (
	"embed"
	htmltemplate "html/template"
	"net/url"
	"strings"
	texttemplate "text/template"
	"time"

	"orrery/shop"
)

//go:embed mail
var files embed.FS

// texts and htmls hold the templates of each kind of email, each with the layout of its format.
var (
	texts = map[string]*texttemplate.Template{}
	htmls = map[string]*htmltemplate.Template{}
)

func init() {
	funcs := map[string]any{"money": shop.Money.Words, "date": date, "minute": minute,
		"greeting": greeting, "item": item,
		"join": func(lines []string) string { return strings.Join(lines, ", ") }}
	for kind := range decoders {
		texts[kind] = texttemplate.Must(texttemplate.New("").Funcs(funcs).
			ParseFS(files, "mail/layout.txt", "mail/"+kind+".txt"))
		htmls[kind] = htmltemplate.Must(htmltemplate.New("").Funcs(funcs).
			ParseFS(files, "mail/layout.html", "mail/"+kind+".html"))
	}
}

// templateData is the data that a template is executed with.
type templateData struct {
	Shop   shop.Settings
	Mail   shop.Mail
	Words  shop.MailWords
	origin string
}

// Link returns the URL of a page of the site.
func (d templateData) Link(path ...string) string { return d.origin + "/" + strings.Join(path, "/") }

// TokenLink returns the URL of a page of the site with the token of the email.
func (d templateData) TokenLink(path, token string) string {
	return d.Link(path) + "?" + url.Values{"token": {token}}.Encode()
}

// Item is a label with its value.
type Item struct{ Label, Value string }

func item(label, value string) Item { return Item{label, value} }

// date formats a day: March 1, 2026.
func date(t time.Time) string { return t.UTC().Format("January 2, 2006") }

// minute formats a time to the minute: March 1, 2026, 09:00 UTC.
func minute(t time.Time) string { return t.UTC().Format("January 2, 2006, 15:04 UTC") }

func greeting(to shop.Recipient) string {
	if name := to.MailedName(); name != "" {
		return "Hello " + name + ","
	}
	return "Hello,"
}
