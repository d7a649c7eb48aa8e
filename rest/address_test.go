package rest_test

import "testing"

func walkAddresses(t *testing.T, c *contract) {
	damrak := object{"address": "Damrak 1", "city": "Amsterdam", "postalCode": "1012 lg", "country": "nl", "company": "ACME"}
	c.call("GET", "/addresses", "", nil).gives(401)
	c.call("GET", "/addresses", c.user, nil).gives(200).is("addresses", []any{})
	r := c.call("POST", "/addresses", c.user, object{"shippingInfo": damrak}).gives(201).is("address.default", true).
		is("address.shippingInfo.company", "ACME").is("address.shippingInfo.postalCode", "1012 LG").is("address.shippingInfo.notes", "")
	path := "/addresses/" + r.at("address._id").(string)
	c.call("POST", "/addresses", c.user, object{"shippingInfo": object{"address": "", "city": "A", "postalCode": "1", "country": "NL"}}).
		gives(422).is("message", "Address is required; Postal code must match the country, such as 1012 AB")
	c.call("PUT", path, c.user, object{"default": true, "shippingInfo": object{"address": "Rokin 2", "city": "Amsterdam",
		"postalCode": "1012 KS", "country": "NL", "notes": "Lift gate"}}).gives(200).is("address.shippingInfo.address", "Rokin 2").
		is("address.shippingInfo.company", "ACME").is("address.shippingInfo.notes", "Lift gate")
	c.call("POST", "/addresses", c.user, object{"shippingInfo": object{"address": "A", "city": "A", "postalCode": "1", "country": "XX"}}).
		gives(422).is("message", "Country must be the ISO 3166 code of a country, such as NL")
	c.call("PUT", path, c.user, object{"shippingInfo": object{"postalCode": 5}}).gives(422).
		is("errors", object{"shippingInfo.postalCode": "shippingInfo.postalCode has the wrong type"})
	c.call("PUT", path, c.admin, object{"default": true}).gives(404)
	c.call("PUT", path, "", object{}).gives(401)
	c.call("DELETE", path, c.admin, nil).gives(404)
	c.call("DELETE", path, c.user, nil).gives(200)
	c.call("DELETE", path, c.user, nil).gives(404)
	c.call("GET", "/addresses", c.user, nil).gives(200).is("addresses", []any{})
}
