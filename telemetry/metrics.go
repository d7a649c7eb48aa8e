package telemetry

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// buckets are the upper bounds of the histograms in seconds: cached responses take less than the first, and no request
// takes more than the last.
var buckets = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// Metrics counts requests and operations since the start of the process. A nil Metrics counts nothing. It is safe for
// concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	refused  *prometheus.CounterVec
	graph    struct {
		duration *prometheus.HistogramVec
		cost     *prometheus.CounterVec
		errors   *prometheus.CounterVec
	}

	mu         sync.RWMutex
	operations map[string]operation
}

// operation holds the metrics of a GraphQL operation, which are looked up once for each name.
type operation struct {
	duration prometheus.Observer
	cost     prometheus.Counter
}

// NewMetrics returns the metrics of the process and its requests, and registers the collectors of other packages.
func NewMetrics(others ...prometheus.Collector) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(), operations: map[string]operation{}}
	m.requests = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "orrery_http_request_duration_seconds",
		Buckets: buckets,
		Help: "Requests by method, route and class of the status; " +
			"streams, which last as long as their callers stay, are left out.",
	}, []string{"method", "route", "status"})
	m.refused = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "orrery_refused_requests_total",
		Help: "Requests that were refused before anybody looked at what they want, by reason.",
	}, []string{"reason"})
	m.graph.duration = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "orrery_graph_operation_duration_seconds",
		Buckets: buckets,
		Help:    "Operations of the graph; those of documents that are not our client's are called other.",
	}, []string{"operation"})
	m.graph.cost = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "orrery_graph_operation_cost_total",
		Help: "Cost of the operations that were run; an answer that was kept costs nothing.",
	}, []string{"operation"})
	m.graph.errors = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "orrery_graph_errors_total",
		Help: "Errors in answers of the graph, by operation and code.",
	}, []string{"operation", "code"})
	for _, reason := range []string{RateLimited, CostLimited, Shed} {
		m.refused.WithLabelValues(reason)
	}
	m.registry.MustRegister(m.requests, m.refused, m.graph.duration, m.graph.cost, m.graph.errors,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		collectors.NewBuildInfoCollector())
	m.registry.MustRegister(others...)
	return m
}

// statusClasses are the classes of statuses by the first digit.
var statusClasses = [...]string{Other, "1xx", "2xx", "3xx", "4xx", "5xx"}

// count counts a request after its response.
func (m *Metrics) count(r *Request, method string, status int, took time.Duration) {
	if m == nil {
		return
	}
	if r.Refused != "" {
		m.refused.WithLabelValues(r.Refused).Inc()
	}
	for _, code := range r.Codes {
		m.graph.errors.WithLabelValues(r.Operation, code).Inc()
	}
	if r.Stream {
		return
	}
	m.requests.WithLabelValues(method, r.Route, statusClasses[min(status/100, 5)]).Observe(took.Seconds())
	if r.Operation != "" {
		op := m.operation(r.Operation)
		op.duration.Observe(took.Seconds())
		op.cost.Add(float64(r.Cost))
	}
}

func (m *Metrics) operation(name string) operation {
	m.mu.RLock()
	op, known := m.operations[name]
	m.mu.RUnlock()
	if !known {
		op = operation{m.graph.duration.WithLabelValues(name), m.graph.cost.WithLabelValues(name)}
		m.mu.Lock()
		m.operations[name] = op
		m.mu.Unlock()
	}
	return op
}

// Handler serves the metrics in the format of Prometheus to clients that send the token. Without a token it serves
// processes on this machine: those that connect from a loopback address, except proxies that forward a request. Other
// clients receive 404.
func (m *Metrics) Handler(token string) http.Handler {
	scrape := promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		DisableCompression: true, ErrorHandling: promhttp.ContinueOnError})
	want := sha256.Sum256([]byte(token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		allowed := token == "" && isLocal(r)
		if scheme, credentials, _ := strings.Cut(r.Header.Get("Authorization"), " "); token != "" &&
			strings.EqualFold(scheme, "Bearer") {
			got := sha256.Sum256([]byte(credentials))
			allowed = subtle.ConstantTimeCompare(got[:], want[:]) == 1
		}
		w.Header().Set("Cache-Control", "no-store")
		if !allowed || r.Method != http.MethodGet {
			http.NotFound(w, r)
			return
		}
		scrape.ServeHTTP(w, r)
	})
}

// isLocal reports whether a request was sent from this machine and was not forwarded by a proxy.
func isLocal(r *http.Request) bool {
	for _, header := range []string{
		"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip",
	} {
		if r.Header.Get(header) != "" {
			return false
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	return err == nil && net.ParseIP(host).IsLoopback()
}
