package shop

import "strings"

// formulaSigns are what a spreadsheet takes for the beginning of a formula.
const formulaSigns = "=+-@\t\r"

// SafeCell keeps a spreadsheet from taking a text for a formula: an apostrophe in front says that it is none.
func SafeCell(text string) string {
	if startsFormula(text) {
		return "'" + text
	}
	return text
}

// unsafeCell is the text that SafeCell was given.
func unsafeCell(cell string) string {
	if text, marked := strings.CutPrefix(cell, "'"); marked && startsFormula(text) {
		return text
	}
	return cell
}

// startsFormula also counts what is marked already, so that the mark can be taken away again.
func startsFormula(text string) bool {
	text = strings.TrimLeft(text, "'")
	return text != "" && strings.Contains(formulaSigns, text[:1])
}
