package graph_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"orrery/shop"
)

const (
	editedDraft = `{ revision version author product { name category price { amount } stock listed model tags image { url } highlights }
		changes { name before after } conflicts { field yours theirs } errors { field code } }`
	draftRead    = `query ($id: ID!) { productDraft(id: $id) ` + editedDraft + ` }`
	draftPreview = `query ($id: ID!) { productPreview(id: $id) { name } }`
	draftSave    = `mutation ($input: ProductDraftSaveInput!) { payload: productDraftSave(input: $input) ` + draftPayload
	draftPublish = `mutation ($input: ProductDraftPublishInput!) { payload: productDraftPublish(input: $input) ` + draftPayload
	draftDiscard = `mutation ($input: ProductDraftDiscardInput!) { payload: productDraftDiscard(input: $input) ` + draftPayload
	draftPayload = `{ draft ` + editedDraft + ` conflicts { field yours theirs } userErrors { field code message } } }`
	versions     = `query ($id: ID!, $first: Int! = 20, $after: String) { productVersions(id: $id, first: $first, after: $after) {
		totalCount pageInfo { endCursor hasNextPage } nodes { version createdAt author changes { name before after } } } }`
	versionRestore = `mutation ($id: ID!, $version: Int!) { productVersionRestore(input: {id: $id, version: $version}) {
		product { name price { amount } stock highlights } userErrors { field code } } }`
)

// history is what a product's versions changed, newest first, such as "3 by Root: name, price".
func (d *testServer) history(token, id string) string {
	d.t.Helper()
	var lines []string
	for _, node := range d.must(token, versions, vars{"id": id}).at("productVersions.nodes").([]any) {
		version := node.(map[string]any)
		var names []string
		for _, change := range version["changes"].([]any) {
			names = append(names, change.(map[string]any)["name"].(string))
		}
		lines = append(lines, fmt.Sprintf("%v by %v: %s", version["version"], version["author"], strings.Join(names, " ")))
	}
	return strings.Join(lines, "\n")
}

// refusals are the user errors of a payload, such as "name CONFLICT".
func (r reply) refusals(path string) string {
	r.t.Helper()
	var found []string
	for _, e := range r.at(path).([]any) {
		refusal := e.(map[string]any)
		var field []string
		for _, name := range refusal["field"].([]any) {
			field = append(field, name.(string))
		}
		found = append(found, strings.Join(field, ".")+" "+refusal["code"].(string))
	}
	return strings.Join(found, ", ")
}

func TestProductVersions(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	if got := d.history(admin, "1"); got != "" {
		t.Errorf("a seeded product begins with %s", got)
	}
	before := d.must("", `{ product(id: "1") { name price { amount } highlights } }`, nil)

	update := func(in vars) {
		t.Helper()
		in["id"] = "1"
		d.must(admin, productUpdate, vars{"input": in}).is("productUpdate.userErrors", []any{})
	}
	update(vars{"stock": 3})
	update(vars{"name": "Arm 2", "price": "100", "content": vars{"highlights": []string{"Fast"}}})
	update(vars{"name": "Arm 2", "price": "100.00"})
	update(vars{"tags": []string{"arm"}, "stock": 9})
	file := "id,name,stock\n1,Arm 3,5\n"
	owner := shop.Actor{Role: shop.RoleAdmin, UserID: d.must(admin, `{ me { id } }`, nil).at("me.id").(string)}
	if done, err := d.Store.Catalogue.ImportProducts(context.Background(), owner, shop.ReadProducts, strings.NewReader(file), false); err != nil || done.Changed != 1 {
		t.Fatal(done, err)
	}
	const want = "4 by Test Person: name\n3 by Test Person: tags\n2 by Test Person: name price highlights\n1 by <nil>: "
	if got := d.history(admin, "1"); got != want {
		t.Errorf("the history is\n%s\nwant\n%s", got, want)
	}
	r := d.must(admin, versions, vars{"id": "1", "first": 3})
	r.is("productVersions.totalCount", 4)
	r.is("productVersions.nodes.2.changes.0.after", `"Arm 2"`)
	r = d.must(admin, versions, vars{"id": "1", "first": 3, "after": r.at("productVersions.pageInfo.endCursor")})
	r.is("productVersions.nodes.0.version", 1)
	r.is("productVersions.pageInfo.hasNextPage", false)

	// A new product begins with its author, and goes with its history.
	id := d.must(admin, productCreate, vars{"input": vars{"name": "Idea"}}).at("productCreate.product.id").(string)
	if got := d.history(admin, id); got != "1 by Test Person: " {
		t.Errorf("a new product begins with %s", got)
	}
	d.must(admin, productDelete, vars{"id": id})
	if code := d.ask(admin, versions, vars{"id": id}).code(); code != "NOT_FOUND" {
		t.Errorf("the history of a deleted product gives %s", code)
	}

	// An earlier version comes back whole, as a new one; the stock is that of now.
	r = d.must(admin, versionRestore, vars{"id": "1", "version": 1})
	for _, field := range []string{"name", "price.amount", "highlights"} {
		r.is("productVersionRestore.product."+field, before.at("product."+field))
	}
	r.is("productVersionRestore.product.stock", 5)
	if got := d.history(admin, "1"); !strings.HasPrefix(got, "5 by Test Person: name price tags highlights\n4 ") {
		t.Errorf("after it was restored the history is\n%s", got)
	}
	r = d.must(admin, versionRestore, vars{"id": "1", "version": 99})
	if got := r.refusals("productVersionRestore.userErrors"); got != "version NOT_FOUND" {
		t.Errorf("an unknown version gives %s", got)
	}

	// The newest hundred are kept.
	for i := range shop.KeptProductVersions {
		update(vars{"model": fmt.Sprint("M", i)})
	}
	r = d.must(admin, versions, vars{"id": "1", "first": 100})
	r.is("productVersions.totalCount", shop.KeptProductVersions)
	r.is("productVersions.nodes.99.version", 6)
}

func TestProductDraft(t *testing.T) {
	d := newServer(t)
	admin, other := d.admin("root@example.org"), d.admin("other@example.org")
	name := d.must("", `{ product(id: "2") { name } }`, nil).at("product.name")
	save := func(token string, revision, version any, product vars) reply {
		t.Helper()
		product["id"] = "2"
		return d.must(token, draftSave, vars{"input": vars{"revision": revision, "version": version, "product": product}})
	}
	r := d.must(admin, draftRead, vars{"id": "2"})
	r.is("productDraft.revision", 0)
	r.is("productDraft.changes", []any{})
	r.is("productDraft.product.name", name)

	// Even what may not be published is kept, and the shop shows nothing of it.
	r = save(admin, 0, 0, vars{"name": " ", "price": "12,x", "tags": []string{"new"}, "content": vars{"highlights": []string{"Fast", ""}}})
	r.is("payload.userErrors", []any{})
	r.is("payload.draft.revision", 1)
	r.is("payload.draft.author", "Test Person")
	if got := r.refusals("payload.draft.errors"); got != "name REQUIRED, price INVALID, content.highlights.1 REQUIRED" {
		t.Errorf("the draft has the errors %s", got)
	}
	d.must("", `{ product(id: "2") { name } }`, nil).is("product.name", name)
	r = d.must(admin, draftPublish, vars{"input": vars{"id": "2", "revision": 1}})
	if got := r.refusals("payload.userErrors"); got != "name REQUIRED, price INVALID, content.highlights.1 REQUIRED" {
		t.Errorf("publishing it gives %s", got)
	}
	r.is("payload.draft", nil)
	for name, c := range map[string]struct {
		product vars
		want    string
	}{
		"stock":                        {vars{"stock": 4}, "stock NOT_ALLOWED"},
		"the stock before":             {vars{"stockBefore": 4}, "stock NOT_ALLOWED"},
		"a picture of another product": {vars{"pictures": []vars{{"url": "/images/nothing.jpg", "alt": "Arm"}}}, "pictures.0 NOT_FOUND"},
		"a picture from nowhere":       {vars{"pictures": []vars{{"alt": "Arm"}}}, "pictures.0 INVALID"},
		"unknown picture":              {vars{"imageId": "019b0000-0000-7000-8000-000000000000"}, "imageId NOT_FOUND"},
		"too many":                     {vars{"galleryIds": strings.Split("0123456789ab", "")}, "galleryIds OUT_OF_RANGE"},
	} {
		if got := save(admin, 1, 1, c.product).refusals("payload.userErrors"); got != c.want {
			t.Errorf("%s gives %s, want %s", name, got, c.want)
		}
	}

	// Two editors in different fields don't get in each other's way; in the same field both sides are told.
	r = save(admin, 1, 1, vars{"name": "Crane", "price": "77"})
	r.is("payload.draft.revision", 2)
	r = save(other, 1, 1, vars{"category": "Cranes", "content": vars{"highlights": []string{"Fast"}}})
	r.is("payload.userErrors", []any{})
	r.is("payload.draft.product.name", "Crane")
	r.is("payload.draft.product.category", "Cranes")
	d.must(admin, draftPreview, vars{"id": "2"}).is("productPreview.name", "Crane")
	r = save(other, 1, 1, vars{"name": "Lift", "model": "L-1"})
	if got := r.refusals("payload.userErrors"); got != "name CONFLICT" {
		t.Errorf("the second editor of a field gets %s", got)
	}
	r.is("payload.conflicts.0.yours", `"Lift"`)
	r.is("payload.conflicts.0.theirs", `"Crane"`)
	r.is("payload.draft.product.model", d.must("", `{ product(id: "2") { model } }`, nil).at("product.model"))
	if got := d.must(admin, draftPublish, vars{"input": vars{"id": "2", "revision": 2}}).refusals("payload.userErrors"); got != "revision CONFLICT" {
		t.Errorf("publishing what one has not seen gives %s", got)
	}

	// What others published since in another field is merged; in the same field one has to choose.
	d.must(other, productUpdate, vars{"input": vars{"id": "2", "category": "Lifts", "shortDesc": "Lifts.", "stock": 6}})
	r = d.must(admin, draftPublish, vars{"input": vars{"id": "2", "revision": 3}})
	if got := r.refusals("payload.userErrors"); got != "category CONFLICT" {
		t.Errorf("publishing over another change gives %s", got)
	}
	r.is("payload.conflicts.0.yours", `"Cranes"`)
	r.is("payload.conflicts.0.theirs", `"Lifts"`)
	r.is("payload.draft.conflicts.0.field", "category")
	d.must("", `{ product(id: "2") { name category } }`, nil).is("product.name", name)
	r = d.must(admin, draftPublish, vars{"input": vars{"id": "2", "revision": 3, "version": r.at("payload.draft.version")}})
	r.is("payload.userErrors", []any{})
	r.is("payload.draft.changes", []any{})
	now := d.must("", `{ product(id: "2") { name category shortDesc price { amount } stock tags highlights } }`, nil)
	now.is("product.name", "Crane")
	now.is("product.category", "Cranes")
	now.is("product.shortDesc", "Lifts.")
	now.is("product.price.amount", "77.00")
	now.is("product.stock", 6)
	now.is("product.highlights", []any{"Fast"})
	if got := d.history(admin, "2"); !strings.HasPrefix(got, "3 by Test Person: name category price tags highlights\n2 by Test Person: category shortDesc\n") {
		t.Errorf("the history is\n%s", got)
	}
	// An editor who has not seen that it was published is told.
	if got := save(other, 3, 2, vars{"name": "Lift"}).refusals("payload.userErrors"); got != "name CONFLICT" {
		t.Errorf("an editor of before gets %s", got)
	}

	// Theirs is taken by discarding that field.
	r = save(admin, 4, 3, vars{"name": "Hoist", "model": "H-1"})
	r = d.must(admin, draftDiscard, vars{"input": vars{"id": "2", "revision": r.at("payload.draft.revision"), "fields": []string{"name"}}})
	r.is("payload.draft.product.name", "Crane")
	r.is("payload.draft.product.model", "H-1")
	if got := d.must(admin, draftDiscard, vars{"input": vars{"id": "2", "revision": 1}}).refusals("payload.userErrors"); got != "revision CONFLICT" {
		t.Errorf("discarding what one has not seen gives %s", got)
	}
	r = d.must(admin, draftDiscard, vars{"input": vars{"id": "2", "revision": r.at("payload.draft.revision")}})
	r.is("payload.draft.changes", []any{})

	// An editor who has not seen what was published in a field does not overwrite it, even in a draft begun since.
	seen := d.must(admin, draftRead, vars{"id": "2"})
	d.must(other, productUpdate, vars{"input": vars{"id": "2", "name": "Winch"}})
	now = d.must(other, draftRead, vars{"id": "2"})
	r = save(other, now.at("productDraft.revision"), now.at("productDraft.version"), vars{"model": "W-1"})
	r.is("payload.draft.conflicts", []any{})
	r = save(admin, seen.at("productDraft.revision"), seen.at("productDraft.version"), vars{"name": "Davit"})
	r.is("payload.draft.conflicts.0.theirs", `"Winch"`)
	r = d.must(admin, draftPublish, vars{"input": vars{"id": "2", "revision": r.at("payload.draft.revision")}})
	if got := r.refusals("payload.userErrors"); got != "name CONFLICT" {
		t.Errorf("publishing over what one has not seen gives %s", got)
	}
	r = d.must(admin, draftDiscard, vars{"input": vars{"id": "2", "revision": r.at("payload.draft.revision")}})

	// A draft keeps the version that it was made to, however many follow.
	r = save(admin, r.at("payload.draft.revision"), r.at("payload.draft.version"), vars{"name": "Hoist"})
	for i := range shop.KeptProductVersions + 1 {
		d.must(other, productUpdate, vars{"input": vars{"id": "2", "model": fmt.Sprint("M", i)}})
	}
	r = d.must(admin, draftPublish, vars{"input": vars{"id": "2", "revision": r.at("payload.draft.revision")}})
	r.is("payload.userErrors", []any{})
	r.is("payload.draft.product.model", fmt.Sprint("M", shop.KeptProductVersions))
}

// Pictures are moved, described and removed in a draft; one that nobody described is not published.
func TestProductDraftPictures(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	pictures := func() []vars {
		var all []vars
		for _, image := range d.must("", `{ product(id: "1") { images { url alt } } }`, nil).at("product.images").([]any) {
			picture := image.(map[string]any)
			all = append(all, vars{"url": picture["url"], "alt": picture["alt"]})
		}
		return all
	}
	all := pictures()
	if len(all) < 3 {
		t.Fatal("product 1 has too few pictures")
	}
	r := d.must(admin, draftSave, vars{"input": vars{"revision": 0, "version": 0,
		"product": vars{"id": "1", "pictures": []vars{all[2], {"url": all[0]["url"], "alt": " "}}}}})
	r.is("payload.userErrors", []any{})
	r.is("payload.draft.product.image.url", all[2]["url"])
	if got := r.refusals("payload.draft.errors"); got != "pictures.1.alt REQUIRED" {
		t.Errorf("a picture that nobody described gives %s", got)
	}
	r = d.must(admin, draftPublish, vars{"input": vars{"id": "1", "revision": r.at("payload.draft.revision")}})
	if got := r.refusals("payload.userErrors"); got != "pictures.1.alt REQUIRED" {
		t.Errorf("publishing a picture that nobody described gives %s", got)
	}
	// One that the draft has removed is still one of the product.
	r = d.must(admin, draftSave, vars{"input": vars{"revision": 1, "version": 1,
		"product": vars{"id": "1", "pictures": []vars{all[1], {"url": all[0]["url"], "alt": "First"}}}}})
	r = d.must(admin, draftPublish, vars{"input": vars{"id": "1", "revision": r.at("payload.draft.revision")}})
	r.is("payload.userErrors", []any{})
	now := pictures()
	if len(now) != 2 || now[0]["url"] != all[1]["url"] || now[1]["url"] != all[0]["url"] || now[1]["alt"] != "First" {
		t.Errorf("the pictures are %v", now)
	}
	d.must(admin, productUpdate, vars{"input": vars{"id": "1", "pictures": []vars{}}}).is("productUpdate.userErrors", []any{})
	if now := pictures(); len(now) > 0 {
		t.Errorf("removed pictures are %v", now)
	}
}

// Of editors who save the same field at once, exactly one succeeds.
func TestProductDraftAtOnce(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	var saves sync.WaitGroup
	results := make([]reply, 6)
	for i := range results {
		saves.Go(func() {
			results[i] = d.ask(admin, draftSave, vars{"input": vars{"revision": 0, "version": 0,
				"product": vars{"id": "3", "name": fmt.Sprint("Arm ", i)}}})
		})
	}
	saves.Wait()
	stored := 0
	for _, r := range results {
		switch got := r.refusals("payload.userErrors"); got {
		case "":
			stored++
		case "name CONFLICT":
		default:
			t.Errorf("got %s", got)
		}
	}
	if stored != 1 {
		t.Errorf("%d saves succeeded", stored)
	}
}

func TestProductDraftRefuses(t *testing.T) {
	d := newServer(t)
	admin, customer := d.admin("root@example.org"), d.register("customer@example.org")
	one := vars{"id": "1", "version": 1, "input": vars{"id": "1", "revision": 0}}
	saved := vars{"input": vars{"revision": 0, "version": 0, "product": vars{"id": "1", "name": "Mine"}}}
	for name, c := range map[string]struct {
		query string
		with  vars
	}{
		"read": {draftRead, one}, "save": {draftSave, saved}, "publish": {draftPublish, one}, "discard": {draftDiscard, one},
		"preview": {draftPreview, one}, "versions": {versions, one}, "restore": {versionRestore, one},
	} {
		for token, want := range map[string]string{"": "UNAUTHENTICATED", customer: "FORBIDDEN"} {
			if got := d.ask(token, c.query, c.with).code(); got != want {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
		}
	}
	r := d.must(admin, draftRead, vars{"id": "1"})
	r.is("productDraft.changes", []any{})
	for _, id := range []string{"99", "x", "01"} {
		d.must(admin, draftRead, vars{"id": id}).is("productDraft", nil)
		d.must(admin, draftPreview, vars{"id": id}).is("productPreview", nil)
	}
	// A revision or version that has never been is not accepted.
	saved["input"].(vars)["revision"] = 7
	if got := d.must(admin, draftSave, saved).refusals("payload.userErrors"); got != "revision CONFLICT" {
		t.Errorf("an unknown revision gives %s", got)
	}
	saved["input"] = vars{"revision": 0, "version": 7, "product": vars{"id": "1", "name": "Mine"}}
	if got := d.must(admin, draftSave, saved).refusals("payload.userErrors"); got != "version NOT_FOUND" {
		t.Errorf("an unknown version gives %s", got)
	}
}
