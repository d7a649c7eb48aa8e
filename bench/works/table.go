package main

import (
	"errors"
	"fmt"
	"time"
)

// The limits of the shop: absolute figures, or ratios to F1.
const (
	maxStart  = 150 * time.Millisecond
	maxAtRest = 60 << 20
	maxLoaded = 150 << 20
)

func show(cells []*cell) {
	fmt.Println("| work | server | requests/s | p50 ms, 1 conn. | p50 ms, 32 | p99 ms, 32 | CPU s/1000 | SQL " +
		"| memory MB | errors, 32 / 512 |")
	fmt.Println("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, c := range cells {
		fmt.Printf("| %s | %s | %.0f | %.2f | %.1f | %.1f | %s | %d | %s | %d / %d |\n",
			c.workload.name, c.row.name, median(c.rate), ms(c.alone), median(c.p50), median(c.p99),
			formatKnown("%.3f", median(c.cpu)), c.sql, formatKnown("%.0f", float64(c.memory)/(1<<20)),
			c.errors, c.crowd)
	}
}

// formatKnown formats a figure; 0 means that this system does not report it.
func formatKnown(format string, value float64) string {
	if value == 0 {
		return "not known"
	}
	return fmt.Sprintf(format, value)
}

// checkLimits prints the figures that have a limit. It returns an error if responses were incorrect, since all figures
// are invalid then.
func (b *bench) checkLimits(cells []*cell) error {
	plainProgram := map[workload]*cell{}
	for _, c := range cells {
		if c.row.name == several {
			plainProgram[c.workload] = c
		}
	}
	fmt.Print("\n| figure | limit | is | |\n|---|--:|--:|---|\n")
	verdict := func(figure, format string, limit, is float64) {
		word := "ok"
		switch {
		case is == 0:
			word = "not known"
		case is > limit:
			word = "over"
		}
		fmt.Printf("| %s | "+format+" | "+format+" | %s |\n", figure, limit, is, word)
	}
	var wrong error
	var memory, errs int
	for _, c := range cells {
		for _, reason := range c.reasons {
			wrong = errors.Join(wrong, fmt.Errorf("%s, %s: %w", c.workload.name, c.row.name, reason))
		}
		if c.row.name != ours {
			continue
		}
		verdict(c.workload.name+", CPU / F1", "%.2f", c.workload.cpu, ratio(c.cpu, plainProgram[c.workload].cpu))
		memory, errs = max(memory, c.memory), errs+c.errors+c.crowd
	}
	for _, c := range cells {
		if c.row.name == ours {
			verdict(c.workload.name+", p99 at 32 connections / F1", "%.2f", c.workload.p99,
				ratio(c.p99, plainProgram[c.workload].p99))
		}
	}
	verdict("first good answer, ms", "%.0f", ms(maxStart), ms(median(b.started)))
	verdict("memory at rest, MB", "%.0f", maxAtRest>>20, float64(b.atRest)/(1<<20))
	verdict("memory under load, MB", "%.0f", maxLoaded>>20, float64(memory)/(1<<20))
	fmt.Printf("| errors at 32 and 512 connections | 0 | %d | %s |\n",
		errs, map[bool]string{true: "ok", false: "over"}[errs == 0])
	return wrong
}

// ratio returns the ratio of the medians; 0 if it is unknown.
func ratio(of, to []float64) float64 {
	if median(to) == 0 {
		return 0
	}
	return median(of) / median(to)
}
