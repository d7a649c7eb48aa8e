package shop

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func glb(scene string, more ...byte) []byte {
	scene += strings.Repeat(" ", -len(scene)&3)
	file := append([]byte("glTF\x02\x00\x00\x00\x00\x00\x00\x00"), binary.LittleEndian.AppendUint32(nil, uint32(len(scene)))...)
	file = slices.Concat(file, []byte("JSON"), []byte(scene), more)
	binary.LittleEndian.PutUint32(file[8:], uint32(len(file)))
	return file
}

func stl(triangles int) []byte {
	file := binary.LittleEndian.AppendUint32(make([]byte, 80), uint32(triangles))
	return append(file, make([]byte, 50*triangles)...)
}

func TestDocumentFormats(t *testing.T) {
	const step = "ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n"
	const pdf = "%PDF-1.7\n1 0 obj\nendobj\ntrailer\nstartxref\n9\n%%EOF\n"
	const scene = `{"asset": {"version": "2.0"}, "buffers": [{"byteLength": 4}]}`
	damaged := stl(2)
	binary.LittleEndian.PutUint32(damaged[84+50+12:], math.Float32bits(float32(math.Inf(1))))
	bin := []byte("\x04\x00\x00\x00BIN\x00abcd")
	long := glb(scene)
	binary.LittleEndian.PutUint32(long[12:], math.MaxUint32)
	for name, c := range map[string]struct {
		content []byte
		format  DocumentFormat // "" if it is none
		code    Code
	}{
		"pdf":                           {[]byte(pdf), FormatPDF, ""},
		"pdf without an end":            {[]byte(pdf[:30]), FormatPDF, Invalid},
		"pdf and html":                  {[]byte(strings.Replace(pdf, "1 0 obj", "<script>alert(1)</script>", 1)), FormatPDF, ""}, // is served as a PDF only
		"pdf that continues":            {[]byte(pdf + strings.Repeat("PK\x03\x04", 300)), FormatPDF, Invalid},
		"pdf of 20 MB":                  {append([]byte("%PDF-"+strings.Repeat(" ", 20<<20-10)), "%%EOF"...), FormatPDF, ""},
		"pdf of one byte more":          {append([]byte("%PDF-"+strings.Repeat(" ", 20<<20-9)), "%%EOF"...), FormatPDF, TooLarge},
		"html before a pdf":             {[]byte("<script>alert(1)</script>" + pdf), "", ""},
		"html":                          {[]byte("<!doctype html><title>manual.pdf</title>"), "", ""},
		"svg":                           {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), "", ""},
		"a picture":                     {append([]byte("\xff\xd8\xff\xe0"), make([]byte, 200)...), "", ""},
		"nothing":                       {nil, "", ""},
		"step":                          {[]byte(step), FormatSTEP, ""},
		"step, broken off":              {[]byte(step[:40]), FormatSTEP, Invalid},
		"step that continues":           {[]byte(step + "<script>"), FormatSTEP, Invalid},
		"step with NUL":                 {[]byte(strings.Replace(step, "DATA", "\x00", 1)), FormatSTEP, Invalid},
		"stl":                           {stl(3), FormatSTL, ""},
		"stl with an infinite vertex":   {damaged, FormatSTL, Invalid},
		"stl, broken off":               {stl(3)[:200], "", ""},
		"stl that continues":            {append(stl(3), "PK"...), "", ""},
		"stl without triangles":         {stl(0), "", ""},
		"stl as text":                   {[]byte("solid arm\nfacet normal 0 0 1\n" + strings.Repeat(" ", 100)), FormatSTL, Invalid},
		"glb":                           {glb(scene), FormatGLB, ""},
		"glb with a buffer":             {glb(scene, bin...), FormatGLB, ""},
		"glb with two buffers":          {glb(scene, append(bytes.Clone(bin), bin...)...), FormatGLB, Invalid},
		"glb, broken off":               {glb(scene, bin...)[:60], FormatGLB, Invalid},
		"glb that continues":            {append(glb(scene), "PK"...), FormatGLB, Invalid},
		"glb with a chunk that is long": {long, FormatGLB, Invalid},
		"glb of version 1":              {bytes.Replace(glb(scene), []byte{2, 0, 0, 0}, []byte{1, 0, 0, 0}, 1), FormatGLB, Invalid},
		"glb for glTF 1":                {glb(`{"asset": {"version": "1.0"}}`), FormatGLB, Invalid},
		"glb that is not JSON":          {glb(`{"asset": `), FormatGLB, Invalid},
		"glb with a picture elsewhere":  {glb(`{"asset": {"version": "2.0"}, "images": [{"uri": "https://evil.example/a.png"}]}`), FormatGLB, Invalid},
		"glb with two names of one":     {glb(`{"asset": {"version": "2.0"}, "buffers": [{"uri": "https://evil.example/a.bin", "URI": ""}]}`), FormatGLB, Invalid},
		"glb with a scene that is long": {glb(`{"asset": {"version": "2.0"}, "x": "` + strings.Repeat("x", 1<<20) + `"}`), FormatGLB, Invalid},
		"glb with a picture of its own": {glb(`{"asset": {"version": "2.0"}, "images": [{"uri": "data:image/png;base64,AA=="}]}`), FormatGLB, ""},
		"glb with a head only":          {[]byte("glTF"), FormatGLB, Invalid},
	} {
		t.Run(name, func(t *testing.T) {
			format, ok := DocumentFormatOf(c.content[:min(len(c.content), DocumentHead)], int64(len(c.content)))
			if ok != (c.format != "") || ok && format != c.format {
				t.Fatalf("recognised as %s (%t)", format, ok)
			}
			if !ok {
				return
			}
			var code Code
			if refusal, _ := CheckDocument(format, c.content).(*Error); refusal != nil {
				code = refusal.Code
			}
			if code != c.code {
				t.Errorf("code %q, want %q", code, c.code)
			}
		})
	}
}

func TestMaxUpload(t *testing.T) {
	for name, c := range map[string]struct {
		head []byte
		want int64
	}{
		"a picture":          {[]byte("\xff\xd8\xff"), 10 << 20},
		"a pdf":              {[]byte("%PDF-1.4"), 20 << 20},
		"a step file":        {[]byte("ISO-10303-21;"), 25 << 20},
		"a glb file":         {[]byte("glTF"), 10 << 20},
		"a small stl file":   {stl(10), 10 << 20},
		"a large stl file":   {stl(400_000)[:DocumentHead], 84 + 400_000*50},
		"too large stl file": {stl(600_000)[:DocumentHead], 10 << 20},
		"text":               {[]byte(strings.Repeat("x", DocumentHead)), 10 << 20},
		"a film":             {[]byte("\x00\x00\x00\x20ftypisom"), 64 << 20},
		"a picture of HEIF":  {[]byte("\x00\x00\x00\x20ftypheic"), 10 << 20},
		"captions":           {[]byte("WEBVTT\n"), 200 << 10},
		"a film in WebM":     {[]byte("\x1aE\xdf\xa3\x00"), 0},
	} {
		if got, refusal := MaxUpload(c.head); got != c.want || refusal == nil {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func TestProductDocuments(t *testing.T) {
	id, url := "019a0000-0000-7000-8000-000000000001", "/media/a.pdf"
	good := ProductDocumentInput{UploadID: &id, Kind: DocumentManual, Title: " Manual ", Language: new(" EN ")}
	many := make([]ProductDocumentInput, 21)
	for i := range many {
		many[i] = good
	}
	for want, in := range map[string][]ProductDocumentInput{
		"":                             {good, {URL: &url, Kind: DocumentCAD, Title: "Model"}},
		"documents OUT_OF_RANGE":       many,
		"documents.1 INVALID":          {good, {UploadID: &id, URL: &url, Kind: DocumentCAD, Title: "Model"}},
		"documents.0 INVALID":          {{Kind: DocumentCAD, Title: "Model"}},
		"documents.0.kind INVALID":     {{URL: &url, Kind: "VIRUS", Title: "Model"}},
		"documents.0.title REQUIRED":   {{URL: &url, Kind: DocumentCAD, Title: " "}},
		"documents.0.title TOO_LONG":   {{URL: &url, Kind: DocumentCAD, Title: strings.Repeat("x", 101)}},
		"documents.0.language INVALID": {{URL: &url, Kind: DocumentCAD, Title: "Model", Language: new("english")}},
	} {
		edit, err := ProductInput{ID: "1", Documents: in}.Normal(DefaultTerms())
		if codes(err) != want {
			t.Errorf("refusals %q, want %q", codes(err), want)
		}
		if want == "" && (edit.Documents[0].Title != "Manual" || *edit.Documents[0].Language != "en") {
			t.Errorf("normalised to %+v", edit.Documents[0])
		}
	}
	if edit, err := (ProductInput{ID: "1"}).Normal(DefaultTerms()); err != nil || edit.Documents != nil {
		t.Errorf("absent documents have become %v (%v)", edit.Documents, err)
	}
}

func TestFigures(t *testing.T) {
	e := Engineering{Kind: KindArm, PayloadGrams: new(6500), PayloadNote: "up to 2 m/s²", ReachMM: new(900), ToolFlange: "ISO 9409-1-50-4-M6",
		Supply: &Supply{MinVolts: 200, MaxVolts: 240, Current: AlternatingCurrent}, Outlet: &Supply{24, 24, DirectCurrent, new(2500)}, Interfaces: []string{"PROFINET", "Modbus TCP"}}
	if got, want := fmt.Sprint(e.Figures()), "[{Payload 6.5 kg, up to 2 m/s²} {Reach 900 mm} {Tool flange ISO 9409-1-50-4-M6} {Supply 200 to 240 V AC} "+
		"{Supply for tools 24 V DC, up to 2.5 A} {Interfaces PROFINET, Modbus TCP}]"; got != want {
		t.Errorf("figures %s, want %s", got, want)
	}
}
