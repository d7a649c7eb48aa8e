package respcache

import (
	"strconv"
	"strings"
)

// Weights returns the weights (RFC 9110, 12.4.2) of what an Accept or Accept-Encoding header lists, in lower case and
// without parameters.
func Weights(header string) map[string]float64 {
	weights := map[string]float64{}
	for part := range strings.SplitSeq(strings.ToLower(header), ",") {
		name, options, _ := strings.Cut(part, ";")
		weight := 1.0
		for option := range strings.SplitSeq(options, ";") {
			if q, ok := strings.CutPrefix(strings.TrimSpace(option), "q="); ok {
				weight, _ = strconv.ParseFloat(q, 64)
			}
		}
		name = strings.TrimSpace(name)
		weights[name] = max(weights[name], weight)
	}
	return weights
}
