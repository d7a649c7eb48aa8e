package shop

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// formulaSigns start a formula in a spreadsheet. Some programs treat the full-width forms like the plain ones.
	formulaSigns = "=+-@＝＋－＠"
	// cellBreaks may start another cell: where the list separator is a semicolon, a program splits at it and treats
	// quotes as text, so that tabs and line breaks split as well.
	cellBreaks = ";\t\r\n"
)

// SafeCell prevents a spreadsheet from interpreting a text, or a part that it may split off, as a formula. It prefixes
// such parts with an apostrophe.
func SafeCell(text string) string {
	return eachPart(text, func(part string) string {
		if startsFormula(part) {
			return "'" + part
		}
		return part
	})
}

// unsafeCell reverses SafeCell.
func unsafeCell(cell string) string {
	return eachPart(cell, func(part string) string {
		if text, marked := strings.CutPrefix(part, "'"); marked && startsFormula(text) {
			return text
		}
		return part
	})
}

// eachPart applies change to the parts of a text before, between and after its cellBreaks.
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

// startsFormula reports whether a part starts with a formula sign after characters that a program may drop. These
// include the apostrophe of SafeCell, so that unsafeCell can remove it.
func startsFormula(part string) bool {
	part = strings.TrimLeftFunc(part, func(r rune) bool {
		return r == '\'' || r == '"' || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || unicode.IsControl(r)
	})
	first, size := utf8.DecodeRuneInString(part)
	return size > 0 && strings.ContainsRune(formulaSigns, first)
}
