package blob

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"golang.org/x/image/draw"
)

// Row by row or at once, it is the same filter.
func TestScaleIsCatmullRom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	src := image.NewNRGBA(image.Rect(0, 0, 301, 203))
	for i := range src.Pix {
		src.Pix[i] = uint8(random.IntN(256))
	}
	for _, size := range []image.Point{{301, 203}, {300, 202}, {100, 67}, {37, 203}, {301, 1}, {1, 1}} {
		want := image.NewRGBA(image.Rectangle{Max: size})
		draw.CatmullRom.Scale(want, want.Rect, src, src.Rect, draw.Src, nil)
		got := scale(src, src.Rect, size.X, size.Y)
		worst := 0
		for i := range want.Pix {
			worst = max(worst, int(want.Pix[i])-int(got.Pix[i]), int(got.Pix[i])-int(want.Pix[i]))
		}
		if worst > 2 {
			t.Errorf("%v: differs by %d", size, worst)
		}
	}
}

func TestScaleStaysWithinAlpha(t *testing.T) {
	src := image.NewNRGBA(image.Rect(0, 0, 90, 90))
	for y := range 90 {
		for x := 40; x < 90; x++ {
			src.SetNRGBA(x, y, color.NRGBA{255, 255, 255, 255})
		}
	}
	for pix := scale(src, src.Rect, 31, 31).Pix; len(pix) > 0; pix = pix[4:] {
		if max(pix[0], pix[1], pix[2]) > pix[3] {
			t.Fatalf("a colour above its alpha: %v", pix[:4])
		}
	}
}
