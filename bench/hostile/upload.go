package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
)

const boundary = "between-the-parts"

// pictures returns files to upload: valid pictures, truncated and forged ones, decompression bombs, and files of other
// types.
func pictures() []string {
	draw := func(width, height int, encode func(*bytes.Buffer, image.Image) error) string {
		m := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.Black, color.White})
		var b bytes.Buffer
		if err := encode(&b, m); err != nil {
			panic(err) // a write to memory does not fail
		}
		return b.String()
	}
	asPNG := func(b *bytes.Buffer, m image.Image) error { return png.Encode(b, m) }
	asJPEG := func(b *bytes.Buffer, m image.Image) error { return jpeg.Encode(b, m, nil) }
	asGIF := func(b *bytes.Buffer, m image.Image) error { return gif.Encode(b, m, nil) }

	sound := draw(64, 48, asPNG)
	photo := draw(64, 48, asJPEG)
	return []string{
		sound, photo, draw(64, 48, asGIF), draw(1, 1, asPNG), draw(400, 40, asPNG),
		draw(6000, 6000, asPNG), draw(5000, 5000, asGIF), draw(3000, 3000, asJPEG), draw(12_000, 12_000, asPNG),
		draw(10_000, 10, asPNG),
		sound[:len(sound)/2], photo[:len(photo)/2], sound[:8], photo[:3],
		// A header that states a width and a height of 2^31-1 pixels each.
		sound[:16] + "\x7f\xff\xff\xff\x7f\xff\xff\xff" + sound[24:],
		photo + "<script>alert(1)</script>", sound + "PK\x03\x04", "GIF89a" + sound,
		"GIF89a/*" + strings.Repeat("\xff", 5000) + "*/=1;",
		"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>", "<!DOCTYPE html><script>alert(1)</script>",
		"%PDF-1.7", "MZ", "\x00",
		"RIFF\xff\xff\xff\xffWEBPVP8 \xff\xff\xff\xff",
		"RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x10\x00\x00\x00\xff\xff\xff\xff\xff\xff",
		"\xff\xd8" + strings.Repeat("\xff\xe1\xff\xff"+strings.Repeat("E", 65_533), 8),
		"\xff\xd8\xff\xe1\x00\x10Exif\x00\x00II*\x00\xff\xff\xff\xff",
		strings.Repeat("A", 11<<20), sound + strings.Repeat("\x00", 10<<20-len(sound)), "",
	}
}

// upload returns a request to a random route that accepts a multipart form.
func (v *victim) upload(d dice) attack {
	for {
		if r := pick(d, v.routes); r.form {
			a := attack{method: r.method, target: strings.ReplaceAll(r.path, "{id}", pick(d, []string{"1", "3", "x"}))}
			a.headers = []string{"Authorization: Bearer " + v.tokens[max(0, d.IntN(5)-2)]} // mostly the administrator's
			return v.fill(d, r, a)
		}
	}
}

// fill adds the multipart form of the route, sometimes a malformed one, or a JSON body instead.
func (v *victim) fill(d dice, r route, a attack) attack {
	if d.chance(12) {
		a.body = object(d, r.fields)
		a.headers = append(a.headers, "Content-Type: application/json")
		return a
	}
	var b strings.Builder
	part := func(name, content string) {
		fmt.Fprintf(&b, "--%s\r\nContent-Disposition: form-data; name=%s", boundary, quoted(d, name))
		if len(content) > 100 || d.chance(4) {
			fmt.Fprintf(&b, "; filename=%s\r\nContent-Type: %s", quoted(d, text(d)),
				pick(d, []string{"image/png", "image/jpeg", "image/svg+xml", "text/html", "application/octet-stream",
					"", "\x00"}))
		}
		b.WriteString("\r\n\r\n" + content + "\r\n")
	}
	for _, field := range r.fields {
		if d.chance(10) {
			continue
		}
		for range 1 + d.IntN(10)/9 {
			switch valid := validValues[field]; {
			case field == "file" || field == "image" || field == "avatar":
				part(field, pick(d, v.pictures))
			case valid != "" && !d.chance(3):
				part(field, strings.Trim(valid, `"`))
			default:
				part(field, text(d))
			}
		}
	}
	switch d.IntN(15) {
	case 0:
		for range 3000 {
			part("x", "")
		}
	case 1:
		fmt.Fprintf(&b, "--%s\r\n%s\r\n\r\n", boundary, strings.Repeat("X-Head: y\r\n", 20_000))
	case 2:
		fmt.Fprintf(&b, "--%s\r\nContent-Disposition: form-data; name=file; filename*=utf-8''%%ff%%00\r\n"+
			"Content-Transfer-Encoding: base64\r\n\r\n!!!\r\n", boundary)
	}
	if !d.chance(8) {
		fmt.Fprintf(&b, "--%s--\r\n", boundary)
	}
	a.body = b.String()
	if d.chance(8) {
		a.body = a.body[:d.IntN(len(a.body)+1)]
		a.missing = d.IntN(2) * 1000
	}
	a.headers = append(a.headers, media(d, "multipart/form-data; boundary="+boundary))
	return a
}
