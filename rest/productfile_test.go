package rest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"orrery/shop"
)

func (c *contract) exportJSON(query string) string {
	c.t.Helper()
	r := c.call("GET", "/exports/products.json"+query, c.admin, nil).gives(200)
	if got := r.header.Get("Content-Disposition"); got != `attachment; filename="products.json"` {
		c.t.Errorf("products are sent as %s", got)
	}
	return r.text
}

// importJSON sends a file and returns the answer, whose lines are in faults as "position field".
func (c *contract) importJSON(query, file string) (answer struct {
	Success                     bool
	Created, Changed, Unchanged int
	Errors                      map[string]string
	Lines                       []struct {
		Line            int
		Column, Message string
	}
}, faults []string) {
	c.t.Helper()
	r := c.send(http.MethodPost, "/api/v1/imports/products"+query, c.admin, "application/json", strings.NewReader(file))
	if err := json.Unmarshal([]byte(r.body), &answer); err != nil || answer.Success != (r.status == http.StatusOK) {
		c.t.Fatalf("%d %s", r.status, r.body)
	}
	for _, e := range answer.Lines {
		faults = append(faults, fmt.Sprintf("%d %s", e.Line, e.Column))
	}
	return answer, faults
}

// state is everything that an import could change.
func (c *contract) state() (sum string) {
	c.t.Helper()
	if err := c.SQL.QueryRow(`SELECT md5(concat((SELECT string_agg(p::text, '' ORDER BY id) FROM products p),
		(SELECT count(*) FROM events), (SELECT count(*) FROM product_versions), (SELECT count(*) FROM audit_entries)))`).Scan(&sum); err != nil {
		c.t.Fatal(err)
	}
	return sum
}

// emptyCatalogue leaves what a shop without DEMO begins with.
func (c *contract) emptyCatalogue() {
	c.t.Helper()
	if _, err := c.SQL.Exec(`TRUNCATE products RESTART IDENTITY CASCADE`); err != nil {
		c.t.Fatal(err)
	}
}

func TestProductFilesComeBackByteForByte(t *testing.T) {
	t.Parallel()
	c := openContract(t)
	file := c.exportJSON("")
	lines := strings.Split(strings.Trim(strings.TrimSuffix(file, "]\n"), "["), ",\n")
	if len(lines) != 13 || !strings.HasPrefix(lines[0], `{"id":"1","stock":5,"stockBefore":5,"name":"Robotic Arm with Linear Rail",`) {
		t.Fatalf("%d lines, the first %.80s", len(lines), lines[0])
	}
	sum := func() (sum string) {
		if err := c.SQL.QueryRow(`SELECT md5(string_agg(jsonb_strip_nulls(to_jsonb(p) - 'updated_at' - 'created_at' - 'rating_sum' - 'rating_count' - 'rating' - 'search_text'
			|| jsonb_build_object('content', (SELECT jsonb_object_agg(key, value) FROM jsonb_each(content) WHERE value NOT IN ('null', '[]', '""', '{}'))))::text, '' ORDER BY id)) FROM products p`).Scan(&sum); err != nil {
			t.Fatal(err)
		}
		return sum
	}
	before := sum()
	if answer, faults := c.importJSON("", file); answer.Unchanged != 13 || answer.Changed != 0 || answer.Created != 0 || len(faults) > 0 {
		t.Fatalf("%+v", answer)
	}
	if again := c.exportJSON(""); again != file {
		t.Errorf("the second export differs at %s", difference(file, again))
	}
	if sum() != before {
		t.Error("the products are other ones")
	}
	if n := c.count(`SELECT count(*) FROM product_versions WHERE version > 1`); n != 0 {
		t.Errorf("%d versions were stored although nothing changed", n)
	}

	c.emptyCatalogue()
	if answer, faults := c.importJSON("?dryRun=true", file); answer.Created != 13 || answer.Changed != 0 || len(faults) > 0 || c.exportJSON("") != "[]\n" {
		t.Fatalf("%+v", answer)
	}
	if answer, faults := c.importJSON("", file); answer.Created != 13 || len(faults) > 0 {
		t.Fatalf("%+v", answer)
	}
	if again := c.exportJSON(""); again != file {
		t.Errorf("the export of the new shop differs at %s", difference(file, again))
	}
	if sum() != before {
		t.Error("the products of the new shop are other ones")
	}
	if answer, faults := c.importJSON("", file); answer.Unchanged != 13 || answer.Changed != 0 || len(faults) > 0 {
		t.Errorf("a repeated import: %+v", answer)
	}
}

func difference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return fmt.Sprintf("%q, not %q", a[max(0, i-40):min(i+40, len(a))], b[max(0, i-40):min(i+40, len(b))])
}

// What is absent stays, what is empty is cleared, and everything else is as the file says, in a version of its own.
func TestProductFilesChangeWhatTheySay(t *testing.T) {
	t.Parallel()
	c := openContract(t)
	picture := c.upload(c.admin, part{"file", "a.jpg", "image/jpeg", photo(t, 400, 300)}).Upload
	document := c.upload(c.admin, part{"file", "a.pdf", "application/pdf", manual}).Upload
	shown := c.upload(c.admin, part{"file", "a.mp4", "video/mp4", film(t)}).Upload
	spoken := c.upload(c.admin, part{"file", "a.vtt", "text/vtt", captions}).Upload
	file := `[
		{"id": "1", "stock": 9, "price": null, "highlights": [" Fast "], "specs": [], "engineering": null, "video": null},
		{"id": "2", "model": "MA-2", "preorderLimit": 4, "featuredPlace": 1, "seoKeywords": ["arm"], "image": {"url": "` + picture.URL + `", "alt": " From the side "},
			"video": {"url": "` + shown.URL + `", "alt": " It lifts ", "poster": "` + picture.URL + `", "captions": "` + spoken.URL + `", "captionsLanguage": "DE", "seconds": 99},
			"gallery": [{"url": "/images/rail-arm-1600.jpg", "alt": "The arm"}]},
		{"name": "Packer", "price": "10.5", "tags": ["fast", "fast"], "video": {"url": "/films/rail-arm.mp4", "alt": "It packs", "poster": "", "captions": "/films/rail-arm.vtt"},
			"documents": [{"url": "` + document.URL + `", "kind": "MANUAL", "title": " Manual ", "language": "EN", "bytes": 9, "format": "STL"},
				{"url": "/cad/rail-arm.glb", "kind": "CAD", "title": "Model"}]}
	]`
	before := c.state()
	if answer, faults := c.importJSON("?dryRun=true", file); answer.Created != 1 || answer.Changed != 2 || len(faults) > 0 || c.state() != before {
		t.Fatalf("a dry run: %+v", answer)
	}
	if answer, faults := c.importJSON("", file); answer.Created != 1 || answer.Changed != 2 || len(faults) > 0 {
		t.Fatalf("%+v", answer)
	}
	for _, want := range []string{
		`id = 1 AND stock = 9 AND price_minor IS NULL AND content -> 'highlights' = '["Fast"]' AND content -> 'specs' = '[]' AND coalesce(content -> 'engineering', 'null') = 'null' AND video IS NULL AND name = 'Robotic Arm with Linear Rail' AND content -> 'plate' <> '[]'`,
		`id = 2 AND model = 'MA-2' AND preorder_limit = 4 AND featured_place = 1 AND image ->> 'alt' = 'From the side' AND image -> 'widths' = '[320, 400]' AND gallery -> 0 -> 'widths' = '[320, 640, 960, 1280, 1600]' AND jsonb_array_length(gallery) = 1
			AND video = '{"url": "` + shown.URL + `", "alt": "It lifts", "width": 320, "height": 180, "poster": "` + picture.URL + `", "captions": "` + spoken.URL + `", "captionsLanguage": "de", "seconds": 8, "bytes": ` + fmt.Sprint(shown.Bytes) + `}'`,
		`id = 14 AND name = 'Packer' AND price_minor = 1050 AND listed AND stock = 0 AND tags = '{fast}' AND video = '{"url": "/films/rail-arm.mp4", "alt": "It packs", "width": 960, "height": 540, "captions": "/films/rail-arm.vtt"}'
			AND content -> 'documents' -> 0 = '{"kind": "MANUAL", "title": "Manual", "url": "` + document.URL + `", "format": "PDF", "bytes": ` + fmt.Sprint(len(manual)) + `, "language": "en"}'
			AND content -> 'documents' -> 1 ->> 'format' = 'GLB'`,
	} {
		if c.count(`SELECT count(*) FROM products WHERE `+want) != 1 {
			t.Errorf("no product with %s", want)
		}
	}
	if n := c.count(`SELECT count(*) FROM product_versions v JOIN users u ON u.id = v.author_id AND u.role = 'admin' WHERE (product_id, version) IN ((1, 2), (2, 2), (14, 1))`); n != 3 {
		t.Errorf("%d versions of the file", n)
	}
	if n := c.count(`SELECT count(*) FROM events WHERE kind IN ('product.created', 'product.changed', 'stock.changed')`); n < 4 {
		t.Errorf("%d events were told", n)
	}
	const cleared = `[{"id": "3", "category": "", "shortDesc": "", "description": "", "seoTitle": "", "pricing": {}, "plate": [], "tags": null, "specs": null,
		"price": null, "model": null, "image": null, "video": null, "motion": null, "engineering": null}]`
	if answer, faults := c.importJSON("", cleared); answer.Changed != 1 || len(faults) > 0 {
		t.Errorf("clearing fields: %+v", answer)
	}
	if got := c.exportJSON("?name=fixed"); !strings.Contains(got, `"category":""`) || !strings.Contains(got, `"model":null`) || !strings.Contains(got, `"plate":[]`) ||
		!strings.Contains(got, `"pricing":{}`) || !strings.Contains(got, `"engineering":null`) {
		t.Errorf("fields that are cleared: %s", got)
	}
	if _, faults := c.importJSON("", `[{"id": "3", "name": null, "category": null, "shortDesc": null, "description": null, "seoTitle": null, "pricing": null, "listed": null, "stock": null}]`); len(faults) != 8 {
		t.Errorf("what can't be null: %q", faults)
	}
	for _, name := range []string{"packer", "mobile"} {
		kept := c.exportJSON("?name=" + name)
		if answer, faults := c.importJSON("", kept); answer.Unchanged != 1 || answer.Changed != 0 || len(faults) > 0 || c.exportJSON("?name="+name) != kept {
			t.Errorf("%s does not come back: %+v", kept, answer)
		}
	}
}

func TestProductFilesTellEveryFault(t *testing.T) {
	t.Parallel()
	c := openContract(t)
	before := c.state()
	const good = `{"id": "2", "name": "Renamed"}`
	for entry, faults := range map[string]string{
		`{"id": "99"}`:                        "id",
		`{"id": 1}`:                           "id",
		`{"id": "2"}`:                         "id",
		`{"name": ""}`:                        "name",
		`{"price": "1"}`:                      "name",
		`{"id": "1", "name": null}`:           "name",
		`{"id": "1", "price": "x"}`:           "price",
		`{"id": "1", "price": 25999}`:         "price",
		`{"id": "1", "stock": -1}`:            "stock",
		`{"id": "1", "stock": 1.5}`:           "stock",
		`{"id": "1", "listed": "yes"}`:        "listed",
		`{"id": "1", "colour": "red"}`:        "colour",
		`{"id": "1", "Name": "Arm"}`:          "Name",
		`{"id": "1", "stock": 1, "stock": 2}`: "stock",
		`"Arm"`:                               "",
		`{"id": "1", "name": "A\u0000"}`:      "name",
		`{"id": "1", "description": "` + strings.Repeat("x", 20_001) + `"}`:                                                                                         "description",
		`{"id": "1", "highlights": ["a", ""]}`:                                                                                                                      "highlights.1",
		`{"id": "1", "plate": [{"label": "Mass"}]}`:                                                                                                                 "plate.0.value",
		`{"id": "1", "specs": [{"title": "A", "items": [{"label": "B", "value": 5}]}]}`:                                                                             "specs.items.value",
		`{"id": "1", "specs": [{"titel": "A"}]}`:                                                                                                                    "specs",
		`{"id": "1", "pricing": {"rental": {"title": "A", "price": ""}}}`:                                                                                           "pricing.rental.price",
		`{"id": "1", "engineering": {"kind": "CAR"}}`:                                                                                                               "engineering.kind",
		`{"id": "1", "engineering": {"kind": "ARM", "supply": {"minVolts": 9, "maxVolts": 9}}}`:                                                                     "engineering.supply.current",
		`{"id": "1", "image": {"url": "/images/rail-arm-1600.jpg"}}`:                                                                                                "image.alt",
		`{"id": "1", "image": {"url": "/media/0123456789abcdef0123456789abcdef-960.jpg", "alt": "A"}}`:                                                              "image.url",
		`{"id": "1", "image": {"url": "https://example.org/a.jpg", "alt": "A"}}`:                                                                                    "image.url",
		`{"id": "1", "gallery": [{"url": "/images/rail-arm-1600.jpg", "alt": "A"}, {"url": "javascript:alert(1)", "alt": ""}]}`:                                     "gallery.1.alt",
		`{"id": "1", "attributes": [{"id": "nope", "value": "5"}]}`:                                                                                                 "attributes.0.id",
		`{"name": "Arm", "attributes": [{"id": "payload", "value": "5"}]}`:                                                                                          "attributes.0.id",
		`{"id": "1", "attributes": [{"id": "repeatability", "value": "0.03 mm"}, {"id": "stroke", "value": "long"}]}`:                                               "attributes.1.value",
		`{"id": "1", "gallery": [{"url": "/films/rail-arm.mp4", "alt": "A"}]}`:                                                                                      "gallery.0.url",
		`{"id": "1", "gallery": [` + strings.Repeat(`{"url": "/images/rail-arm-1600.jpg", "alt": "A"},`, 11) + `{"url": "/images/rail-arm-1600.jpg", "alt": "A"}]}`: "gallery",
		`{"id": "1", "video": {"url": "/images/rail-arm-1600.jpg", "alt": "A"}}`:                                                                                    "video.url",
		`{"id": "1", "documents": [{"url": "https://evil.example/a.pdf", "kind": "CAD", "title": "A"}]}`:                                                            "documents.0.url",
		`{"id": "1", "documents": [{"url": "/media/0123456789abcdef0123456789abcdef.pdf", "kind": "CAD", "title": "A"}]}`:                                           "documents.0.url",
		`{"id": "1", "documents": [{"url": "/cad/rail-arm.stl", "kind": "CAD"}]}`:                                                                                   "documents.0.title",
		`{"id": "1", "documents": [{"url": "/cad/rail-arm.stl", "kind": "cad", "title": "A"}]}`:                                                                     "documents.0.kind",
		`{"id": "1", "documents": [{"kind": "CAD", "title": "A"}]}`:                                                                                                 "documents.0",
		`{"id": "1", "documents": [{"uploadId": "1", "kind": "CAD", "title": "A"}]}`:                                                                                "documents",
		`{"id": "1", "video": {"url": "/media/0123456789abcdef0123456789abcdef.mp4", "alt": "A"}}`:                                                                  "video.url",
		`{"id": "1", "video": {"url": "/films/rail-arm.mp4", "alt": "A", "poster": "https://evil.example/a.jpg"}}`:                                                  "video.poster",
		`{"id": "1", "video": {"url": "/films/rail-arm.mp4", "alt": "A", "poster": "/films/rail-arm.mp4"}}`:                                                         "video.poster",
		`{"id": "1", "video": {"url": "/films/rail-arm.mp4", "alt": "A", "captions": "/films/rail-arm.mp4"}}`:                                                       "video.captions",
		`{"id": "1", "video": {"url": "/films/rail-arm.mp4", "alt": "A", "captions": "/films/rail-arm.vtt", "captionsLanguage": "english"}}`:                        "video.captionsLanguage",
		`{"id": "1", "video": {"url": "/films/rail-arm.mp4", "alt": ""}}`:                                                                                           "video.alt",
	} {
		for _, query := range []string{"?dryRun=true", ""} {
			answer, got := c.importJSON(query, "["+good+","+entry+"]")
			if answer.Errors["file"] == "" || len(got) == 0 || got[0] != "2 "+faults || answer.Lines[0].Message == "" {
				t.Errorf("%.80s has faults %q, want %q", entry, got, "2 "+faults)
			}
		}
	}
	if _, got := c.importJSON("", `[{"id": "1", "price": "x", "stock": -1}, {"name": ""}, `+good+`]`); strings.Join(got, ", ") != "1 price, 1 stock, 2 name" {
		t.Errorf("faults %q", got)
	}

	for file, message := range map[string]string{
		"": "The file is empty", "[]": "The file has no products", "{}": "must be an array", `"x"`: "must be an array", "[{}": "Line 1 is not JSON",
		"[\n{\"id\": \"1\"},\n{]": "Line 3 is not JSON", "[{}] x": "Line 1 is not JSON", "[{\"name\": \"\xff\"}]": "not UTF-8",
		"[" + strings.Repeat("{},", 2000) + "{}]": "at most 2000", strings.Repeat("[", 20_000): "is not JSON",
	} {
		answer, _ := c.importJSON("", file)
		if !strings.Contains(answer.Errors["file"], message) {
			t.Errorf("%.20q: %q, want %s", file, answer.Errors["file"], message)
		}
	}
	if answer, _ := c.importJSON("", strings.Repeat(" ", shop.MaxImportBytes+1)); !strings.Contains(answer.Errors["file"], "4 MiB") {
		t.Errorf("a large file: %+v", answer)
	}
	if c.state() != before {
		t.Error("a file with faults has changed something")
	}
	c.emptyCatalogue()
	if _, got := c.importJSON("", `[{"id": "7", "stock": 1}, {"id": "8", "name": "Arm"}]`); strings.Join(got, ", ") != "1 name" || c.exportJSON("") != "[]\n" {
		t.Errorf("an empty shop: %q", got)
	}
}
