package shop

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// ProductFields are fields of a product that versions and drafts hold, as JSON by their names in the API: those that
// ProductInput changes, except stock. The price is a text, which a draft keeps as it was entered.
type ProductFields map[string]json.RawMessage

const (
	priceField   = "price"
	contentField = "content"
)

// productFieldNames returns the names of all ProductFields, and those among them that are columns, by column.
var productFieldNames, productColumnNames = func() (names []string, columns map[string]string) {
	columns = map[string]string{}
	for _, row := range []reflect.Type{reflect.TypeFor[Product](), reflect.TypeFor[Card]()} {
		for field := range row.Fields() {
			if column := field.Tag.Get("db"); column != "" {
				columns[column] = jsonName(field)
			}
		}
	}
	for field := range reflect.TypeFor[ProductInput]().Fields() {
		if name := columns[field.Tag.Get("db")]; name != "" && field.Name != "Stock" {
			names = append(names, name)
		}
	}
	for field := range reflect.TypeFor[Content]().Fields() {
		names = append(names, jsonName(field))
	}
	return names, columns
}()

func jsonName(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name
}

// members returns the members of a value that is encoded as an object. Values of this package always encode.
func members(value any) map[string]json.RawMessage {
	var found map[string]json.RawMessage
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, &found)
	}
	if err != nil {
		panic(err)
	}
	return found
}

// Fields returns all ProductFields of the product.
func (p Product) Fields() ProductFields {
	all := members(p)
	for name, value := range members(p.Content) {
		all[name] = value
	}
	all[priceField] = json.RawMessage("null")
	if p.Price != nil {
		all[priceField] = json.RawMessage(`"` + p.Price.Decimal() + `"`)
	}
	fields := ProductFields{}
	for _, name := range productFieldNames {
		fields[name] = all[name]
	}
	return fields
}

// With returns the product with other values of some fields. A price that is not a valid one becomes none.
func (p Product) With(fields ProductFields, t Terms) (Product, error) {
	all, content := members(p), members(p.Content)
	for name, value := range fields {
		if _, ok := content[name]; ok {
			content[name] = value
		} else {
			all[name] = value
		}
	}
	delete(all, priceField)
	delete(all, "priceWithTax")
	var err error
	if all[contentField], err = json.Marshal(content); err != nil {
		return Product{}, err
	}
	text, err := json.Marshal(all)
	if err != nil {
		return Product{}, err
	}
	var with Product
	if err := json.Unmarshal(text, &with); err != nil {
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
	fields := ProductFields(members(e.ContentEdit))
	input := reflect.ValueOf(e.ProductInput)
	for field := range input.Type().Fields() {
		name := productColumnNames[field.Tag.Get("db")]
		if name == "" || field.Name == "Stock" || field.Name == "Video" || strings.Contains(field.Name, "ID") {
			continue
		}
		if value := input.FieldByIndex(field.Index); !value.IsNil() {
			text, err := json.Marshal(value.Interface())
			if err != nil {
				panic(err)
			}
			if string(text) == `""` && productFieldTypes[name].Kind() == reflect.Pointer {
				text = json.RawMessage("null") // an empty text removes what may be absent
			}
			fields[name] = text
		}
	}
	return fields
}

// Input returns the input of productUpdate that sets the fields, without pictures. It names documents by their URLs.
func (f ProductFields) Input(id string) (in ProductInput, err error) {
	text, err := json.Marshal(f)
	if err != nil {
		return in, err
	}
	// The names of the other fields are those of ProductInput, which JSON matches ignoring case.
	if err := json.Unmarshal(text, &in); err != nil {
		return in, err
	}
	var content ContentInput
	if err := json.Unmarshal(text, &content); err != nil {
		return in, err
	}
	in.ID, in.Content = id, &content
	if in.Listed == nil {
		in.Listed = new(true)
	}
	return in, nil
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

// Check returns the errors of the fields, which have the names of ProductInput. It returns the fields trimmed.
func (f ProductFields) Check(id string, t Terms) (ProductFields, error) {
	in, err := f.Input(id)
	if err != nil {
		return nil, err
	}
	c := f.checkPictures()
	edit, err := in.Normal(t)
	found := append(UserErrors(err), c.found...)
	if err != nil && len(found) == 0 {
		return nil, err
	}
	if err := Errors(found).Err(); err != nil {
		return nil, err
	}
	checked := edit.Fields()
	for name := range checked {
		if _, ok := f[name]; !ok {
			delete(checked, name)
		}
	}
	for name, value := range f {
		if _, ok := checked[name]; !ok {
			checked[name] = value
		}
	}
	return checked, nil
}

// checkPictures checks that the pictures among the fields are described.
func (f ProductFields) checkPictures() (c checker) {
	var pictures struct {
		Image   *Media
		Gallery []Media
	}
	for name, list := range map[string]any{"image": &pictures.Image, "gallery": &pictures.Gallery} {
		if raw, ok := f[name]; ok && json.Unmarshal(raw, list) != nil {
			c.add(Invalid, "pictures", "The pictures are not valid")
		}
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
	return c
}

// ProductChange is a field that differs, with its values as JSON.
type ProductChange struct {
	Name   string
	Before string
	After  string
}

// Changes returns in which fields of both other differs, in the order of the form.
func (f ProductFields) Changes(other ProductFields) []ProductChange {
	changes := []ProductChange{}
	for _, name := range productFieldNames {
		before, was := f[name]
		after, is := other[name]
		if was && is && !sameField(name, before, after) {
			changes = append(changes, ProductChange{name, string(before), string(after)})
		}
	}
	return changes
}

// sameField reports whether two values of a field mean the same. Absent members of objects, null, and empty texts,
// lists and objects are the same.
func sameField(name string, a, b json.RawMessage) bool {
	if name == priceField {
		one, err := decimal.NewFromString(textOf(a))
		other, otherErr := decimal.NewFromString(textOf(b))
		if err == nil && otherErr == nil {
			return one.Equal(other)
		}
	}
	return reflect.DeepEqual(withoutEmpty(a), withoutEmpty(b))
}

// withoutEmpty returns the decoded value without what is empty in it, nil if nothing is left.
func withoutEmpty(raw json.RawMessage) any {
	var value any
	if len(raw) > 0 && json.Unmarshal(raw, &value) != nil {
		return string(raw)
	}
	return dropEmpty(value)
}

func dropEmpty(value any) any {
	switch value := value.(type) {
	case string:
		if value == "" {
			return nil
		}
	case []any:
		if len(value) == 0 {
			return nil
		}
		for i := range value {
			value[i] = dropEmpty(value[i])
		}
	case map[string]any:
		for name := range value {
			if value[name] = dropEmpty(value[name]); value[name] == nil {
				delete(value, name)
			}
		}
		if len(value) == 0 {
			return nil
		}
	}
	return value
}

// ProductConflict is a field that two editors changed to different values, as JSON.
type ProductConflict struct {
	Field  string
	Yours  string
	Theirs string
}

// MergeProduct returns the changes to apply to the current fields, for changes that were made to base. A field that has
// changed since base, to another value, is a conflict. A field that base lacks is new, and has not changed.
func MergeProduct(base, changes, current ProductFields) (merged ProductFields, conflicts []*ProductConflict) {
	merged = ProductFields{}
	for _, name := range productFieldNames {
		value, ok := changes[name]
		before, known := base[name]
		switch {
		case !ok || sameField(name, value, current[name]):
		case !known || sameField(name, before, current[name]):
			merged[name] = value
		default:
			conflicts = append(conflicts, &ProductConflict{name, string(value), string(current[name])})
		}
	}
	return merged, conflicts
}

// ProductDraft holds the changes of a product that are not published yet. All editors of a product share one draft.
type ProductDraft struct {
	Revision    int           // incremented by every change; 0 before the first one
	BaseVersion int           // version of the product that the changes were made to
	Changes     ProductFields // the fields that differ from the base
	// Touched holds the revision in which a field was changed last. Fields that were published or discarded remain.
	Touched   map[string]int
	UpdatedAt *time.Time
	Author    *string // current name of the last editor; nil if the account was deleted
}

// From returns the draft with the base for changes by an editor who has seen a version. If that version is older
// than the draft's base, it becomes the base of all changes, so that what was published since is a conflict for this
// editor, too.
func (d ProductDraft) From(version int) ProductDraft {
	if version = max(1, version); len(d.Changes) == 0 || version < d.BaseVersion {
		d.BaseVersion = version
	}
	return d
}

// Save returns the draft with the fields of an editor who has seen a revision. base are the fields of the base version,
// current those of the product. A field that was changed after that revision, to another value, is a conflict; the
// draft is then returned unchanged.
func (d ProductDraft) Save(revision int, fields, base, current ProductFields) (ProductDraft, []*ProductConflict) {
	var conflicts []*ProductConflict
	changed := []string{}
	for _, name := range productFieldNames {
		value, ok := fields[name]
		now := current[name]
		if kept, isChanged := d.Changes[name]; isChanged {
			now = kept
		}
		switch {
		case !ok || sameField(name, value, now):
		case d.Touched[name] > revision:
			conflicts = append(conflicts, &ProductConflict{name, string(value), string(now)})
		default:
			changed = append(changed, name)
		}
	}
	if len(conflicts) > 0 || len(changed) == 0 {
		return d, conflicts
	}
	next := d.touch(changed)
	for _, name := range changed {
		// A value equal to the base is no change, unless it reverts what another editor published.
		if sameField(name, fields[name], base[name]) && sameField(name, base[name], current[name]) {
			delete(next.Changes, name)
		} else {
			next.Changes[name] = fields[name]
		}
	}
	return next, nil
}

// Drop returns the draft without its changes of some fields, or without all for nil.
func (d ProductDraft) Drop(fields []string) ProductDraft {
	dropped := []string{}
	for _, name := range productFieldNames {
		if _, ok := d.Changes[name]; ok && (fields == nil || slices.Contains(fields, name)) {
			dropped = append(dropped, name)
		}
	}
	if len(dropped) == 0 {
		return d
	}
	next := d.touch(dropped)
	for _, name := range dropped {
		delete(next.Changes, name)
	}
	return next
}

// touch returns a copy of the draft in its next revision, which changes some fields.
func (d ProductDraft) touch(names []string) ProductDraft {
	next := d
	next.Revision++
	next.Changes, next.Touched = ProductFields{}, map[string]int{}
	for name, value := range d.Changes {
		next.Changes[name] = value
	}
	for name, revision := range d.Touched {
		next.Touched[name] = revision
	}
	for _, name := range names {
		next.Touched[name] = next.Revision
	}
	return next
}

// EditedProduct is a product's draft with what an editor needs.
type EditedProduct struct {
	ProductDraft
	Version   int                // present version of the product; 0 before any is stored
	Product   Product            // with the changes of the draft
	Changes   []ProductChange    // from the product as it is published
	Conflicts []*ProductConflict // fields that were changed in the draft and, since its base, in the product
	Errors    []*Error           // what must be corrected before the draft can be published
}

// Edited returns the draft of a product in its present version. base are the fields of the draft's base version.
func (d ProductDraft) Edited(p Product, version int, base ProductFields, t Terms) (EditedProduct, error) {
	edited := EditedProduct{ProductDraft: d, Version: version, Changes: p.Fields().Changes(d.Changes)}
	_, edited.Conflicts = MergeProduct(base, d.Changes, p.Fields())
	_, err := d.Changes.Check(p.ID, t)
	if edited.Errors = UserErrors(err); err != nil && edited.Errors == nil {
		return edited, err
	}
	edited.Product, err = p.With(d.Changes, t)
	return edited, err
}

// ProductDraftSaveInput changes the draft of a product. Revision and Version are those that the editor has seen.
type ProductDraftSaveInput struct {
	Revision int
	Version  int
	Product  ProductInput
}

// Normal returns the values trimmed. They may break the rules of productUpdate, which hold when a draft is published.
func (in ProductDraftSaveInput) Normal(t Terms) (ProductEdit, error) {
	var c checker
	if in.Product.Stock != nil || in.Product.StockBefore != nil {
		c.add(NotAllowed, "stock", "Stock is not part of a draft. Change it with productUpdate.")
	}
	// Every picture and document is looked up.
	c.gallery("galleryIds", in.Product.GalleryIDs)
	c.pictureList(in.Product)
	c.documentList(in.Product.Documents)
	c.videoChoice(in.Product)
	edit, _ := in.Product.Normal(t)
	edit.Listed = in.Product.Listed
	return edit, c.found.Err()
}

// ProductDraftDiscardInput names the fields of a draft to discard, all of them if Fields is nil.
type ProductDraftDiscardInput struct {
	ID       string
	Revision int
	Fields   []string
}

// ProductDraftPublishInput publishes the draft that an editor has seen. Changes of the product up to Version, which the
// editor has seen too, are overwritten where they conflict.
type ProductDraftPublishInput struct {
	ID       string
	Revision int
	Version  int
}

// ProductVersion is an entry of a product's history.
type ProductVersion struct {
	Version   int
	CreatedAt time.Time
	Author    *string         // current name; nil if no account stored it, or the account was deleted
	Changes   []ProductChange // from the version before; empty for the oldest one
}

// ProductVersionRestoreInput names a version to make the present one.
type ProductVersionRestoreInput struct {
	ID      string
	Version int
}

// KeptProductVersions is the number of versions that a product keeps, besides the base of its draft.
const KeptProductVersions = 100

// DraftChanged refuses to publish or discard a draft that somebody else has changed since it was read.
func DraftChanged() *Error {
	return &Error{Code: Conflict, Field: "revision",
		Message: "Someone else changed the draft. Review it and try again."}
}

// ConflictErrors returns an error for each conflict.
func ConflictErrors(conflicts []*ProductConflict) []*Error {
	errs := make([]*Error, len(conflicts))
	for i, conflict := range conflicts {
		errs[i] = &Error{Code: Conflict, Field: conflict.Field, Message: "Someone else changed this field too"}
	}
	return errs
}

// UnknownProductVersion refuses a version that the history does not have.
func UnknownProductVersion() *Error {
	return &Error{Code: NotFound, Field: "version", Message: "This version is no longer kept. Reload the product."}
}
