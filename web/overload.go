package web

import (
	"fmt"
	"html"
	"io"
	"net/http"
	"strings"

	"orrery/shop"
)

// overloadPage returns the page for visitors who get no slot. It loads the stylesheet but no script, which would only
// cause more requests.
func (d document) overloadPage(of shop.Settings) string {
	return d.before + `<title>` + html.EscapeString("The shop is very busy | "+of.Name) +
		`</title><meta name="robots" content="noindex">` + d.icons + d.between +
		fmt.Sprintf(strings.ReplaceAll(overloadBody, "\n", ""), html.EscapeString(of.Short)) + d.after
}

// overloadBody looks like the client's other pages and uses only their CSS classes, which a test checks.
const overloadBody = `
<header class="border-b bg-ground"><div class="shell flex h-16 items-center lg:h-18">
<span class="inline-flex items-center gap-3">
<svg viewBox="0 0 32 32" class="size-8 shrink-0" fill="none"
 stroke="currentColor" stroke-width="1.5"
 aria-hidden="true">
<circle cx="16" cy="16" r="10.5"/>
<circle cx="16" cy="16" r="3" fill="currentColor" stroke="none"/>
<path d="M16 1v5M16 26v5M1 16h5M26 16h5"/>
<circle cx="23.4" cy="8.6" r="3.5" class="fill-signal stroke-ground" stroke-width="2"/></svg>
<span class="text-lead leading-none font-semibold tracking-[-0.01em] font-stretch-expanded">%s</span></span>
</div></header>
<main><section class="py-section"><div class="shell">
<p class="label text-warn">503</p>
<h1 class="display mt-6">The shop is very busy</h1>
<p class="mt-8 max-w-prose text-lead text-muted">Too many people are here right now.
 Your cart and your account are safe. Please try again in a few seconds.</p>
<p class="mt-10"><a href="" class="button
 min-h-12 px-6 text-body border-signal bg-signal text-ink [a&amp;]:hover:bg-fg [a&amp;]:hover:border-fg">
Try again</a></p>
<svg viewBox="0 0 480 200" class="mt-12 w-full fill-none stroke-control" aria-hidden="true">
<path d="M20 180h440M70 180v-14h60v14M84 166a16 16 0 0 1 32 0M93 152 146 62M107 158 158 72" class="stroke-muted"/>
<path d="M146 62a9 9 0 1 1 14 11M158 58 262 40M160 73l104-17M262 40a9 9 0 1 1 2 16M258 64v14h24V64" class="stroke-fg"/>
<path d="M240 130h20v50h-20ZM270 130h20v50h-20ZM300 130h20v50h-20ZM330 130h20v50h-20Z" class="stroke-signal"/></svg>
</div></section></main>`

// serveOverloaded responds with the overload page and status 503.
func (s *site) serveOverloaded(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Retry-After", "1")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = io.WriteString(w, s.document.overloadPage(s.Store.Content.LastSettings()))
}
