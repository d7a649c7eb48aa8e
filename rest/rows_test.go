package rest_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"orrery/rest"
	"orrery/shop"
)

// TestEveryRow calls every operation of the REST API, in an order that lets one prepare the next, and all other lists. It
// fails for any other operation that openapi.yaml lists and this test leaves out.
func TestEveryRow(t *testing.T) {
	t.Parallel()
	c := openContract(t)
	for _, walk := range []func(*testing.T, *contract){
		walkAccounts, walkAddresses, walkCatalogue, walkCart, walkOrder, walkPayments, walkPreOrders, walkEditing, walkTeam, walkMilestones, walkContact, walkFiles,
	} {
		walk(t, c)
	}
	c.call("GET", "/openapi.json", "", nil).gives(200).is("openapi", "3.1.0")
	routes, lists := rest.Operations()
	for _, route := range routes {
		method, path, _ := strings.Cut(route, " ")
		if item := c.document.Paths.Value(path); item == nil || item.GetOperation(method) == nil {
			t.Errorf("%s is served and not documented", route)
		}
	}
	documented := c.document.Paths.Value("/exports/{list}").Parameters[0].Value.Schema.Value.Enum
	for _, list := range lists {
		if !slices.Contains(documented, any(list)) {
			t.Errorf("the list %s is served and not documented", list)
		}
	}
	for path, item := range c.document.Paths.Map() {
		for method, operation := range item.Operations() {
			if method == "GET" && !strings.Contains(path, "{") && !c.covered["GET "+path] {
				token := ""
				if operation.Security != nil {
					token = c.admin
				}
				c.call("GET", path, token, nil).gives(200)
			}
			if !c.covered[method+" "+path] {
				t.Errorf("%s %s is documented and not tried", method, path)
			}
		}
	}
}

// TestRefusalsAreDocumented provokes errors of every operation; call holds each status to openapi.yaml.
func TestRefusalsAreDocumented(t *testing.T) {
	t.Parallel()
	c := openContract(t)
	key := c.key(shop.ReadEvents)
	seen := map[int]int{}
	for path, item := range c.document.Paths.Map() {
		for method, operation := range item.Operations() {
			if operation.Responses.Value("429") == nil {
				t.Errorf("%s %s does not document the limit of requests", method, path)
			}
			var body any
			if method != "GET" && method != "DELETE" {
				body = object{}
			}
			c.call(method, strings.NewReplacer("{id}", "3", "{list}", "x.csv").Replace(path), shop.KeyPrefix+"revoked", body).gives(401)
			for _, id := range []string{"3", "x", "00000000-0000-0000-0000-000000000000", "%00"} {
				for _, token := range []string{"", c.user, key, c.admin} {
					at := strings.NewReplacer("{id}", id, "{list}", "x.csv").Replace(path)
					seen[c.call(method, at+"?%zz", token, body).status]++
					if token != c.admin && (token != c.user || method == "GET") && path != "/auth/logout" {
						seen[c.call(method, at, token, body).status]++
					}
				}
			}
		}
	}
	for _, status := range []int{400, 401, 403, 404, 422} {
		if seen[status] < 5 {
			t.Errorf("%d answers with %d", seen[status], status)
		}
	}
	c.call("GET", "/exports/x.csv", c.admin, nil).gives(404)
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

	c.call("GET", "/auth/me/data", token, nil).gives(200).is("account.email", "ada@example.org")
	leaver := c.call("POST", "/auth/register", "", object{"name": "L", "email": "leaver@example.org", "password": password}).gives(201).at("token").(string)
	c.call("POST", "/auth/me/delete", leaver, object{"password": password}).gives(200).is("message", "Your account was deleted")

	second := c.call("POST", "/auth/login", "", object{"email": "ADA@example.org", "password": password}).gives(200).
		is("success", true).is("user.name", "Ada Lovelace").at("token").(string)
	c.call("POST", "/auth/login", "", object{"email": "ada@example.org", "password": "x"}).gives(401).
		is("message", "Invalid email or password")
	c.call("POST", "/auth/login", "", object{"email": "ada@example.org"}).gives(422).is("message", "Please fill in all fields")
	c.call("POST", "/auth/login", "", object{}).gives(422).is("message", "Please fill in all fields").is("code", "REQUIRED").
		is("errors", object{"email": "Please fill in all fields", "password": "Please fill in all fields"})

	c.walkSecondFactor(t)

	c.call("GET", "/auth/logout", "", nil).gives(401)
	c.call("GET", "/auth/logout", token, nil).gives(200).is("message", "Logged out successfully")
	c.call("GET", "/auth/me", token, nil).gives(401).is("code", "UNAUTHENTICATED")
	c.call("GET", "/auth/me", second, nil).gives(200)
	c.call("POST", "/auth/logout", second, nil).gives(200)
	if n := c.count(`SELECT count(*) FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = 'ada@example.org'`); n != 0 {
		t.Errorf("%d sessions are left", n)
	}
}

// walkSecondFactor signs in with a code, in one request.
func (c *contract) walkSecondFactor(t *testing.T) {
	t.Helper()
	token := c.call("POST", "/auth/register", "", object{"name": "Eve", "email": "eve@example.org", "password": password}).gives(201).
		at("token").(string)
	id := c.call("GET", "/auth/me", token, nil).at("user._id").(string)
	_, err := c.SQL.Exec(`UPDATE users SET email_verified_at = now() WHERE id = $1`, id)
	c.must(err)
	eve := shop.Actor{UserID: id, SessionID: id}
	setup, err := c.accounts.BeginSecondFactor(t.Context(), eve)
	if err != nil {
		t.Fatal(err)
	}
	code := func(after time.Duration) string { // clocks differ by half a minute at most
		code, err := totp.GenerateCode(setup.Secret, c.Clock.Now().Add(after))
		if err != nil {
			t.Fatal(err)
		}
		return code
	}
	if _, err := c.accounts.ConfirmSecondFactor(t.Context(), eve, shop.SecondFactorInput{Password: password, Code: code(0)}); err != nil {
		t.Fatal(err)
	}
	in := object{"email": "eve@example.org", "password": password}
	c.call("POST", "/auth/login", "", in).gives(401).is("code", "SECOND_FACTOR_REQUIRED").is("success", false)
	in["code"] = "000000"
	c.call("POST", "/auth/login", "", in).gives(401).is("code", "INVALID_CREDENTIALS")
	in["code"] = code(30 * time.Second)
	c.call("POST", "/auth/login", "", in).gives(200).is("user.email", "eve@example.org")
	c.call("POST", "/auth/login", "", in).gives(401).is("code", "INVALID_CREDENTIALS")
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
	c.call("GET", "/products?q=fixed%20arm&category=", "", nil).is("products.0._id", 3).is("corrected", nil)
	c.call("GET", "/products?q=grriper", "", nil).gives(200).is("products.0._id", 7).is("corrected", "gripper")
	c.call("GET", "/products?minPrice=1.234", "", nil).gives(422).is("errors.minPrice", "Price must be a number such as 6, with at most 2 decimals")
	c.call("GET", "/products?figure=payload:5kg", "", nil).gives(422).is("errors.figure", "Payload is filtered by a range: its lowest value, its highest or both")
	c.call("GET", "/products?figure=payload:5kg..&figure=reach:..0.9%20m&available=true", "", nil).gives(200).is("totalProducts", 2)
	c.call("GET", "/products?q=arm%205%20kg%20900%20mm%20in%20stock&minPrice=23000&maxPrice=26000&deliveryDays=30", "", nil).is("products.0._id", 1)
	c.call("GET", "/products?fits=7&sortAttribute=payload&sortOrder=desc", "", nil).gives(200).is("products.0._id", 10)
	for query, field := range map[string]string{
		"figure=payload": "figure", "figure=payload:x..": "figure", "figure=colour:red": "figure", "figure=reach:2m..1m": "figure", "minPrice=x": "minPrice",
		"available=maybe": "available", "deliveryDays=-1": "deliveryDays", "deliveryDays=x": "deliveryDays", "fits=99": "fits", "sortAttribute=x": "sortAttribute",
		"sortOrder=x": "sortOrder", strings.Repeat("figure=reach:1..&", 11): "figure",
		"sortBy=createdat": "sortBy", "page=0": "page", "page=x": "page", "page=9223372036854775807": "page", "limit=0": "limit",
		"limit=101": "limit", "limit=1e1": "limit", "q=" + strings.Repeat("x", 201): "q", "category=%00": "category",
	} {
		c.call("GET", "/products?"+query, "", nil).gives(422).at("errors." + field)
	}

	c.call("GET", "/product/1", "", nil).gives(200).is("product.price", "25999.00").is("product.stock", 5).
		is("product.reviews.0.rating", 5).is("product.features.0.icon", "rail").is("product.pricing.rental.price", "€2,999")
	c.call("GET", "/product/1", "", nil).is("product.documents.0.url", "/cad/rail-arm.stl").is("product.documents.1.format", "GLB")
	c.call("GET", "/product/1", "", nil).is("product.attributes.3.id", "repeatability").is("product.attributes.3.value", "60").is("product.attributes.3.text", "0.06 mm")
	c.call("GET", "/attributes", "", nil).gives(200).is("attributes.0.id", "payload").is("attributes.0.symbol", "kg").
		is("attributes.0.kind", "NUMBER").is("attributes.0.filterable", true).is("attributes.0.builtIn", true)
	c.call("GET", "/products/1/datasheet.pdf", "", nil).gives(200)
	c.call("GET", "/products/99/datasheet.pdf", "", nil).gives(404).is("message", "Product not found")
	c.call("GET", "/product/99", "", nil).gives(404).is("message", "Product not found")
	c.call("GET", "/product/1x", "", nil).gives(404)

	c.call("POST", "/product/1/review", "", object{"rating": 1}).gives(401)
	c.call("POST", "/product/1/review", c.user, object{}).gives(422).is("code", "REQUIRED").at("errors.rating")
	c.call("POST", "/product/1/review", c.user, object{"rating": 6}).gives(422).at("errors.rating")
	c.call("POST", "/product/99/review", c.user, object{"rating": 1}).gives(404).is("message", "Product not found")
	c.call("POST", "/product/1/review", c.user, object{"rating": 1, "comment": "Too loud"}).gives(200)
	c.call("POST", "/product/1/review", c.user, object{"rating": 2, "comment": "Loud"}).gives(200).is("numOfReviews", 2).
		is("ratings", "3.5").is("reviews.0.comment", "Loud").is("reviews.0.name", "Test Person")
	if n := c.count(`SELECT count(*) FROM reviews WHERE product_id = 1 AND comment = 'Loud' AND rating = 2`); n != 1 {
		t.Errorf("%d reviews are kept", n)
	}
}
