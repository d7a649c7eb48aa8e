package shop

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// formulaSigns begin a formula in a spreadsheet. Some programs take the full-width forms for the plain ones.
	formulaSigns = "=+-@＝＋－＠"
	// cellBreaks may begin another cell: where the list separator is a semicolon, a program splits at it and takes our quotes for text,
	// so that tabs and line breaks split as well.
	cellBreaks = ";\t\r\n"
)

// SafeCell keeps a spreadsheet from taking a text, or a part that it may split off, for a formula: an apostrophe in front says that it
// is none.
func SafeCell(text string) string {
	return eachPart(text, func(part string) string {
		if startsFormula(part) {
			return "'" + part
		}
		return part
	})
}

// unsafeCell is the text that SafeCell was given.
func unsafeCell(cell string) string {
	return eachPart(cell, func(part string) string {
		if text, marked := strings.CutPrefix(part, "'"); marked && startsFormula(text) {
			return text
		}
		return part
	})
}

// eachPart changes what stands before, between and after the breaks of a text.
func eachPart(text string, change func(string) string) string {
	var out strings.Builder
	for {
		end := strings.IndexAny(text, cellBreaks)
		if end < 0 {
			out.WriteString(change(text))
			return out.String()
		}
		out.WriteString(change(text[:end]))
		out.WriteByte(text[end])
		text = text[end+1:]
	}
}

// startsFormula skips what a program may drop in front of a sign. It also counts what is marked already, so that the mark can be taken
// away again.
func startsFormula(part string) bool {
	part = strings.TrimLeftFunc(part, func(r rune) bool {
		return r == '\'' || r == '"' || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || unicode.IsControl(r)
	})
	first, size := utf8.DecodeRuneInString(part)
	return size > 0 && strings.ContainsRune(formulaSigns, first)
}
