package shop

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
)

// atom returns a box of an MP4 file.
func atom(kind string, parts ...[]byte) []byte {
	content := slices.Concat(parts...)
	return slices.Concat(binary.BigEndian.AppendUint32(nil, uint32(8+len(content))), []byte(kind), content)
}

func words32(values ...uint32) (all []byte) {
	for _, value := range values {
		all = binary.BigEndian.AppendUint32(all, value)
	}
	return all
}

// recording describes a film that is made for a test.
type recording struct {
	seconds, width, height uint32
	video, sound           string // formats; no track if empty
	profile                byte
	second                 string // another format of the video
	turned                 bool
	more                   []byte // in the index
}

const media = "pictures and sound"

func (r recording) track(handler, codec string, offset uint32) []byte {
	matrix := words32(1<<16, 0, 0, 0, 1<<16, 0, 0, 0, 1<<30)
	if r.turned {
		matrix = words32(0, 1<<16, 0, 0xffff0000, 0, 0, 0, 0, 1<<30)
	}
	size := binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(nil, uint16(r.width)), uint16(r.height))
	entry := atom(codec, make([]byte, 24), size, make([]byte, 50), atom("avcC", []byte{1, r.profile, 0, 30}), make([]byte, 4))
	var second []byte
	if r.second != "" && handler == "vide" {
		second = atom(r.second, make([]byte, 78))
	}
	return atom("trak",
		atom("tkhd", make([]byte, 40), matrix, words32(r.width<<16, r.height<<16)),
		atom("mdia", atom("hdlr", make([]byte, 8), []byte(handler), make([]byte, 13)),
			atom("minf", atom("stbl", atom("stsd", words32(0, 1), entry, second), atom("stco", words32(0, 1, offset))))),
		atom("udta", atom("\xa9xyz", []byte("+52.3702+004.8952/"))))
}

// file returns the film with its index behind the media, unless it is first.
func (r recording) file(first bool) []byte {
	kind := atom("ftyp", []byte("isom\x00\x00\x02\x00isomavc1"))
	index := func(offset uint32) []byte {
		parts := [][]byte{atom("mvhd", words32(0, 0, 0, 1000, r.seconds*1000), make([]byte, 80))}
		if r.video != "" {
			parts = append(parts, r.track("vide", r.video, offset))
		}
		if r.sound != "" {
			parts = append(parts, r.track("soun", r.sound, offset+8))
		}
		return atom("moov", append(parts, r.more, atom("udta", []byte("Amsterdam")))...)
	}
	if first {
		offset := len(kind) + len(index(0)) + 8
		return slices.Concat(kind, index(uint32(offset)), atom("mdat", []byte(media)))
	}
	return slices.Concat(kind, atom("free"), atom("mdat", []byte(media)), atom("uuid", []byte("a thumbnail of someone")),
		index(uint32(len(kind)+8+8)))
}

// nested returns a track whose boxes have a depth.
func nested(depth int) []byte {
	boxes := make([]byte, 0, 8*depth)
	for left := depth; left > 0; left-- {
		boxes = binary.BigEndian.AppendUint32(boxes, uint32(8*left))
		boxes = append(boxes, "mdia"...)
	}
	return atom("trak", boxes)
}

var good = recording{seconds: 42, width: 1280, height: 720, video: "avc1", sound: "mp4a", profile: 100}

func recorded(change func(*recording)) recording {
	r := good
	change(&r)
	return r
}

func TestFilms(t *testing.T) {
	last := good.file(false)
	elsewhere := good.file(true)
	at := bytes.Index(elsewhere, []byte("stco")) + 12
	copy(elsewhere[at:], words32(7))
	late := func(r recording) []byte { return r.file(false) }
	for name, c := range map[string]struct {
		content []byte
		says    string // "" if it is accepted
	}{
		"index first":            {good.file(true), ""},
		"index last":             {last, ""},
		"silent":                 {late(recorded(func(r *recording) { r.sound = "" })), ""},
		"10 minutes":             {late(recorded(func(r *recording) { r.seconds = 600 })), ""},
		"601 seconds":            {late(recorded(func(r *recording) { r.seconds = 601 })), "between 1 second and 10 minutes"},
		"no duration":            {late(recorded(func(r *recording) { r.seconds = 0 })), "between 1 second and 10 minutes"},
		"no track":               {late(recorded(func(r *recording) { r.video, r.sound = "", "" })), "no video track"},
		"sound only":             {late(recorded(func(r *recording) { r.video = "" })), "no video track"},
		"two videos":             {late(recorded(func(r *recording) { r.more = r.track("vide", "avc1", 48) })), "more than one video track"},
		"HEVC":                   {late(recorded(func(r *recording) { r.video = "hvc1" })), "HEVC (H.265), which not all browsers play. Export it as MP4 with H.264"},
		"AV1":                    {late(recorded(func(r *recording) { r.video = "av01" })), "AV1"},
		"ProRes":                 {late(recorded(func(r *recording) { r.video = "apcn" })), "Apple ProRes"},
		"an unknown format":      {late(recorded(func(r *recording) { r.video = "xy\x01z" })), `"xy\x01z"`},
		"AC-3":                   {late(recorded(func(r *recording) { r.sound = "ac-3" })), "sound of this film is in the format AC-3"},
		"10 bits":                {late(recorded(func(r *recording) { r.profile = 110 })), "more than 8 bits"},
		"encrypted":              {late(recorded(func(r *recording) { r.video = "encv" })), "encrypted"},
		"4K":                     {late(recorded(func(r *recording) { r.width, r.height = 3840, 2160 })), "3840 × 2160"},
		"no width":               {late(recorded(func(r *recording) { r.width = 0 })), "damaged"},
		"with places":            {late(recorded(func(r *recording) { r.more = r.track("meta", "gpmd", 48) })), ""},
		"for streaming":          {late(recorded(func(r *recording) { r.more = atom("mvex") })), "fragments"},
		"in fragments":           {append(good.file(true), atom("moof")...), "fragments"},
		"a byte too few":         {last[:len(last)-1], "its end is missing"},
		"half":                   {last[:len(last)/2], "its end is missing"},
		"the media too short":    {good.file(true)[:len(good.file(true))-5], "its end is missing"},
		"an index without media": {good.file(true)[:bytes.Index(good.file(true), []byte("mdat"))-4], "its end is missing"},
		"media elsewhere":        {elsewhere, "its end is missing"},
		"something behind it":    {append(good.file(true), "<script>alert(1)</script>"...), "its end is missing"},
		"boxes in boxes":         {late(recorded(func(r *recording) { r.more = nested(200_000) })), "damaged"},
		"two formats":            {late(recorded(func(r *recording) { r.second = "hev1" })), "HEVC"},
		"two indexes":            {slices.Concat(good.file(true), atom("moov")), "damaged"},
		"a large index":          {slices.Concat(good.file(true)[:24], atom("moov", make([]byte, 5<<20))), "damaged"},
		"boxes without an end":   {slices.Concat(last, bytes.Repeat(atom("free"), 2000)), "damaged"},
		"a box of no size":       {late(recorded(func(r *recording) { r.more = words32(0, 0x66726565) })), "damaged"},
		"a box that is too long": {late(recorded(func(r *recording) { r.more = words32(900, 0x66726565) })), "damaged"},
		"nothing else":           {last[:24], "its end is missing"},
	} {
		film, err := ReadFilm(bytes.NewReader(c.content), int64(len(c.content)))
		if c.says != "" {
			if err == nil || !strings.Contains(err.Error(), c.says) || UserErrors(err) == nil && err.(*Error).Code != UnsupportedMedia {
				t.Errorf("%s: %v, want %s", name, err, c.says)
			}
			continue
		}
		if err != nil || film.Width != 1280 || film.Height != 720 || film.Seconds < 42 {
			t.Errorf("%s: %+v, %v", name, film.FilmFile, err)
		}
	}
	if _, err := ReadFilm(bytes.NewReader(nil), MaxFilmBytes+1); err == nil || err.(*Error).Code != TooLarge {
		t.Errorf("64 MB and one byte: %v", err)
	}
	turned := recorded(func(r *recording) { r.turned = true }).file(true)
	if film, err := ReadFilm(bytes.NewReader(turned), int64(len(turned))); err != nil || film.Width != 720 || film.Height != 1280 {
		t.Errorf("a film of a phone: %+v, %v", film.FilmFile, err)
	}
}

// What is stored begins with the index, plays the same media, and says nothing else, such as where it was taken.
func TestStoredFilms(t *testing.T) {
	real, err := os.ReadFile("../client/e2e/fixtures/film.mp4")
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"index first": good.file(true), "index last": good.file(false),
		"with places": recorded(func(r *recording) { r.more = r.track("meta", "gpmd", 48) }).file(false), "of Blender": real} {
		film, err := ReadFilm(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		stored, err := io.ReadAll(film.Content(bytes.NewReader(content)))
		if err != nil {
			t.Fatal(err)
		}
		for _, private := range []string{"Amsterdam", "52.3702", "gpmd", "thumbnail", "Blender", "Lavf"} {
			if bytes.Contains(stored, []byte(private)) && !bytes.Contains(content[bytes.Index(content, []byte("mdat")):], []byte(private)) {
				t.Errorf("%s: it says %s", name, private)
			}
		}
		if bytes.Index(stored, []byte("moov")) > bytes.Index(stored, []byte("mdat")) {
			t.Errorf("%s: its index is last", name)
		}
		for before, after := content, stored; ; {
			was, now := bytes.Index(before, []byte("stco")), bytes.Index(after, []byte("stco"))
			if was < 0 || now < 0 && name == "with places" {
				break
			}
			if now < 0 {
				t.Fatalf("%s: a track is missing", name)
			}
			old, moved := binary.BigEndian.Uint32(before[was+12:]), binary.BigEndian.Uint32(after[now+12:])
			if got, want := stored[moved:moved+10], content[old:old+10]; !bytes.Equal(got, want) {
				t.Errorf("%s: a track plays %q, want %q", name, got, want)
			}
			before, after = before[was+4:], after[now+4:]
		}
		again, err := ReadFilm(bytes.NewReader(stored), int64(len(stored)))
		if err != nil || again.FilmFile != film.FilmFile {
			t.Errorf("%s: stored as %+v, %v", name, again.FilmFile, err)
		}
		if twice, _ := io.ReadAll(again.Content(bytes.NewReader(stored))); !bytes.Equal(twice, stored) {
			t.Errorf("%s: stored anew it is another film", name)
		}
	}
}

func TestOtherFilms(t *testing.T) {
	for head, want := range map[string]string{
		"\x00\x00\x00\x14ftypqt  \x00\x00\x00\x00qt  ": "QuickTime (MOV)",
		"\x00\x00\x00\x08wide\x00\x00\x00\x00mdat":     "QuickTime (MOV)",
		"\x1aE\xdf\xa3\x9fB\x86\x81":                   "WebM",
		"RIFF\x00\x00\x00\x00AVI LIST":                 "AVI",
		"OggS\x00\x02":                                 "Ogg",
		"1\r\n00:00:01,000 --> 00:00:04,000\r\nHello":  "SubRip",
		"\xef\xbb\xbf1\n00:00:01,000 --> 00:00:04,000": "SubRip",
		"\x00\x00\x00\x20ftypisom":                     "",
		"RIFF\x00\x00\x00\x00WEBPVP8 ":                 "",
		"WEBVTT":                                       "",
		"":                                             "",
	} {
		refusal := CheckFilmFormat([]byte(head))
		if (refusal != nil) != (want != "") || refusal != nil && (!strings.Contains(refusal.Message, want) || refusal.Code != UnsupportedMedia) {
			t.Errorf("%q: %v, want %s", head, refusal, want)
		}
	}
}

func TestCaptions(t *testing.T) {
	const cue = "00:01.000 --> 00:04.000\nThe arm lifts a box.\n"
	for content, says := range map[string]string{
		"WEBVTT\n\n" + cue: "",
		"\ufeffWEBVTT - Arm\r\nKind: captions\r\n\r\nNOTE made by hand\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\n1\r\n01:00:01.000 --> 01:00:04.000 align:start\r\nTwo\r\nlines\r\n": "",
		"WEBVTT\n\n" + cue + "\n\n\n00:05.000 --> 00:06.000": "",
		"WEBVTT\r\r00:01.000 --> 00:04.000\rOld\r":           "",
		"WEBVTT":                                                      "no captions",
		"WEBVTT\n\nNOTE nothing\n":                                    "no captions",
		"WEBVTT\n" + cue:                                              "Line 2 of the captions: leave an empty line",
		"WEBVTT\n\n00:01,000 --> 00:04,000\nx\n":                      "Line 3 of the captions: the times must be written as 00:01.000 --> 00:04.000",
		"WEBVTT\n\n00:01.000 -> 00:04.000\nx\n":                       "Line 4 of the captions: the times must be",
		"WEBVTT\n\n" + cue + "\n1\nThe times are missing\n":           "Line 7 of the captions: the times must be",
		"WEBVTT\n\n" + cue + "\nlonely\n\n" + cue:                     "Line 7 of the captions: the times are missing",
		"WEBVTT\n\n" + cue + "00:05.000 --> 00:06.000\nx\n":           "Line 5 of the captions: leave an empty line",
		"WEBVTT\n\n00:04.000 --> 00:04.000\nx\n":                      "Line 3 of the captions: the caption must end after it begins",
		"WEBVTT\n\n59:59.000 --> 01:00:00.000\nx\n":                   "",
		"WEBVTT\n\n00:61.000 --> 02:00.000\nx\n":                      "Line 3",
		"WEBVTT\n\n" + cue + "\n00:05.000 --> 00:06.000\n\xe9t\xe9\n": "Line 7 of the captions: save the file as UTF-8",
		"WEBVTT\n\n" + cue + "\n00:05.000 --> 00:06.000\na\x00b\n":    "Line 7",
		"WEBVTT\n\n" + cue + strings.Repeat("x", MaxCaptionsBytes):    "at most 200 KB",
	} {
		err := CheckCaptions([]byte(content))
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%.80q: %v, want %s", content, err, says)
		}
	}
}

func TestFilmNames(t *testing.T) {
	const hash = "0123456789abcdef0123456789abcdef"
	for name, want := range map[string]string{hash + ".mp4": "video/mp4", hash + ".vtt": "text/vtt; charset=utf-8",
		hash + ".webm": "", hash + "-320.mp4": "", "x.mp4": "", hash + ".mp4.html": ""} {
		kind, ok := FilmType(name)
		found, known := FilmHash("/media/" + name)
		if kind != want || ok != (want != "") || known != ok || ok && found != hash {
			t.Errorf("%s: %s %t, %s %t", name, kind, ok, found, known)
		}
	}
	if _, ok := FilmHash("https://evil.example/media/" + hash + ".mp4"); ok {
		t.Error("a film of another site is an upload")
	}
}
