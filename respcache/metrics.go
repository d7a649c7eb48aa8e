package respcache

import "github.com/prometheus/client_golang/prometheus"

var (
	asked = prometheus.NewDesc("orrery_answers_total", "Questions whose answer is the same for all, by whether it was kept.", []string{"found"}, nil)
	taken = prometheus.NewDesc("orrery_answers_bytes", "Memory that kept answers take, roughly.", nil, nil)
	limit = prometheus.NewDesc("orrery_answers_limit_bytes", "Memory that kept answers may take.", nil, nil)
)

// Metrics are what operators watch of the kept answers.
func (k *Kept) Metrics() prometheus.Collector { return watched{k} }

type watched struct{ *Kept }

func (w watched) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{asked, taken, limit} {
		to <- d
	}
}

func (w watched) Collect(to chan<- prometheus.Metric) {
	w.mu.Lock()
	bytes := w.bytes
	w.mu.Unlock()
	to <- prometheus.MustNewConstMetric(asked, prometheus.CounterValue, float64(w.found.Load()), "yes")
	to <- prometheus.MustNewConstMetric(asked, prometheus.CounterValue, float64(w.missed.Load()), "no")
	to <- prometheus.MustNewConstMetric(taken, prometheus.GaugeValue, float64(bytes))
	to <- prometheus.MustNewConstMetric(limit, prometheus.GaugeValue, float64(w.limit))
}
