package ssr

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/json"
)

// Store holds encoded pages by address beyond the life of a process, for all instances. A page that it does not return
// is rendered.
type Store interface {
	Page(ctx context.Context, address string) []byte // nil if there is none
	StorePage(ctx context.Context, address string, page []byte)
}

// storedPage is the encoding of a page, by gob. Version is that of the renderer, whose pages alone are alike.
type storedPage struct {
	Version, Source [sha256.Size]byte
	Requests        []json.RawMessage
	Packed          map[string][]byte
}

// load returns the page that an instance with the same renderer has stored, or nil.
func (p *Pages) load(ctx context.Context, a Address) *Page {
	if a.Query != "" {
		return nil
	}
	var s storedPage
	text := p.store.Page(ctx, a.String())
	if err := gob.NewDecoder(bytes.NewReader(text)).Decode(&s); err != nil || s.Version != p.renderer.version {
		return nil // none, or one of another version
	}
	return newPage(s.Packed, s.Requests, s.Source)
}

// save stores a page unless it has parameters: anyone can make up addresses of those.
func (p *Pages) save(ctx context.Context, a Address, page *Page) {
	if a.Query != "" {
		return
	}
	var text bytes.Buffer
	s := storedPage{Version: p.renderer.version, Source: page.source, Requests: page.requests, Packed: page.Packed}
	if err := gob.NewEncoder(&text).Encode(s); err != nil {
		panic(err) // bytes and maps of them always encode
	}
	p.store.StorePage(ctx, a.String(), text.Bytes())
}
