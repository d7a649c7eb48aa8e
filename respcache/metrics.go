package respcache

import "github.com/prometheus/client_golang/prometheus"

var (
	requests = prometheus.NewDesc("orrery_answers_total", "Requests with a public response, by whether it was cached.",
		[]string{"found"}, nil)
	used  = prometheus.NewDesc("orrery_answers_bytes", "Approximate memory of cached responses.", nil, nil)
	limit = prometheus.NewDesc("orrery_answers_limit_bytes", "Limit of the memory of cached responses.", nil, nil)
)

// Metrics returns a collector of the cache's size and hit rate.
func (c *Cache) Metrics() prometheus.Collector { return collector{c} }

type collector struct{ *Cache }

func (c collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{requests, used, limit} {
		to <- d
	}
}

func (c collector) Collect(to chan<- prometheus.Metric) {
	c.mu.Lock()
	bytes := c.bytes
	c.mu.Unlock()
	to <- prometheus.MustNewConstMetric(requests, prometheus.CounterValue, float64(c.hits.Load()), "yes")
	to <- prometheus.MustNewConstMetric(requests, prometheus.CounterValue, float64(c.misses.Load()), "no")
	to <- prometheus.MustNewConstMetric(used, prometheus.GaugeValue, float64(bytes))
	to <- prometheus.MustNewConstMetric(limit, prometheus.GaugeValue, float64(c.limit))
}
