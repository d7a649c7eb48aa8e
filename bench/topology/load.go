package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"orrery/bench/buyers"
)

// tally counts the outcomes of one kind of request since its last read.
type tally struct {
	mu           sync.Mutex
	ok, refused  int           // refused: answered with 503
	lost         int           // without a response, or with another error
	last         time.Time     // of the last success
	gap          time.Duration // longest time without a success
	firstFailure string
}

var errRefused = errors.New("503")

func (t *tally) add(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	switch {
	case err == nil:
		t.gap = max(t.gap, now.Sub(t.last))
		t.last = now
		t.ok++
	case errors.Is(err, errRefused) || strings.Contains(err.Error(), "try again") ||
		strings.HasPrefix(err.Error(), "503"):
		t.refused++
	default:
		t.lost++
		if t.firstFailure == "" {
			t.firstFailure = err.Error()
		}
	}
}

// after reports whether the last success was after a time.
func (t *tally) after(begin time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ok > 0 && t.last.After(begin)
}

func (t *tally) failures() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.refused + t.lost
}

// figures is a snapshot of a tally.
type figures struct {
	ok, refused, lost int
	gap               time.Duration
	failure           string
}

// read returns the counts and resets them.
func (t *tally) read() figures {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	f := figures{t.ok, t.refused, t.lost, max(t.gap, now.Sub(t.last)), t.firstFailure}
	t.ok, t.refused, t.lost, t.gap, t.last, t.firstFailure = 0, 0, 0, 0, now, ""
	return f
}

// crowd is a load of visitors who browse and customers who order, with a subscriber to the event feed.
type crowd struct {
	site   *site
	buyers []*buyers.Buyer
	pause  time.Duration // of a visitor after each request

	reads, writes, orders tally
	follower              follower
}

const list = `{ products(first: 12, sortBy: PRICE_ASC) { totalCount nodes { id name stock price { amount } } } }`

// pages are the paths that visitors request.
var pages = []string{"/", "/products", "/products/1", "/api/v1/products?limit=5"}

func (c *crowd) visit(ctx context.Context, n int) {
	client := http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 4}}
	for ; ctx.Err() == nil; n++ {
		if n%5 == 4 {
			var out any
			c.reads.add(c.site.Ask("", list, nil, &out))
		} else {
			c.reads.add(get(&client, c.site.URL()+pages[n%5]))
		}
		time.Sleep(c.pause)
	}
}

func get(client *http.Client, url string) error {
	response, err := client.Get(url)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return err
	}
	switch {
	case response.StatusCode == http.StatusServiceUnavailable:
		return errRefused
	case response.StatusCode != http.StatusOK:
		return errors.New(response.Status)
	}
	return nil
}

// follower subscribes to the event feed. When the connection is lost it resumes after the last event.
type follower struct {
	token string

	mu      sync.Mutex
	placed  map[string]int // number of events by order
	resumed int
}

func (f *follower) seen() (orders, twice, resumed int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, n := range f.placed {
		if n > 1 {
			twice++
		}
	}
	return len(f.placed), twice, f.resumed
}

func (f *follower) follow(ctx context.Context, s *site) {
	f.placed = map[string]int{}
	var after *string
	for first := true; ctx.Err() == nil; first = false {
		if !first {
			f.mu.Lock()
			f.resumed++
			f.mu.Unlock()
			time.Sleep(50 * time.Millisecond)
		}
		_ = stream(ctx, s, f.token, after, func(cursor, kind, id string) {
			after = &cursor
			if kind == "order.placed" {
				f.mu.Lock()
				f.placed[id]++
				f.mu.Unlock()
			}
		})
	}
}

func stream(ctx context.Context, s *site, token string, after *string, seen func(cursor, kind, id string)) error {
	body, err := json.Marshal(map[string]any{
		"query":     `subscription ($after: String) { eventAdded(after: $after) { cursor node { kind objectId } } }`,
		"variables": map[string]any{"after": after},
	})
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL()+"/graphql", bytes.NewReader(body))
	if err != nil {
		return err
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "text/event-stream", "Authorization": "Bearer " + token,
	} {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		var event struct {
			Data struct {
				EventAdded struct {
					Cursor string
					Node   struct{ Kind, ObjectID string }
				}
			}
		}
		if !ok || json.Unmarshal([]byte(data), &event) != nil || event.Data.EventAdded.Cursor == "" {
			continue
		}
		seen(event.Data.EventAdded.Cursor, event.Data.EventAdded.Node.Kind, event.Data.EventAdded.Node.ObjectID)
	}
	return fmt.Errorf("the stream ended")
}
