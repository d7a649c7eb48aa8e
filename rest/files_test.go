package rest_test

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"orrery/shop"
)

// walkFiles exports every list and imports products. It is nothing without the rows before it.
func walkFiles(t *testing.T, c *contract) {
	lists := []string{"orders", "preorders", "contacts", "customers", "reviews", "newsletter", "stock-alerts", "products"}
	for _, list := range lists {
		rows := c.export(list, "")
		if list != "contacts" && list != "newsletter" && list != "stock-alerts" && len(rows) < 2 {
			t.Errorf("%s has %d lines", list, len(rows))
		}
		for token, status := range map[string]int{"": 401, c.user: 403} {
			c.call("GET", "/exports/"+list+".csv", token, nil).gives(status)
		}
	}
	for query, field := range map[string]string{"orders.csv?status=LOST": "status", "orders.csv?from=yesterday": "from", "orders.csv?until=1": "until",
		"preorders.csv?status=PENDING": "status", "preorders.csv?confirmed=maybe": "confirmed", "customers.csv?role=root": "role", "reviews.csv?rating=6": "rating", "reviews.csv?hidden=x": "hidden", "newsletter.csv?status=left": "status", "products.csv?maxStock=-1": "maxStock",
		"products.csv?listed=maybe": "listed", "products.csv?comingSoon=maybe": "comingSoon", "contacts.csv?search=" + strings.Repeat("a", 201): "search"} {
		c.call("GET", "/exports/"+query, c.admin, nil).gives(422).at("errors." + field)
	}
	// A parameter that can't be read is not one that is absent.
	for _, query := range []string{"orders.csv?status=%zz", "orders.csv?status=PAID;from=x", "contacts.csv?%=x"} {
		c.call("GET", "/exports/"+query, c.admin, nil).gives(400).is("code", "BAD_REQUEST")
	}
	c.call("GET", "/products?q=a;b", "", nil).gives(400)
	c.call("GET", "/products?q=gripper&q=arm", "", nil).gives(400).is("errors.q", "q is there twice")
	c.call("GET", "/products?figure=payload:1kg..&figure=reach:1mm..", "", nil).gives(200)
	c.call("GET", "/exports/reviews.csv?product=1&rating=5&hidden=false", c.admin, nil).gives(200)
	c.call("GET", "/exports/orders.csv?from=2099-01-01T00:00:00Z", c.admin, nil).gives(200)
	c.call("POST", "/imports/products?dryRun=true", c.admin, "name,price\nPacker,10\n").gives(200).is("dryRun", true).is("created", 1).is("changed", 0).is("unchanged", 0).is("lines", []any{})
	products := c.count(`SELECT count(*) FROM products`)
	for query, status := range map[string]int{"dryRun=true;": 400, "dryRun=": 422, "dryRun": 422, "dryRun=TRUE": 422, "dryRun=1": 422, "dryrun=true": 422, "dry_run=true&dryRun=false": 422, "dryRun=false&dryRun=true": 400} {
		c.call("POST", "/imports/products?"+query, c.admin, "name,price\nPacker,10\n").gives(status)
	}
	if c.count(`SELECT count(*) FROM products`) != products {
		t.Error("a dry run that can't be read has changed something")
	}
}

// export reads a list as a spreadsheet does.
func (c *contract) export(list, query string) [][]string {
	c.t.Helper()
	r := c.call("GET", "/exports/"+list+".csv"+query, c.admin, nil).gives(200)
	if got := r.header.Get("Content-Disposition"); got != `attachment; filename="`+list+`.csv"` {
		c.t.Errorf("%s is sent as %s", list, got)
	}
	text, marked := strings.CutPrefix(r.text, "\ufeff")
	if !marked || !strings.Contains(text, "\r\n") {
		c.t.Errorf("%s begins %.20q", list, r.text)
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		c.t.Fatal(err)
	}
	return rows
}

func TestExportsAreHarmless(t *testing.T) {
	t.Parallel()
	c := openContract(t)
	for _, name := range []string{`=HYPERLINK("http://evil")`, "+1", "-1", "@SUM(A1)", "\tx", "plain, \"quoted\"", "'=1"} {
		c.call("POST", "/contact", "", object{"name": "A" + strings.TrimSpace(name), "email": "a@example.org", "subject": name, "message": "line one\nline two"}).gives(201)
	}
	var subjects []string
	for _, row := range c.export("contacts", "")[1:] {
		subjects = append(subjects, row[4])
		if row[5] != "line one\nline two" || row[0] != "2026-03-02T09:00:00Z" {
			t.Errorf("row %q", row)
		}
	}
	slices.Sort(subjects)
	want := []string{`''=1`, `'+1`, `'-1`, `'=HYPERLINK("http://evil")`, `'@SUM(A1)`, `plain, "quoted"`, "x"}
	if slices.Sort(want); !slices.Equal(subjects, want) {
		t.Errorf("subjects %q, want %q", subjects, want)
	}
	if rows := c.export("contacts", "?search=hyperlink&status=pending"); len(rows) != 2 {
		t.Errorf("%d lines match, want one and the names", len(rows))
	}
}

func TestImportsTellEveryLine(t *testing.T) {
	t.Parallel()
	c := openContract(t)
	run := func(query, file string) answered { return c.call("POST", "/imports/products"+query, c.admin, file) }
	products := c.count(`SELECT count(*) FROM products`)

	r := run("", "id,name,price,stock,tags,is_preorder\n1,Rail,x,1,,\n,,1,-1,,perhaps\n99,Ghost,,,,\n1,Twice,,,,\nlonely\n,\""+strings.Repeat("n", 201)+"\",,many,,\n").gives(422)
	r.is("success", false).is("code", "INVALID").is("errors.file", r.at("message"))
	run("?dryRun=true", "name,price\nRail,x\n").gives(422).is("success", false).is("lines.0.column", "price")
	for _, query := range []string{"?dryRun=true", ""} {
		run(query, "id,name,attributes\n1,Renamed,\n,Arm,nope: 5\n2,,\"payload: 5\nstroke: long\"\n").gives(422).is("lines.0.line", 3.0).is("lines.0.column", "attributes").
			is("lines.0.message", `There is no attribute "nope"`).is("lines.1.line", 4.0).is("lines.1.column", "attributes").is("lines.2.column", "attributes")
	}
	var got []string
	for _, e := range r.at("lines").([]any) {
		line := e.(map[string]any)
		got = append(got, fmt.Sprintf("%v %v", line["line"], line["column"]))
	}
	want := []string{"2 price", "3 is_preorder", "3 name", "3 stock", "4 id", "5 id", "6 ", "7 stock", "7 name"}
	if slices.Sort(got); !slices.Equal(got, sorted(want)) {
		t.Errorf("errors at %q, want %q", got, want)
	}
	if c.count(`SELECT count(*) FROM products`) != products || c.count(`SELECT count(*) FROM products WHERE name = 'Rail'`) != 0 {
		t.Error("a file with errors has changed something")
	}

	events := c.count(`SELECT count(*) FROM events`)
	file := "\ufeffID,Name,Price,Stock,Tags,Listed\r\n1,,,7,,\r\n,'=Packer,10.50,3,fast; small,false\r\n"
	run("?dryRun=true", file).gives(200).is("created", 1).is("changed", 1).is("lines", []any{})
	if c.count(`SELECT count(*) FROM products`) != products || c.count(`SELECT count(*) FROM events`) != events {
		t.Error("a trial has changed something")
	}
	run("", file).gives(200).is("created", 1).is("changed", 1)
	if n := c.count(`SELECT count(*) FROM products WHERE id = 1 AND stock = 7 AND name = 'Robotic Arm with Linear Rail' OR
		name = '=Packer' AND price_minor = 1050 AND stock = 3 AND tags = '{fast,small}' AND NOT listed AND NOT is_preorder`); n != 2 {
		t.Errorf("%d products are as the file says", n)
	}
	if n := c.count(`SELECT count(*) FROM events WHERE kind IN ('product.created', 'product.changed', 'stock.changed')`); n < 3 {
		t.Errorf("%d events were told", n)
	}
	if n := c.count(`SELECT count(*) FROM audit_entries WHERE object = 'products'`); n < 2 {
		t.Errorf("%d entries in the audit log", n)
	}

	for file, message := range map[string]string{"": "The file is empty", "name\n": "The file has no products", "name,colour\nx,red\n": `"colour" is not a known column`,
		"name,name\nx,y\n": "Column name appears twice", "name\n\"x\n": "is not CSV", "name\n" + strings.Repeat("x\n", 2001): "at most 2000"} {
		if got := fmt.Sprint(run("", file).gives(422).at("errors.file")); !strings.Contains(got, message) {
			t.Errorf("%.20q: %s, want %s", file, got, message)
		}
	}
	run("", strings.Repeat("x", shop.MaxImportBytes+1)).gives(413)
	c.call("POST", "/imports/products", c.admin, []part{{name: "name", content: "Arm"}}).gives(415)
	for token, status := range map[string]int{"": 401, c.user: 403} {
		c.call("POST", "/imports/products", token, file).gives(status)
	}
}

// What was exported and comes back changes nothing.
func TestImportsTakeExports(t *testing.T) {
	t.Parallel()
	c := openContract(t)
	const all = `SELECT md5(string_agg(id || name || category || coalesce(price_minor, 0) || stock || short_desc || content || tags::text ||
		is_preorder || coming_soon || listed || coalesce(model, '') || preorder_limit || featured_place, '' ORDER BY id)) FROM products`
	var before, after string
	if err := c.SQL.QueryRow(all).Scan(&before); err != nil {
		t.Fatal(err)
	}
	file := c.call("GET", "/exports/products.csv", c.admin, nil).gives(200).text
	for _, query := range []string{"?dryRun=true", ""} {
		c.call("POST", "/imports/products"+query, c.admin, file).gives(200).is("lines", []any{}).is("changed", 0).is("unchanged", 13)
	}
	if err := c.SQL.QueryRow(all).Scan(&after); err != nil || after != before {
		t.Errorf("the products are other ones (%v)", err)
	}
}

func TestImportsTakeContent(t *testing.T) {
	t.Parallel()
	c := openContract(t)
	file := "id,model,preorder_limit,featured_place,highlights,plate,modules,seo_title,seo_keywords\n" +
		"2,MA-9,4,2,\"Fast\r\n\n +5 % reach \",\"Ratio 1:2: 5\nMass:30 kg\",,Assistant,\"robot\nhelp; care\"\n"
	c.call("POST", "/imports/products", c.admin, file).gives(200).is("changed", 1)
	if c.count(`SELECT count(*) FROM products WHERE id = 2 AND model = 'MA-9' AND preorder_limit = 4 AND featured_place = 2 AND content @>
		'{"highlights": ["Fast", "+5 % reach"], "plate": [{"label": "Ratio 1:2", "value": "5"}, {"label": "Mass", "value": "30 kg"}],
		"seoTitle": "Assistant", "seoKeywords": ["robot", "help; care"]}' AND jsonb_array_length(content -> 'modules') = 6`) != 1 {
		t.Error("the product is not as the file says")
	}
	before := c.exportJSON("")
	rows := c.export("products", "?name=mobile")
	cell := func(column string) string { return rows[1][slices.Index(rows[0], column)] }
	if cell("highlights") != "Fast\n'+5 % reach" || cell("plate") != "Ratio 1:2: 5\nMass: 30 kg" || cell("seo_keywords") != "robot\nhelp; care" {
		t.Errorf("exported as %q", rows[1])
	}
	c.call("POST", "/imports/products", c.admin, c.call("GET", "/exports/products.csv", c.admin, nil).gives(200).text).gives(200)
	if after := c.exportJSON(""); after != before {
		t.Errorf("what was exported changes %s", difference(before, after))
	}
	// A cell can't state these lists, and leaves them as they are.
	c.importJSON("", `[{"id": "2", "highlights": ["two\nlines"], "plate": [{"label": "a: b", "value": "c"}], "tags": ["a;b", "c"]}]`)
	if rows = c.export("products", "?name=mobile"); cell("highlights") != "" || cell("plate") != "" || cell("tags") != "" {
		t.Errorf("exported as %q", rows[1])
	}

	r := c.call("POST", "/imports/products", c.admin, "id,preorder_limit,featured_place,highlights,plate,seo_title\n1,many,4,"+strings.Repeat("x", 301)+",Mass,"+strings.Repeat("x", 501)+"\n").gives(422)
	var got []string
	for _, e := range r.at("lines").([]any) {
		got = append(got, fmt.Sprint(e.(map[string]any)["column"]))
	}
	if !slices.Equal(sorted(got), []string{"featured_place", "highlights", "plate", "preorder_limit", "seo_title"}) {
		t.Errorf("errors at %q", got)
	}
}

// The administrators' screen searches names only, and its export has the same products.
func TestProductsAreExportedByName(t *testing.T) {
	t.Parallel()
	c := openContract(t)
	names := func(query string) (names []string) {
		file := c.call("GET", "/exports/products.csv?"+query, c.admin, nil).gives(200).text
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file, "\ufeff"))).ReadAll()
		if err != nil || len(rows) == 0 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		for _, row := range rows[1:] {
			names = append(names, row[1])
		}
		return names
	}
	if got := names("name=GRIPPER"); len(got) != 1 || got[0] != "Parallel Gripper" {
		t.Errorf("%q", got)
	}
	soon, sold := names("comingSoon=true"), names("comingSoon=false")
	if len(soon) == 0 || len(sold) == 0 || len(soon)+len(sold) != len(names("")) {
		t.Errorf("%q are coming soon, %q are not", soon, sold)
	}
	if got := names("name=industrial"); len(got) > 0 {
		t.Errorf("a word of their category finds %q", got)
	}
}

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}
