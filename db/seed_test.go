package db_test

import (
	"context"
	"image"
	_ "image/jpeg" // what the stills are
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"orrery/db/dbtest"
	"orrery/shop"
)

// A picture of the seed comes from media/stills, in the widths and with the proportions that the seed names, or is a drawing.
func TestSeededPicturesExist(t *testing.T) {
	files, err := filepath.Glob("seed/products/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no seed", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var p struct {
			Image   *shop.Media
			Gallery []shop.Media
			Video   *shop.Media
		}
		if err := yaml.Unmarshal(text, &p); err != nil {
			t.Fatal(err)
		}
		if p.Image != nil && !slices.ContainsFunc(p.Gallery, func(m shop.Media) bool { return m.URL == p.Image.URL && m.Alt == p.Image.Alt }) {
			t.Errorf("%s: the gallery does not show the main picture", file)
		}
		if p.Video != nil {
			for _, path := range []string{p.Video.URL, strings.TrimSuffix(p.Video.URL, "mp4") + "webm", *p.Video.Poster, *p.Video.Captions} {
				if _, err := os.Stat("../client/public" + path); err != nil {
					t.Errorf("%s: %v", file, err)
				}
			}
		}
		for _, m := range p.Gallery {
			if filepath.Ext(m.URL) == ".svg" {
				if _, err := os.Stat("../client/public" + m.URL); err != nil {
					t.Errorf("%s: %v", file, err)
				}
				continue
			}
			name := regexp.MustCompile(`^/images/(.+)-\d+\.jpg$`).FindStringSubmatch(m.URL)
			if name == nil || len(m.Widths) == 0 || *m.Width != slices.Max(m.Widths) {
				t.Errorf("%s: %s is not the widest form of a picture", file, m.URL)
				continue
			}
			still, err := os.Open("../media/stills/" + name[1] + ".jpg")
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			size, _, err := image.DecodeConfig(still)
			_ = still.Close()
			if err != nil || size.Width < *m.Width || size.Width**m.Height != size.Height**m.Width {
				t.Errorf("%s: %s is said to be %d x %d, its still is %d x %d (%v)", file, m.URL, *m.Width, *m.Height, size.Width, size.Height, err)
			}
		}
	}
}

// A database that was seeded before the machines were rendered gets their pictures and films once; pictures that an
// administrator gave stay.
func TestSeedRenewsPictures(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	const drawn = `{"url": "/images/products/x.svg", "alt": "Drawing", "width": 960, "height": 720}`
	const uploaded = `{"url": "/media/x-960.jpg", "alt": "Upload", "width": 960, "height": 720}`
	change := func(statement string, args ...any) {
		t.Helper()
		if _, err := d.SQL.Exec(statement, args...); err != nil {
			t.Fatal(err)
		}
	}
	change(`DELETE FROM seeds WHERE file LIKE 'pictures:%'`)
	change(`UPDATE products SET image = $1, gallery = '[]', video = NULL WHERE id IN (1, 2)`, drawn)
	change(`UPDATE products SET image = $1, gallery = jsonb_build_array($2::jsonb), video = NULL WHERE id = 3`, drawn, uploaded)
	change(`UPDATE products SET image = $1 WHERE id = 4`, uploaded)

	show := func(id string) (url string, pictures int, film bool) {
		t.Helper()
		found, err := d.Store.Catalogue.ProductsByID(ctx, visitor("a"), []string{id})
		if err != nil {
			t.Fatal(err)
		}
		p := found[id]
		return p.Image.URL, len(p.Gallery), p.Video != nil
	}
	if err := d.Store.Seed(ctx); err != nil {
		t.Fatal(err)
	}
	if url, pictures, film := show("1"); url != "/images/rail-arm-card-960.jpg" || pictures < 4 || !film {
		t.Errorf("product 1 has %s, %d pictures, a film: %v", url, pictures, film)
	}
	if url, pictures, film := show("3"); url != "/images/products/x.svg" || pictures != 1 || film {
		t.Errorf("product 3, whose gallery was uploaded, has %s, %d pictures, a film: %v", url, pictures, film)
	}
	if url, _, _ := show("4"); url != "/media/x-960.jpg" {
		t.Errorf("product 4, whose picture was uploaded, has %s", url)
	}

	change(`UPDATE products SET gallery = '[]' WHERE id = 2`)
	if err := d.Store.Seed(ctx); err != nil {
		t.Fatal(err)
	}
	if _, pictures, _ := show("2"); pictures != 0 {
		t.Error("a gallery that was emptied later was filled again")
	}
}

// A database that was seeded before there were documents lists them once, without those that an administrator listed
// since.
func TestSeedListsDocuments(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	change := func(statement string) {
		t.Helper()
		if _, err := d.SQL.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	change(`DELETE FROM seeds WHERE file LIKE 'documents:%'`)
	change(`UPDATE products SET content = content - 'documents' WHERE id IN (1, 2)`)
	change(`UPDATE products SET model = 'OTHER' WHERE id = 2`)
	change(`UPDATE products SET content = jsonb_set(content, '{documents,0,title}', '"Mine"') WHERE id = 3`)
	for range 2 {
		if err := d.Store.Seed(ctx); err != nil {
			t.Fatal(err)
		}
		found, err := d.Store.Catalogue.ProductsByID(ctx, visitor("a"), []string{"1", "2", "3", "7"})
		if err != nil {
			t.Fatal(err)
		}
		if all := found["1"].Documents; len(all) != 2 || all[0].URL != "/cad/rail-arm.stl" || all[1].Format != shop.FormatGLB {
			t.Errorf("product 1 has %+v", all)
		}
		if all := found["2"].Documents; len(all) != 0 {
			t.Errorf("a product of another model has %+v", all)
		}
		if all := found["3"].Documents; len(all) != 2 || all[0].Title != "Mine" {
			t.Errorf("what was listed has become %+v", all)
		}
		if all := found["7"].Documents; (len(all) == 0) != (len(found["7"].Tags) == 0) {
			t.Errorf("product 7 has %+v", all)
		}
		change(`UPDATE products SET content = content - 'documents', tags = '{}' WHERE id = 7`)
	}
}

// A database that was seeded before there was a fit check gets its figures once, without what an administrator stated since, and
// not for a product that is another one by now.
func TestSeedStatesEngineering(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	change := func(statement string) {
		t.Helper()
		if _, err := d.SQL.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	change(`DELETE FROM seeds WHERE file LIKE 'engineering:%'`)
	change(`UPDATE products SET content = content - 'engineering' WHERE id IN (1, 2, 7)`)
	change(`UPDATE products SET model = 'OTHER' WHERE id = 2`)
	change(`UPDATE products SET content = jsonb_set(content, '{engineering,payloadGrams}', '1') WHERE id = 3`)
	for range 2 {
		if err := d.Store.Seed(ctx); err != nil {
			t.Fatal(err)
		}
		found, err := d.Store.Catalogue.ProductsByID(ctx, visitor("a"), []string{"1", "2", "3", "7"})
		if err != nil {
			t.Fatal(err)
		}
		if e := found["1"].Engineering; e == nil || *e.PayloadGrams != 6000 || len(found["1"].Specs) == 0 {
			t.Errorf("product 1 has %+v", e)
		}
		if e := found["2"].Engineering; e != nil {
			t.Errorf("a product of another model has %+v", e)
		}
		if e := found["3"].Engineering; *e.PayloadGrams != 1 {
			t.Errorf("what was stated has become %d", *e.PayloadGrams)
		}
		if e := found["7"].Engineering; (e == nil) != (len(found["7"].Tags) == 0) {
			t.Errorf("product 7 has %+v", e)
		}
		change(`UPDATE products SET content = content - 'engineering', tags = '{}' WHERE id = 7`)
	}
}

// A database that was seeded before cells could be planned gets the figures for that once, by the same rule.
func TestSeedStatesMotion(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	for _, statement := range []string{
		`DELETE FROM seeds WHERE file LIKE 'motion:%'`,
		`UPDATE products SET content = content - 'motion' WHERE id IN (3, 7, 8)`,
		`UPDATE products SET model = 'OTHER' WHERE id = 8`,
		`UPDATE products SET content = jsonb_set(content, '{motion,arm,toolSpeed}', '1') WHERE id = 10`,
	} {
		if _, err := d.SQL.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Store.Seed(ctx); err != nil {
		t.Fatal(err)
	}
	found, err := d.Store.Catalogue.ProductsByID(ctx, visitor("a"), []string{"3", "7", "8", "10"})
	if err != nil {
		t.Fatal(err)
	}
	if m := found["3"].Motion; m == nil || m.Arm == nil || m.Arm.Upper != 475 || len(m.Arm.Axes) != 6 {
		t.Errorf("product 3 has %+v", m)
	}
	if m := found["7"].Motion; m == nil || m.Gripper == nil {
		t.Errorf("product 7 has %+v", m)
	}
	if m := found["8"].Motion; m != nil {
		t.Errorf("a product of another model has %+v", m)
	}
	if m := found["10"].Motion; m.Arm.ToolSpeed != 1 {
		t.Errorf("what was stated has become %g", m.Arm.ToolSpeed)
	}
}
