package ssr

import (
	"bytes"
	"compress/gzip"
	"io"
	"slices"

	"github.com/andybalholm/brotli"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// cache holds the most recently used pages in separate LRU caches: for addresses without parameters, of which there are
// no more than pages, with parameters, and with free text. Made-up addresses evict none of the others.
type cache struct{ plain, queries, texts *simplelru.LRU[string, *Page] }

func newCache() cache {
	lru := func(size int) *simplelru.LRU[string, *Page] {
		pages, _ := simplelru.NewLRU[string, *Page](size, nil) // fails only for a size that is not positive
		return pages
	}
	return cache{plain: lru(maxPlain), queries: lru(maxQueries), texts: lru(maxTexts)}
}

func (c cache) of(a Address) *simplelru.LRU[string, *Page] {
	switch {
	case a.FreeText:
		return c.texts
	case a.Query != "":
		return c.queries
	}
	return c.plain
}

func (c cache) get(a Address) *Page {
	page, _ := c.of(a).Get(a.String())
	return page
}

func (c cache) put(a Address, page *Page) { c.of(a).Add(a.String(), page) }

// pack compresses a document in both codings. Brotli's level 9 takes about as long as its default and saves 1 % more, which
// fits the home page into a first round trip; level 10 would save 8 % in ten times the time. Its window of 256 KB is as long
// as a document, and cheaper to begin with than 4 MB.
func pack(text string) (map[string][]byte, error) {
	var br, gz bytes.Buffer
	zipper, err := gzip.NewWriterLevel(&gz, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	for _, w := range []io.WriteCloser{brotli.NewWriterOptions(&br, brotli.WriterOptions{Quality: 9, LGWin: 18}), zipper} {
		if _, err := io.WriteString(w, text); err != nil {
			return nil, err
		}
		if err := w.Close(); err != nil {
			return nil, err
		}
	}
	return map[string][]byte{"br": slices.Clip(br.Bytes()), "gzip": slices.Clip(gz.Bytes())}, nil
}

// Text returns the document uncompressed.
func (p *Page) Text() ([]byte, error) {
	return io.ReadAll(brotli.NewReader(bytes.NewReader(p.Packed["br"])))
}
