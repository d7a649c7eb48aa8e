package graph_test

import "testing"

func TestProductFilms(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	const hash = "0123456789abcdef0123456789abcdef"
	const film, picture, captions, document = "/media/" + hash + ".mp4", "/media/" + hash + "-320.png", "/media/" + hash + ".vtt", "/media/" + hash + ".pdf"
	if _, err := d.SQL.Exec(`INSERT INTO uploads (id, hash, format, width, height, widths, bytes, seconds, created_at)
		SELECT gen_random_uuid(), $1, format, width, height, widths, bytes, seconds, now() FROM (VALUES
			('mp4', 1280, 720, '{}'::integer[], 8300000, 42), ('png', 320, 240, '{320}', NULL, NULL), ('vtt', 0, 0, '{}', 900, NULL),
			('pdf', 0, 0, '{}', 900, NULL)) AS u (format, width, height, widths, bytes, seconds)`, hash); err != nil {
		t.Fatal(err)
	}
	const read = `{ product(id: "3") { video { url alt width height poster captions captionsLanguage seconds bytes } } }`
	seeded := vars{"url": "/films/rail-arm.mp4", "alt": "It moves", "poster": "/films/rail-arm.jpg", "captions": "/films/rail-arm.vtt"}

	// A change by the product, and its faults.
	update := func(input vars) reply {
		input["id"] = "3"
		return d.must(admin, productUpdate, vars{"input": input})
	}
	whole := vars{"url": film, "alt": " It lifts ", "poster": picture, "captions": captions, "captionsLanguage": "DE"}
	update(vars{"video": whole}).is("productUpdate.userErrors", []any{})
	d.must("", read, nil).is("product.video", map[string]any{"url": film, "alt": "It lifts", "width": 1280.0, "height": 720.0, "poster": picture,
		"captions": captions, "captionsLanguage": "de", "seconds": 42.0, "bytes": 8300000.0})
	for name, c := range map[string]struct {
		video vars
		want  string
	}{
		"an unknown upload":          {vars{"url": "/media/fedcba9876543210fedcba9876543210.mp4", "alt": "x"}, "video.url NOT_FOUND"},
		"another site":               {vars{"url": "https://evil.example/a.mp4", "alt": "x"}, "video.url NOT_FOUND"},
		"a picture":                  {vars{"url": picture, "alt": "x"}, "video.url NOT_FOUND"},
		"captions":                   {vars{"url": captions, "alt": "x"}, "video.url NOT_FOUND"},
		"a document":                 {vars{"url": document, "alt": "x"}, "video.url NOT_FOUND"},
		"a film as the poster":       {vars{"url": film, "alt": "x", "poster": film}, "video.poster NOT_FOUND"},
		"a poster of another site":   {vars{"url": film, "alt": "x", "poster": "https://evil.example/a.jpg"}, "video.poster NOT_FOUND"},
		"captions of another site":   {vars{"url": film, "alt": "x", "captions": "data:text/vtt,WEBVTT"}, "video.captions NOT_FOUND"},
		"a document as the captions": {vars{"url": film, "alt": "x", "captions": document}, "video.captions NOT_FOUND"},
		"no description":             {vars{"url": film, "alt": " "}, "video.alt REQUIRED"},
		"no code of a language":      {vars{"url": film, "alt": "x", "captions": captions, "captionsLanguage": "German"}, "video.captionsLanguage INVALID"},
	} {
		if got := update(vars{"video": c.video}).refusals("productUpdate.userErrors"); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if got := update(vars{"video": whole, "removeVideo": true}).refusals("productUpdate.userErrors"); got != "removeVideo NOT_ALLOWED" {
		t.Errorf("changed and removed: %s", got)
	}

	// Any film that comes with the program, without what the input leaves out.
	update(vars{"video": seeded}).is("productUpdate.userErrors", []any{})
	update(vars{"video": vars{"url": seeded["url"], "alt": "It moves", "captionsLanguage": "de"}}).is("productUpdate.userErrors", []any{})
	r := d.must("", read, nil)
	r.is("product.video.poster", nil)
	r.is("product.video.captions", nil)
	r.is("product.video.captionsLanguage", nil)
	r.is("product.video.seconds", nil)
	// What doesn't name it leaves it.
	update(vars{"name": "Arm"}).is("productUpdate.userErrors", []any{})
	d.must("", read, nil).is("product.video.url", "/films/rail-arm.mp4")

	// A draft keeps what breaks the rules, which hold when it is published; the history has each state.
	version := 5
	draft := func(revision int, product vars) reply {
		product["id"] = "3"
		return d.must(admin, draftSave, vars{"input": vars{"revision": revision, "version": version, "product": product}})
	}
	r = draft(0, vars{"video": vars{"url": film, "alt": ""}})
	r.is("payload.userErrors", []any{})
	r.is("payload.draft.changes.0.name", "video")
	if got := r.refusals("payload.draft.errors"); got != "video.alt REQUIRED" {
		t.Errorf("a film without a description gives %s", got)
	}
	if got := draft(1, vars{"video": vars{"url": document, "alt": ""}}).refusals("payload.userErrors"); got != "video.url NOT_FOUND" {
		t.Errorf("a draft with a document gives %s", got)
	}
	r = draft(1, vars{"video": whole})
	preview := d.must(admin, `{ productPreview(id: "3") { video { url captionsLanguage } } }`, nil)
	preview.is("productPreview.video", map[string]any{"url": film, "captionsLanguage": "de"})
	r = d.must(admin, draftPublish, vars{"input": vars{"id": "3", "revision": r.at("payload.draft.revision")}})
	r.is("payload.userErrors", []any{})
	d.must("", read, nil).is("product.video.bytes", 8300000.0)

	// A copy has it, too.
	copied := d.must(admin, `mutation { productDuplicate(input: {id: "3"}) { product { video { url captions } } } }`, nil)
	copied.is("productDuplicate.product.video", map[string]any{"url": film, "captions": captions})

	version++
	r = draft(int(r.at("payload.draft.revision").(float64)), vars{"removeVideo": true})
	r.is("payload.draft.changes.0.after", "null")
	r = d.must(admin, draftPublish, vars{"input": vars{"id": "3", "revision": r.at("payload.draft.revision")}})
	r.is("payload.userErrors", []any{})
	d.must("", read, nil).is("product.video", nil)
	restored := d.must(admin, `mutation { productVersionRestore(input: {id: "3", version: 2}) { product { video { url poster } } userErrors { code } } }`, nil)
	restored.is("productVersionRestore.product.video", map[string]any{"url": film, "poster": picture})
}
