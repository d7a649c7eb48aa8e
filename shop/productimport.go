package shop

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of a product file.
const (
	MaxImportBytes  = 4 << 20
	maxImportLines  = 2000
	maxImportErrors = 100
)

// ProductColumns are the columns of a product file, in the order of the export. Tags are separated by semicolons.
var ProductColumns = []string{"id", "name", "category", "price", "stock", "short_desc", "description", "tags",
	"is_preorder", "coming_soon", "listed"}

// tagSeparator separates the tags in a cell.
const tagSeparator = "; "

// Cells returns the product as a row of ProductColumns.
func (p Product) Cells() []string {
	price := ""
	if p.Price != nil {
		price = p.Price.Decimal()
	}
	return []string{p.ID, p.Name, p.Category, price, strconv.Itoa(p.Stock), p.ShortDesc, p.Description,
		strings.Join(p.Tags, tagSeparator),
		strconv.FormatBool(p.IsPreorder), strconv.FormatBool(p.ComingSoon), strconv.FormatBool(p.Listed)}
}

// ProductImport is the result of importing a product file. If there are errors, or in a dry run, nothing was changed.
type ProductImport struct {
	Created int
	Changed int
	Errors  []LineError
}

// LineError is an error in a line of a file. Lines are numbered from 1, the header.
type LineError struct {
	Line    int
	Column  string // empty if it concerns the whole line
	Message string
}

// ProductLine is a checked line of a file. A line without ID creates a product. Empty cells leave fields unchanged.
type ProductLine struct {
	Line int
	ID   string
	Edit ProductEdit
}

// SortedLines returns the errors sorted by line, at most maxImportErrors.
func SortedLines(found []LineError) []LineError {
	slices.SortStableFunc(found, func(a, b LineError) int { return cmp.Compare(a.Line, b.Line) })
	return found[:min(len(found), maxImportErrors)]
}

// ReadProducts reads a product file. It returns the checked lines and their errors; it stops reading after
// maxImportErrors. The error refuses the file as a whole.
func ReadProducts(file io.Reader, t Terms) ([]ProductLine, []LineError, error) {
	rows := csv.NewReader(file)
	rows.FieldsPerRecord = -1
	heads, err := rows.Read()
	if err != nil {
		return nil, nil, unreadableFile(err)
	}
	heads[0] = strings.TrimPrefix(heads[0], "\ufeff")
	if err := checkHeads(heads); err != nil {
		return nil, nil, err
	}
	var lines []ProductLine
	var found []LineError
	seen := map[string]int{}
	for len(found) < maxImportErrors {
		cells, err := rows.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, unreadableFile(err)
		}
		number, _ := rows.FieldPos(0)
		if len(lines) == maxImportLines {
			return nil, nil, fileError(OutOfRange, fmt.Sprintf("A file has at most %d products", maxImportLines))
		}
		line, errs := readLine(heads, cells, t)
		line.Line = number
		if before := seen[line.ID]; line.ID != "" && before != 0 {
			errs = append(errs, LineError{Column: "id",
				Message: fmt.Sprintf("Line %d is about the same product", before)})
		}
		seen[line.ID] = number
		for _, e := range errs {
			e.Line = number
			found = append(found, e)
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return nil, nil, fileError(Required, "The file has no products")
	}
	return lines, found, nil
}

func checkHeads(heads []string) error {
	for i, head := range heads {
		heads[i] = strings.ToLower(strings.TrimSpace(head))
		switch {
		case !slices.Contains(ProductColumns, heads[i]):
			return fileError(Invalid, fmt.Sprintf("%q is not a column; there are %s",
				head, strings.Join(ProductColumns, ", ")))
		case slices.Contains(heads[:i], heads[i]):
			return fileError(Invalid, fmt.Sprintf("The column %s is there twice", heads[i]))
		}
	}
	return nil
}

// columnFields maps input fields to columns with a different name.
var columnFields = map[string]string{"shortDesc": "short_desc", "isPreorder": "is_preorder",
	"comingSoon": "coming_soon"}

func readLine(heads, cells []string, t Terms) (line ProductLine, found []LineError) {
	if len(cells) != len(heads) {
		return line, []LineError{{Message: fmt.Sprintf("This line has %d cells instead of %d", len(cells), len(heads))}}
	}
	var in ProductUpdateInput
	texts := map[string]**string{"name": &in.Name, "category": &in.Category, "price": &in.Price,
		"short_desc": &in.ShortDesc, "description": &in.Description}
	switches := map[string]**bool{"is_preorder": &in.IsPreorder, "coming_soon": &in.ComingSoon, "listed": &in.Listed}
	for i, head := range heads {
		cell := strings.TrimSpace(unsafeCell(cells[i]))
		if cell == "" {
			continue
		}
		if !utf8.ValidString(cell) {
			found = append(found, LineError{Column: head, Message: "This cell is not UTF-8"})
			continue
		}
		switch {
		case head == "id":
			line.ID = cell
		case head == "tags":
			in.Tags = strings.Split(cell, strings.TrimSpace(tagSeparator))
		case head == "stock":
			n, err := strconv.Atoi(cell)
			if err != nil {
				found = append(found, LineError{Column: head, Message: "Stock must be a whole number"})
			}
			in.Stock = &n
		case texts[head] != nil:
			*texts[head] = &cell
		default:
			on, err := strconv.ParseBool(strings.ToLower(cell))
			if err != nil {
				found = append(found, LineError{Column: head, Message: head + " must be true or false"})
			}
			*switches[head] = &on
		}
	}
	if line.ID == "" && in.Name == nil {
		found = append(found, LineError{Column: "name", Message: "Name is required for a new product"})
	}
	edit, err := in.Normal(t)
	line.Edit = edit
	var refusals Errors
	if errors.As(err, &refusals) {
		for _, e := range refusals {
			column, _, _ := strings.Cut(e.Field, ".") // a tag's field has an index after the dot
			if renamed := columnFields[column]; renamed != "" {
				column = renamed
			}
			if !slices.ContainsFunc(found, func(known LineError) bool { return known.Column == column }) {
				found = append(found, LineError{Column: column, Message: e.Message})
			}
		}
	}
	return line, found
}

func fileError(code Code, message string) *Error {
	return &Error{Code: code, Field: "file", Message: message}
}

func unreadableFile(err error) error {
	var parse *csv.ParseError
	switch {
	case errors.As(err, &parse):
		return fileError(Invalid, fmt.Sprintf("Line %d is not CSV: %v", parse.Line, parse.Err))
	case err == io.EOF:
		return fileError(Required, "The file is empty")
	}
	return err
}
