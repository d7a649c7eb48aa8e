package blob_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"slices"
	"testing"
)

// The colours of test pictures.
var (
	red    = color.NRGBA{255, 0, 0, 255}
	green  = color.NRGBA{0, 160, 0, 255}
	blue   = color.NRGBA{0, 0, 255, 255}
	yellow = color.NRGBA{255, 230, 0, 255}
	clear  = color.NRGBA{}
)

// Halves of 48 x 32 pixels in WebP: red, or nothing, on the left and blue on the right.
const (
	webpLossy = "UklGRloAAABXRUJQVlA4IE4AAADQAwCdASowACAAPtFWo0uoJKMhsAgBABoJQBjVUA/En8AAEAGYSdAA/us2/9zmuho7f/6EhGm2/J37X/1f" +
		"OEENOwej9aVA9mp2spAAAAA="
	webpLossless = "UklGRiYAAABXRUJQVlA4TBoAAAAvL8AHAA8Q87//8x8OxILJ/KUz6I7of1Q4Bw=="
	webpAlpha    = "UklGRnYAAABXRUJQVlA4WAoAAAAQAAAALwAAHwAAQUxQSBMAAAABDzD/ERFCLJjMXzqD7oj+B6pzAFZQOCA8AAAAUAMAnQEqMAAgAD7RXqVMKCWj" +
		"ojAaqAEAGgljANCQPRiEBygA/vUi3ij1XH/+g/f/0lnzvotlBdtQAAAA"
)

func unbase64(t *testing.T, text string) []byte {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// quarters is a picture with one colour in each corner: top left, top right, bottom left, bottom right.
func quarters(w, h int, colours ...color.NRGBA) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetNRGBA(x, y, colours[2*(2*y/h)+2*x/w])
		}
	}
	return m
}

func halves(w, h int, left, right color.NRGBA) *image.NRGBA {
	return quarters(w, h, left, right, left, right)
}

func asPNG(t *testing.T, m image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func asJPEG(t *testing.T, m image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, m, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// asGIF is an animation on a screen of 48 x 32: first the given part of halves, then something green.
func asGIF(t *testing.T, part image.Rectangle) []byte {
	t.Helper()
	colours := color.Palette{red, blue, green}
	first := image.NewPaletted(part, colours)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := max(part.Min.X, 24); x < part.Max.X; x++ {
			first.SetColorIndex(x, y, 1)
		}
	}
	second := image.NewPaletted(image.Rect(0, 0, 48, 32), color.Palette{green})
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, &gif.GIF{Image: []*image.Paletted{first, second}, Delay: []int{1, 1},
		Config: image.Config{ColorModel: colours, Width: 48, Height: 32}}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// segment is a segment of a JPEG.
func segment(marker byte, content string) []byte {
	out := binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(content)+2))
	return append(out, content...)
}

// withSegments puts segments behind the first marker of a JPEG.
func withSegments(data []byte, segments ...[]byte) []byte {
	return slices.Concat(data[:2], slices.Concat(segments...), data[2:])
}

// exif is a segment with an orientation, in either byte order, behind another entry.
func exif(order binary.AppendByteOrder, orientation uint16) []byte {
	tiff := []byte("MM\x00\x2a")
	if order.String() == binary.LittleEndian.String() {
		tiff = []byte("II\x2a\x00")
	}
	tiff = order.AppendUint32(tiff, 8)
	tiff = order.AppendUint16(tiff, 2)
	for _, entry := range [][2]uint16{{0x0100, 7}, {0x0112, orientation}} {
		tiff = order.AppendUint16(tiff, entry[0])
		tiff = order.AppendUint16(tiff, 3)
		tiff = order.AppendUint32(tiff, 1)
		tiff = order.AppendUint16(tiff, entry[1])
		tiff = order.AppendUint16(tiff, 0)
	}
	return segment(0xe1, "Exif\x00\x00"+string(tiff))
}

// pngHeader begins a PNG of any size; its pixels are missing.
func pngHeader(w, h uint32, depth, kind, interlace byte) []byte {
	chunk := []byte("IHDR")
	chunk = binary.BigEndian.AppendUint32(chunk, w)
	chunk = binary.BigEndian.AppendUint32(chunk, h)
	chunk = append(chunk, depth, kind, 0, 0, interlace)
	out := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), chunk...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk))
}

// jpegHeader begins a JPEG of three colours; sampling is that of the first.
func jpegHeader(marker byte, w, h uint16, sampling byte) []byte {
	frame := binary.BigEndian.AppendUint16([]byte{8}, h)
	frame = binary.BigEndian.AppendUint16(frame, w)
	frame = append(frame, 3, 1, sampling, 0, 2, 0x11, 0, 3, 0x11, 0)
	return withSegments([]byte{0xff, 0xd8}, segment(0xe0, "JFIF\x00\x01\x02\x00\x00\x01\x00\x01\x00\x00"), segment(marker, string(frame)))
}

// liar is a WebP whose outer header says one pixel and whose inner one says 16384 x 16384.
func liar() []byte {
	inner := "VP8L\x05\x00\x00\x00\x2f\xff\xff\xff\x0f\x00"
	outer := "VP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	size := binary.LittleEndian.AppendUint32(nil, uint32(4+len(outer)+len(inner)))
	return []byte("RIFF" + string(size) + "WEBP" + outer + inner)
}
