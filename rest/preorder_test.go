package rest_test

import (
	"strings"
	"testing"
	"time"
)

func walkPreOrders(t *testing.T, c *contract) {
	in := object{"name": "Ada", "email": "ada@example.org", "company": "", "phone": "+31 20 1234567", "product": "2",
		"productName": "Anything", "quantity": 2, "message": "Soon?", "expectedDelivery": "2030-01-01T00:00:00Z"}
	c.call("POST", "/preorders", c.user, in).gives(201).is("success", true).is("message", "Pre-order submitted successfully!").
		is("data.product", 2).is("data.productName", "Mobile Assistant").is("data.expectedDelivery", "2026-05-01T09:00:00Z").
		is("data.company", nil).is("data.status", "Pending")
	c.Clock.Advance(time.Minute)
	in["product"], in["quantity"] = "six-axis fixed arm", nil
	delete(in, "productName")
	c.call("POST", "/preorders", c.user, in).gives(201).is("data.product", 3).is("data.quantity", 1)
	in["product"] = "A machine of my own"
	id := c.call("POST", "/preorders", "", in).gives(201).is("data.product", nil).is("data.productName", "A machine of my own").at("data._id").(string)
	in["product"] = "99"
	c.call("POST", "/preorders", "", in).gives(404).is("errors.product", "Product not found")
	c.call("POST", "/preorders", "", object{"quantity": 0}).gives(422).is("errors.productName", "Please select a product first").
		is("errors.name", "Name is required").is("errors.email", "Email is required").is("errors.phone", "Phone is required").
		is("errors.quantity", "Quantity must be at least 1")
	in["product"], in["quantity"] = "3", 1001
	c.call("POST", "/preorders", c.user, in).gives(422).
		is("errors.quantity", "Quantity must be at most 1000. For more units, please contact us.")

	r := c.call("GET", "/preorders/my", c.user, nil).gives(200).is("data.0.product", 3).is("data.1.message", "Soon?").is("next", nil)
	if n := len(r.at("data").([]any)); n != 2 {
		t.Errorf("%d own pre-orders, want 2", n)
	}
	for _, body := range []object{{"product": strings.Repeat("x", 201)}, {"productName": strings.Repeat("x", 201)}} {
		for field := range body {
			c.call("POST", "/preorders", "", body).gives(422).is("errors."+field, "Product must have at most 200 characters")
		}
	}
	next := c.call("GET", "/preorders/my?limit=1", c.user, nil).gives(200).is("data.0.product", 3).at("next").(string)
	c.call("GET", "/preorders/my?limit=1&after="+next, c.user, nil).gives(200).is("data.0.product", 2).is("next", nil)
	c.call("GET", "/preorders/my?limit=101", c.user, nil).gives(422).is("errors.limit", "limit must be between 1 and 100")
	c.call("GET", "/preorders/my?after=x", c.user, nil).gives(422).at("errors.after")
	c.call("GET", "/preorders/my", "", nil).gives(401)

	c.call("GET", "/preorders", c.admin, nil).gives(200).is("success", true).is("data.2.productName", "Mobile Assistant").at("message")
	for token, status := range map[string]int{"": 401, c.user: 403} {
		c.call("GET", "/preorders", token, nil).gives(status)
		c.call("PATCH", "/preorders/"+id, token, object{"status": "Closed"}).gives(status)
	}
	for _, status := range []string{"Contacted", "Closed", "Pending", "Contacted"} {
		c.call("PATCH", "/preorders/"+id, c.admin, object{"status": status}).gives(200).is("data.status", status).at("message")
	}
	c.call("PATCH", "/preorders/"+id, c.admin, object{}).gives(422).is("code", "REQUIRED").at("errors.status")
	c.call("PATCH", "/preorders/"+id, c.admin, object{"status": "contacted"}).gives(422).at("errors.status")
	c.call("PATCH", "/preorders/1", c.admin, object{"status": "Closed"}).gives(404)
	if n := c.count(`SELECT count(*) FROM preorders WHERE id = $1 AND status = 'Contacted'`, id); n != 1 {
		t.Error("the status is not kept")
	}
}
