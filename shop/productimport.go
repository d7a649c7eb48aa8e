package shop

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of a product file.
const (
	MaxImportBytes  = 4 << 20
	maxImportLines  = 2000
	maxImportErrors = 100
)

// tagSeparator separates the tags in a cell.
const tagSeparator = "; "

// itemSeparator separates the label and the value of a line of a cell.
const itemSeparator = ": "

// productColumn is a column of a product file: a field of ProductInput, or of its Content.
type productColumn struct {
	reflect.StructField
	inContent bool
}

func (c productColumn) name() string { return c.Tag.Get("csv") }

// productColumns are the columns of a product file, in the order of the export.
var productColumns = func() (columns []productColumn) {
	for _, of := range []reflect.Type{reflect.TypeFor[ProductInput](), reflect.TypeFor[ContentInput]()} {
		for field := range of.Fields() {
			if c := (productColumn{field, of == reflect.TypeFor[ContentInput]()}); c.name() != "" {
				columns = append(columns, c)
			}
		}
	}
	return columns
}()

// ProductColumns returns the header of a product file.
func ProductColumns() []string {
	names := make([]string, len(productColumns))
	for i, column := range productColumns {
		names[i] = column.name()
	}
	return names
}

// Cells returns the product as a row of ProductColumns. A list that its cell can't state is left out, since an empty
// cell changes nothing.
func (p Product) Cells() []string {
	cells := make([]string, len(productColumns))
	for i, column := range productColumns {
		name := column.Name
		if name == "StockBefore" {
			name = "Stock"
		}
		switch value := reflect.ValueOf(p).FieldByName(name).Interface().(type) {
		case *Money:
			if value != nil {
				cells[i] = value.Decimal()
			}
		case *string:
			if value != nil {
				cells[i] = *value
			}
		case []string:
			if column.inContent {
				cells[i] = cellOf(value)
			} else if !strings.Contains(strings.Join(value, ""), ";") {
				cells[i] = strings.Join(value, tagSeparator)
			}
		case []SpecItem:
			lines := make([]string, len(value))
			for i, item := range value {
				lines[i] = item.Label + itemSeparator + item.Value
				if strings.Contains(item.Label, itemSeparator) {
					lines[i] = "\n"
				}
			}
			cells[i] = cellOf(lines)
		case []AttributeValue:
			lines := make([]string, len(value))
			for i, v := range value {
				lines[i] = v.ID + itemSeparator + v.Value
			}
			cells[i] = cellOf(lines)
		default:
			cells[i] = fmt.Sprint(value)
		}
	}
	return cells
}

// cellOf returns a cell with these lines, "" if one of them has several.
func cellOf(lines []string) string {
	if slices.ContainsFunc(lines, func(line string) bool { return strings.ContainsAny(line, "\r\n") }) {
		return ""
	}
	return strings.Join(lines, "\n")
}

// linesOf returns the lines of a cell without the blank ones.
func linesOf(cell string) []string {
	lines := strings.FieldsFunc(cell, func(r rune) bool { return r == '\r' || r == '\n' })
	return slices.DeleteFunc(lines, func(line string) bool { return strings.TrimSpace(line) == "" })
}

// SetTexts sets fields that have a column, named as in the API, to the values that the texts state, and returns all
// errors of the input.
func (in *ProductInput) SetTexts(texts map[string]string, t Terms) error {
	var c checker
	for _, field := range slices.Sorted(maps.Keys(texts)) {
		column, text := columnOf(field), texts[field]
		switch problem := in.set(column, text); {
		case problem == "":
		case strings.TrimSpace(text) == "":
			c.add(Required, field, column.Name+" is required")
		default:
			c.add(Invalid, field, problem)
		}
	}
	_, err := in.Normal(t)
	return append(UserErrors(err), c.found...).Err()
}

func columnOf(field string) productColumn {
	return productColumns[slices.IndexFunc(productColumns, func(c productColumn) bool {
		return strings.EqualFold(c.Name, field)
	})]
}

// set sets the field of a column to the value that the text states, or returns why there is none.
func (in *ProductInput) set(column productColumn, text string) (problem string) {
	name := column.name()
	into := reflect.ValueOf(in).Elem()
	if column.inContent {
		if in.Content == nil {
			in.Content = &ContentInput{}
		}
		into = reflect.ValueOf(in.Content).Elem()
	}
	switch field := into.FieldByIndex(column.Index).Addr().Interface().(type) {
	case *string:
		*field = text
	case **string:
		*field = &text
	case *[]string:
		*field = linesOf(text)
		if !column.inContent {
			*field = strings.Split(text, strings.TrimSpace(tagSeparator))
		}
	case *[]SpecItem:
		for _, line := range linesOf(text) {
			label, value, ok := strings.Cut(line, itemSeparator)
			if !ok {
				label, value, ok = strings.Cut(line, strings.TrimSpace(itemSeparator))
			}
			if !ok {
				return "Each line of " + name + " must have a label and a value, such as Mass: 30 kg"
			}
			*field = append(*field, SpecItem{label, value})
		}
	case *[]AttributeValue:
		for _, line := range linesOf(text) {
			id, value, ok := strings.Cut(line, strings.TrimSpace(itemSeparator))
			if !ok {
				return "Each line of " + name + " must have an attribute and a value, such as stroke: 80 mm"
			}
			*field = append(*field, AttributeValue{strings.TrimSpace(id), strings.TrimSpace(value)})
		}
	case **int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], "_", " ") + " must be a whole number"
		}
		*field = &n
	case **bool:
		on, err := strconv.ParseBool(strings.ToLower(text))
		if err != nil {
			return name + " must be true or false"
		}
		*field = &on
	}
	return ""
}

// ProductImport is the result of importing a product file. If there are errors, or in a dry run, nothing was changed.
type ProductImport struct {
	Created   int
	Changed   int
	Unchanged int // products that are as the file says
	Errors    []LineError
}

// LineError is an error in a line of a file. Lines are numbered from 1, which is the header of CSV and the first
// product of JSON.
type LineError struct {
	Line    int
	Column  string // or field in JSON; empty if it concerns the whole line
	Message string
}

// ProductLine is a checked line of a file. A line without ID creates a product. Fields that it lacks stay unchanged.
type ProductLine struct {
	Line   int
	ID     string
	Fields ProductFields
	Stock  *int
	// StockBefore is the stock of the product when the file was exported; nil if the file doesn't say.
	StockBefore *int

	column func(field string) string // the place in the file of an error of ProductInput
}

// ProductReader reads a product file. It returns the checked lines and their errors; it stops reading after
// maxImportErrors. The error refuses the file as a whole.
type ProductReader func(file io.Reader, t Terms) ([]ProductLine, []LineError, error)

// SortedLines returns the errors sorted by line, at most maxImportErrors.
func SortedLines(found []LineError) []LineError {
	slices.SortStableFunc(found, func(a, b LineError) int { return cmp.Compare(a.Line, b.Line) })
	return found[:min(len(found), maxImportErrors)]
}

// lineReader collects the lines of a file and their errors.
type lineReader struct {
	lines []ProductLine
	found []LineError
	seen  map[string]int // lines by ID
}

func newLineReader() *lineReader { return &lineReader{seen: map[string]int{}} }

func (r *lineReader) add(line ProductLine, errs []LineError) {
	if before := r.seen[line.ID]; line.ID != "" && before != 0 {
		errs = append(errs, LineError{Column: "id", Message: fmt.Sprintf("Line %d is for the same product", before)})
	}
	r.seen[line.ID] = line.Line
	for _, e := range errs {
		e.Line = line.Line
		r.found = append(r.found, e)
	}
	r.lines = append(r.lines, line)
}

func (r *lineReader) end() ([]ProductLine, []LineError, error) {
	if len(r.lines) == 0 {
		return nil, nil, fileError(Required, "The file has no products")
	}
	return r.lines, r.found, nil
}

// ReadProducts reads a product file in CSV.
func ReadProducts(file io.Reader, t Terms) ([]ProductLine, []LineError, error) {
	rows := csv.NewReader(file)
	rows.FieldsPerRecord = -1
	heads, err := rows.Read()
	if err != nil {
		return nil, nil, unreadableFile(err)
	}
	heads[0] = strings.TrimPrefix(heads[0], "\ufeff")
	columns, err := readHeads(heads)
	if err != nil {
		return nil, nil, err
	}
	lines := newLineReader()
	for len(lines.found) < maxImportErrors {
		cells, err := rows.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, unreadableFile(err)
		}
		if len(lines.lines) == maxImportLines {
			return nil, nil, tooManyProducts()
		}
		line, errs := readLine(columns, cells, t)
		line.Line, _ = rows.FieldPos(0)
		lines.add(line, errs)
	}
	return lines.end()
}

func readHeads(heads []string) (columns []productColumn, err error) {
	known := ProductColumns()
	for i, head := range heads {
		heads[i] = strings.ToLower(strings.TrimSpace(head))
		column := slices.Index(known, heads[i])
		switch {
		case column < 0:
			return nil, fileError(Invalid, fmt.Sprintf("%q is not a known column. Columns: %s",
				head, strings.Join(known, ", ")))
		case slices.Contains(heads[:i], heads[i]):
			return nil, fileError(Invalid, fmt.Sprintf("Column %s appears twice", heads[i]))
		}
		columns = append(columns, productColumns[column])
	}
	return columns, nil
}

func readLine(columns []productColumn, cells []string, t Terms) (line ProductLine, found []LineError) {
	if len(cells) != len(columns) {
		message := fmt.Sprintf("This line has %d cells instead of %d", len(cells), len(columns))
		return line, []LineError{{Message: message}}
	}
	var in ProductInput
	for i, column := range columns {
		cell, problem := strings.TrimSpace(unsafeCell(cells[i])), ""
		switch {
		case cell == "":
		case !utf8.ValidString(cell):
			problem = "This cell is not UTF-8"
		default:
			problem = in.set(column, cell)
		}
		if problem != "" {
			found = append(found, LineError{Column: column.name(), Message: problem})
		}
	}
	if in.ID == "" && in.Name == nil {
		found = append(found, LineError{Column: "name", Message: "Name is required for a new product"})
	}
	edit, err := in.Normal(t)
	line = ProductLine{ID: edit.ID, Fields: edit.Fields(), Stock: edit.Stock, StockBefore: edit.StockBefore,
		column: fileColumn}
	var refusals Errors
	if errors.As(err, &refusals) {
		for _, e := range refusals {
			column := fileColumn(e.Field)
			if !slices.ContainsFunc(found, func(known LineError) bool { return known.Column == column }) {
				found = append(found, LineError{Column: column, Message: e.Message})
			}
		}
	}
	return line, found
}

// fileColumn returns the column of an error of ProductInput. Fields of entries of lists have an index after the dot.
func fileColumn(field string) string {
	field, _, _ = strings.Cut(strings.TrimPrefix(field, contentField+"."), ".")
	return columnOf(field).name()
}

func tooManyProducts() error {
	return fileError(OutOfRange, fmt.Sprintf("A file has at most %d products", maxImportLines))
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
