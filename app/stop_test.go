package app

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"orrery/db"
)

// Whoever is to stop still accepts requests for a while, on connections that end with them, and answers what has begun.
func TestStoppingLosesNoRequest(t *testing.T) {
	t.Parallel()
	const drain = 300 * time.Millisecond
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	began, release := make(chan struct{}), make(chan struct{})
	mux := http.NewServeMux()
	mux.HandleFunc("/slow", func(w http.ResponseWriter, _ *http.Request) {
		close(began)
		<-release
		_, _ = io.WriteString(w, "done")
	})
	mux.HandleFunc("/", func(http.ResponseWriter, *http.Request) {})
	ctx, stop := context.WithCancel(context.Background())
	var told atomic.Bool
	ended := make(chan error, 1)
	go func() {
		ended <- serve(ctx, listener, mux, drain, func() { told.Store(true) }, slog.New(slog.DiscardHandler))
	}()

	url := "http://" + listener.Addr().String()
	slow := make(chan string, 1)
	go func() {
		answer, err := http.Get(url + "/slow")
		if err != nil {
			slow <- err.Error()
			return
		}
		text, _ := io.ReadAll(answer.Body)
		slow <- string(text)
	}()
	<-began
	stopped := time.Now()
	stop()
	refused := false
	for !refused {
		answer, err := http.Get(url)
		wasTold := told.Load()
		took := time.Since(stopped)
		switch {
		case err != nil && took < drain:
			t.Fatalf("refused %v after the signal: %v", took, err)
		case err != nil:
			refused = true
		case !answer.Close:
			t.Fatal("the connection goes on")
		case wasTold && took < drain:
			t.Fatal("subscribers are sent away while a proxy may send them back")
		case took > 20*time.Second:
			t.Fatal("it goes on accepting requests")
		}
		if err == nil {
			_ = answer.Body.Close()
		}
	}
	select {
	case err := <-ended:
		t.Fatalf("it ended (%v) with a request unanswered", err)
	default:
	}
	close(release)
	if got := <-slow; got != "done" {
		t.Errorf("what had begun was answered with %q", got)
	}
	if err := <-ended; err != nil || !told.Load() {
		t.Errorf("it ended with %v, subscribers told: %v", err, told.Load())
	}
}

// A database that is not there yet is waited for, and not for ever.
func TestStartingWithoutADatabase(t *testing.T) {
	t.Parallel()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(closed.Addr().String())
	_ = closed.Close()
	var log bytes.Buffer
	_, err = openStore(t.Context(), db.Config{URL: "host=127.0.0.1 port=" + port + " user=x dbname=x sslmode=disable", Now: time.Now},
		100*time.Millisecond, slog.New(slog.NewTextHandler(&log, nil)))
	if err == nil || !strings.Contains(err.Error(), "waited 100ms") || !strings.Contains(log.String(), "waiting for the database") {
		t.Errorf("%v after the log %s", err, log.String())
	}
	if _, err = openStore(t.Context(), db.Config{URL: "sslmode=perhaps"}, time.Minute, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("a URL that can't work is waited for")
	}
}
