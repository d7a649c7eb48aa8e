package graph_test

import (
	"fmt"
	"strings"
	"testing"
)

const productFields = `{ id name price { amount } stock maxQuantity category shortDesc description tags isPreorder comingSoon
	image { url alt width height } images { url alt width height } highlights seoTitle createdAt }`

const (
	productCreate = `mutation ($input: ProductCreateInput!) { productCreate(input: $input) { product ` + productFields + ` userErrors { message code field } } }`
	productUpdate = `mutation ($input: ProductUpdateInput!) { productUpdate(input: $input) { product ` + productFields + ` userErrors { message code field } } }`
	productDelete = `mutation ($id: ID!) { productDelete(input: {id: $id}) { deletedId userErrors { message code field } } }`
)

func TestProductCreate(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")

	r := d.must(admin, productCreate, vars{"input": vars{"name": " Dual Arm ", "price": "31999.9", "stock": 7, "category": "Industrial / Dual",
		"shortDesc": "Two arms.", "description": "Two arms on one base.", "tags": []string{"zarquon", " ", "zarquon"}}})
	r.is("productCreate.product.id", "14")
	r.is("productCreate.product.name", "Dual Arm")
	r.is("productCreate.product.price.amount", "31999.90")
	r.is("productCreate.product.maxQuantity", 7)
	r.is("productCreate.product.description", "Two arms on one base.")
	r.is("productCreate.product.tags", []any{"zarquon"})
	r.is("productCreate.product.highlights", []any{})
	r.is("productCreate.product.image", nil)
	r.is("productCreate.product.createdAt", "2026-03-02T09:00:00Z")
	r = d.must("", catalogue, vars{"filter": vars{"search": "zarquon", "category": "dual"}})
	if got := r.ids("products.nodes"); got != "14" {
		t.Errorf("the catalogue finds %q", got)
	}

	// A name is enough. Without a price it is not for sale.
	r = d.must(admin, productCreate, vars{"input": vars{"name": "Idea"}})
	r.is("productCreate.product.id", "15")
	r.is("productCreate.product.price", nil)
	r.is("productCreate.product.category", "")
	r.is("productCreate.product.maxQuantity", 0)

	r = d.must(admin, productCreate, vars{"input": vars{"name": "", "price": "1.005", "stock": -1}})
	r.is("productCreate.product", nil)
	for i, want := range []string{"name REQUIRED", "price INVALID", "stock OUT_OF_RANGE"} {
		at := fmt.Sprintf("productCreate.userErrors.%d.", i)
		if got := fmt.Sprintf("%s %s", r.at(at+"field.0"), r.at(at+"code")); got != want {
			t.Errorf("refusal %d is %q, want %q", i, got, want)
		}
	}
}

// All that a seeded product's page shows can be given to another product, and is stored as it was given.
func TestProductContent(t *testing.T) {
	const content = `highlights plate { label value } specs { title items { label value } } modules
		features { title icon description } pricing { rental { ...plan } purchase { ...plan } service { ...plan } }
		technical { title items } seoTitle seoDescription seoKeywords`
	const plan = ` fragment plan on Plan { title price period features popular }`
	const update = `mutation ($input: ProductUpdateInput!) { productUpdate(input: $input) {
		product { model maxQuantity description ` + content + ` } userErrors { field code } } }` + plan
	d := newServer(t)
	admin := d.admin("root@example.org")
	for id := 1; id <= 10; id++ {
		full := d.must("", fmt.Sprintf(`{ product(id: "%d") { %s } }`, id, content)+plan, nil).at("product")
		r := d.must(admin, update, vars{"input": vars{"id": "12", "name": "Copy", "content": full}})
		r.is("productUpdate.userErrors", []any{})
		for name, value := range full.(map[string]any) {
			r.is("productUpdate.product."+name, value)
		}
	}

	// What is absent stays, an empty list empties, and plans are replaced as a whole.
	d.must(admin, update, vars{"input": vars{"id": "12", "description": "Text."}})
	r := d.must(admin, update, vars{"input": vars{"id": "12", "model": "CP-1", "price": "10", "isPreorder": true, "comingSoon": false,
		"preorderLimit": 7, "content": vars{"highlights": []string{}, "seoTitle": " Copy ",
			"pricing": vars{"service": vars{"title": "Care", "price": "€99"}}}}})
	r.is("productUpdate.product.model", "CP-1")
	r.is("productUpdate.product.maxQuantity", 7)
	r.is("productUpdate.product.description", "Text.")
	r.is("productUpdate.product.highlights", []any{})
	r.is("productUpdate.product.seoTitle", "Copy")
	r.is("productUpdate.product.pricing.rental", nil)
	r.is("productUpdate.product.pricing.service.price", "€99")
	if groups, _ := r.at("productUpdate.product.specs").([]any); len(groups) == 0 {
		t.Error("groups of specifications that were not in the input are gone")
	}

	r = d.must(admin, update, vars{"input": vars{"id": "12", "content": vars{"modules": []string{"Arm"},
		"specs": []vars{{"title": "Size", "items": []vars{{"label": "Height", "value": " "}}}}}}})
	r.is("productUpdate.userErrors.0.field", []any{"content", "specs", "0", "items", "0", "value"})
	r.is("productUpdate.userErrors.0.code", "REQUIRED")
	d.must("", `{ product(id: "12") { modules } }`, nil).is("product.modules.1", d.must("", `{ product(id: "10") { modules } }`, nil).at("product.modules.1"))
}

func TestProductUpdate(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	before := d.must("", `{ product(id: "3") `+productFields+` }`, nil)

	// What is absent stays as it is.
	r := d.must(admin, productUpdate, vars{"input": vars{"id": "3", "price": "21000"}})
	r.is("productUpdate.product.price.amount", "21000.00")
	for _, field := range []string{"name", "stock", "category", "shortDesc", "description", "tags", "isPreorder", "image", "highlights", "seoTitle"} {
		r.is("productUpdate.product."+field, before.at("product."+field))
	}

	r = d.must(admin, productUpdate, vars{"input": vars{"id": "3", "name": "Fixed Arm II", "stock": 0, "category": "", "shortDesc": "",
		"description": "", "tags": []string{}, "isPreorder": true, "comingSoon": true}})
	r.is("productUpdate.product.name", "Fixed Arm II")
	r.is("productUpdate.product.stock", 0)
	r.is("productUpdate.product.category", "")
	r.is("productUpdate.product.description", "")
	r.is("productUpdate.product.tags", []any{})
	r.is("productUpdate.product.comingSoon", true)
	r.is("productUpdate.product.price.amount", "21000.00")
	r.is("productUpdate.product.highlights", before.at("product.highlights"))
	d.must("", `{ product(id: "3") { name } }`, nil).is("product.name", "Fixed Arm II")

	// A placeholder is listed once it has a name of its own.
	d.must(admin, productUpdate, vars{"input": vars{"id": "12", "description": "Soon."}}).is("productUpdate.product.description", "Soon.")
	d.must("", catalogue, nil).is("products.totalCount", 10)
	d.must(admin, productUpdate, vars{"input": vars{"id": "12", "name": "Gantry"}}).is("productUpdate.product.description", "Soon.")
	d.must("", catalogue, nil).is("products.totalCount", 11)

	for _, c := range []struct {
		change      vars
		code, field string
	}{
		{vars{"id": "99"}, "NOT_FOUND", "id"},
		{vars{"id": "x"}, "NOT_FOUND", "id"},
		{vars{"id": "3", "name": " "}, "REQUIRED", "name"},
		{vars{"id": "3", "price": "1e3"}, "INVALID", "price"},
		{vars{"id": "3", "price": "100000000.01"}, "OUT_OF_RANGE", "price"},
		{vars{"id": "3", "stock": 1000001}, "OUT_OF_RANGE", "stock"},
		{vars{"id": "3", "imageId": "019a0000-0000-7000-8000-000000000001"}, "NOT_FOUND", "imageId"},
		{vars{"id": "3", "imageId": "x"}, "NOT_FOUND", "imageId"},
		{vars{"id": "3", "price": "1", "stock": 5, "stockBefore": 9}, "CONFLICT", "stock"},
	} {
		r := d.must(admin, productUpdate, vars{"input": c.change})
		r.is("productUpdate.product", nil)
		r.is("productUpdate.userErrors.0.code", c.code)
		r.is("productUpdate.userErrors.0.field.0", c.field)
	}

	// Units that are sold while somebody edits the stock are not put back.
	stock := func(stock, before int) reply {
		return d.must(admin, productUpdate, vars{"input": vars{"id": "3", "price": "22000", "stock": stock, "stockBefore": before}})
	}
	stock(10, 0).is("productUpdate.product.stock", 10)
	if _, err := d.SQL.Exec(`UPDATE products SET stock = 2 WHERE id = 3`); err != nil {
		t.Fatal(err)
	}
	r = stock(12, 10)
	r.is("productUpdate.userErrors.0.code", "CONFLICT")
	r.is("productUpdate.userErrors.0.message", "The stock has changed since, to 2. Review it and try again.")
	d.must("", `{ product(id: "3") { stock price { amount } } }`, nil).is("product.stock", 2)
	stock(4, 2).is("productUpdate.product.stock", 4)
}

func TestProductPicture(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	const id, other = "019a0000-0000-7000-8000-000000000001", "019a0000-0000-7000-8000-000000000002"
	if _, err := d.SQL.Exec(`INSERT INTO uploads (id, hash, format, width, height, widths, created_at)
		VALUES ('` + id + `', '0123456789abcdef0123456789abcdef', 'jpg', 640, 480, '{320,640}', now()),
			('` + other + `', 'fedcba9876543210fedcba9876543210', 'png', 320, 240, '{320}', now())`); err != nil {
		t.Fatal(err)
	}
	r := d.must(admin, productCreate, vars{"input": vars{"name": "Dual Arm", "imageId": id}})
	r.is("productCreate.product.image.url", "/media/0123456789abcdef0123456789abcdef-640.jpg")
	r.is("productCreate.product.image.alt", "Dual Arm")
	r.is("productCreate.product.image.height", 480)
	r = d.must(admin, productUpdate, vars{"input": vars{"id": "3", "imageId": id}})
	r.is("productUpdate.product.image.width", 640)
	r.is("productUpdate.product.image.alt", "Six-Axis Fixed Arm")

	// Further pictures take the place of those before; the main one stands first, or where they have it.
	pictures := func(change vars, want int) reply {
		t.Helper()
		change["id"] = "3"
		r := d.must(admin, productUpdate, vars{"input": change})
		if got := len(r.at("productUpdate.product.images").([]any)); got != want {
			t.Errorf("%d pictures after %v, want %d", got, change, want)
		}
		return r
	}
	r = pictures(vars{"galleryIds": []string{other, other}}, 2)
	r.is("productUpdate.product.images.0.alt", "Six-Axis Fixed Arm")
	r.is("productUpdate.product.images.1.url", "/media/fedcba9876543210fedcba9876543210-320.png")
	r.is("productUpdate.product.images.1.alt", "Six-Axis Fixed Arm, picture 2")
	r = pictures(vars{"galleryIds": []string{other, id}}, 2)
	r.is("productUpdate.product.images.1.width", 640)
	pictures(vars{"stock": 4}, 2)
	pictures(vars{"galleryIds": []string{}}, 1)
	r = d.must(admin, productCreate, vars{"input": vars{"name": "Gallery only", "galleryIds": []string{other}}})
	r.is("productCreate.product.image", nil)
	r.is("productCreate.product.images.0.height", 240)
	r = d.must(admin, productUpdate, vars{"input": vars{"id": "3", "galleryIds": []string{id, "x"}}})
	r.is("productUpdate.userErrors.0.code", "NOT_FOUND")
	r.is("productUpdate.userErrors.0.field", []any{"galleryIds", "1"})

	r = d.must(admin, memberCreate, vars{"input": vars{"name": "Ada", "role": "Engineer", "avatarId": id}})
	r.is("teamMemberCreate.teamMember.avatar.alt", "Ada")
	r = d.must(admin, memberCreate, vars{"input": vars{"name": "Ada", "role": "Engineer", "avatarId": "x"}})
	r.is("teamMemberCreate.userErrors.0.field.0", "avatarId")
}

func TestProductDescription(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	seeded := d.must("", `{ product(id: "3") { description descriptionHtml } }`, nil)
	paragraphs := strings.Split(seeded.at("product.description").(string), "\n\n")
	seeded.is("product.descriptionHtml", "<p>"+strings.Join(paragraphs, "</p>\n<p>")+"</p>")

	const update = `mutation ($input: ProductUpdateInput!) { productUpdate(input: $input) {
		product { description descriptionHtml } userErrors { code field message } } }`
	source := "Sorts **zarquon beans** by [colour](/faq).\n\n<script>alert(1)</script>"
	r := d.must(admin, update, vars{"input": vars{"id": "3", "description": source}})
	r.is("productUpdate.product.description", source)
	html := "<p>Sorts <strong>zarquon beans</strong> by <a href=\"/faq\">colour</a>.</p>\n<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"
	const list = `{ products(filter: {search: "fixed arm"}, first: 1) { nodes { descriptionHtml } } }`
	d.must("", list, nil).is("products.nodes.0.descriptionHtml", html)
	d.must("", `{ product(id: "3") { descriptionHtml } }`, nil).is("product.descriptionHtml", html)
	d.must("", answersQuery, vars{"q": "zarquon beans"}).is("answers.0.text", "Sorts zarquon beans by colour.")

	r = d.must(admin, update, vars{"input": vars{"id": "3", "description": "[beans](javascript:alert(1))"}})
	r.is("productUpdate.userErrors.0.field.0", "description")
	r.is("productUpdate.userErrors.0.code", "INVALID")
	d.must("", `{ product(id: "3") { description } }`, nil).is("product.description", source)
}

func TestProductDuplicate(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	const duplicate = `mutation ($id: ID!) { productDuplicate(input: {id: $id}) { product { id stock name model listed comingSoon
		featuredPlace numOfReviews category description price { amount } images { url } highlights specs { title } } userErrors { code field } } }`
	d.must(admin, productUpdate, vars{"input": vars{"id": "1", "name": strings.Repeat("ä", 200), "featuredPlace": 1, "stock": 3}})
	r := d.must(admin, duplicate, vars{"id": "1"})
	r.is("productDuplicate.userErrors", []any{})
	r.is("productDuplicate.product.name", "Copy of "+strings.Repeat("ä", 192))
	for field, want := range map[string]any{"model": nil, "stock": 0, "listed": false, "comingSoon": true, "featuredPlace": 0, "numOfReviews": 0} {
		r.is("productDuplicate.product."+field, want)
	}
	original := d.must("", `{ product(id: "1") { category description price { amount } images { url } highlights specs { title } } }`, nil)
	for _, field := range []string{"category", "description", "price", "images", "highlights", "specs"} {
		r.is("productDuplicate.product."+field, original.at("product."+field))
	}
	if got := d.history(admin, r.at("productDuplicate.product.id").(string)); got != "1 by Test Person: " {
		t.Errorf("its history is %s", got)
	}
	d.must(admin, duplicate, vars{"id": "99"}).is("productDuplicate.userErrors.0.code", "NOT_FOUND")
}

func TestProductDelete(t *testing.T) {
	d := newServer(t)
	admin, ada := d.admin("root@example.org"), d.register("ada@example.org")
	for _, id := range []string{"1", "3"} {
		d.must(ada, add, vars{"input": vars{"productId": id}})
	}
	d.must(ada, preOrder, wish(vars{"productId": "3"}))
	d.must(ada, review, opinion("3", 5, ""))
	if _, err := d.SQL.Exec(`INSERT INTO orders (id, number, user_id, status, address, city, postal_code, country, currency, subtotal_minor,
			tax_minor, shipping_minor, total_minor, created_at)
		SELECT '019a0000-0000-7000-8000-000000000001', 'OR-1', id, 'PAID', 'a', 'b', 'c', 'NL', 'USD', 1, 0, 0, 1, now() FROM users WHERE role = 'user';
		INSERT INTO order_items (id, order_id, product_id, product_name, quantity, price_minor)
		VALUES ('019a0000-0000-7000-8000-000000000002', '019a0000-0000-7000-8000-000000000001', 3, 'Six-Axis Fixed Arm', 1, 1)`); err != nil {
		t.Fatal(err)
	}

	d.must(admin, productDelete, vars{"id": "3"}).is("productDelete.deletedId", "3")
	r := d.must(ada, `{ product(id: "3") { id } cart { items { productId } } me {
		preOrders { nodes { productName product { id } } } orders { nodes { orderItems { productName product { id } } } } } }`, nil)
	r.is("product", nil)
	r.is("cart.items", []any{map[string]any{"productId": "1"}})
	r.is("me.preOrders.nodes.0.productName", "Six-Axis Fixed Arm")
	r.is("me.preOrders.nodes.0.product", nil)
	r.is("me.orders.nodes.0.orderItems.0.productName", "Six-Axis Fixed Arm")
	r.is("me.orders.nodes.0.orderItems.0.product", nil)

	for _, id := range []string{"3", "99", "x"} {
		r := d.must(admin, productDelete, vars{"id": id})
		r.is("productDelete.deletedId", nil)
		r.is("productDelete.userErrors.0.code", "NOT_FOUND")
		r.is("productDelete.userErrors.0.field.0", "id")
		r.is("productDelete.userErrors.0.message", "Product not found")
	}

	// The highest number does not come back either.
	d.must(admin, productCreate, vars{"input": vars{"name": "A"}}).is("productCreate.product.id", "14")
	d.must(admin, productDelete, vars{"id": "14"})
	if _, err := d.SQL.Exec(`DELETE FROM seeds WHERE file LIKE 'products/11-%'`); err != nil {
		t.Fatal(err)
	}
	if err := d.Store.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.must(admin, productCreate, vars{"input": vars{"name": "B"}}).is("productCreate.product.id", "15")
}

func TestContentIsChangedByAdminsOnly(t *testing.T) {
	d := newServer(t)
	user := d.register("ada@example.org")
	for name, m := range map[string]struct {
		query string
		input vars
	}{
		"productCreate":         {productCreate, vars{"input": vars{"name": ""}}},
		"productUpdate":         {productUpdate, vars{"input": vars{"id": "99"}}},
		"productDuplicate":      {`mutation ($id: ID!) { productDuplicate(input: {id: $id}) { product { id } } }`, vars{"id": "99"}},
		"productDelete":         {productDelete, vars{"id": "99"}},
		"preOrderStatusUpdate":  {preOrderStatus, vars{"input": vars{"id": "x", "status": "CLOSED"}}},
		"preOrders":             {preOrders, nil},
		"teamMemberCreate":      {memberCreate, vars{"input": vars{"name": "", "role": ""}}},
		"teamMemberDelete":      {memberDelete, vars{"id": "x"}},
		"milestoneCreate":       {stepCreate, vars{"input": vars{"title": "", "description": ""}}},
		"milestoneDelete":       {stepDelete, vars{"id": "x"}},
		"contactMessageResolve": {messageResolve, vars{"id": "x"}},
		"contactMessageDelete":  {messageDelete, vars{"id": "x"}},
	} {
		for token, want := range map[string]string{"": "UNAUTHENTICATED", user: "FORBIDDEN"} {
			if code := d.ask(token, m.query, m.input).code(); code != want {
				t.Errorf("%s: code %s, want %s", name, code, want)
			}
		}
	}
}
