package blob_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"orrery/blob"
	"orrery/shop"
)

func unrecorded(shop.Picture) error { return nil }

// kept saves a picture on disk and returns it with its files, by width.
func kept(t *testing.T, data []byte) (shop.Picture, map[int][]byte) {
	t.Helper()
	dir := t.TempDir()
	var picture shop.Picture
	err := blob.NewPictures(open(t, "file://"+dir)).Save(t.Context(), bytes.NewReader(data), func(p shop.Picture) error {
		if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
			t.Errorf("files are stored before they are recorded: %v (%v)", left, err)
		}
		picture = p
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	files := map[int][]byte{}
	for _, width := range picture.Widths {
		if files[width], err = os.ReadFile(filepath.Join(dir, picture.Name(width))); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := os.ReadDir(dir); err != nil || len(all) != len(files) {
		t.Errorf("%d files, want %d (%v)", len(all), len(files), err)
	}
	return picture, files
}

func decoded(t *testing.T, data []byte, format string) image.Image {
	t.Helper()
	m, got, err := image.Decode(bytes.NewReader(data))
	if err != nil || got != format {
		t.Fatalf("kept as %q, want %q (%v)", got, format, err)
	}
	return m
}

// looks compares colours as people do.
func looks(t *testing.T, what string, got color.Color, want color.NRGBA) {
	t.Helper()
	c := color.NRGBAModel.Convert(got).(color.NRGBA)
	far := func(a, b uint8) bool { return max(a, b)-min(a, b) > 30 }
	if far(c.A, want.A) || want.A > 0 && (far(c.R, want.R) || far(c.G, want.G) || far(c.B, want.B)) {
		t.Errorf("%s is %v, want %v", what, c, want)
	}
}

func TestFormatsAreToldByTheirContent(t *testing.T) {
	for name, c := range map[string]struct {
		data   []byte
		left   color.NRGBA
		format string
	}{
		"jpeg":                     {asJPEG(t, halves(48, 32, red, blue)), red, "jpeg"},
		"png":                      {asPNG(t, halves(48, 32, red, blue)), red, "jpeg"},
		"png with transparency":    {asPNG(t, halves(48, 32, clear, blue)), clear, "png"},
		"gif":                      {asGIF(t, image.Rect(0, 0, 48, 32)), red, "jpeg"},
		"gif with a partial frame": {asGIF(t, image.Rect(20, 0, 48, 32)), clear, "png"},
		"webp":                     {unbase64(t, webpLossy), red, "jpeg"},
		"webp lossless":            {unbase64(t, webpLossless), red, "jpeg"},
		"webp with transparency":   {unbase64(t, webpAlpha), clear, "png"},
	} {
		t.Run(name, func(t *testing.T) {
			picture, files := kept(t, c.data)
			if picture.Width != 48 || picture.Height != 32 || !slices.Equal(picture.Widths, []int{48}) {
				t.Errorf("picture %+v", picture)
			}
			m := decoded(t, files[48], c.format)
			looks(t, "left", m.At(6, 16), c.left)
			looks(t, "right", m.At(42, 16), blue)
		})
	}
}

func TestEveryWidthIsKept(t *testing.T) {
	picture, files := kept(t, asPNG(t, quarters(2400, 1501, red, green, blue, yellow)))
	if picture.Width != 1920 || picture.Height != 1201 || !slices.Equal(picture.Widths, []int{320, 640, 960, 1280, 1920}) {
		t.Fatalf("picture %+v", picture)
	}
	for width, file := range files {
		m := decoded(t, file, "jpeg")
		w, h := m.Bounds().Dx(), m.Bounds().Dy()
		if w != width || h != shop.PictureHeight(1920, 1201, width) {
			t.Errorf("%d x %d, want a width of %d", w, h, width)
		}
		for i, want := range []color.NRGBA{red, green, blue, yellow} {
			looks(t, "corner", m.At(i%2*(w-1), i/2*(h-1)), want)
		}
	}
}

func TestTheSamePictureHasTheSameName(t *testing.T) {
	first, _ := kept(t, asPNG(t, halves(48, 32, red, blue)))
	again, _ := kept(t, append(asPNG(t, halves(48, 32, red, blue)), "and more"...))
	other, _ := kept(t, asPNG(t, halves(48, 32, red, green)))
	if first.Hash != again.Hash || first.Hash == other.Hash {
		t.Errorf("hashes %s, %s, %s", first.Hash, again.Hash, other.Hash)
	}
	if _, ok := shop.PictureType(first.Name(48)); !ok {
		t.Errorf("%q can't be served", first.Name(48))
	}
}

func TestJPEGsAreTurnedUpright(t *testing.T) {
	seen := quarters(64, 32, red, green, blue, yellow) // as it should look with orientation 1
	corners := map[uint16][4]color.NRGBA{
		0: {red, green, blue, yellow}, // nonsense changes nothing
		1: {red, green, blue, yellow},
		2: {green, red, yellow, blue},
		3: {yellow, blue, green, red},
		4: {blue, yellow, red, green},
		5: {red, blue, green, yellow},
		6: {blue, red, yellow, green},
		7: {yellow, green, blue, red},
		8: {green, yellow, red, blue},
		9: {red, green, blue, yellow},
	}
	for orientation, want := range corners {
		for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
			picture, files := kept(t, withSegments(asJPEG(t, seen), exif(order, orientation)))
			w, h := 64, 32
			if orientation >= 5 && orientation <= 8 {
				w, h = h, w
			}
			if picture.Width != w || picture.Height != h {
				t.Errorf("orientation %d: %d x %d", orientation, picture.Width, picture.Height)
				continue
			}
			m := decoded(t, files[w], "jpeg")
			for i := range want {
				looks(t, "corner", m.At(4+i%2*(w-9), 4+i/2*(h-9)), want[i])
			}
		}
	}
}

func TestOnlyPixelsSurvive(t *testing.T) {
	const script, place = "<script>alert(1)</script>", "52.3676 N 4.9041 E"
	photo := asJPEG(t, halves(48, 32, red, blue))
	drawing := asPNG(t, halves(48, 32, clear, blue))
	text := "tEXtComment\x00" + script
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(text)-4))
	for name, data := range map[string][]byte{
		"EXIF and a comment":  withSegments(photo, segment(0xe1, "Exif\x00\x00MM\x00\x2a\xff\xff\xff\xff"+place), segment(0xfe, script)),
		"a page behind it":    append(slices.Clone(photo), "<html>"+script...),
		"an archive behind":   append(slices.Clone(photo), "PK\x03\x04"+place...),
		"a page behind a PNG": append(slices.Clone(drawing), script...),
		// The checksum is wrong, which a reader of ancillary chunks may overlook; either way nothing of it is kept.
		"a picture behind a picture": append(slices.Clone(drawing), slices.Concat(chunk, []byte(text), photo)...),
	} {
		_, files := kept(t, data)
		for _, file := range files {
			for _, hidden := range []string{"Exif", script, place, "PK\x03\x04", "<html", "tEXt"} {
				if bytes.Contains(file, []byte(hidden)) {
					t.Errorf("%s: %q survived", name, hidden)
				}
			}
		}
	}
}

func TestWhatIsNoPictureIsRefused(t *testing.T) {
	photo, drawing := asJPEG(t, halves(480, 320, red, blue)), asPNG(t, halves(48, 32, clear, blue))
	animation, lossy := asGIF(t, image.Rect(0, 0, 48, 32)), unbase64(t, webpLossy)
	bomb := append(jpegHeader(0xc2, 4000, 4000, 0x22), bytes.Repeat([]byte{0xff, 0xda, 0, 2}, 201)...)
	for name, c := range map[string]struct {
		data []byte
		code shop.Code
	}{
		"nothing":                       {nil, shop.UnsupportedMedia},
		"text":                          {[]byte("hello"), shop.UnsupportedMedia},
		"svg":                           {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), shop.UnsupportedMedia},
		"svg with a declaration":        {[]byte(`<?xml version="1.0"?><svg/>`), shop.UnsupportedMedia},
		"a page with a picture in it":   {append([]byte("<html>"), photo...), shop.UnsupportedMedia},
		"a program":                     {[]byte("MZ\x90\x00"), shop.UnsupportedMedia},
		"an archive":                    {[]byte("PK\x03\x04"), shop.UnsupportedMedia},
		"a document":                    {[]byte("%PDF-1.7"), shop.UnsupportedMedia},
		"a bitmap":                      {[]byte("BM\x00\x00"), shop.UnsupportedMedia},
		"a sound":                       {[]byte("RIFF\x00\x00\x00\x00WAVEfmt "), shop.UnsupportedMedia},
		"the beginning of a jpeg":       {photo[:3], shop.Invalid},
		"half a jpeg":                   {photo[:len(photo)/2], shop.Invalid},
		"a jpeg without its end":        {photo[:len(photo)-2], shop.Invalid},
		"half a png":                    {drawing[:len(drawing)/2], shop.Invalid},
		"a png without its end":         {drawing[:len(drawing)-12], shop.Invalid},
		"half a gif":                    {animation[:60], shop.Invalid},
		"half a webp":                   {lossy[:60], shop.Invalid},
		"a webp that lies":              {liar(), shop.Invalid},
		"a png without pixels":          {pngHeader(100, 100, 8, 2, 0), shop.Invalid},
		"a png of no size":              {pngHeader(0, 0, 8, 2, 0), shop.Invalid},
		"a page inside of a gif":        {[]byte("GIF89a\x01\x00\x01\x00/*<script>alert(1)</script>*/"), shop.Invalid},
		"more than 40 megapixels":       {pngHeader(8000, 5001, 8, 2, 0), shop.OutOfRange},
		"a bomb":                        {pngHeader(1<<20, 1<<20, 8, 2, 0), shop.OutOfRange},
		"a jpeg as large as it gets":    {jpegHeader(0xc0, 65535, 65535, 0x22), shop.OutOfRange},
		"a line":                        {pngHeader(20000, 1, 8, 2, 0), shop.OutOfRange},
		"30 megapixels of 16 bits":      {pngHeader(6000, 5000, 16, 2, 0), shop.OutOfRange},
		"33 megapixels of png":          {pngHeader(6600, 5000, 8, 2, 0), shop.OutOfRange},
		"30 megapixels interlaced":      {pngHeader(6000, 5000, 8, 6, 1), shop.OutOfRange},
		"30 megapixels progressive":     {jpegHeader(0xc2, 6000, 5000, 0x22), shop.OutOfRange},
		"12 megapixels progressive 444": {jpegHeader(0xc2, 4000, 3000, 0x11), shop.OutOfRange},
		"a jpeg of too many passes":     {bomb, shop.OutOfRange},
		"too many bytes":                {append(slices.Clone(photo), make([]byte, shop.MaxUploadBytes)...), shop.TooLarge},
	} {
		dir := t.TempDir()
		err := blob.NewPictures(open(t, "file://"+dir)).Save(t.Context(), bytes.NewReader(c.data), unrecorded)
		var refusal *shop.Error
		if !errors.As(err, &refusal) || refusal.Code != c.code {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
			t.Errorf("%s: left %v (%v)", name, left, err)
		}
	}
}

// These are as costly as may be: they are refused for lack of pixels, not for their size.
func TestTheLimitsAreWithin(t *testing.T) {
	for name, data := range map[string][]byte{
		"32 megapixels":          pngHeader(8000, 4000, 8, 6, 0),
		"16 megapixels, 16 bits": pngHeader(4000, 4000, 16, 6, 0),
		"40 megapixels of jpeg":  jpegHeader(0xc0, 8000, 5000, 0x11),
		"16 megapixels in turns": jpegHeader(0xc2, 4900, 3400, 0x22),
	} {
		err := blob.NewPictures(open(t, "file://"+t.TempDir())).Save(t.Context(), bytes.NewReader(data), unrecorded)
		var refusal *shop.Error
		if !errors.As(err, &refusal) || refusal.Code != shop.Invalid {
			t.Errorf("%s: %v, want INVALID", name, err)
		}
	}
}

func TestOnePictureAtATime(t *testing.T) {
	pictures := blob.NewPictures(open(t, "file://"+t.TempDir()))
	slow, sender := io.Pipe()
	first := make(chan error, 1)
	go func() {
		err := pictures.Save(context.Background(), slow, unrecorded)
		first <- err
	}()
	photo := asJPEG(t, halves(48, 32, red, blue))
	if _, err := sender.Write(photo[:10]); err != nil { // its turn has come
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var refusal *shop.Error
	if err := pictures.Save(ctx, strings.NewReader(""), unrecorded); !errors.As(err, &refusal) || refusal.Code != shop.Unavailable {
		t.Errorf("the second: %v, want UNAVAILABLE", err)
	}
	if _, err := sender.Write(photo[10:]); err != nil {
		t.Fatal(err)
	}
	_ = sender.Close()
	if err := <-first; err != nil {
		t.Errorf("the first: %v", err)
	}
	if err := pictures.Save(t.Context(), bytes.NewReader(photo), unrecorded); err != nil {
		t.Errorf("the next: %v", err)
	}
}

func TestAPictureThatCannotBeStored(t *testing.T) {
	b, _, server := openS3(t)
	server.Close()
	err := blob.NewPictures(b).Save(t.Context(), bytes.NewReader(asJPEG(t, halves(48, 32, red, blue))), unrecorded)
	var refusal *shop.Error
	if !errors.As(err, &refusal) || refusal.Code != shop.Unavailable {
		t.Errorf("%v, want UNAVAILABLE", err)
	}
}

// What can't be recorded is not stored.
func TestAPictureThatCannotBeRecorded(t *testing.T) {
	dir, refused := t.TempDir(), errors.New("refused")
	err := blob.NewPictures(open(t, "file://"+dir)).Save(t.Context(), bytes.NewReader(asJPEG(t, halves(48, 32, red, blue))),
		func(shop.Picture) error { return refused })
	if left, readErr := os.ReadDir(dir); !errors.Is(err, refused) || readErr != nil || len(left) != 0 {
		t.Errorf("%v, and %v is left (%v)", err, left, readErr)
	}
}
