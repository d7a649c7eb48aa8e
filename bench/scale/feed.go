package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"orrery/bench/binary"
)

// feedProducts is how many product IDs one page of the merchant feed covers.
const feedProducts = 20_000

// delivery is what a client of the feed received.
type delivery struct {
	products, bytes int
	first, took     time.Duration // until the first product, and until the end
}

// showFeed prints what pages of the feed cost: that of the small shop, and the first, a middle one, the last and all of
// the large one.
func showFeed(shops [2]*shop) error {
	fmt.Print("\n| pages of the feed | products | MB | took | first product | CPU s/1000 products | peak memory |\n" +
		"|---|--:|--:|--:|--:|--:|--:|\n")
	last := (shops[1].size + feedProducts - 1) / feedProducts
	all := make([]int, last)
	for i := range all {
		all[i] = i + 1
	}
	for _, row := range []struct {
		name  string
		of    *shop
		pages []int
	}{
		{fmt.Sprintf("the only one of %d products", shops[0].size), shops[0], []int{1}},
		{fmt.Sprintf("the first of %d products", shops[1].size), shops[1], []int{1}},
		{fmt.Sprintf("page %d", (last+1)/2), shops[1], []int{(last + 1) / 2}},
		{fmt.Sprintf("page %d, the last", last), shops[1], []int{last}},
		{fmt.Sprintf("all %d, one after another", last), shops[1], all},
	} {
		var sum delivery
		var first time.Duration
		began := row.of.cpu()
		for _, page := range row.pages {
			got, err := row.of.feed(page)
			if err != nil {
				return fmt.Errorf("page %d of the feed: %w", page, err)
			}
			sum.products += got.products
			sum.bytes += got.bytes
			sum.took += got.took
			first = max(first, got.first)
		}
		cpu := row.of.cpu() - began
		_, peak, _ := binary.Memory(row.of.process.Process.Pid) // 0 where the system does not report it
		fmt.Printf("| %s | %d | %.1f | %.1f s | %.0f ms | %.3f | %d MB |\n", row.name, sum.products,
			float64(sum.bytes)/1e6, sum.took.Seconds(), ms(first), cpu.Seconds()*1000/float64(max(sum.products, 1)),
			peak>>20)
	}
	return nil
}

// feed reads a page of the feed.
func (s *shop) feed(page int) (got delivery, err error) {
	began := time.Now()
	response, err := http.Get(fmt.Sprintf("http://%s/feed.xml?page=%d", s.graph.Address, page))
	if err != nil {
		return got, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return got, fmt.Errorf("status %d", response.StatusCode)
	}
	lines := bufio.NewReaderSize(response.Body, 64<<10)
	end := ""
	for {
		line, err := lines.ReadString('\n')
		got.bytes += len(line)
		if strings.HasPrefix(line, "<item>") {
			if got.products++; got.products == 1 {
				got.first = time.Since(began)
			}
		}
		if err == io.EOF {
			break
		} else if err != nil {
			return got, err
		}
		end = line
	}
	if got.products == 0 || strings.TrimSpace(end) != "</channel></rss>" {
		return got, fmt.Errorf("%d products, and it ends with %.40q", got.products, end)
	}
	got.took = time.Since(began)
	return got, nil
}
