package shop

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// ProductFields are fields of a product that versions and drafts hold, as JSON by their names in the API: those that
// ProductInput changes, except stock. The price is a text, which a draft keeps as it was entered.
type ProductFields map[string]json.RawMessage

const (
	priceField   = "price"
	contentField = "content"
)

// productFieldNames are the names of all ProductFields: columns in the order of ProductInput, then those of Content.
var productFieldNames = func() (names []string) {
	for field := range reflect.TypeFor[ProductInput]().Fields() {
		if name := jsonName(field); name != "-" && field.Tag.Get("db") != "" {
			names = append(names, name)
		}
	}
	for field := range reflect.TypeFor[Content]().Fields() {
		names = append(names, jsonName(field))
	}
	return names
}()

func jsonName(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name
}

// members returns the members of a value that is encoded as an object. Values of this package always encode.
func members(value any) ProductFields {
	var found ProductFields
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, &found)
	}
	if err != nil {
		panic(err)
	}
	return found
}

// decode sets the fields of a struct that have these names, and ignores others.
func (f ProductFields) decode(into any) error {
	text, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// Fields returns all ProductFields of the product.
func (p Product) Fields() ProductFields {
	all := members(p)
	maps.Copy(all, members(p.Content))
	all[priceField] = json.RawMessage("null")
	if p.Price != nil {
		all[priceField] = json.RawMessage(`"` + p.Price.Decimal() + `"`)
	}
	maps.DeleteFunc(all, func(name string, _ json.RawMessage) bool { return !slices.Contains(productFieldNames, name) })
	return all
}

// With returns the product with other values of some fields. A price that is not a valid one becomes none.
func (p Product) With(fields ProductFields, t Terms) (with Product, err error) {
	columns, content := members(p), members(p.Content)
	maps.Copy(columns, fields) // decode ignores those of the other struct
	maps.Copy(content, fields)
	for _, name := range []string{priceField, "priceWithTax", contentField} { // set below
		delete(columns, name)
	}
	if err := columns.decode(&with); err != nil {
		return Product{}, err
	}
	if err := content.decode(&with.Content); err != nil {
		return Product{}, err
	}
	price := p.Price
	if raw, ok := fields[priceField]; ok {
		price = nil
		if entered, ok := t.Parse(textOf(raw)); ok {
			price = &entered
		}
	}
	return with.WithPrice(price, t), nil
}

// textOf returns the text that raw encodes, "" if it encodes another value.
func textOf(raw json.RawMessage) (text string) {
	if json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}

// Fields returns the fields that the edit changes, without pictures, film and documents, which it only names. The price
// is that of the input.
func (e ProductEdit) Fields() ProductFields {
	e.ImageID, e.GalleryIDs, e.Video, e.Documents = nil, nil, nil, nil // the store reads what they name
	fields := members(e.ProductInput)
	maps.Copy(fields, members(e.Content))
	for name, value := range fields {
		if string(value) == `""` && productFieldTypes[name].Kind() == reflect.Pointer {
			fields[name] = json.RawMessage("null") // an empty text removes what may be absent
		}
	}
	return fields
}

// input returns the input of productUpdate that sets the fields, without pictures. It names documents by their URLs.
func (f ProductFields) input(id string) (in ProductInput, err error) {
	entered := maps.Clone(f) // the input has IDs of uploads instead of pictures
	delete(entered, "image")
	delete(entered, "gallery")
	if err := entered.decode(&in); err != nil {
		return in, err
	}
	in.ID, in.Content = id, &ContentInput{}
	return in, entered.decode(in.Content)
}

// Check returns the errors of the fields, which have the names of ProductInput. It returns the fields trimmed.
func (f ProductFields) Check(id string, t Terms) (ProductFields, error) {
	in, err := f.input(id)
	if err != nil {
		return nil, err
	}
	edit, err := in.Normal(t)
	if err := Errors(append(UserErrors(err), f.checkPictures()...)).Err(); err != nil {
		return nil, err
	}
	checked, trimmed := maps.Clone(f), edit.Fields()
	for name := range checked {
		if value, ok := trimmed[name]; ok {
			checked[name] = value
		}
	}
	return checked, nil
}

// checkPictures checks that the pictures among the fields are described.
func (f ProductFields) checkPictures() Errors {
	var c checker
	var pictures struct {
		Image   *Media
		Gallery []Media
	}
	if f.decode(&pictures) != nil {
		c.add(Invalid, "pictures", "The pictures are not valid")
	}
	if pictures.Image != nil {
		c.pictureText(0, pictures.Image.Alt)
	}
	for i, picture := range pictures.Gallery {
		c.pictureText(i+1, picture.Alt)
	}
	if len(pictures.Gallery) > maxGallery {
		c.add(OutOfRange, "gallery", fmt.Sprintf("A product has at most %d further pictures", maxGallery))
	}
	return c.found
}

// Duplicate returns the fields of a new product that is made like this one: unlisted under another name, without the
// model code, which identifies the original, and without its featured place.
func (p Product) Duplicate() ProductFields {
	p.Name = prefix("Copy of "+p.Name, maxProductName)
	p.Model, p.Listed, p.ComingSoon, p.FeaturedPlace = nil, false, true, 0
	return p.Fields()
}

// prefix returns at most the first limit characters of a text.
func prefix(text string, limit int) string {
	characters := []rune(text)
	return strings.TrimSpace(string(characters[:min(limit, len(characters))]))
}
