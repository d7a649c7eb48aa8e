package pg

import (
	"database/sql/driver"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/jmoiron/sqlx/reflectx"
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

var columnFields = reflectx.NewMapperFunc("db", strings.ToLower)

// Record returns the values of columns that the tags of a struct name, for jsonb_populate_recordset.
func Record(row any, columns []string) map[string]any {
	record := make(map[string]any, len(columns))
	value := reflect.ValueOf(row)
	for i, path := range columnFields.TraversalsByName(value.Type(), columns) {
		record[columns[i]] = reflectx.FieldByIndexesReadOnly(value, path).Interface()
	}
	return record
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

// MarshalJSON implements json.Marshaler.
func (j JSON[T]) MarshalJSON() ([]byte, error) { return json.Marshal(j.V) }

// Value implements driver.Valuer.
func (j JSON[T]) Value() (driver.Value, error) {
	text, err := json.Marshal(j.V)
	if string(text) == "null" {
		return nil, err
	}
	return text, err
}
