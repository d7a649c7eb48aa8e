package blob

import (
	"image"
	"image/draw"
	"math"
)

// scale returns an RGBA copy of the part of src inside bounds, w x h pixels large, with a Catmull-Rom filter. It reads
// src row by row and keeps only the rows that the filter spans: a scaler that keeps a whole pass of a 40-megapixel
// picture takes more memory than the picture itself. The parts that src does not cover stay transparent.
func scale(src image.Image, bounds image.Rectangle, w, h int) *image.RGBA {
	columns, rows := spans(bounds.Dx(), w), spans(bounds.Dy(), h)
	tallest := 0
	for _, span := range rows {
		tallest = max(tallest, len(span.weights))
	}
	window := make([][]float32, tallest) // row y of the source is stored at y modulo the window's height
	for i := range window {
		window[i] = make([]float32, 4*w)
	}
	line := image.NewRGBA(image.Rect(0, 0, bounds.Dx(), 1))
	sum := make([]float32, 4*w)
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	read := 0
	for y, span := range rows {
		for ; read < span.first+len(span.weights); read++ {
			clear(line.Pix)
			draw.Draw(line, line.Rect, src, image.Pt(bounds.Min.X, bounds.Min.Y+read), draw.Src)
			shrink(window[read%tallest], line.Pix, columns)
		}
		clear(sum)
		for i, weight := range span.weights {
			for x, value := range window[(span.first+i)%tallest] {
				sum[x] += weight * value
			}
		}
		store(dst.Pix[y*dst.Stride:], sum)
	}
	return dst
}

// shrink filters one row of the source.
func shrink(to []float32, from []uint8, columns []span) {
	for x, span := range columns {
		var r, g, b, a float32
		pixels := from[4*span.first:]
		for i, weight := range span.weights {
			pixel := pixels[4*i : 4*i+4 : 4*i+4]
			r += weight * float32(pixel[0])
			g += weight * float32(pixel[1])
			b += weight * float32(pixel[2])
			a += weight * float32(pixel[3])
		}
		to[4*x], to[4*x+1], to[4*x+2], to[4*x+3] = r, g, b, a
	}
}

// store rounds a row. The filter overshoots at edges; a colour is clamped to its alpha, with which it is premultiplied.
func store(to []uint8, from []float32) {
	for x := 0; x < len(from); x += 4 {
		alpha := min(max(from[x+3]+0.5, 0), 255)
		for c := range 3 {
			to[x+c] = uint8(min(max(from[x+c]+0.5, 0), alpha))
		}
		to[x+3] = uint8(alpha)
	}
}

// span holds the source pixels and weights of one pixel of the result.
type span struct {
	first   int
	weights []float32
}

// spans returns the spans for scaling a line of m pixels to n pixels, with m at least n.
func spans(m, n int) []span {
	ratio := float64(m) / float64(n)
	all := make([]span, n)
	for i := range all {
		centre := (float64(i)+0.5)*ratio - 0.5
		first := max(0, int(math.Ceil(centre-2*ratio)))
		last := min(m-1, int(math.Floor(centre+2*ratio)))
		weights := make([]float32, last-first+1)
		total := 0.0
		for j := range weights {
			weight := catmullRom((float64(first+j) - centre) / ratio)
			weights[j] = float32(weight)
			total += weight
		}
		for j := range weights {
			weights[j] /= float32(total)
		}
		all[i] = span{first, weights}
	}
	return all
}

func catmullRom(x float64) float64 {
	x = math.Abs(x)
	switch {
	case x < 1:
		return (1.5*x-2.5)*x*x + 1
	case x < 2:
		return ((2.5-0.5*x)*x-4)*x + 2
	}
	return 0
}

// sideways reports whether an EXIF orientation swaps width and height.
func sideways(orientation int) bool { return orientation >= 5 }

// upright applies an EXIF orientation to a picture.
func upright(src *image.RGBA, orientation int) *image.RGBA {
	if orientation == 1 {
		return src
	}
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	if sideways(orientation) {
		dst = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range dst.Rect.Dy() {
		for x := range dst.Rect.Dx() {
			fromX, fromY := x, y
			if sideways(orientation) {
				fromX, fromY = y, x
			}
			switch orientation {
			case 2, 3, 7, 8:
				fromX = w - 1 - fromX
			}
			switch orientation {
			case 3, 4, 6, 7:
				fromY = h - 1 - fromY
			}
			copy(dst.Pix[dst.PixOffset(x, y):][:4], src.Pix[src.PixOffset(fromX, fromY):])
		}
	}
	return dst
}
