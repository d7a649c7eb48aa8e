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

// proxy distributes requests round-robin to the instances that are ready, or to any if none is. A request that could
// not be sent, since dialling failed, goes to the next instance; a request that may have been sent is never repeated.
type proxy struct {
	backends []*url.URL
	ready    []atomic.Bool
	turn     atomic.Uint64
	failed   atomic.Int64
}

func (p *proxy) RoundTrip(r *http.Request) (*http.Response, error) {
	var err error
	first := int(p.turn.Add(1))
	for n := range 2 * len(p.backends) {
		i := (first + n) % len(p.backends)
		if !p.ready[i].Load() && n < len(p.backends) {
			continue
		}
		r.URL.Scheme, r.URL.Host = "http", p.backends[i].Host
		var response *http.Response
		if response, err = transport.RoundTrip(r); err == nil {
			return response, nil
		}
		var unsent *net.OpError
		if !errors.As(err, &unsent) || unsent.Op != "dial" {
			return nil, err
		}
	}
	return nil, errors.Join(errors.New("no instance can be reached"), err)
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

// pair is the first instance and a second one, behind a proxy.
type pair struct {
	url string
	*proxy
	world  *world
	second *instance
	front  *http.Server
	done   chan struct{}
}

// startPair starts the second instance and the proxy, and returns when both instances are ready.
func (w *world) startPair() (*pair, error) {
	second, err := w.startShop("two", "PORT=0")
	if err != nil {
		return nil, err
	}
	p := &pair{proxy: &proxy{ready: make([]atomic.Bool, 2)}, world: w, second: second, done: make(chan struct{})}
	p.front = &http.Server{Handler: &httputil.ReverseProxy{Transport: p, Rewrite: func(*httputil.ProxyRequest) {},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			p.failed.Add(1)
			http.Error(w, err.Error(), http.StatusBadGateway)
		}}}
	for _, i := range p.instances() {
		at, err := url.Parse((*i).url)
		if err != nil {
			return nil, errors.Join(err, second.stop())
		}
		p.backends = append(p.backends, at)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, errors.Join(err, second.stop())
	}
	p.url = "http://" + listener.Addr().String()
	go p.watch(p.done)
	go func() { _ = p.front.Serve(listener) }()
	p.await(0)
	p.await(1)
	return p, nil
}

func (p *pair) instances() []**instance { return []**instance{&p.world.first, &p.second} }

// await waits until an instance is ready.
func (p *pair) await(n int) {
	for !p.ready[n].Load() {
		time.Sleep(checkEvery / 4)
	}
}

// deploy restarts the instances in turn.
func (p *pair) deploy() (err error) {
	for n, i := range p.instances() {
		if err := (*i).stop(); err != nil {
			return fmt.Errorf("an instance ended with %w", err)
		}
		if *i, err = p.world.startShop([]string{"one", "two"}[n], "PORT="+p.backends[n].Port()); err != nil {
			return err
		}
		p.await(n)
	}
	return nil
}

// close ends the proxy and the second instance.
func (p *pair) close() {
	_ = p.front.Close()
	close(p.done)
	_ = p.second.stop()
}

// roll restarts two instances in turn behind a proxy and counts the failed requests.
func (w *world) roll(c *crowd, seen *int) error {
	p, err := w.startPair()
	if err != nil {
		return err
	}
	defer p.close()
	c.at.Store(p.url)
	time.Sleep(time.Second)
	c.take(0)
	began := time.Now()
	if err := p.deploy(); err != nil {
		return err
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
