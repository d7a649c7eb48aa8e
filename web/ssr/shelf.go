package ssr

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/json"
)

// Shelf holds encoded pages by address beyond the life of a process, for all instances. A page that it does not return
// is rendered.
type Shelf interface {
	Page(ctx context.Context, address string) []byte // nil if there is none
	StorePage(ctx context.Context, address string, page []byte)
}

// shelved is the encoding of a page, by gob. Version is that of the renderer, whose pages alone are alike.
type shelved struct {
	Version, Source [sha256.Size]byte
	Requests        []json.RawMessage
	Packed          map[string][]byte
}

// take returns the page that an instance with the same renderer has put on the shelf, or nil.
func (p *Pages) take(ctx context.Context, a Address) *Page {
	if a.Query != "" {
		return nil
	}
	var s shelved
	text := p.shelf.Page(ctx, a.String())
	if err := gob.NewDecoder(bytes.NewReader(text)).Decode(&s); err != nil || s.Version != p.renderer.version {
		return nil // none, or one of another version
	}
	return newPage(s.Packed, s.Requests, s.Source)
}

// store puts a page on the shelf. Pages with parameters stay off: anyone can make up addresses of them.
func (p *Pages) store(ctx context.Context, a Address, page *Page) {
	if a.Query != "" {
		return
	}
	var text bytes.Buffer
	s := shelved{Version: p.renderer.version, Source: page.source, Requests: page.requests, Packed: page.Packed}
	if err := gob.NewEncoder(&text).Encode(s); err != nil {
		panic(err) // bytes and maps of them always encode
	}
	p.shelf.StorePage(ctx, a.String(), text.Bytes())
}
