package pdf

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// face is one of the fonts.
type face int

const (
	text     face = iota // Archivo
	strong               // Archivo, wider and bolder: names and headings
	mono                 // Martian Mono: figures and labels
	fallback             // Go Regular: Greek and Cyrillic, which the others lack
	faces
)

// The static instances are cut from the variable fonts of the site and contain Latin letters up to Extended-A. Their
// licences are in the same folder.
var (
	//go:embed fonts/archivo-regular.ttf
	archivo []byte
	//go:embed fonts/archivo-semibold.ttf
	archivoSemibold []byte
	//go:embed fonts/martian-mono.ttf
	martianMono []byte
)

var files = [faces][]byte{archivo, archivoSemibold, martianMono, goregular.TTF}

// omitted replaces characters that no font has. Unlike an empty box it is readable, and unlike an omission it shows
// that there was text.
const omitted = "…"

var fonts = sync.OnceValue(func() (parsed [faces]*sfnt.Font) {
	for f, file := range files {
		font, err := sfnt.Parse(file)
		if err != nil {
			panic(err) // the files are embedded
		}
		parsed[f] = font
	}
	return parsed
})

func (f face) has(char rune) bool {
	index, err := fonts()[f].GlyphIndex(nil, char)
	return err == nil && index != 0 && char <= 0xffff // fpdf supports only the Basic Multilingual Plane
}

// run is a piece of text in one font.
type run struct {
	face face
	text string
}

// runs splits a text into runs of the fonts that have its characters. White space of any kind becomes a single space.
func runs(f face, s string) (out []run) {
	last := ""
	for _, char := range norm.NFC.String(strings.Join(strings.Fields(s), " ")) {
		use, shown := f.show(char)
		if shown == "" || shown == omitted && last == omitted {
			continue
		}
		last = shown
		if n := len(out); n > 0 && out[n-1].face == use {
			out[n-1].text += shown
		} else {
			out = append(out, run{use, shown})
		}
	}
	return out
}

// show returns the replacement of a character and its font: a letter with an unsupported diacritic loses it, and an
// invisible character is dropped.
func (f face) show(char rune) (face, string) {
	if unicode.In(char, unicode.C, unicode.M) {
		return f, ""
	}
	base := []rune(norm.NFD.String(string(char)))[0]
	for _, known := range []rune{char, base} {
		for _, candidate := range []face{f, fallback} {
			if candidate.has(known) {
				return candidate, string(known)
			}
		}
	}
	return f, omitted
}
