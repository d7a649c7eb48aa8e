package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"time"
)

const checkEvery = 200 * time.Millisecond // interval of the readiness checks of the proxy

// proxy distributes requests round-robin to the instances that are ready. A request that could not be sent, since
// dialling failed, goes to the next instance; a request that may have been sent is never repeated.
type proxy struct {
	backends []*url.URL
	ready    []atomic.Bool
	turn     atomic.Uint64
	failed   atomic.Int64
}

func (p *proxy) RoundTrip(r *http.Request) (*http.Response, error) {
	var err error
	for range 2 * len(p.backends) {
		n := int(p.turn.Add(1)) % len(p.backends)
		if !p.ready[n].Load() {
			continue
		}
		r.URL.Scheme, r.URL.Host = "http", p.backends[n].Host
		var response *http.Response
		if response, err = transport.RoundTrip(r); err == nil {
			return response, nil
		}
		var unsent *net.OpError
		if !errors.As(err, &unsent) || unsent.Op != "dial" {
			return nil, err
		}
	}
	return nil, errors.Join(errors.New("no instance is ready"), err)
}

var transport = &http.Transport{MaxIdleConnsPerHost: 64}

// watch checks the readiness of each instance until done is closed.
func (p *proxy) watch(done <-chan struct{}) {
	quick := &http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	for {
		for i, backend := range p.backends {
			response, err := quick.Get(backend.String() + "/readyz")
			if err == nil {
				_ = response.Body.Close()
			}
			p.ready[i].Store(err == nil && response.StatusCode == http.StatusOK)
		}
		select {
		case <-done:
			return
		case <-time.After(checkEvery):
		}
	}
}

// roll restarts two instances in turn behind a proxy and counts the failed requests.
func (w *world) roll(c *crowd, seen *int) error {
	second, err := w.startShop("two", "PORT=0")
	if err != nil {
		return err
	}
	defer func() { _ = second.stop() }()
	p := &proxy{ready: make([]atomic.Bool, 2)}
	for _, i := range []*instance{w.first, second} {
		at, err := url.Parse(i.url)
		if err != nil {
			return err
		}
		p.backends = append(p.backends, at)
	}
	done := make(chan struct{})
	defer close(done)
	go p.watch(done)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	front := &http.Server{Handler: &httputil.ReverseProxy{Transport: p, Rewrite: func(*httputil.ProxyRequest) {},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			p.failed.Add(1)
			http.Error(w, err.Error(), http.StatusBadGateway)
		}}}
	go func() { _ = front.Serve(listener) }()
	defer func() { _ = front.Close() }()
	for !p.ready[0].Load() || !p.ready[1].Load() {
		time.Sleep(checkEvery / 4)
	}
	c.at.Store("http://" + listener.Addr().String())
	time.Sleep(time.Second)
	c.take(0)
	began := time.Now()
	for n, i := range []**instance{&w.first, &second} {
		at := p.backends[n]
		if err := (*i).stop(); err != nil {
			return fmt.Errorf("an instance ended with %w", err)
		}
		name := []string{"one", "two"}[n]
		if *i, err = w.startShop(name, "PORT="+at.Port()); err != nil {
			return err
		}
		for !p.ready[n].Load() {
			time.Sleep(checkEvery / 4)
		}
	}
	time.Sleep(time.Second)
	took := time.Since(began)
	reads, buys, acknowledged := c.take(*seen)
	*seen += len(acknowledged)
	c.at.Store(w.first.url)
	rest := reads.old + reads.refused + buys.refused + reads.wrong + buys.wrong
	fmt.Printf("| rolling restart of two instances behind a proxy | %d / %d / %d | %d / %d | %d | %.1f s | | | "+
		"%.0f s in all |\n",
		reads.fresh, reads.old, reads.refused, buys.fresh, buys.refused, reads.wrong+buys.wrong,
		max(reads.slowest, buys.slowest).Seconds(), took.Seconds())
	if rest > 0 || p.failed.Load() > 0 {
		return fmt.Errorf("the rolling restart failed %d requests: %s%s", rest, reads.sample, buys.sample)
	}
	return nil
}
