package pg

import (
	"database/sql/driver"
	"encoding/json"
	"reflect"
)

// Columns returns the columns that the tags of a struct name, without those in embedded structs.
func Columns[Row any]() (columns []string) {
	for field := range reflect.TypeFor[Row]().Fields() {
		if column := field.Tag.Get("db"); column != "" && !field.Anonymous {
			columns = append(columns, column)
		}
	}
	return columns
}

// JSON is a value that is stored as jsonb; nil is stored as null.
type JSON[T any] struct{ V T }

// Scan implements sql.Scanner.
func (j *JSON[T]) Scan(column any) error {
	if column == nil {
		return nil
	}
	return json.Unmarshal(column.([]byte), &j.V)
}

// Value implements driver.Valuer.
func (j JSON[T]) Value() (driver.Value, error) {
	text, err := json.Marshal(j.V)
	if string(text) == "null" {
		return nil, err
	}
	return text, err
}
