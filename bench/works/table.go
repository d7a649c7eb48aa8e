package main

import (
	"errors"
	"fmt"
	"time"
)

// What the shop must keep within: ratios to F1 where they are no absolute figures.
const (
	longestStart = 150 * time.Millisecond
	mostAtRest   = 60 << 20
	mostLoaded   = 150 << 20
	slowest      = 1.0 // p99 at 32 connections
)

func show(cells []*cell) {
	fmt.Println("| work | server | requests/s | p50 ms, 1 conn. | p50 ms, 32 | p99 ms, 32 | CPU s/1000 | SQL | memory MB | errors, 32 / 512 |")
	fmt.Println("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, c := range cells {
		fmt.Printf("| %s | %s | %.0f | %.2f | %.1f | %.1f | %s | %d | %s | %d / %d |\n", c.course.name, c.row.name, median(c.rate), ms(c.alone),
			median(c.p50), median(c.p99), known("%.3f", median(c.cpu)), c.sql, known("%.0f", float64(c.memory)/(1<<20)), c.errors, c.crowd)
	}
}

// known is a figure, or says that this system does not tell it.
func known(format string, value float64) string {
	if value == 0 {
		return "not known"
	}
	return fmt.Sprintf(format, value)
}

// judge shows the figures that have a limit. It returns an error when answers were wrong, for then no figure counts.
func (b *bench) judge(cells []*cell) error {
	plainProgram := map[course]*cell{}
	for _, c := range cells {
		if c.row.name == several {
			plainProgram[c.course] = c
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
			wrong = errors.Join(wrong, fmt.Errorf("%s, %s: %w", c.course.name, c.row.name, reason))
		}
		if c.row.name != ours {
			continue
		}
		verdict(c.course.name+", CPU / F1", "%.2f", c.course.limit, ratio(c.cpu, plainProgram[c.course].cpu))
		memory, errs = max(memory, c.memory), errs+c.errors+c.crowd
	}
	for _, c := range cells {
		if c.row.name == ours {
			verdict(c.course.name+", p99 at 32 connections / F1", "%.2f", slowest, ratio(c.p99, plainProgram[c.course].p99))
		}
	}
	verdict("first good answer, ms", "%.0f", ms(longestStart), ms(median(b.started)))
	verdict("memory at rest, MB", "%.0f", mostAtRest>>20, float64(b.atRest)/(1<<20))
	verdict("memory under load, MB", "%.0f", mostLoaded>>20, float64(memory)/(1<<20))
	fmt.Printf("| errors at 32 and 512 connections | 0 | %d | %s |\n", errs, map[bool]string{true: "ok", false: "over"}[errs == 0])
	return wrong
}

// ratio is of medians; 0 when it is not known.
func ratio(of, to []float64) float64 {
	if median(to) == 0 {
		return 0
	}
	return median(of) / median(to)
}
