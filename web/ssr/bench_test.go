package ssr

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	benchRounds = 15  // renderings of each page, from which the median is taken
	benchPages  = 500 // after which memory is read
)

// benchCall is a call of render. No two have the same address or the same answers.
type benchCall struct{ Address, Answers string }

// benchTimes are durations in milliseconds: of the start of an engine, and of each call.
type benchTimes struct {
	Start float64
	Calls []float64
}

// BenchmarkRenderer renders pages of the seeded catalogue at new addresses with the client's server build, here and in
// Node if that is installed, one after the other, and prints the medians and their ratio.
func BenchmarkRenderer(b *testing.B) {
	text, graph := script(b), newGraph(b)
	r := NewRenderer(text, "https://shop.example")
	addresses := []string{"/", "/products", "/products/1"}
	data := map[string]string{}
	for _, address := range addresses {
		data[address] = answers(b, r, graph, address)
	}
	made := 0
	call := func(address string) benchCall {
		made++
		return benchCall{fmt.Sprintf("%s?n=%d", address, made),
			strings.ReplaceAll(data[address], `"name":"`, fmt.Sprintf(`"name":"%d `, made))}
	}
	var calls []benchCall
	for _, address := range addresses {
		for range benchRounds {
			calls = append(calls, call(address))
		}
	}

	for b.Loop() {
		ours := benchEngine(b, r, calls)
		node := benchNode(b, text, calls)
		fmt.Printf("\n%-28s %10s %10s %6s\n", "", "engine ms", "Node ms", "ratio")
		row := func(name string, ours, node float64) {
			fmt.Printf("%-28s %10.1f %10.1f %6.1f\n", name, ours, node, ours/node)
		}
		row("start", ours.Start, node.Start)
		var sum float64
		for i, address := range addresses {
			of := func(times []float64) float64 { return median(times[i*benchRounds : (i+1)*benchRounds]) }
			row(address, of(ours.Calls), of(node.Calls))
			sum += of(ours.Calls)
		}
		fmt.Printf("%-28s %10.1f\n", "pages a second and core", 1000*float64(len(addresses))/sum)
		for made < len(calls)+benchPages {
			c := call(addresses[made%len(addresses)])
			if _, err := r.render(b.Context(), c.Address, c.Answers, shopSettings); err != nil {
				b.Fatal(err)
			}
		}
		fmt.Printf("%-28s %10s\n", fmt.Sprintf("resident after %d pages", made), resident())
	}
}

func median(times []float64) float64 { return slices.Sorted(slices.Values(times))[len(times)/2] }

func milliseconds(since time.Time) float64 { return float64(time.Since(since).Microseconds()) / 1000 }

func benchEngine(b *testing.B, r *Renderer, calls []benchCall) (times benchTimes) {
	b.Helper()
	began := time.Now()
	e, err := r.start()
	if err != nil {
		b.Fatal(err)
	}
	times.Start = milliseconds(began)
	e.close()
	for _, c := range calls {
		began := time.Now()
		if _, err := r.render(b.Context(), c.Address, c.Answers, shopSettings); err != nil {
			b.Fatal(err)
		}
		times.Calls = append(times.Calls, milliseconds(began))
	}
	return times
}

// nodeScript does in Node what benchEngine does here.
const nodeScript = `
const { script, calls, settings } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
async function main() {
	const began = performance.now()
	const location = { origin: 'https://shop.example', href: 'https://shop.example/' }
	const context = require('node:vm').createContext({ location })
	require('node:vm').runInContext(script, context)
	await context.requests('/')
	const times = { start: performance.now() - began, calls: [] }
	for (const { Address, Answers } of calls) {
		const began = performance.now()
		JSON.parse(await context.render(Address, Answers, settings))
		times.calls.push(performance.now() - began)
	}
	console.log(JSON.stringify(times))
}
main()`

func benchNode(b *testing.B, script string, calls []benchCall) (times benchTimes) {
	b.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		b.Skip("node is not installed")
	}
	input, err := json.Marshal(map[string]any{"script": script, "calls": calls, "settings": shopSettings})
	if err != nil {
		b.Fatal(err)
	}
	command := exec.CommandContext(b.Context(), node, "-e", nodeScript)
	command.Stdin, command.Stderr = bytes.NewReader(input), os.Stderr
	output, err := command.Output()
	if err != nil {
		b.Fatal(err)
	}
	if err := json.Unmarshal(output, &times); err != nil {
		b.Fatal(err)
	}
	return times
}

// resident returns the memory of this process, where the system tells.
func resident() string {
	runtime.GC()
	status, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	size, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(size)
}
