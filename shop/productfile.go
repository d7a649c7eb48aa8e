package shop

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A product file in JSON is an array of objects whose members are id, stock, stockBefore and all ProductFields. The
// order of the members and the bytes of a product follow from its values alone, so that a file that is imported is
// exported again byte for byte. Members that are absent leave fields unchanged.
const (
	fileID          = "id"
	fileStock       = "stock"
	fileStockBefore = "stockBefore"
)

// productFieldTypes are the types of the members of a product file, by name.
var productFieldTypes = func() map[string]reflect.Type {
	types := map[string]reflect.Type{}
	for _, of := range []reflect.Type{reflect.TypeFor[Product](), reflect.TypeFor[Card](), reflect.TypeFor[Content]()} {
		for field := range of.Fields() {
			if name := jsonName(field); slices.Contains(productFieldNames, name) {
				types[name] = field.Type
			}
		}
	}
	types[priceField] = reflect.TypeFor[*string]()
	types[fileID] = reflect.TypeFor[string]()
	types[fileStock], types[fileStockBefore] = reflect.TypeFor[int](), reflect.TypeFor[int]()
	return types
}()

// JSON returns the product as an object of a product file, without line breaks.
func (p Product) JSON() []byte {
	fields := p.Fields()
	out := fmt.Appendf(nil, `{"%s":"%s","%s":%d,"%s":%d`, fileID, p.ID, fileStock, p.Stock, fileStockBefore, p.Stock)
	for _, name := range productFieldNames {
		value := fields[name]
		if productFieldTypes[name].Kind() == reflect.Slice && string(value) == "null" {
			value = json.RawMessage("[]") // null would say the same in other bytes
		}
		out = fmt.Appendf(out, `,"%s":%s`, name, value)
	}
	return append(out, '}')
}

// ReadProductsJSON reads a product file in JSON, as ReadProducts reads one in CSV. The number of a line is the position
// of the product in the array, from 1, which is its line in an exported file.
func ReadProductsJSON(file io.Reader, t Terms) ([]ProductLine, []LineError, error) {
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return nil, nil, fileError(Required, "The file is empty")
	case !utf8.Valid(text):
		return nil, nil, fileError(Invalid, "The file is not UTF-8")
	}
	var entries []json.RawMessage
	if err := json.Unmarshal(text, &entries); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			line := 1 + bytes.Count(text[:min(int(syntax.Offset), len(text))], []byte("\n"))
			return nil, nil, fileError(Invalid, fmt.Sprintf("Line %d is not JSON: %v", line, syntax))
		}
		return nil, nil, fileError(Invalid, "The file must be an array of products")
	}
	if len(entries) > maxImportLines {
		return nil, nil, tooManyProducts()
	}
	lines := newLineReader()
	for i, entry := range entries {
		if len(lines.found) >= maxImportErrors {
			break
		}
		line, errs := readEntry(entry, t)
		line.Line = i + 1
		lines.add(line, errs)
	}
	return lines.end()
}

// readEntry reads a product of a file in JSON.
func readEntry(entry json.RawMessage, t Terms) (line ProductLine, found []LineError) {
	line.Fields, line.column = ProductFields{}, fileField
	add := func(column, message string) { found = append(found, LineError{Column: column, Message: message}) }
	object := json.NewDecoder(bytes.NewReader(entry))
	if start, err := object.Token(); err != nil || start != json.Delim('{') {
		add("", "A product must be an object")
		return line, found
	}
	seen := map[string]bool{}
	for object.More() {
		// The file has been parsed, so that neither a name nor a value can fail.
		token, _ := object.Token()
		name, _ := token.(string)
		var value json.RawMessage
		_ = object.Decode(&value)
		of, known := productFieldTypes[name]
		switch {
		case !known:
			add(name, fmt.Sprintf("%q is not a field of a product", name))
			continue
		case seen[name]:
			add(name, "This field appears twice")
			continue
		}
		seen[name] = true
		into := reflect.New(of)
		if at, problem := decodeField(value, into.Interface()); problem != "" {
			add(strings.Join(append([]string{name}, at...), "."), problem)
			continue
		}
		switch name {
		case fileID:
			line.ID = *into.Interface().(*string)
		case fileStock:
			line.Stock = into.Interface().(*int)
		case fileStockBefore:
			line.StockBefore = into.Interface().(*int)
		default:
			line.Fields[name] = value
		}
	}
	if line.ID == "" {
		line.Fields = line.Fields.ofNew()
	}
	checked, err := line.Fields.Check(line.ID, t)
	var c checker
	if line.Stock != nil {
		c.number(fileStock, "Stock", *line.Stock, 0, maxStock)
	}
	for _, e := range append(UserErrors(err), c.found...) {
		column := fileField(e.Field)
		if !slices.ContainsFunc(found, func(known LineError) bool {
			return known.Column == column || strings.HasPrefix(known.Column, column+".")
		}) {
			add(column, e.Message)
		}
	}
	if err == nil {
		line.Fields = checked
	}
	return line, found
}

// ofNew returns the fields of a new product, which is listed unless they say otherwise.
func (f ProductFields) ofNew() ProductFields {
	if _, ok := f["listed"]; !ok {
		f["listed"] = json.RawMessage("true")
	}
	return f
}

// fileField returns the place of an error of ProductInput in a product file.
func fileField(field string) string {
	field = strings.TrimPrefix(field, contentField+".")
	rest, isPicture := strings.CutPrefix(field, "pictures.")
	if !isPicture {
		return field
	}
	index, rest, _ := strings.Cut(rest, ".")
	if n, _ := strconv.Atoi(index); n > 0 {
		return fmt.Sprintf("gallery.%d.%s", n-1, rest)
	}
	return "image." + rest
}

// decodeField decodes the value of a field. If it is not of the type, it returns why and, within the field, where.
func decodeField(value json.RawMessage, into any) (at []string, problem string) {
	of := reflect.TypeOf(into).Elem()
	if string(value) == "null" && of.Kind() != reflect.Pointer && of.Kind() != reflect.Slice {
		return nil, "This field " + mustBe(of)
	}
	decoder := json.NewDecoder(bytes.NewReader(value))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil, ""
	case errors.As(err, &kind):
		if kind.Field != "" {
			at = strings.Split(kind.Field, ".")
		}
		return at, "This field " + mustBe(kind.Type)
	}
	name, _ := strings.CutPrefix(err.Error(), "json: unknown field ")
	return nil, name + " is not a member of this field"
}

// mustBe describes the values of a type.
func mustBe(of reflect.Type) string {
	switch of.Kind() {
	case reflect.Pointer:
		return mustBe(of.Elem())
	case reflect.String:
		return "must be a text"
	case reflect.Bool:
		return "must be true or false"
	case reflect.Slice:
		return "must be a list"
	case reflect.Struct:
		return "must be an object"
	}
	return "must be a whole number"
}

// FileMedia are the pictures and the film that a line of a product file names. What the line doesn't name is nil.
type FileMedia struct {
	Image   *Media
	Gallery []Media
	Video   *Media
}

// Media returns the pictures and the film among the fields, which have been read from a file.
func (f ProductFields) Media() (m FileMedia) {
	_ = f.decode(&m) // readEntry has decoded them before
	return m
}

// URLs returns the URLs of everything that the line names.
func (m FileMedia) URLs() (urls []string) {
	m.eachPicture(func(_ string, picture *Media) { urls = append(urls, picture.URL) })
	if m.Video != nil {
		urls = append(urls, m.Video.URL)
		for _, url := range []*string{m.Video.Poster, m.Video.Captions} {
			if url != nil {
				urls = append(urls, *url)
			}
		}
	}
	return urls
}

// eachPicture calls do with each picture, and where in the file it is.
func (m FileMedia) eachPicture(do func(at string, picture *Media)) {
	if m.Image != nil {
		do("image", m.Image)
	}
	for i := range m.Gallery {
		do(fmt.Sprintf("gallery.%d", i), &m.Gallery[i])
	}
}

// WithMedia returns the line with its pictures and film as the library has them, but with the texts of the line, and
// with its poster and captions. Those that the shop doesn't have are errors, so that no product links to nothing.
func (l ProductLine) WithMedia(library MediaLibrary) (ProductLine, []LineError) {
	var found []LineError
	media := l.Fields.Media()
	media.eachPicture(func(at string, picture *Media) {
		kept, ok := library.Picture(picture.URL)
		if !ok {
			found = append(found, LineError{l.Line, at + ".url", unknownMedium("picture")})
		}
		kept.Alt = strings.TrimSpace(picture.Alt)
		*picture = kept
	})
	if v := media.Video; v != nil {
		film, errs := ProductVideoInput{v.URL, v.Alt, v.Poster, v.Captions, v.CaptionsLanguage}.From(library)
		for _, e := range errs {
			found = append(found, LineError{l.Line, e.Field, e.Message})
		}
		media.Video = &film
	}
	fields := maps.Clone(l.Fields)
	for name, value := range members(media) {
		if name = strings.ToLower(name); fields[name] != nil {
			fields[name] = value
		}
	}
	l.Fields = fields
	return l, found
}

// Documents returns the documents among the fields, which have been read from a file.
func (f ProductFields) Documents() (all []Document) {
	if raw, ok := f["documents"]; ok {
		_ = json.Unmarshal(raw, &all) // readEntry has done so before
	}
	return all
}

// WithDocuments returns the line with the files of its documents as known returns them by their URLs. Those that the
// shop doesn't have are errors, so that no product links to nothing.
func (l ProductLine) WithDocuments(known func(url string) (Document, bool)) (ProductLine, []LineError) {
	var found []LineError
	documents := l.Fields.Documents()
	if documents == nil {
		return l, nil
	}
	for i, d := range documents {
		kept, ok := known(d.URL)
		if !ok {
			found = append(found, LineError{l.Line, fmt.Sprintf("documents.%d.url", i),
				unknownMedium("document")})
		}
		documents[i].URL, documents[i].Format, documents[i].Bytes = kept.URL, kept.Format, kept.Bytes
		documents[i].Title = strings.TrimSpace(d.Title)
		documents[i].Language = strings.ToLower(strings.TrimSpace(d.Language))
	}
	fields := maps.Clone(l.Fields)
	fields["documents"] = members(Content{Documents: documents})["documents"]
	l.Fields = fields
	return l, found
}

// AttributeErrors returns the errors of the attributes that the line states of a product. Which attributes there are
// only the store knows.
func (l ProductLine) AttributeErrors(all []Attribute, before Product, t Terms) (found []LineError) {
	var stated []AttributeValue
	if raw, ok := l.Fields["attributes"]; ok {
		_ = json.Unmarshal(raw, &stated) // the readers have checked it
	}
	if slices.Equal(stated, before.Attributes) {
		return nil
	}
	_, err := CheckAttributeValues(all, stated, before.Attributes, t)
	for _, e := range UserErrors(err) {
		found = append(found, LineError{l.Line, l.column(e.Field), e.Message})
	}
	return found
}

// AsNew returns the line for a new product.
func (l ProductLine) AsNew() (ProductLine, []LineError) {
	l.ID, l.Fields = "", l.Fields.ofNew()
	if _, ok := l.Fields["name"]; !ok {
		return l, []LineError{{l.Line, "name", "Name is required for a new product"}}
	}
	return l, nil
}

// UnknownProduct is the error of a line whose product doesn't exist.
func (l ProductLine) UnknownProduct() LineError {
	return LineError{Line: l.Line, Column: "id", Message: "No product with this ID"}
}

// NewStock returns the stock that the line sets, nil if none. A stock that the file left at StockBefore is none: what
// has been sold since the export stays sold.
func (l ProductLine) NewStock() *int {
	if l.Stock != nil && l.StockBefore != nil && *l.Stock == *l.StockBefore {
		return nil
	}
	return l.Stock
}

// StockChanged returns the error of a line that sets the stock but was made when the product had another one.
func (l ProductLine) StockChanged(before Product) []LineError {
	if l.NewStock() == nil {
		return nil
	}
	if stale := before.StockChanged(l.StockBefore); stale != nil {
		return []LineError{{l.Line, l.column(stale.Field), stale.Message}}
	}
	return nil
}

// Of returns the product as the line changes it.
func (l ProductLine) Of(before Product, all []Attribute, t Terms) (Product, error) {
	after, err := before.With(l.Fields, t)
	if err != nil {
		return Product{}, err
	}
	if stock := l.NewStock(); stock != nil {
		after.Stock = *stock
	}
	if !slices.Equal(before.Attributes, after.Attributes) {
		after.Attributes, err = CheckAttributeValues(all, after.Attributes, before.Attributes, t)
	}
	return after, err
}
