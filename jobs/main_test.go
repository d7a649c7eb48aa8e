package jobs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"orrery/db/dbtest"
	"orrery/jobs"
	"orrery/shop"
)

func TestMain(m *testing.M) {
	if os.Getenv(childURL) != "" {
		child()
		return
	}
	dbtest.Main(m)
}

// order is a mail that every test may owe somebody.
func order(number string) shop.OrderStatusMail {
	return shop.OrderStatusMail{To: shop.Recipient{Name: "Ada", Email: "ada@example.org"}, OrderID: "42", Number: number,
		Status: shop.OrderShipped}
}

// enqueue writes a mail as the Store does beside its cause.
func enqueue(t *testing.T, d *dbtest.Database, mail shop.Mail) (id string) {
	t.Helper()
	id = uuid.Must(uuid.NewV7()).String()
	args, err := json.Marshal(mail)
	if err == nil {
		_, err = d.SQL.Exec(`INSERT INTO jobs (id, kind, args, due_at, created_at, expires_at) VALUES ($1, $2, $3, $4, $4, $5)`,
			id, mail.Kind(), string(args), d.Clock.Now(), d.Clock.Now().Add(shop.MailLife(mail)))
	}
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// logs collects log lines.
type logs struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logs) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func config(d *dbtest.Database, mailer jobs.Mailer, log *logs) jobs.Config {
	return jobs.Config{Store: d.Store, Mailer: mailer, From: "shop@orrery.example",
		PublicURL: "https://orrery.example", Webhooks: jobs.NewWebhookClient(true), Log: slog.New(slog.NewTextHandler(log, nil))}
}

// start runs jobs until the test ends, or until stop is called.
func start(t *testing.T, d *dbtest.Database, mailer jobs.Mailer) (log *logs, stop func()) {
	t.Helper()
	log = &logs{}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		jobs.New(config(d, mailer, log)).Run(ctx, 10*time.Second)
	}()
	stop = func() {
		cancel()
		<-ended
	}
	t.Cleanup(stop)
	return log, stop
}

// await waits until the condition, an SQL expression over jobs, holds.
func await(t *testing.T, d *dbtest.Database, condition string, args ...any) {
	t.Helper()
	awaitFor(t, d, 20*time.Second, condition, args...)
}

func awaitFor(t *testing.T, d *dbtest.Database, most time.Duration, condition string, args ...any) {
	t.Helper()
	end := time.Now().Add(most)
	for held := false; !held; time.Sleep(10 * time.Millisecond) {
		if err := d.SQL.QueryRow(`SELECT `+condition, args...).Scan(&held); err != nil {
			t.Fatal(err)
		}
		if time.Now().After(end) {
			t.Fatalf("never: %s", condition)
		}
	}
}

const nothingLeft = `NOT EXISTS (SELECT FROM jobs)`
