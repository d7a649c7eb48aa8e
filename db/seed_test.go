package db_test

import (
	"image"
	_ "image/jpeg" // what the stills are
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"

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
		}
		if err := yaml.Unmarshal(text, &p); err != nil {
			t.Fatal(err)
		}
		if p.Image != nil && !slices.ContainsFunc(p.Gallery, func(m shop.Media) bool { return m.URL == p.Image.URL && m.Alt == p.Image.Alt }) {
			t.Errorf("%s: the gallery does not show the main picture", file)
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
