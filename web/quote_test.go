package web_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"orrery/shop"
	"orrery/telemetry"
	"orrery/web"
)

var quoteKey = strings.Repeat("k", 43)

// findQuote knows QU-100042 with its key; QU-500 can't be read at the moment.
func findQuote(_ context.Context, _ shop.Actor, number, key string) (shop.Quote, error) {
	usd := func(minor int64) shop.Money { return shop.Money{Minor: minor, Currency: "USD"} }
	switch {
	case number == "QU-500":
		return shop.Quote{}, errors.New("the database is away")
	case number != "QU-100042" || key != quoteKey:
		return shop.Quote{}, shop.UnknownQuote()
	}
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	price := usd(100)
	return shop.Quote{Number: number, CreatedAt: at, ValidUntil: at, Name: "Ada", Email: "a@b.c", Subtotal: price, TaxPercent: "10",
		Tax: usd(10), Shipping: usd(0), Total: usd(110), Lines: []shop.QuoteLine{{ProductName: "Arm", Quantity: 1, UnitPrice: &price}}}, nil
}

func settings(context.Context) (shop.Settings, error) {
	s := shop.DefaultSettings()
	s.Name = "Orrery Robotics"
	return s, nil
}

func TestQuotes(t *testing.T) {
	var log bytes.Buffer
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte("page of " + r.URL.Path)) })
	quotes := web.Middleware(telemetry.Observers{Log: telemetry.NewLog(&log, false, nil)}, "https://shop.example",
		web.Quotes(slog.New(slog.DiscardHandler), settings, "https://shop.example", findQuote, page))
	link := "/quotes/QU-100042/" + quoteKey + ".pdf"

	w := get(quotes, link)
	h := w.Header()
	if w.Code != http.StatusOK || !bytes.HasPrefix(w.Body.Bytes(), []byte("%PDF-1.")) {
		t.Fatalf("got %d %.20q", w.Code, w.Body)
	}
	for name, want := range map[string]string{
		"Content-Type": "application/pdf", "Cache-Control": "private, no-cache", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer",
		"Content-Disposition": `attachment; filename="Orrery-Robotics-quote-QU-100042.pdf"`, "X-Content-Type-Options": "nosniff",
	} {
		if got := h.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if head := send(quotes, http.MethodHead, link); head.Code != http.StatusOK || head.Body.Len() != 0 || head.Header().Get("Content-Length") != h.Get("Content-Length") {
		t.Errorf("HEAD: got %d %v", head.Code, head.Header())
	}
	if w := send(quotes, http.MethodPost, link); w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: got %d", w.Code)
	}

	for path, status := range map[string]int{
		"/quotes/": 404, "/quotes/QU-100042": 404, "/quotes/QU-100042/.pdf": 404, "/quotes/QU-100042/" + quoteKey + "/": 404,
		"/quotes/QU-100042/" + strings.Repeat("x", 43) + ".pdf": 404, "/quotes/QU-100041/" + quoteKey + ".pdf": 404,
		"/quotes/qu-100042/" + quoteKey + ".pdf": 404, "/quotes/QU-500/" + quoteKey + ".pdf": 503,
	} {
		w := get(quotes, path)
		if w.Code != status || w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("X-Robots-Tag") != "noindex" || strings.Contains(w.Body.String(), "database") {
			t.Errorf("%s: got %d %q %v", path, w.Code, w.Body, w.Header())
		}
	}
	// Without .pdf it is a page of the client, whose address must not travel either.
	if w := get(quotes, strings.TrimSuffix(link, ".pdf")); w.Body.String() != "page of /quotes/QU-100042/"+quoteKey || w.Header().Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("its page: %q %v", w.Body, w.Header())
	}
	if strings.Contains(log.String(), quoteKey) {
		t.Errorf("the log names the key: %s", log.String())
	}
}

func TestEveryRefusalOfAQuoteHasAStatus(t *testing.T) {
	for code, want := range map[shop.Code]int{
		shop.RateLimited: 429, shop.Unauthenticated: 401, shop.Unavailable: 503, shop.Forbidden: 403, shop.SecondFactorMissing: 403,
		"A_NEW_CODE": 403,
	} {
		w := httptest.NewRecorder()
		web.RefuseQuote(w, &shop.Error{Code: code})
		if w.Code != want {
			t.Errorf("%s is %d, want %d", code, w.Code, want)
		}
	}
}
