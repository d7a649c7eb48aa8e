package rest_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"
)

// samples are values of the fields of bodies, by name.
var samples = map[string]any{"name": "Ada", "email": "ada@example.org", "password": "aA1!aA1!x", "rating": 5, "comment": "Good", "productId": "3",
	"quantity": 1, "phone": "+31 20 1234567", "status": "resolved", "title": "T", "description": "D", "subject": "S", "message": "M",
	"shippingInfo": object{"address": "Damrak 1", "city": "Amsterdam", "postalCode": "1012 LG", "country": "NL"}}

// Whatever a JSON body lacks, or has of another type, is refused with 422 and named, for every field that the document requires.
func TestRequiredFieldsAreNamed(t *testing.T) {
	t.Parallel()
	c := openContract(t)
	asked := 0
	for path, item := range c.document.Paths.Map() {
		for method, operation := range item.Operations() {
			if operation.RequestBody == nil || operation.RequestBody.Value.Content["application/json"] == nil {
				continue
			}
			schema := operation.RequestBody.Value.Content["application/json"].Schema.Value
			whole := object{}
			for _, name := range schema.Required {
				value, known := samples[name]
				property := schema.Properties[name].Value
				switch {
				case len(property.Enum) > 0:
					value = property.Enum[0]
				case !known:
					t.Errorf("%s %s requires %s, of which there is no sample", method, path, name)
				}
				whole[name] = value
			}
			for _, name := range schema.Required {
				for fault, change := range map[string]func(object){
					"nothing":         func(o object) { delete(o, name) },
					"null":            func(o object) { o[name] = nil },
					"of another type": func(o object) { o[name] = []any{map[string]any{}} },
				} {
					body := maps.Clone(whole)
					change(body)
					text, err := json.Marshal(body)
					if err != nil {
						t.Fatal(err)
					}
					asked++
					token := c.admin
					if strings.HasPrefix(path, "/auth/") || path == "/cart" || strings.HasSuffix(path, "/review") {
						token = c.user
					}
					at := "/api/v1" + strings.Replace(path, "{id}", "3", 1)
					r := c.send(method, at, token, "application/json", strings.NewReader(string(text)))
					if r.status != 422 || r.Errors[name] == "" || r.Success {
						t.Errorf("%s %s with %s for %s: %d %s", method, path, fault, name, r.status, strings.TrimSpace(r.body))
					}
				}
			}
		}
	}
	if asked < 30 {
		t.Errorf("only %d bodies were sent", asked)
	}
}
