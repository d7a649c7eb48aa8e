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
	text   face = iota // Archivo
	strong             // Archivo, wider and bolder: names and headings
	mono               // Martian Mono: figures and labels
	spare              // Go Regular: Greek and Cyrillic, which the others lack
	faces
)

// The instances are cut from the variable fonts of the site and hold Latin letters up to Extended-A. Their licences lie beside them.
var (
	//go:embed fonts/archivo-regular.ttf
	archivo []byte
	//go:embed fonts/archivo-semibold.ttf
	archivoSemibold []byte
	//go:embed fonts/martian-mono.ttf
	martianMono []byte
)

var files = [faces][]byte{archivo, archivoSemibold, martianMono, goregular.TTF}

// omitted stands for what no font has: better than a box, and it does not hide that there was something.
const omitted = "…"

var fonts = sync.OnceValue(func() (parsed [faces]*sfnt.Font) {
	for f, file := range files {
		font, err := sfnt.Parse(file)
		if err != nil {
			panic(err) // the files are part of the program
		}
		parsed[f] = font
	}
	return parsed
})

func (f face) has(sign rune) bool {
	index, err := fonts()[f].GlyphIndex(nil, sign)
	return err == nil && index != 0 && sign <= 0xffff // the writer knows no more
}

// run is a piece of text in one font.
type run struct {
	face face
	text string
}

// runs spreads a text over the fonts that have its signs. Spaces of all kinds are one space.
func runs(f face, s string) (out []run) {
	last := ""
	for _, sign := range norm.NFC.String(strings.Join(strings.Fields(s), " ")) {
		use, shown := f.show(sign)
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

// show says what stands for a sign, in which font: a letter whose mark is unknown stands without it, what can't be seen is left
// out.
func (f face) show(sign rune) (face, string) {
	if unicode.In(sign, unicode.C, unicode.M) {
		return f, ""
	}
	base := []rune(norm.NFD.String(string(sign)))[0]
	for _, known := range []rune{sign, base} {
		for _, candidate := range []face{f, spare} {
			if candidate.has(known) {
				return candidate, string(known)
			}
		}
	}
	return f, omitted
}
