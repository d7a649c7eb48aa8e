package catalogue

import (
	"context"
	"fmt"
	"slices"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

var uploadsByHash = pg.Prepared(`SELECT ` + uploadColumns + ` FROM uploads u WHERE u.hash = any($1)
	ORDER BY u.id FOR KEY SHARE`)

// library is a shop.MediaLibrary of uploads and of what some products have.
type library struct {
	pictures, films map[string]shop.Media
	captions        map[string]bool
	documents       map[string]shop.Document
	products        []shop.Product
}

// libraryOf returns the uploads among the URLs, and what the seeded products have.
func (s *Store) libraryOf(ctx context.Context, tx pg.Querier, urls []string) (library, error) {
	var hashes pq.StringArray
	for _, url := range urls {
		for _, hashOf := range []func(string) (string, bool){shop.PictureHash, shop.DocumentHash, shop.FilmHash} {
			if hash, uploaded := hashOf(url); uploaded {
				hashes = append(hashes, hash)
			}
		}
	}
	var rows []uploadRow
	if err := tx.Select(ctx, &rows, uploadsByHash, hashes); err != nil {
		return library{}, fmt.Errorf("read uploads: %w", err)
	}
	seeded, err := s.seeded()
	if err != nil {
		return library{}, err
	}
	l := library{pictures: map[string]shop.Media{}, films: map[string]shop.Media{}, captions: map[string]bool{},
		documents: map[string]shop.Document{}, products: seeded}
	for _, row := range rows {
		switch {
		case row.Format == filmFormat:
			film := row.film()
			l.films[film.URL()] = film.Media()
		case row.Format == captionsFormat:
			l.captions[row.captions().URL()] = true
		case row.isDocument():
			document := row.document().Document()
			l.documents[document.URL] = document
		default:
			picture := row.upload().Media("")
			l.pictures[picture.URL] = *picture
		}
	}
	return l, nil
}

// with returns the library with what products have, too.
func (l library) with(products ...shop.Product) library {
	l.products = append(products, l.products...)
	return l
}

// Picture returns a picture by its URL.
func (l library) Picture(url string) (shop.Media, bool) {
	return find(l.pictures, l.products, url, shop.Product.PictureOf)
}

// Film returns a film by its URL.
func (l library) Film(url string) (shop.Media, bool) {
	return find(l.films, l.products, url, shop.Product.FilmOf)
}

// HasPoster reports whether there is a picture or a poster with the URL.
func (l library) HasPoster(url string) bool {
	_, ok := l.pictures[url]
	return ok || slices.ContainsFunc(l.products, func(p shop.Product) bool { return p.HasPoster(url) })
}

// HasCaptions reports whether there are captions with the URL.
func (l library) HasCaptions(url string) bool {
	return l.captions[url] || slices.ContainsFunc(l.products, func(p shop.Product) bool { return p.HasCaptions(url) })
}

func (l library) document(url string) (shop.Document, bool) {
	return find(l.documents, l.products, url, shop.Product.DocumentOf)
}

// find returns an upload, or what one of the products has, by its URL.
func find[M any](uploads map[string]M, products []shop.Product, url string,
	of func(shop.Product, string) (M, bool)) (found M, ok bool) {
	if found, ok = uploads[url]; ok {
		return found, true
	}
	for _, product := range products {
		if found, ok = of(product, url); ok {
			return found, true
		}
	}
	return found, false
}
