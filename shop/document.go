package shop

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Document is a file about a product, to download.
type Document struct {
	Kind     DocumentKind   `json:"kind"`
	Title    string         `json:"title"`
	URL      string         `json:"url"`
	Format   DocumentFormat `json:"format"`
	Bytes    int            `json:"bytes"`
	Language string         `json:"language,omitempty"` // ISO 639-1; empty if the file is not in a language
}

// DocumentKind is the purpose of a document.
type DocumentKind string

// The kinds.
const (
	DocumentCAD         DocumentKind = "CAD"
	DocumentManual      DocumentKind = "MANUAL"
	DocumentDeclaration DocumentKind = "DECLARATION"
	DocumentCertificate DocumentKind = "CERTIFICATE"
	DocumentOther       DocumentKind = "OTHER"
)

var documentKinds = []DocumentKind{DocumentCAD, DocumentManual, DocumentDeclaration, DocumentCertificate, DocumentOther}

// DocumentFormat is the format of a document. In lower case it is the extension of the file.
type DocumentFormat string

// The formats.
const (
	FormatPDF  DocumentFormat = "PDF"
	FormatSTEP DocumentFormat = "STEP"
	FormatSTL  DocumentFormat = "STL"
	FormatGLB  DocumentFormat = "GLB"
)

var documentFormats = map[DocumentFormat]struct {
	mediaType string
	maxMB     int
	begins    string // first bytes; an STL file has none
	whole     func(content []byte) bool
}{
	FormatPDF:  {"application/pdf", 20, "%PDF-", wholePDF},
	FormatSTEP: {"model/step", 25, "ISO-10303-21;", wholeSTEP},
	FormatSTL:  {"model/stl", 25, "", wholeSTL},
	FormatGLB:  {"model/gltf-binary", 10, "glTF", wholeGLB}, // phones load it
}

// MaxDocumentBytes is the maximum size of a document of any format.
const MaxDocumentBytes = 25 << 20

// Layout of a binary STL file: a header of any text, the number of triangles, and the triangles.
const (
	stlHeader   = 80
	stlTriangle = 50
)

// DocumentHead is the number of first bytes from which the format of a document follows.
const DocumentHead = stlHeader + 4

// MaxUpload returns the maximum size of an uploaded file with these first bytes, and the error for a larger one. What
// is neither a document, a film nor captions is a picture.
func MaxUpload(head []byte) (int64, *Error) {
	format, ok := beginsLike(head)
	size := stlSize(head)
	switch refusal := CheckFilmFormat(head); {
	case ok:
		return int64(documentFormats[format].maxMB) << 20, DocumentTooLarge(format)
	case IsFilm(head):
		return MaxFilmBytes, FilmTooLarge()
	case IsCaptions(head):
		return MaxCaptionsBytes, CaptionsTooLarge()
	case refusal != nil:
		return 0, refusal
	case size > MaxUploadBytes && size <= MaxDocumentBytes:
		return size, DocumentTooLarge(FormatSTL)
	}
	return MaxUploadBytes, PictureTooLarge()
}

// DocumentFormatOf returns the format of a document by its first bytes and its size, and false if it is none.
func DocumentFormatOf(head []byte, size int64) (DocumentFormat, bool) {
	if format, ok := beginsLike(head); ok {
		return format, true
	}
	return FormatSTL, size > 0 && size == stlSize(head) || bytes.HasPrefix(head, []byte("solid "))
}

func beginsLike(head []byte) (DocumentFormat, bool) {
	for name, format := range documentFormats {
		if format.begins != "" && bytes.HasPrefix(head, []byte(format.begins)) {
			return name, true
		}
	}
	return "", false
}

// stlSize returns the size of the STL file with these first bytes, 0 if they are too few or count no triangles.
func stlSize(head []byte) int64 {
	if len(head) < DocumentHead {
		return 0
	}
	triangles := int64(binary.LittleEndian.Uint32(head[stlHeader:]))
	if triangles == 0 {
		return 0
	}
	return DocumentHead + triangles*stlTriangle
}

// CheckDocument refuses content that is too large, or not a whole file of the format. A file that continues after its
// end is refused, so that it can't be one of another format, too.
func CheckDocument(format DocumentFormat, content []byte) error {
	rule := documentFormats[format]
	switch {
	case len(content) > rule.maxMB<<20:
		return DocumentTooLarge(format)
	case format == FormatSTL && int64(len(content)) != stlSize(content):
		return &Error{Code: Invalid, Message: "An STL file must be in the binary format and complete"}
	case !rule.whole(content):
		return &Error{Code: Invalid, Message: fmt.Sprintf("This %s file is damaged or incomplete", format)}
	}
	return nil
}

func wholePDF(content []byte) bool {
	const end = 1024 // the end mark is within the last bytes
	return bytes.Contains(content[max(0, len(content)-end):], []byte("%%EOF"))
}

func wholeSTEP(content []byte) bool {
	return bytes.HasSuffix(bytes.TrimSpace(content), []byte("END-ISO-10303-21;")) && bytes.IndexByte(content, 0) < 0
}

// wholeSTL reports whether all coordinates are finite. The size has been checked.
func wholeSTL(content []byte) bool {
	for triangle := content[DocumentHead:]; len(triangle) > 0; triangle = triangle[stlTriangle:] {
		for at := 0; at < 48; at += 4 {
			value := float64(math.Float32frombits(binary.LittleEndian.Uint32(triangle[at:])))
			if math.IsNaN(value) || math.IsInf(value, 0) {
				return false
			}
		}
	}
	return true
}

// wholeGLB checks the chunks of a binary glTF 2.0 file, and that it refers to no other file.
func wholeGLB(content []byte) bool {
	const header, version, chunkJSON, chunkBIN = 12, 2, 0x4e4f534a, 0x004e4942
	number := func(at int) int { return int(binary.LittleEndian.Uint32(content[at:])) }
	if len(content) < header+8 || number(4) != version || number(8) != len(content) {
		return false
	}
	var chunks [][]byte
	for at := header; at < len(content); {
		if at+8 > len(content) || number(at) > len(content)-at-8 || len(chunks) == 2 ||
			number(at+4) != [...]int{chunkJSON, chunkBIN}[len(chunks)] {
			return false
		}
		chunks = append(chunks, content[at+8:at+8+number(at)])
		at += 8 + number(at)
	}
	var scene any
	if len(chunks[0]) > maxScene || json.Unmarshal(chunks[0], &scene) != nil || refersElsewhere(scene) {
		return false
	}
	root, _ := scene.(map[string]any)
	asset, _ := root["asset"].(map[string]any)
	written, _ := asset["version"].(string)
	return strings.HasPrefix(written, "2.")
}

// maxScene is the maximum size of the JSON of a GLB file, which takes many times that in memory.
const maxScene = 1 << 20

// refersElsewhere reports whether a value of JSON has a uri, in any case, that isn't the data itself.
func refersElsewhere(value any) bool {
	switch v := value.(type) {
	case []any:
		return slices.ContainsFunc(v, refersElsewhere)
	case map[string]any:
		for name, member := range v {
			uri, isText := member.(string)
			if strings.EqualFold(name, "uri") && isText && uri != "" && !strings.HasPrefix(uri, "data:") ||
				refersElsewhere(member) {
				return true
			}
		}
	}
	return false
}

// DocumentFile is a stored document, named by the hash of its content.
type DocumentFile struct {
	Hash   string
	Format DocumentFormat
	Bytes  int
}

// Name returns the file name.
func (f DocumentFile) Name() string { return f.Hash + "." + strings.ToLower(string(f.Format)) }

// URL returns the URL of the file.
func (f DocumentFile) URL() string { return "/media/" + f.Name() }

// Document returns the file as a Document without kind and title.
func (f DocumentFile) Document() Document {
	return Document{URL: f.URL(), Format: f.Format, Bytes: f.Bytes}
}

// DocumentUpload is an uploaded document, referred to by its ID.
type DocumentUpload struct {
	ID string
	DocumentFile
}

var documentName = regexp.MustCompile(`^([0-9a-f]{32})\.(pdf|step|stl|glb)$`)

// DocumentType returns format and media type of the document with this file name, and false if the name is invalid.
func DocumentType(name string) (format DocumentFormat, mediaType string, ok bool) {
	if !documentName.MatchString(name) {
		return "", "", false
	}
	format = DocumentFormat(strings.ToUpper(path.Ext(name)[1:]))
	return format, documentFormats[format].mediaType, true
}

// DocumentHash returns the hash of the document with this URL, and false if it isn't the URL of an uploaded one.
func DocumentHash(url string) (string, bool) {
	name, ok := strings.CutPrefix(url, "/media/")
	found := documentName.FindStringSubmatch(name)
	if !ok || found == nil {
		return "", false
	}
	return found[1], true
}

// NoFile refuses an upload without a file.
func NoFile() *Error { return &Error{Code: Required, Message: "Please choose a file"} }

// NotAFile refuses an upload by its content, regardless of its name.
func NotAFile() *Error {
	return &Error{Code: UnsupportedMedia,
		Message: "A file must be a picture in JPEG, PNG, WebP or GIF, a document in PDF, STEP, STL or GLB, a film in " +
			"MP4, or captions in WebVTT"}
}

// DocumentTooLarge refuses a document of too many bytes.
func DocumentTooLarge(format DocumentFormat) *Error {
	return &Error{Code: TooLarge,
		Message: fmt.Sprintf("A %s file must have at most %d MB", format, documentFormats[format].maxMB)}
}

// UnknownDocument refuses an ID or a URL that no document has.
func UnknownDocument() *Error { return &Error{Code: NotFound, Message: "Document not found"} }

// ProductDocumentInput is a document of a product: an upload, or one that the product has already, by its URL.
type ProductDocumentInput struct {
	UploadID *string
	URL      *string
	Kind     DocumentKind
	Title    string
	Language *string
}

// On returns the document with what the input says about it.
func (in ProductDocumentInput) On(d Document) Document {
	d.Kind, d.Title, d.Language = in.Kind, in.Title, ""
	if in.Language != nil {
		d.Language = *in.Language
	}
	return d
}

const maxDocuments = 20

var languageCode = regexp.MustCompile(`^[a-z]{2}$`)

// documentList checks which documents an input names, which holds for drafts, too.
func (c *checker) documentList(in []ProductDocumentInput) {
	if len(in) > maxDocuments {
		c.add(OutOfRange, "documents", fmt.Sprintf("A product has at most %d documents", maxDocuments))
	}
	for i, document := range in {
		at := fmt.Sprintf("documents.%d", i)
		if (document.UploadID == nil) == (document.URL == nil) {
			c.add(Invalid, at, "A document must have either uploadId or url")
		}
		if !slices.Contains(documentKinds, document.Kind) {
			c.add(Invalid, at+".kind",
				fmt.Sprintf("Kind must be one of %s", strings.Trim(fmt.Sprint(documentKinds), "[]")))
		}
	}
}

// documents checks the documents of an input, and trims their texts. It returns nil for nil.
func (c *checker) documents(in []ProductDocumentInput) []ProductDocumentInput {
	c.documentList(in)
	checked := slices.Clone(in)
	for i, document := range checked {
		at := fmt.Sprintf("documents.%d", i)
		checked[i].Title = c.line(at+".title", "Title", document.Title, maxTitle, true)
		checked[i].Language = c.language(at+".language", document.Language)
	}
	return checked
}

// language checks an optional code of a language, and writes it in lower case.
func (c *checker) language(field string, value *string) *string {
	if value == nil {
		return nil
	}
	code := strings.ToLower(strings.TrimSpace(*value))
	if code != "" && !languageCode.MatchString(code) {
		c.add(Invalid, field, "Language must be a code of two letters, such as en")
	}
	return &code
}

// DocumentOf returns one of the product's documents by its URL.
func (p Product) DocumentOf(url string) (Document, bool) {
	i := slices.IndexFunc(p.Documents, func(d Document) bool { return d.URL == url })
	if i < 0 {
		return Document{}, false
	}
	return p.Documents[i], true
}

// DataSheet returns the URL of the product's data sheet.
func (p Product) DataSheet() string { return "/api/v1/products/" + p.ID + "/datasheet.pdf" }

// Page returns the path of the product's page.
func (p Product) Page() string { return "/products/" + p.ID }

// DataSheet is a product in one of its versions.
type DataSheet struct {
	Product
	Version   int       // 0 before any is stored
	ChangedAt time.Time // last change of the product
}
