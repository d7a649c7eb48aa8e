package blob

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"

	"orrery/shop"
)

// maxDecoded is the maximum memory of a decoder, in bytes: a JPEG of 40 megapixels takes at most three bytes for each
// pixel.
const maxDecoded = 128_000_000

// maxScans is the maximum number of scans of a progressive JPEG: a scan may be twenty bytes long and still visit every
// pixel.
const maxScans = 200

// format is a supported picture format.
type format struct {
	magic  string // the first bytes; ? stands for any byte
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
	// readTraits derives the traits from the header. The picture's config has already been read.
	readTraits func(data []byte, c image.Config) (traits, error)
}

// traits determine how a picture is decoded.
type traits struct {
	bytesPerPixel float64 // maximum, while it is being decoded
	orientation   int     // 1 to 8 as in EXIF
}

var formats = []format{
	{"\xff\xd8\xff", jpeg.DecodeConfig, jpeg.Decode, jpegTraits},
	{"\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode, pngTraits},
	{"RIFF????WEBPVP8", webp.DecodeConfig, webp.Decode, webPTraits},
	{"GIF8?a", gif.DecodeConfig, gif.Decode, gifTraits},
}

// source is a picture that has passed all checks and can be decoded.
type source struct {
	data   []byte
	bounds image.Rectangle // as stored, before its orientation is applied
	decode func(io.Reader) (image.Image, error)
	traits
}

// inspect returns an error for data that is not a picture or would cost too much to decode, without decoding it.
func inspect(data []byte) (source, error) {
	for _, f := range formats {
		if !begins(data, f.magic) {
			continue
		}
		c, err := f.config(bytes.NewReader(data))
		if err != nil {
			return source{}, shop.BrokenPicture()
		}
		if err := shop.CheckPictureSize(c.Width, c.Height); err != nil {
			return source{}, err
		}
		t, err := f.readTraits(data, c)
		if err != nil {
			return source{}, err
		}
		if t.bytesPerPixel*float64(c.Width)*float64(c.Height) > maxDecoded {
			return source{}, shop.PictureTooCostly()
		}
		return source{data, image.Rect(0, 0, c.Width, c.Height), f.decode, t}, nil
	}
	return source{}, shop.NotAPicture()
}

func begins(data []byte, magic string) bool {
	if len(data) < len(magic) {
		return false
	}
	for i := range len(magic) {
		if magic[i] != '?' && magic[i] != data[i] {
			return false
		}
	}
	return true
}

// pngTraits reads the depth, the colour type and the interlacing in the header chunk, which comes first.
func pngTraits(data []byte, _ image.Config) (traits, error) {
	const paletted = 3
	depth, kind, interlaced := data[24], data[25], data[28] != 0
	cost := 4.0
	switch {
	case depth == 16:
		cost = 8
	case kind == paletted:
		cost = 1
	}
	if interlaced {
		cost *= 2
	}
	return traits{cost, 1}, nil
}

// webPTraits recognises the lossy format by its first chunk. The lossless format is decompressed into a separate buffer
// beside its result, and so is the alpha channel of the lossy format, which is kept beside the colours.
func webPTraits(data []byte, c image.Config) (traits, error) {
	switch {
	case string(data[12:16]) == "VP8 ":
		return traits{2, 1}, nil
	case c.ColorModel == color.NYCbCrAModel:
		return traits{9, 1}, nil
	}
	return traits{6, 1}, nil
}

func gifTraits([]byte, image.Config) (traits, error) { return traits{1, 1}, nil }

// jpegTraits walks the segments up to the frame header. It is stricter than the decoder, so that both use the same
// header.
func jpegTraits(data []byte, c image.Config) (traits, error) {
	found := traits{orientation: 1}
	for rest := data[2:]; len(rest) >= 4 && rest[0] == 0xff; {
		marker, size := rest[1], int(binary.BigEndian.Uint16(rest[2:]))
		if marker == 0xff { // padding
			rest = rest[1:]
			continue
		}
		bare := marker < 0xc0 || marker >= 0xd0 && marker <= 0xd9
		if bare || size < 2 || len(rest) < 2+size {
			break
		}
		segment := rest[4 : 2+size]
		switch marker {
		case 0xc0, 0xc1, 0xc2:
			progressive := marker == 0xc2
			if progressive && bytes.Count(data, []byte{0xff, 0xda}) > maxScans {
				return traits{}, shop.PictureTooCostly()
			}
			found.bytesPerPixel = jpegCost(segment, progressive, c.ColorModel)
			return found, nil
		case 0xe1:
			if o := exifOrientation(segment); o != 0 {
				found.orientation = o
			}
		}
		rest = rest[2+size:]
	}
	return traits{}, shop.BrokenPicture()
}

// jpegCost returns the bytes per pixel: one byte for each sample, four more for its coefficient if the picture is
// progressive, and the copy that the decoder makes of pictures in RGB and CMYK.
func jpegCost(frame []byte, progressive bool, model color.Model) float64 {
	samples, luma := 0.0, 0.0
	for at := 7; at < len(frame); at += 3 {
		area := float64(frame[at]>>4) * float64(frame[at]&15)
		if luma == 0 {
			luma = area
		}
		samples += area / luma
	}
	if progressive {
		samples *= 5
	}
	if model == color.RGBAModel || model == color.CMYKModel {
		samples += 4
	}
	return samples
}

// exifOrientation returns the orientation in an EXIF segment, or 0 if it has none.
func exifOrientation(segment []byte) int {
	tiff, ok := bytes.CutPrefix(segment, []byte("Exif\x00\x00"))
	if !ok || len(tiff) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	start := uint64(order.Uint32(tiff[4:]))
	if start+2 > uint64(len(tiff)) {
		return 0
	}
	count := int(order.Uint16(tiff[start:]))
	entries := tiff[start+2:]
	for ; count > 0 && len(entries) >= 12; count, entries = count-1, entries[12:] {
		const orientation = 0x0112
		if order.Uint16(entries) != orientation {
			continue
		}
		if o := int(order.Uint16(entries[8:])); o >= 1 && o <= 8 {
			return o
		}
		return 0
	}
	return 0
}
