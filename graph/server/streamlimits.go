package server

import (
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"orrery/shop"
)

// Limits of the number of concurrent subscriptions. One network can have a tenth of the subscriptions of an instance:
// 100 for its visitors and 400 in total for its customers. API keys and administrators are created only by
// administrators and are therefore counted by account only.
const (
	maxStreams        = 5000 // of one instance
	maxCallerStreams  = 100  // of one account, or of the visitors of one network
	maxNetworkStreams = 400  // of all customers of one network
	maxSockets        = 500  // WebSockets of one network
)

// StreamLimits counts and limits the subscriptions and WebSockets of this instance. The zero value is ready to use. Its
// methods are safe for concurrent use.
type StreamLimits struct {
	mu      sync.Mutex
	open    map[string]int // subscriptions by account or network, and WebSockets by network
	all     int            // number of subscriptions
	sockets int            // number of WebSockets
}

// Metrics returns the collector for the number of open subscriptions.
func (s *StreamLimits) Metrics() prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "orrery_subscriptions_open",
		Help: "Subscriptions that are open.",
	}, func() float64 { return float64(s.Open()) })
}

// Open returns the number of open subscriptions.
func (s *StreamLimits) Open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all
}

// Begin counts a subscription of actor until end is called. The error is RATE_LIMITED when a limit is reached.
func (s *StreamLimits) Begin(actor shop.Actor) (end func(), err error) {
	caller := actor.Caller()
	if account := actor.Account(); account != nil {
		caller = *account
	}
	bounds := map[string]int{caller: maxCallerStreams}
	if network := actor.NetworkKey(); network != "" {
		bounds[network] = maxNetworkStreams
	}
	return s.count(&s.all, bounds)
}

// connect counts a WebSocket of actor's network until end is called. The error is RATE_LIMITED when a limit is reached.
func (s *StreamLimits) connect(actor shop.Actor) (end func(), err error) {
	return s.count(&s.sockets, map[string]int{"sockets of " + shop.Network(actor.Address): maxSockets})
}

// count adds one to all, which is limited to maxStreams, and to the count of each key of bounds, which holds their
// limits. Calling end undoes this.
func (s *StreamLimits) count(all *int, bounds map[string]int) (end func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	full := *all >= maxStreams
	for key, limit := range bounds {
		full = full || s.open[key] >= limit
	}
	if full {
		return nil, shop.TooMany()
	}
	if s.open == nil {
		s.open = map[string]int{}
	}
	*all++
	for key := range bounds {
		s.open[key]++
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		*all--
		for key := range bounds {
			if s.open[key]--; s.open[key] == 0 {
				delete(s.open, key)
			}
		}
	}, nil
}
