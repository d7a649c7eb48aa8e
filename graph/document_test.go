package graph_test

import "testing"

func TestProductDocuments(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	const id, picture, file = "019a0000-0000-7000-8000-000000000001", "019a0000-0000-7000-8000-000000000002", "/media/0123456789abcdef0123456789abcdef.pdf"
	if _, err := d.SQL.Exec(`INSERT INTO uploads (id, hash, format, width, height, widths, bytes, created_at)
		VALUES ('` + id + `', '0123456789abcdef0123456789abcdef', 'pdf', 0, 0, '{}', 12345, now()),
			('` + picture + `', 'fedcba9876543210fedcba9876543210', 'png', 320, 240, '{320}', NULL, now())`); err != nil {
		t.Fatal(err)
	}
	const read = `{ product(id: "3") { dataSheet documents { kind title url format bytes language } } }`
	r := d.must("", read, nil)
	r.is("product.dataSheet", "/api/v1/products/3/datasheet.pdf")
	cad := r.at("product.documents").([]any)
	if len(cad) != 2 {
		t.Fatalf("the documents are %v", cad)
	}
	kept := vars{"url": "/cad/fixed-arm.glb", "kind": "CAD", "title": "Model"}

	// A change by the product, and its faults.
	update := func(documents ...vars) reply {
		return d.must(admin, productUpdate, vars{"input": vars{"id": "3", "documents": documents}})
	}
	update(vars{"uploadId": id, "kind": "MANUAL", "title": " Manual ", "language": "DE"}, kept).is("productUpdate.userErrors", []any{})
	now := d.must("", read, nil)
	now.is("product.documents", []any{
		map[string]any{"kind": "MANUAL", "title": "Manual", "url": file, "format": "PDF", "bytes": 12345.0, "language": "de"},
		map[string]any{"kind": "CAD", "title": "Model", "url": "/cad/fixed-arm.glb", "format": "GLB", "bytes": cad[1].(map[string]any)["bytes"], "language": ""},
	})
	for name, c := range map[string]struct {
		document    vars
		code, field string
	}{
		"an unknown upload":      {vars{"uploadId": "019a0000-0000-7000-8000-000000000009", "kind": "CAD", "title": "x"}, "NOT_FOUND", "documents.1"},
		"a picture":              {vars{"uploadId": picture, "kind": "CAD", "title": "x"}, "NOT_FOUND", "documents.1"},
		"no ID":                  {vars{"uploadId": "x", "kind": "CAD", "title": "x"}, "NOT_FOUND", "documents.1"},
		"one of another product": {vars{"url": "/cad/cobot.stl", "kind": "CAD", "title": "x"}, "NOT_FOUND", "documents.1"},
		"another site":           {vars{"url": "https://evil.example/a.pdf", "kind": "CAD", "title": "x"}, "NOT_FOUND", "documents.1"},
		"no title":               {vars{"url": file, "kind": "CAD", "title": " "}, "REQUIRED", "documents.1.title"},
	} {
		if got := update(kept, c.document).refusals("productUpdate.userErrors"); got != c.field+" "+c.code {
			t.Errorf("%s: %s, want %s %s", name, got, c.field, c.code)
		}
	}
	if r := d.must(admin, productUpdate, vars{"input": vars{"id": "3", "imageId": id}}); r.refusals("productUpdate.userErrors") != "imageId NOT_FOUND" {
		t.Errorf("a document as a picture: %s", r.refusals("productUpdate.userErrors"))
	}

	// A draft keeps what breaks the rules, which hold when it is published; the history has each state.
	r = d.must(admin, draftSave, vars{"input": vars{"revision": 0, "version": 2, "product": vars{"id": "3", "documents": []vars{{"url": file, "kind": "MANUAL", "title": ""}}}}})
	r.is("payload.userErrors", []any{})
	r.is("payload.draft.changes.0.name", "documents")
	if got := r.refusals("payload.draft.errors"); got != "documents.0.title REQUIRED" {
		t.Errorf("a document without a title gives %s", got)
	}
	r = d.must(admin, draftSave, vars{"input": vars{"revision": 1, "version": 2, "product": vars{"id": "3", "documents": []vars{{"url": file, "kind": "DECLARATION", "title": "Declaration"}}}}})
	r = d.must(admin, draftPublish, vars{"input": vars{"id": "3", "revision": r.at("payload.draft.revision")}})
	r.is("payload.userErrors", []any{})
	d.must("", read, nil).is("product.documents.0.kind", "DECLARATION")

	// A copy has them, too.
	copied := d.must(admin, `mutation { productDuplicate(input: {id: "3"}) { product { documents { url bytes } } } }`, nil)
	copied.is("productDuplicate.product.documents.0.url", file)
	restored := d.must(admin, `mutation { productVersionRestore(input: {id: "3", version: 1}) { product { documents { url } } userErrors { code } } }`, nil)
	restored.is("productVersionRestore.product.documents.0.url", "/cad/fixed-arm.stl")

}
