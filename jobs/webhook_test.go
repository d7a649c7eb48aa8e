package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"orrery/db/dbtest"
	"orrery/jobs"
	"orrery/shop"
)

// received is what a receiver got, as far as it accepted it.
type received struct {
	ID, Type, Object, ObjectID string
	Sequence                   int
	Data                       map[string]any
}

// receiver accepts events or answers with a status of its choice.
type receiver struct {
	*httptest.Server
	mu       sync.Mutex
	accepted []received
	refused  int
}

func openReceiver(t *testing.T, answer func(r *http.Request, body []byte) int) *receiver {
	t.Helper()
	rec := &receiver{}
	rec.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var got received
		if err == nil {
			err = json.Unmarshal(body, &got)
		}
		status := http.StatusOK
		if answer != nil {
			status = answer(r, body)
		}
		rec.mu.Lock()
		defer rec.mu.Unlock()
		if err != nil || status != http.StatusOK {
			rec.refused++
		} else {
			rec.accepted = append(rec.accepted, got)
		}
		w.WriteHeader(status)
	}))
	t.Cleanup(rec.Close)
	return rec
}

func (r *receiver) got() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]received(nil), r.accepted...)
}

// boss is an administrator of the database.
func boss(t *testing.T, d *dbtest.Database) shop.Actor {
	t.Helper()
	ctx := context.Background()
	if err := d.Store.Users.Ensure(ctx, "Root", "root@example.org", shop.RoleAdmin, "hash"); err != nil {
		t.Fatal(err)
	}
	user, _, _, err := d.Store.Users.Credentials(ctx, shop.Actor{}, "root@example.org")
	if err != nil {
		t.Fatal(err)
	}
	return shop.Actor{UserID: user.ID, Role: shop.RoleAdmin, Address: "192.0.2.1"}
}

func hook(t *testing.T, d *dbtest.Database, admin shop.Actor, url string, kinds ...shop.EventKind) (id, secret string) {
	t.Helper()
	var names []string
	for _, kind := range kinds {
		names = append(names, string(kind))
	}
	made, secret, err := d.Store.Partners.CreateWebhook(context.Background(), admin, shop.WebhookCreateInput{URL: "https://partner.example", Kinds: names})
	if err != nil {
		t.Fatal(err)
	}
	// The receivers of tests are on this machine.
	if _, err := d.SQL.Exec(`UPDATE webhooks SET url = $2 WHERE id = $1`, made.ID, url); err != nil {
		t.Fatal(err)
	}
	return made.ID, secret
}

func restock(t *testing.T, d *dbtest.Database, admin shop.Actor, id string, stock int) {
	t.Helper()
	if _, err := d.Store.Catalogue.UpdateProduct(context.Background(), admin, shop.ProductInput{ID: id, Stock: &stock}); err != nil {
		t.Fatal(err)
	}
}

const nothingToDeliver = `NOT EXISTS (SELECT FROM deliveries WHERE delivered_at IS NULL) AND NOT EXISTS (SELECT FROM events WHERE position IS NULL)`

// A receiver can verify what it gets with any library for Standard Webhooks, and gets only the kinds that it asked for.
func TestWebhookIsSigned(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	admin := boss(t, d)
	var secret string
	rec := openReceiver(t, func(r *http.Request, body []byte) int {
		verifier, err := standardwebhooks.NewWebhook(secret)
		if err != nil || verifier.Verify(body, r.Header) != nil || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("not signed: %v", r.Header)
		}
		return http.StatusOK
	})
	id, made := hook(t, d, admin, rec.URL, shop.EventStockChanged)
	secret = made
	restock(t, d, admin, "1", 9)
	start(t, d, jobs.Folder(t.TempDir()))
	await(t, d, nothingToDeliver)
	got := rec.got()
	if len(got) != 1 || got[0].Type != "stock.changed" || got[0].Object != "stock" || got[0].ObjectID != "1" || got[0].Data["stock"] != 9.0 {
		t.Fatalf("got %+v", got)
	}

	// A test reaches this webhook, whatever kinds it asked for.
	other := openReceiver(t, nil)
	hook(t, d, admin, other.URL)
	if _, err := d.Store.Partners.TestWebhook(context.Background(), admin, shop.WebhookInput{ID: id}); err != nil {
		t.Fatal(err)
	}
	await(t, d, `EXISTS (SELECT FROM events WHERE kind = 'webhook.tested' AND position IS NOT NULL) AND `+nothingToDeliver)
	if got := rec.got(); len(got) != 2 || got[1].Type != "webhook.tested" || got[1].ObjectID != id {
		t.Errorf("got %+v", got)
	}
	if got := other.got(); len(got) != 0 {
		t.Errorf("another webhook got %+v", got)
	}

	// Once more on demand, under the same identifier.
	log, err := d.Store.Outbox.Deliveries(context.Background(), admin, id, shop.PageArgs{First: 10})
	if err != nil || len(log.Nodes) != 2 || log.Nodes[1].DeliveredAt == nil || *log.Nodes[1].LastStatus != 200 {
		t.Fatalf("the log says %+v (%v)", log.Nodes, err)
	}
	if _, err := d.Store.Outbox.ReplayDelivery(context.Background(), admin, shop.DeliveryInput{ID: log.Nodes[1].ID}); err != nil {
		t.Fatal(err)
	}
	await(t, d, nothingToDeliver)
	if again := rec.got(); len(again) != 3 || again[2].ID != again[0].ID {
		t.Errorf("the replay: %+v", again)
	}
}

// After three days of failures a webhook is paused and the company told; resumed, it gets everything that has waited, in order.
func TestWebhookIsPausedAndResumed(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	admin := boss(t, d)
	var down = true
	var mu sync.Mutex
	rec := openReceiver(t, func(*http.Request, []byte) int {
		mu.Lock()
		defer mu.Unlock()
		if down {
			return http.StatusBadGateway
		}
		return http.StatusOK
	})
	id, _ := hook(t, d, admin, rec.URL, shop.EventStockChanged)
	folder := t.TempDir()
	start(t, d, jobs.Folder(folder))
	for stock := range 3 {
		restock(t, d, admin, "1", 50+stock)
	}
	await(t, d, `EXISTS (SELECT FROM deliveries WHERE attempts = 1 AND last_status = 502)`)
	d.Clock.Advance(shop.WebhookPatience)
	await(t, d, `EXISTS (SELECT FROM webhooks WHERE paused_at IS NOT NULL)`)
	await(t, d, nothingLeft)
	if letters, err := os.ReadDir(folder); err != nil || len(letters) != 1 {
		t.Errorf("%d letters tell of it (%v)", len(letters), err)
	}
	restock(t, d, admin, "1", 60) // waits as well
	await(t, d, `NOT EXISTS (SELECT FROM events WHERE position IS NULL)`)

	mu.Lock()
	down = false
	mu.Unlock()
	if _, err := d.Store.Partners.ResumeWebhook(context.Background(), admin, shop.WebhookInput{ID: id}); err != nil {
		t.Fatal(err)
	}
	await(t, d, nothingToDeliver)
	var stocks []string
	for _, e := range rec.got() {
		stocks = append(stocks, fmt.Sprint(e.Data["stock"]))
	}
	if got := strings.Join(stocks, " "); got != "50 51 52 60" {
		t.Errorf("after it was resumed it got %s", got)
	}
}

// The time that an event waits for an earlier one of its object is not time in which it fails.
func TestPatienceBeginsWithTheFirstAttempt(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	admin := boss(t, d)
	var mu sync.Mutex
	refuse := map[int]int{1: 1, 2: 1} // how often the first and the second event are refused yet
	rec := openReceiver(t, func(_ *http.Request, body []byte) int {
		var got received
		_ = json.Unmarshal(body, &got)
		mu.Lock()
		defer mu.Unlock()
		if refuse[got.Sequence]--; refuse[got.Sequence] >= 0 {
			return http.StatusBadGateway
		}
		return http.StatusOK
	})
	hook(t, d, admin, rec.URL, shop.EventStockChanged)
	restock(t, d, admin, "1", 50)
	restock(t, d, admin, "1", 51)
	start(t, d, jobs.Folder(t.TempDir()))
	const refusedOnce = `EXISTS (SELECT FROM deliveries WHERE attempts = 1 AND last_status = 502 AND worker IS NULL)`
	await(t, d, refusedOnce)
	d.Clock.Advance(shop.WebhookPatience - time.Second)
	await(t, d, `EXISTS (SELECT FROM deliveries WHERE delivered_at IS NOT NULL) AND `+refusedOnce)
	d.Clock.Advance(time.Minute)
	await(t, d, nothingToDeliver)
	if got := rec.got(); len(got) != 2 {
		t.Errorf("got %+v", got)
	}
}

// Nothing is sent to addresses that are not public, however their names are written.
func TestWebhookStaysOutOfPrivateNetworks(t *testing.T) {
	t.Parallel()
	rec := openReceiver(t, nil)
	client := jobs.NewWebhookClient(false)
	port := rec.URL[strings.LastIndexByte(rec.URL, ':'):]
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "0.0.0.0", "[::ffff:127.0.0.1]", "2130706433", "10.0.0.1", "172.16.0.1", "192.168.0.1",
		"169.254.169.254", "100.64.0.1", "[fe80::1]", "[fc00::1]", "[64:ff9b::7f00:1]"} {
		request, err := http.NewRequest(http.MethodPost, "http://"+host+port, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := client.Do(request)
		if err == nil {
			_ = answer.Body.Close()
			t.Errorf("%s was connected to", host)
			continue
		}
		// Some systems ask for the last ones' addresses, as if they were names.
		var unknown *net.DNSError
		if !strings.Contains(err.Error(), "the address is not a public one") && !errors.As(err, &unknown) {
			t.Errorf("%s was tried: %v", host, err)
		}
	}
	if len(rec.got()) > 0 || rec.refused > 0 {
		t.Error("something came through")
	}
	redirect := httptest.NewServer(http.RedirectHandler(rec.URL, http.StatusTemporaryRedirect))
	t.Cleanup(redirect.Close)
	answer, err := jobs.NewWebhookClient(true).Post(redirect.URL, "application/json", strings.NewReader("{}"))
	if err != nil || answer.StatusCode != http.StatusTemporaryRedirect || len(rec.got()) > 0 {
		t.Errorf("a redirect was followed (%v)", err)
	}
	_ = answer.Body.Close()
}

// Of 400 events all arrive, each object's in their order and repeated ones recognisable, although the receiver refuses half of
// the attempts, at most five of an event, and the server is killed twice.
func TestWebhooksSurviveKills(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	admin := boss(t, d)
	const objects, each = 40, 10
	var mu sync.Mutex
	refused := map[string]int{}
	rec := openReceiver(t, func(r *http.Request, _ []byte) int {
		time.Sleep(2 * time.Millisecond)
		event := r.Header.Get(standardwebhooks.HeaderWebhookID)
		mu.Lock()
		defer mu.Unlock()
		if refused[event] < 5 && rand.IntN(2) == 0 {
			refused[event]++
			return http.StatusServiceUnavailable
		}
		return http.StatusOK
	})
	hook(t, d, admin, rec.URL, shop.EventProductCreated, shop.EventProductChanged)
	for i := range objects {
		p, err := d.Store.Catalogue.CreateProduct(context.Background(), admin, shop.ProductInput{Name: new(fmt.Sprint("Part ", i)), Price: new("1")})
		if err != nil {
			t.Fatal(err)
		}
		for n := range each - 1 {
			if _, err := d.Store.Catalogue.UpdateProduct(context.Background(), admin, shop.ProductInput{ID: p.ID, Name: new(fmt.Sprint("Part ", i, n))}); err != nil {
				t.Fatal(err)
			}
		}
	}
	hurried := fmt.Sprint(childHurried, "=", time.Now().UnixNano())
	for _, until := range []int{objects * each / 4, objects * each / 2} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childURL+"="+d.URL, hurried)
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(2 * time.Minute); len(rec.got()) < until && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if n := len(rec.got()); n < until || n >= objects*each {
			t.Fatalf("killed after %d deliveries, which proves nothing", n)
		}
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childURL+"="+d.URL, hurried)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	awaitFor(t, d, 2*time.Minute, nothingToDeliver)

	seen, last := map[string]string{}, map[string]int{}
	repeated := 0
	for _, e := range rec.got() {
		place := fmt.Sprint(e.ObjectID, " ", e.Sequence)
		if known, again := seen[e.ID]; again {
			if known != place {
				t.Errorf("%s is two events", e.ID)
			}
			repeated++
			continue
		}
		if e.Sequence != last[e.ObjectID]+1 {
			t.Errorf("object %s: %d came after %d", e.ObjectID, e.Sequence, last[e.ObjectID])
		}
		seen[e.ID], last[e.ObjectID] = place, e.Sequence
	}
	if len(seen) != objects*each || rec.refused < objects*each/4 {
		t.Errorf("%d events came, want %d; %d were refused", len(seen), objects*each, rec.refused)
	}
	t.Logf("%d events, %d refusals, %d came twice", len(seen), rec.refused, repeated)
}
