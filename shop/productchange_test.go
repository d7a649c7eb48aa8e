package shop

import (
	"fmt"
	"strings"
	"testing"
)

func conflictNames(conflicts []*ProductConflict) string {
	names := make([]string, len(conflicts))
	for i, c := range conflicts {
		names[i] = fmt.Sprintf("%s %s/%s", c.Field, c.Yours, c.Theirs)
	}
	return strings.Join(names, ", ")
}

func TestMergeProduct(t *testing.T) {
	const base = `{"name": "Arm", "category": "Arms", "price": "10.00", "tags": ["a"], "highlights": []}`
	for _, c := range []struct{ name, changes, current, merged, conflicts string }{
		{"no change", `{}`, base, `{}`, ""},
		{"changed here", `{"name": "Crane"}`, base, `{"name":"Crane"}`, ""},
		{"changed there", `{}`, `{"name": "Crane"}`, `{}`, ""},
		{"different fields", `{"name": "Crane"}`, `{"name": "Arm", "category": "Cranes"}`, `{"name":"Crane"}`, ""},
		{"the same field", `{"name": "Crane"}`, `{"name": "Lift"}`, `{}`, `name "Crane"/"Lift"`},
		{"the same value", `{"name": "Crane"}`, `{"name": "Crane"}`, `{}`, ""},
		{"the same price in other words", `{"price": "12"}`, `{"price": "12.00"}`, `{}`, ""},
		{"a price that did not change", `{"price": "12"}`, `{"price": "10.0"}`, `{"price":"12"}`, ""},
		{"empty is empty", `{"highlights": ["x"]}`, `{"highlights": null}`, `{"highlights":["x"]}`, ""},
		{"the order counts", `{"tags": ["b", "a"]}`, `{"tags": ["a", "b"]}`, `{}`, `tags ["b", "a"]/["a", "b"]`},
		{"back to what it was", `{"name": "Arm"}`, `{"name": "Lift"}`, `{}`, `name "Arm"/"Lift"`},
		{"a field that is new", `{"model": "A1"}`, `{"model": null}`, `{"model":"A1"}`, ""},
		{"a field that is gone", `{"formerField": "A1"}`, base, `{}`, ""},
		{"both at once", `{"name": "Crane", "category": "Cranes"}`, `{"name": "Lift", "category": "Arms"}`, `{"category":"Cranes"}`, `name "Crane"/"Lift"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			merged, conflicts := MergeProduct(fieldsFrom(t, base), fieldsFrom(t, c.changes), fieldsFrom(t, c.current))
			if merged.String() != fieldsFrom(t, c.merged).String() {
				t.Errorf("merged %s, want %s", merged, c.merged)
			}
			if got := conflictNames(conflicts); got != c.conflicts {
				t.Errorf("conflicts %s, want %s", got, c.conflicts)
			}
		})
	}
}
