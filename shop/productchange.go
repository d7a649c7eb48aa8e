package shop

import (
	"encoding/json"
	"reflect"

	"github.com/shopspring/decimal"
)

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

// ConflictErrors returns an error for each conflict.
func ConflictErrors(conflicts []*ProductConflict) []*Error {
	errs := make([]*Error, len(conflicts))
	for i, conflict := range conflicts {
		errs[i] = &Error{Code: Conflict, Field: conflict.Field, Message: "Someone else changed this field too"}
	}
	return errs
}
