package rest_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"orrery/rest"
	"orrery/shop"
)

// A product is told with all its fields, except those listed here. openapi.yaml is held to it by TestEveryRow.
func TestProductBody(t *testing.T) {
	notTold := []string{"PreorderLimit", "Delivery", "Listed", "Gallery", "PriceWithTax", "FeaturedPlace", "Plate", "SeoTitle", "SeoDescription", "SeoKeywords", "Engineering", "Motion"}
	otherName := map[string]string{"ID": "_id", "Rating": "ratings"}
	var p shop.Product
	fields := reflect.VisibleFields(reflect.TypeOf(p))
	for _, field := range fields {
		switch value := reflect.ValueOf(&p).Elem().FieldByIndex(field.Index); value.Kind() {
		case reflect.String:
			value.SetString("text")
		case reflect.Int:
			value.SetInt(1)
		case reflect.Bool:
			value.SetBool(true)
		}
	}
	text, err := json.Marshal(rest.ProductBody(p))
	if err != nil {
		t.Fatal(err)
	}
	var body map[string]any
	if err := json.Unmarshal(text, &body); err != nil {
		t.Fatal(err)
	}
	for _, field := range fields {
		name := otherName[field.Name]
		if name == "" {
			name = strings.ToLower(field.Name[:1]) + field.Name[1:]
		}
		value, told := body[name]
		if !field.Anonymous && told == slices.Contains(notTold, field.Name) {
			t.Errorf("rest/product.go: productBody lacks %s, or has it in spite of notTold", name)
		}
		if value == "" || value == 0.0 && field.Type.Kind() == reflect.Int || value == false {
			t.Errorf("rest/product.go: %s is not set", name)
		}
	}
}

func walkEditing(t *testing.T, c *contract) {
	texts := []part{{name: "name", content: "Welding Robot"}, {name: "price", content: "31999.5"}, {name: "category", content: "Industrial"},
		{name: "stock", content: "4"}}
	file := part{"image", "a.png", "image/png", photo(t, 640, 480)}
	r := c.call("POST", "/admin/product/new", c.admin, append(texts, file)).gives(201).is("product.name", "Welding Robot").
		is("product.price", "31999.50").is("product.category", "Industrial").is("product.stock", 4).is("product.reviews", []any{})
	if url := r.at("product.image").(string); c.send("GET", url, "", "", nil).status != 200 {
		t.Errorf("no picture at %s", url)
	}
	id := r.at("product._id").(string)
	c.call("GET", "/products", "", nil).is("products.0._id", id).is("totalProducts", 11)

	admin := "/admin/product/" + id
	kept := r.at("product.image")
	c.call("PUT", admin, c.admin, []part{{name: "name", content: "Welder"}, {name: "stock", content: "0"}}).gives(200).
		is("product.name", "Welder").is("product.stock", 0).is("product.price", "31999.50").is("product.image", kept)
	c.call("PUT", admin, c.admin, []part{{name: "price", content: "100"}, file}).gives(200)
	c.call("GET", "/product/"+id, "", nil).gives(200).is("product.name", "Welder").is("product.price", "100.00")
	versions := func() int { return c.count(`SELECT count(*) FROM product_versions WHERE product_id = $1`, id) }
	if n := versions(); n != 3 {
		t.Errorf("one creation and two changes have stored %d versions", n)
	}

	for field, form := range map[string][]part{
		"name":  {{name: "price", content: "1"}, {name: "stock", content: "1"}},
		"price": {{name: "name", content: "x"}, {name: "stock", content: "1"}},
		"stock": {{name: "name", content: "x"}, {name: "price", content: "1"}},
	} {
		c.call("POST", "/admin/product/new", c.admin, form).gives(422).at("errors." + field)
	}
	for _, form := range [][]part{nil, {{name: "name", content: " "}, {name: "price", content: ""}, {name: "stock", content: " "}}} {
		c.call("POST", "/admin/product/new", c.admin, append(form, part{name: "category", content: "x"})).gives(422).is("code", "REQUIRED").
			is("errors", object{"name": "Name is required", "price": "Price is required", "stock": "Stock is required"})
	}
	wrong := c.call("POST", "/admin/product/new", c.admin, []part{{name: "name", content: "a\nb"}, {name: "price", content: "x"}, {name: "stock", content: "y"}, {name: "category", content: strings.Repeat("x", 201)}}).
		gives(422).is("code", "INVALID")
	for _, field := range []string{"name", "price", "stock", "category"} {
		wrong.at("errors." + field)
	}
	for content, status := range map[string]int{"1.005": 422, "-1": 422, "NaN": 422, "100000001": 422, "0.01": 200} {
		c.call("PUT", admin, c.admin, []part{{name: "price", content: content}}).gives(status)
	}
	c.call("PUT", admin, c.admin, []part{{name: "colour", content: "red"}}).gives(400).is("errors.colour", `The part "colour" is not expected here`)
	c.call("PUT", admin, c.admin, []part{{name: "stock", content: "1"}, {name: "stock", content: "2"}}).gives(400).is("errors.stock", `The part "stock" is there twice`)
	c.call("PUT", admin, c.admin, []part{{name: "stock", content: "-1"}}).gives(422).at("errors.stock")
	c.call("PUT", admin, c.admin, []part{{"image", "a.svg", "image/svg+xml", "<svg/>"}}).gives(415).at("errors.image")
	c.call("PUT", admin, c.admin, object{"name": "x"}).gives(415)
	c.call("PUT", "/admin/product/99", c.admin, texts).gives(404).is("message", "Product not found")
	for token, status := range map[string]int{"": 401, c.user: 403} {
		c.call("POST", "/admin/product/new", token, texts).gives(status)
		c.call("PUT", admin, token, texts).gives(status)
		c.call("DELETE", admin, token, nil).gives(status)
		c.call("POST", "/uploads", token, []part{file}).gives(status)
	}
	c.call("DELETE", admin, c.admin, nil).gives(200).is("success", true)
	if n := versions(); n != 0 {
		t.Errorf("%d versions are left of a deleted product", n)
	}
	c.call("DELETE", admin, c.admin, nil).gives(404)
	c.call("GET", "/product/"+id, "", nil).gives(404)
	c.call("POST", "/uploads", c.admin, []part{{"file", "a.jpg", "image/jpeg", photo(t, 48, 32)}}).gives(201).is("upload.width", 48)
}
