package rest_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"orrery/shop"
)

// Every row of spec 7, and the few beside them, in an order that lets one prepare the next. What the document lists and this
// test leaves out fails it.
func TestEveryRow(t *testing.T) {
	t.Parallel()
	c := openContract(t)
	for _, walk := range []func(*testing.T, *contract){
		walkAccounts, walkCatalogue, walkCart, walkOrder, walkPreOrders, walkEditing, walkTeam, walkMilestones, walkContact,
	} {
		walk(t, c)
	}
	c.call("GET", "/openapi.json", "", nil).gives(200).is("openapi", "3.1.0")
	for path, item := range c.document.Paths.Map() {
		for method := range item.Operations() {
			if !c.covered[method+" "+path] {
				t.Errorf("%s %s is documented and not tried", method, path)
			}
		}
	}
}

func walkAccounts(t *testing.T, c *contract) {
	r := c.call("POST", "/auth/register", "", object{"name": " Ada ", "email": "Ada@Example.org", "password": password}).gives(201)
	r.is("success", true).is("user.name", "Ada").is("user.email", "ada@example.org").is("user.role", "user")
	token := r.at("token").(string)
	c.call("GET", "/auth/me", token, nil).gives(200).is("user._id", r.at("user._id")).is("user.emailVerified", false)

	r = c.call("PUT", "/auth/me/update", token, object{"name": "Ada Lovelace", "email": "countess@example.org"}).gives(200)
	r.is("user.name", "Ada Lovelace").is("user.email", "ada@example.org").is("user.pendingEmail", "countess@example.org")
	c.call("PUT", "/auth/me/update", token, object{"email": "admin@example.org"}).gives(409).is("code", "TAKEN")
	c.call("POST", "/auth/register", "", object{"name": "A", "email": "ada@example.org", "password": password}).gives(409).
		is("errors.email", "An account with this email address already exists")
	c.call("POST", "/auth/register", "", object{"password": "weak"}).gives(422).is("errors.name", "Name is required").
		is("errors.password", shop.PasswordRule)

	second := c.call("POST", "/auth/login", "", object{"email": "ADA@example.org", "password": password}).gives(200).
		is("success", true).is("user.name", "Ada Lovelace").at("token").(string)
	c.call("POST", "/auth/login", "", object{"email": "ada@example.org", "password": "x"}).gives(401).
		is("message", "Invalid email or password")
	c.call("POST", "/auth/login", "", object{"email": "ada@example.org"}).gives(422).is("message", "Please fill in all fields")

	c.call("GET", "/auth/logout", "", nil).gives(401)
	c.call("GET", "/auth/logout", token, nil).gives(200).is("message", "Logged out successfully")
	c.call("GET", "/auth/me", token, nil).gives(401).is("code", "UNAUTHENTICATED")
	c.call("GET", "/auth/me", second, nil).gives(200)
	c.call("POST", "/auth/logout", second, nil).gives(200)
	if n := c.count(`SELECT count(*) FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = 'ada@example.org'`); n != 0 {
		t.Errorf("%d sessions are left", n)
	}
}

func walkCatalogue(t *testing.T, c *contract) {
	r := c.call("GET", "/products", "", nil).gives(200).is("page", 1).is("totalPages", 1).is("totalProducts", 10)
	r.is("products.0._id", 1) // the newest
	r = c.call("GET", "/products?sortBy=-price&limit=2&page=2", "", nil).gives(200).is("page", 2).is("totalPages", 5)
	r.is("products.0._id", 2).is("products.0.price", "18999.00").is("products.0.stock", 0).is("products.0.isPreorder", true).
		is("products.0.category", "Mobile Robotics / Domestic").is("products.0.numOfReviews", 1)
	if image := r.at("products.0.image").(string); !strings.HasPrefix(image, "/images/") {
		t.Errorf("image %s", image)
	}
	c.call("GET", "/products?sortBy=price&limit=1", "", nil).is("products.0.price", "2999.00")
	c.call("GET", "/products?sortBy=name&limit=1", "", nil).is("products.0.name", "3D Vision System")
	c.call("GET", "/products?sortBy=rating", "", nil).gives(200)
	c.call("GET", "/products?category=DOMESTIC&q=gripper", "", nil).is("totalProducts", 0).is("products", []any{}).is("totalPages", 0)
	c.call("GET", "/products?category=DOMESTIC", "", nil).is("totalProducts", 2)
	c.call("GET", "/products?q=fixed%20arm&category=", "", nil).is("products.0._id", 3)
	for query, field := range map[string]string{
		"sortBy=createdat": "sortBy", "page=0": "page", "page=x": "page", "page=9223372036854775807": "page", "limit=0": "limit",
		"limit=101": "limit", "limit=1e1": "limit", "q=" + strings.Repeat("x", 201): "q", "category=%00": "category",
	} {
		c.call("GET", "/products?"+query, "", nil).gives(422).at("errors." + field)
	}

	c.call("GET", "/product/1", "", nil).gives(200).is("product.price", "25999.00").is("product.stock", 5).
		is("product.reviews.0.rating", 5).is("product.features.0.icon", "rail").is("product.pricing.rental.price", "€2,999")
	c.call("GET", "/product/99", "", nil).gives(404).is("message", "Product not found")
	c.call("GET", "/product/1x", "", nil).gives(404)

	c.call("POST", "/product/1/review", "", object{"rating": 1}).gives(401)
	c.call("POST", "/product/1/review", c.user, object{"rating": 6}).gives(422).at("errors.rating")
	c.call("POST", "/product/99/review", c.user, object{"rating": 1}).gives(404).is("message", "Product not found")
	c.call("POST", "/product/1/review", c.user, object{"rating": 1, "comment": "Too loud"}).gives(200)
	c.call("POST", "/product/1/review", c.user, object{"rating": 2, "comment": "Loud"}).gives(200).is("numOfReviews", 2).
		is("ratings", "3.5").is("reviews.0.comment", "Loud").is("reviews.0.name", "Test Person")
	if n := c.count(`SELECT count(*) FROM reviews WHERE product_id = 1 AND comment = 'Loud' AND rating = 2`); n != 1 {
		t.Errorf("%d reviews are kept", n)
	}
}

func walkCart(t *testing.T, c *contract) {
	c.call("GET", "/cart", "", nil).gives(401)
	c.call("GET", "/cart", c.user, nil).gives(200).is("cart.items", []any{}).is("cart.total", "0.00")
	r := c.call("POST", "/cart", c.user, object{"productId": "3", "quantity": 1, "options": object{"isPreorder": true}, "colour": "red"}).gives(200)
	r.is("cart.items.0.product", 3).is("cart.items.0.isPreorder", false).is("cart.items.0.expectedDelivery", nil).is("cart.warnings", []any{})
	line := r.at("cart.items.0._id").(string)
	c.call("POST", "/cart", c.user, object{"productId": "3", "quantity": 9}).is("cart.items.0.quantity", 3).
		is("cart.warnings.0.message", "Maximum available quantity reached").is("cart.warnings.0.product", 3)
	r = c.call("POST", "/cart", c.user, object{"productId": "2"}).gives(200).is("cart.items.1.isPreorder", true).
		is("cart.items.1.expectedDelivery", "2026-05-01T09:00:00Z").is("cart.items.1.stock", 0)
	r.is("cart.itemCount", 4).is("cart.subtotal", "87996.00").is("cart.tax", "8799.60").is("cart.total", "96795.60")
	r.is("cart.items.0.name", "Six-Axis Fixed Arm").is("cart.items.0.price", "22999.00").is("cart.items.0.stock", 3)

	c.call("PUT", "/cart/3", c.user, object{"quantity": 1}).gives(200).is("cart.itemCount", 2)
	c.call("PUT", "/cart/"+line, c.user, object{"quantity": 2}).gives(200).is("cart.itemCount", 3)
	c.call("PUT", "/cart/3", c.user, object{}).gives(422).is("errors.quantity", "Quantity must be at least 1")
	c.call("PUT", "/cart/3", c.user, object{"quantity": "2"}).gives(422).is("errors.quantity", "quantity has the wrong type")
	c.call("PUT", "/cart/1", c.user, object{"quantity": 1}).gives(404)
	c.call("PUT", "/cart/"+line, c.admin, object{"quantity": 1}).gives(404)
	for id, status := range map[string]int{"99": 404, "6": 422} {
		c.call("POST", "/cart", c.user, object{"productId": id}).gives(status).at("errors.productId")
	}
	if n := c.count(`SELECT sum(quantity) FROM cart_items`); n != 3 {
		t.Errorf("%d units are kept", n)
	}
	c.call("DELETE", "/cart/"+line, c.user, nil).gives(200).is("cart.itemCount", 1)
	c.call("DELETE", "/cart/2", c.user, nil).gives(200).is("cart.items", []any{})
	c.call("POST", "/cart", c.user, object{"productId": "1"}).gives(200)
	c.call("DELETE", "/cart", c.user, nil).gives(200).is("cart.items", []any{}).is("cart.itemCount", 0).is("cart.total", "0.00")
	if n := c.count(`SELECT count(*) FROM cart_items`); n != 0 {
		t.Errorf("%d lines are kept", n)
	}
}

func walkOrder(t *testing.T, c *contract) {
	ctx := context.Background()
	user, session, err := c.Store.CreateUser(ctx, shop.Actor{}, shop.UserRegisterInput{Name: "B", Email: "b@example.org"}, "hash",
		c.Clock.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	buyer := shop.Actor{UserID: user.ID, SessionID: session, Role: shop.RoleUser}
	for _, id := range []string{"3", "2"} {
		if _, err := c.Store.AddCartItem(ctx, buyer, shop.CartItemAddInput{ProductID: id, Quantity: 1}); err != nil {
			t.Fatal(err)
		}
	}
	placed, err := c.Store.PlaceOrder(ctx, buyer, shop.OrderPlaceInput{IdempotencyKey: "k", ShippingInfo: shop.ShippingInfoInput{
		Address: "Damrak 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.SQL.Exec(`UPDATE order_items SET product_id = NULL WHERE product_id = 2`); err != nil {
		t.Fatal(err)
	}
	path := "/order/" + placed.ID
	r := c.call("GET", path, c.admin, nil).gives(200).is("order._id", placed.ID).is("order.status", "PENDING_PAYMENT").
		is("order.createdAt", "2026-03-02T09:00:00Z").is("order.shippingInfo.postalCode", "1012 LG").
		is("order.totalPrice", "46197.80").is("order.subtotal", "41998.00").is("order.tax", "4199.80")
	kept, gone := 0, 1
	if r.at("order.orderItems.0.product") == nil {
		kept, gone = 1, 0
	}
	for i, want := range map[int][2]string{kept: {"Six-Axis Fixed Arm", "22999.00"}, gone: {"", "18999.00"}} {
		line := "order.orderItems." + string(rune('0'+i))
		r.is(line+".price", want[1]).is(line+".quantity", 1)
		if want[0] != "" {
			r.is(line+".product._id", 3).is(line+".product.name", want[0])
		} else {
			r.is(line+".product", nil)
		}
	}
	c.call("GET", path, c.user, nil).gives(404)
	c.call("GET", path, "", nil).gives(401)
	c.call("GET", "/order/1", c.user, nil).gives(404)
}

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
		is("errors.quantity", "Quantity must be between 1 and 1000")

	r := c.call("GET", "/preorders/my", c.user, nil).gives(200).is("data.0.product", 3).is("data.1.message", "Soon?").is("next", nil)
	if n := len(r.at("data").([]any)); n != 2 {
		t.Errorf("%d own pre-orders, want 2", n)
	}
	next := c.call("GET", "/preorders/my?limit=1", c.user, nil).gives(200).is("data.0.product", 3).at("next").(string)
	c.call("GET", "/preorders/my?limit=1&after="+next, c.user, nil).gives(200).is("data.0.product", 2).is("next", nil)
	c.call("GET", "/preorders/my?limit=101", c.user, nil).gives(422).at("errors.limit")
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
	c.call("PATCH", "/preorders/"+id, c.admin, object{"status": "contacted"}).gives(422).at("errors.status")
	c.call("PATCH", "/preorders/1", c.admin, object{"status": "Closed"}).gives(404)
	if n := c.count(`SELECT count(*) FROM preorders WHERE id = $1 AND status = 'Contacted'`, id); n != 1 {
		t.Error("the status is not kept")
	}
}

// ids are those of a list in an answer.
func ids(r answered, list string) []string {
	var found []string
	for _, one := range r.at(list).([]any) {
		found = append(found, one.(map[string]any)["_id"].(string))
	}
	return found
}

func walkTeam(t *testing.T, c *contract) {
	before := len(ids(c.call("GET", "/team", "", nil).gives(200), "teamMembers"))
	form := []part{{name: "name", content: "Grace"}, {name: "role", content: "Compilers"}, {"avatar", "a.jpg", "image/jpeg", photo(t, 48, 32)}}
	r := c.call("POST", "/team", c.admin, form).gives(201).is("teamMember.name", "Grace").is("teamMember.role", "Compilers")
	if url := r.at("teamMember.avatar").(string); c.send("GET", url, "", "", nil).status != 200 {
		t.Errorf("no avatar at %s", url)
	}
	id := r.at("teamMember._id").(string)
	c.call("POST", "/team", c.admin, form[:2]).gives(201).is("teamMember.avatar", nil)
	c.call("POST", "/team", c.admin, form[:1]).gives(422).is("errors.role", "Role is required")
	c.call("POST", "/team", c.admin, append(form[:2:2], part{"avatar", "a.jpg", "image/jpeg", "no"})).gives(415).at("errors.avatar")
	found := ids(c.call("GET", "/team", "", nil), "teamMembers")
	if len(found) != before+2 || found[before] != id {
		t.Errorf("the team is %v", found)
	}
	for token, status := range map[string]int{"": 401, c.user: 403} {
		c.call("POST", "/team", token, form).gives(status)
		c.call("DELETE", "/team/"+id, token, nil).gives(status)
	}
	c.call("DELETE", "/team/"+id, c.admin, nil).gives(200).is("success", true)
	c.call("DELETE", "/team/"+id, c.admin, nil).gives(404)
	if slices.Contains(ids(c.call("GET", "/team", "", nil), "teamMembers"), id) {
		t.Error("the member is still there")
	}
}

func walkMilestones(t *testing.T, c *contract) {
	before := len(ids(c.call("GET", "/milestones", "", nil).gives(200).is("success", true), "milestones"))
	in := object{"title": "2026 Q2: Here", "description": "Done"}
	id := c.call("POST", "/milestones", c.admin, in).gives(201).is("milestone.title", "2026 Q2: Here").at("milestone._id").(string)
	c.call("POST", "/milestones", c.admin, object{}).gives(422).is("errors.title", "Title is required").at("errors.description")
	if found := ids(c.call("GET", "/milestones", "", nil), "milestones"); len(found) != before+1 || found[before] != id {
		t.Errorf("the story is %v", found)
	}
	for token, status := range map[string]int{"": 401, c.user: 403} {
		c.call("POST", "/milestones", token, in).gives(status)
		c.call("DELETE", "/milestones/"+id, token, nil).gives(status)
	}
	c.call("DELETE", "/milestones/"+id, c.admin, nil).gives(200)
	c.call("DELETE", "/milestones/"+id, c.admin, nil).gives(404)
}

func walkContact(t *testing.T, c *contract) {
	in := object{"name": "Ada", "email": "ada@example.org", "subject": "Rails", "message": "How long?"}
	c.call("POST", "/contact", "", in).gives(201).is("message", "Message Sent!")
	c.call("POST", "/contact", "", object{"email": "ada"}).gives(422).is("errors.email", "Please enter a valid email address").at("errors.subject")
	r := c.call("GET", "/contact", c.admin, nil).gives(200).is("contacts.0.name", "Ada").is("contacts.0.email", "ada@example.org").
		is("contacts.0.message", "How long?").is("contacts.0.status", "pending").is("next", nil)
	path := "/contact/" + r.at("contacts.0._id").(string)
	for token, status := range map[string]int{"": 401, c.user: 403} {
		c.call("GET", "/contact", token, nil).gives(status)
		c.call("PUT", path, token, object{"status": "resolved"}).gives(status)
		c.call("DELETE", path, token, nil).gives(status)
	}
	c.call("PUT", path, c.admin, object{"status": "pending"}).gives(422).at("errors.status")
	c.call("PUT", path, c.admin, object{"status": "resolved"}).gives(200).is("contact.status", "resolved")
	c.call("GET", "/contact", c.admin, nil).is("contacts.0.status", "resolved")
	c.call("DELETE", path, c.admin, nil).gives(200)
	c.call("DELETE", path, c.admin, nil).gives(404)
	if n := c.count(`SELECT count(*) FROM contact_messages`); n != 0 {
		t.Errorf("%d messages are kept", n)
	}
}
