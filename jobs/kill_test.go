package jobs_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	gomail "github.com/wneessen/go-mail"

	"orrery/db"
	"orrery/db/dbtest"
	"orrery/jobs"
	"orrery/shop"
)

// What the test tells its child, a second process that sends mails until it is killed.
const (
	childURL    = "ORRERY_TEST_DATABASE"
	childFolder = "ORRERY_TEST_FOLDER"
	childSMTP   = "ORRERY_TEST_SMTP"
	// childHurried lets the child's clock run a hundred times faster since a time in nanoseconds, which is the same for
	// all children: the next one would otherwise have to wait until its clock is where that of the one before was. Much
	// faster, leases of two minutes would end while a busy machine still makes the attempt.
	childHurried = "ORRERY_TEST_HURRIED"
)

// slowly takes its time after handing a letter over, so that a kill meets letters that are sent and not recorded.
type slowly struct{ jobs.Mailer }

func (s slowly) Send(ctx context.Context, id string, letter *gomail.Msg) error {
	err := s.Mailer.Send(ctx, id, letter)
	time.Sleep(100 * time.Millisecond)
	return err
}

func child() {
	ctx := context.Background()
	now := dbtest.NewClock().Now
	if since, err := strconv.ParseInt(os.Getenv(childHurried), 10, 64); err == nil {
		start := time.Unix(0, since)
		now = func() time.Time { return start.Add(100 * time.Since(start)) }
	}
	store, err := db.Open(ctx, db.Config{URL: os.Getenv(childURL), Terms: shop.DefaultTerms(), Now: now, Unprepared: true})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var mailer jobs.Mailer = jobs.Folder(os.Getenv(childFolder))
	if address := os.Getenv(childSMTP); address != "" {
		if mailer, err = jobs.NewSMTP(address); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	jobs.New(jobs.Config{Store: store, Mailer: slowly{mailer}, From: "shop@orrery.example", Webhooks: jobs.NewWebhookClient(true), Log: slog.New(slog.NewTextHandler(io.Discard, nil))}).Run(ctx, time.Second)
}

// killInTheMiddle starts a child on the letters and kills it when some, and not all, are sent.
func killInTheMiddle(t *testing.T, d *dbtest.Database, env string, sent func() int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childURL+"="+d.URL, env)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Wait() }()
	for end := time.Now().Add(time.Minute); sent() < letters/10 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if n := sent(); n < letters/10 || n == letters {
		t.Fatalf("killed after %d of %d letters, which proves nothing", n, letters)
	}
}

const letters = 200

// livingWorkers is the condition that $2 processes hold the lock of one that lives, on other connections than $1.
const livingWorkers = `(SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 1869771385 AND granted
	AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> $1) = $2`

// What a killed process had in hand is done as soon as another one knows that it is dead; the clock of the leases stands still here.
func TestKilledIsTakenOverAtOnce(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	admin := boss(t, d)
	arrived, hang := make(chan struct{}, 1), make(chan struct{})
	var calls atomic.Int32
	rec := openReceiver(t, func(*http.Request, []byte) int {
		if calls.Add(1) == 1 {
			arrived <- struct{}{}
			<-hang
		}
		return http.StatusOK
	})
	t.Cleanup(func() { close(hang) })
	hook(t, d, admin, rec.URL, shop.EventProductChanged)
	restock(t, d, admin, "1", 4)
	for i := range letters {
		enqueue(t, d, order(fmt.Sprint(i)))
	}
	folder := t.TempDir()
	killInTheMiddle(t, d, childFolder+"="+folder, func() int {
		found, _ := filepath.Glob(filepath.Join(folder, "*.eml"))
		if len(found) >= letters/10 {
			<-arrived // the delivery is in hand, too
			arrived <- struct{}{}
		}
		return len(found)
	})
	killed := time.Now()
	await(t, d, `EXISTS (SELECT FROM deliveries WHERE delivered_at IS NULL AND worker IS NOT NULL)`)
	start(t, d, jobs.Folder(folder))
	await(t, d, nothingLeft+" AND "+nothingToDeliver)
	t.Logf("everything was done %v after the kill", time.Since(killed).Round(10*time.Millisecond))
}

// A process that lives and has lost its connection for a moment keeps what it has in hand.
// Where connecting again takes too long, the lease is no longer marked, and lasts nevertheless.
func TestALostConnectionKeepsItsWork(t *testing.T) {
	t.Parallel()
	for range 3 {
		if keepsItsWork(t) {
			return
		}
	}
	t.Error("the lease lost its mark each time")
}

// keepsItsWork reports whether a job is still marked with its worker after that has lost its connection.
func keepsItsWork(t *testing.T) (marked bool) {
	d := dbtest.New(t)
	sending, send := make(chan string, 10), make(chan struct{})
	slow := mailerFunc(func(id string) {
		sending <- id
		<-send
	})
	start(t, d, slow)
	await(t, d, livingWorkers, 0, 1)
	var worker int
	if err := d.SQL.QueryRow(`SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND classid = 1869771385
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`).Scan(&worker); err != nil {
		t.Fatal(err)
	}
	enqueue(t, d, order("1"))
	<-sending
	start(t, d.Another(t), slow)
	await(t, d, livingWorkers, 0, 2)
	for range 3 {
		var holder int
		err := d.SQL.QueryRow(`SELECT l.pid FROM pg_locks l, pg_terminate_backend(l.pid) WHERE locktype = 'advisory' AND classid = 1869771385
			AND objid::bigint = $1`, worker).Scan(&holder)
		if errors.Is(err, sql.ErrNoRows) { // it goes on as another worker
			close(send)
			await(t, d, nothingLeft)
			return false
		}
		if err != nil {
			t.Fatal(err)
		}
		// In one look at pg_locks: in a second one, a connection that the first still counted may have ended.
		await(t, d, livingWorkers, holder, 2)
	}
	work, err := d.Store.Outbox.NextWork(t.Context())
	if err != nil || len(work.Dead) > 0 {
		t.Errorf("%v seem to be dead (%v)", work.Dead, err)
	}
	await(t, d, `count(*) = 1 AND bool_and(attempts = 1) FROM jobs`)
	if err := d.SQL.QueryRow(`SELECT worker IS NOT NULL FROM jobs`).Scan(&marked); err != nil {
		t.Fatal(err)
	}
	close(send)
	await(t, d, nothingLeft)
	if len(sending) > 0 {
		t.Error("it was sent twice")
	}
	return marked
}

// Without the lock, as where connections of its own are refused, leases end by time and nobody takes anything over.
func TestWithoutItsLockAProcessHasLeases(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	enqueue(t, d, order("1"))
	if _, ok, err := d.Store.Outbox.TakeJob(t.Context(), time.Minute); err != nil || !ok {
		t.Fatalf("%v, %v", ok, err)
	}
	if work, err := d.Store.Outbox.NextWork(t.Context()); err != nil || len(work.Dead) > 0 || !work.Any || work.In != time.Minute {
		t.Errorf("%+v, %v", work, err)
	}
}

func TestKilledWithFolder(t *testing.T) {
	t.Parallel()
	d, folder := dbtest.New(t), t.TempDir()
	want := map[string]bool{}
	for i := range letters {
		want[enqueue(t, d, order(fmt.Sprint(i)))+".eml"] = true
	}
	killInTheMiddle(t, d, childFolder+"="+folder, func() int {
		found, _ := filepath.Glob(filepath.Join(folder, "*.eml"))
		return len(found)
	})

	d.Clock.Advance(2 * time.Minute) // the dead process's leases end
	start(t, d, jobs.Folder(folder))
	await(t, d, nothingLeft)
	found, err := os.ReadDir(folder)
	if err != nil || len(found) != letters {
		t.Errorf("%d files, want %d (%v)", len(found), letters, err)
	}
	for _, file := range found {
		text, err := os.ReadFile(filepath.Join(folder, file.Name()))
		if err != nil || !want[file.Name()] || !strings.Contains(string(text), "<"+strings.TrimSuffix(file.Name(), ".eml")+"@") ||
			!strings.HasSuffix(strings.TrimSpace(string(text)), "--") {
			t.Errorf("%s is no whole letter of ours (%v)", file.Name(), err)
		}
	}
}

// A mail server can't be asked whether it has a letter already: the few that were being sent may come twice, under the same
// Message-ID.
func TestKilledWithServer(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	office := openPostOffice(t, nil, nil)
	want := map[string]bool{}
	for i := range letters {
		want["<"+enqueue(t, d, order(fmt.Sprint(i)))+"@orrery.example>"] = true
	}
	address := "smtp://" + office.address
	killInTheMiddle(t, d, childSMTP+"="+address, func() int { return len(office.ids()) })

	d.Clock.Advance(2 * time.Minute)
	start(t, d, newSMTP(t, address))
	await(t, d, nothingLeft)
	got, repeated := office.ids(), 0
	for id, n := range got {
		repeated += n - 1
		if !want[id] {
			t.Errorf("%s is not ours", id)
		}
	}
	if len(got) != letters || repeated > 4 {
		t.Errorf("%d letters with %d repeated; want %d with at most 4, one for each worker", len(got), repeated, letters)
	}
}
