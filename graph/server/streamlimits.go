package server

import (
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"orrery/shop"
)

// How many subscriptions there are at most. One network has a tenth of those of an instance: its visitors 100 and its customers together
// 400. Keys and administrators, which no stranger can make, count by their accounts alone.
const (
	maxStreams       = 5000 // of one instance
	maxCallerStreams = 100  // of one account, or of a network's visitors
	maxCrowdStreams  = 400  // of the customers of one network together
	maxSockets       = 500  // WebSockets of one network
)

// StreamLimits counts the subscriptions and WebSockets of this instance. The zero value is ready, and safe for concurrent use.
type StreamLimits struct {
	mu      sync.Mutex
	open    map[string]int // subscriptions by who they count for, and WebSockets by their network
	all     int            // subscriptions
	sockets int
}

// Metrics is how many subscriptions are open.
func (s *StreamLimits) Metrics() prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "orrery_subscriptions_open", Help: "Subscriptions that are open."}, func() float64 {
		s.mu.Lock()
		defer s.mu.Unlock()
		return float64(s.all)
	})
}

// Begin counts a subscription of the caller; RATE_LIMITED when there are too many.
func (s *StreamLimits) Begin(actor shop.Actor) (end func(), err error) {
	caller := actor.Caller()
	if account := actor.Account(); account != nil {
		caller = *account
	}
	bounds := map[string]int{caller: maxCallerStreams}
	if crowd := actor.Crowd(); crowd != "" {
		bounds[crowd] = maxCrowdStreams
	}
	return s.count(&s.all, bounds)
}

// connect counts a WebSocket of the caller's network; RATE_LIMITED when there are too many.
func (s *StreamLimits) connect(actor shop.Actor) (end func(), err error) {
	return s.count(&s.sockets, map[string]int{"sockets of " + shop.Network(actor.Address): maxSockets})
}

// count adds one to all, of which there are maxStreams at most, and to each of those who have a bound.
func (s *StreamLimits) count(all *int, bounds map[string]int) (end func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	full := *all >= maxStreams
	for who, most := range bounds {
		full = full || s.open[who] >= most
	}
	if full {
		return nil, shop.TooMany()
	}
	if s.open == nil {
		s.open = map[string]int{}
	}
	*all++
	for who := range bounds {
		s.open[who]++
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		*all--
		for who := range bounds {
			if s.open[who]--; s.open[who] == 0 {
				delete(s.open, who)
			}
		}
	}, nil
}
