package ssr

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// slow stands for the client's server build: it renders an address for as many milliseconds as it says.
const slow = `globalThis.render = async (address) => {
	for (const end = Date.now() + Number(address); Date.now() < end;);
	if (address === '-1') throw new Error('no such luck')
	return JSON.stringify({ markup: address })
}`

func TestEnginesWorkSideBySide(t *testing.T) {
	if runtime.GOMAXPROCS(0) < 2 {
		t.Skip("one processor has one engine")
	}
	t.Parallel()
	r := NewRenderer(slow, "https://shop.example")
	var ended sync.WaitGroup
	done := make(chan struct{})
	ended.Go(func() {
		defer close(done)
		if page, err := r.render(t.Context(), "2000", "", "{}"); err != nil || page.Markup != "2000" {
			t.Errorf("the long page is %v (%v)", page, err)
		}
	})
	for len(r.turns) == 0 {
		time.Sleep(time.Millisecond)
	}
	for range 5 {
		if page, err := r.render(t.Context(), "1", "", "{}"); err != nil || page.Markup != "1" {
			t.Errorf("a short page is %v (%v)", page, err)
		}
	}
	select {
	case <-done:
		t.Error("the short pages waited for the long one")
	default:
	}
	ended.Wait()
	if len(r.free) != 2 {
		t.Errorf("%d engines were started", len(r.free))
	}
}

func TestEnginesAreClosed(t *testing.T) {
	t.Parallel()
	r := NewRenderer(slow, "https://shop.example")
	render := func(address string) error {
		_, err := r.render(t.Context(), address, "", "{}")
		return err
	}
	if err := render("1"); err != nil || len(r.free) != 1 {
		t.Fatalf("%d engines (%v)", len(r.free), err)
	}
	if err := render("-1"); err == nil || !strings.Contains(err.Error(), "no such luck") || len(r.free) != 0 {
		t.Errorf("%d engines after a failure (%v)", len(r.free), err)
	}
	if err := render("1"); err != nil {
		t.Fatal(err)
	}
	r.closeIdle()
	if len(r.free) != 1 {
		t.Error("an engine that was just used is closed")
	}
	r.free[0].used = time.Now().Add(-engineIdle)
	r.closeIdle()
	if len(r.free) != 0 {
		t.Error("an idle engine stays open")
	}
	if err := render("1"); err != nil {
		t.Error(err)
	}
}

func TestTheQueueIsBounded(t *testing.T) {
	t.Parallel()
	r := NewRenderer(slow, "https://shop.example")
	var all sync.WaitGroup
	for range cap(r.queue) {
		r.queue <- struct{}{}
	}
	if _, err := r.render(t.Context(), "1", "", "{}"); !errors.Is(err, ErrBusy) {
		t.Errorf("a caller too many gets %v", err)
	}
	for range cap(r.queue) {
		<-r.queue
	}
	for range cap(r.turns) {
		all.Go(func() { _, _ = r.render(context.Background(), "500", "", "{}") })
	}
	for len(r.turns) < cap(r.turns) {
		time.Sleep(time.Millisecond)
	}
	waits, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := r.render(waits, "1", "", "{}"); !errors.Is(err, ErrBusy) {
		t.Errorf("a caller who can't wait gets %v", err)
	}
	all.Wait()
}

// shopSettings are the public settings of a shop.
const shopSettings = `{"version": 1, "name": "Shop", "short": "Shop", "company": "Shop", "title": "Shop", "description": "", "email": "a@b.example",
	"office": {"street": "", "postalCode": "", "city": "", "country": ""}, "opens": 9, "closes": 18, "periods": {"preorderDays": 60}, "country": "NL",
	"timeZone": "Europe/Amsterdam", "zoneNames": [{"offset": "GMT+1", "name": "CET"}, {"offset": "GMT+2", "name": "CEST"}]}`

// The engine runs what the client's build has tried out in Node.
func TestPublicPagesOfTheCatalogue(t *testing.T) {
	t.Parallel()
	r, graph := NewRenderer(script(t), "https://shop.example"), newGraph(t)
	for address, text := range map[string]string{
		"/": "Pricing Transparency", "/products/1": "What customers say", "/compare?products=1,3": "Six-Axis Fixed Arm",
	} {
		page, err := r.render(t.Context(), address, answers(t, r, graph, address), shopSettings)
		if err != nil || !strings.Contains(page.Markup, text) || !strings.Contains(page.Data, `"ROOT_QUERY"`) {
			t.Errorf("%s lacks %q (%v): %s", address, text, err, page.Markup)
		}
	}
}
