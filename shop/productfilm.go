package shop

import (
	"regexp"
	"strings"
)

// Limits of an uploaded film.
const (
	MaxFilmBytes  = 64 << 20
	maxFilmSide   = 1920 // pixels
	minFilmLength = 1    // seconds
	maxFilmLength = 600
)

// FilmFile is a stored film, named by the hash of its content.
type FilmFile struct {
	Hash    string
	Width   int // in pixels, as it is shown
	Height  int
	Seconds int // its duration, rounded
	Bytes   int
}

// Name returns the file name.
func (f FilmFile) Name() string { return f.Hash + ".mp4" }

// URL returns the URL of the file.
func (f FilmFile) URL() string { return "/media/" + f.Name() }

// Media returns the film as Media without poster and captions.
func (f FilmFile) Media() Media {
	return Media{URL: f.URL(), Width: &f.Width, Height: &f.Height, Seconds: &f.Seconds, Bytes: &f.Bytes}
}

// FilmUpload is an uploaded film.
type FilmUpload struct {
	ID string
	FilmFile
}

var filmName = regexp.MustCompile(`^([0-9a-f]{32})\.(mp4|vtt)$`)

// FilmType returns the media type of the film or of the captions with this file name, and false if the name is invalid.
func FilmType(name string) (string, bool) {
	switch found := filmName.FindStringSubmatch(name); {
	case found == nil:
		return "", false
	case found[2] == "vtt":
		return "text/vtt; charset=utf-8", true
	}
	return "video/mp4", true
}

// FilmHash returns the hash of the film or the captions with this URL, and false if it isn't the URL of uploaded ones.
func FilmHash(url string) (string, bool) {
	name, ok := strings.CutPrefix(url, "/media/")
	found := filmName.FindStringSubmatch(name)
	if !ok || found == nil {
		return "", false
	}
	return found[1], true
}

// IsFilm reports whether a file with these first bytes is an MP4 file.
func IsFilm(head []byte) bool {
	if len(head) < 12 || string(head[4:8]) != "ftyp" {
		return false
	}
	switch string(head[8:12]) {
	case "qt  ", "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis": // QuickTime, pictures
		return false
	}
	return true
}

// otherFilms are the first bytes of films in other formats; ? stands for any byte.
var otherFilms = []struct{ begins, name string }{
	{"????ftypqt  ", "QuickTime (MOV)"},
	{"????moov", "QuickTime (MOV)"},
	{"????mdat", "QuickTime (MOV)"},
	{"????wide", "QuickTime (MOV)"},
	{"\x1aE\xdf\xa3", "WebM or Matroska"},
	{"RIFF????AVI ", "AVI"},
	{"\x30\x26\xb2\x75\x8e\x66\xcf\x11", "Windows Media"},
	{"FLV\x01", "Flash"},
	{"OggS", "Ogg"},
	{"\x00\x00\x01\xba", "MPEG"},
	{"\x00\x00\x01\xb3", "MPEG"},
}

// CheckFilmFormat refuses the first bytes of a film that is not an MP4 file, and those of captions that are not WebVTT.
func CheckFilmFormat(head []byte) *Error {
	for _, other := range otherFilms {
		if like(head, other.begins) {
			return &Error{Code: UnsupportedMedia,
				Message: "This film is in the format " + other.name + ". " + exportFilm}
		}
	}
	if subRip.Match(head) {
		return &Error{Code: UnsupportedMedia,
			Message: "These captions are in the format SubRip (SRT). Save them as WebVTT (.vtt)."}
	}
	return nil
}

func like(head []byte, begins string) bool {
	if len(head) < len(begins) {
		return false
	}
	for i := range len(begins) {
		if begins[i] != '?' && begins[i] != head[i] {
			return false
		}
	}
	return true
}

// ProductVideoInput is the film of a product. Its URLs are those of uploads, of what the product has already, or of
// what comes with the program.
type ProductVideoInput struct {
	URL      string
	Alt      string
	Poster   *string
	Captions *string
	// CaptionsLanguage is an ISO 639-1 code; nil for English.
	CaptionsLanguage *string
}

// video checks the film of an input, and trims its texts. It returns nil for nil.
func (c *checker) video(in *ProductVideoInput) *ProductVideoInput {
	if in == nil {
		return nil
	}
	film := *in
	film.Alt = c.text("video.alt", "Description", in.Alt, maxLine, true)
	film.CaptionsLanguage = c.language("video.captionsLanguage", in.CaptionsLanguage)
	return &film
}

// videoChoice checks what an input does to the film, which holds for drafts, too.
func (c *checker) videoChoice(in ProductInput) {
	if in.Video != nil && in.RemoveVideo {
		c.add(NotAllowed, "removeVideo", "Use either video or removeVideo")
	}
}

// MediaLibrary finds pictures, films and captions that a shop has by their URLs.
type MediaLibrary interface {
	Picture(url string) (Media, bool)
	Film(url string) (Media, bool)
	HasPoster(url string) bool
	HasCaptions(url string) bool
}

// From returns the film with what the input says about it. Errors name what the library doesn't have, so that no
// product links to nothing.
func (in ProductVideoInput) From(library MediaLibrary) (Media, []*Error) {
	var c checker
	film, ok := library.Film(in.URL)
	if !ok {
		c.add(NotFound, "video.url", unknownMedium("film"))
	}
	film.Alt, film.Poster, film.Captions, film.CaptionsLanguage = strings.TrimSpace(in.Alt), nil, nil, nil
	if in.Poster != nil && *in.Poster != "" {
		if !library.HasPoster(*in.Poster) {
			c.add(NotFound, "video.poster", unknownMedium("picture"))
		}
		film.Poster = in.Poster
	}
	if in.Captions != nil && *in.Captions != "" {
		if !library.HasCaptions(*in.Captions) {
			c.add(NotFound, "video.captions", unknownMedium("captions"))
		}
		film.Captions = in.Captions
		if in.CaptionsLanguage != nil && *in.CaptionsLanguage != "" {
			film.CaptionsLanguage = new(strings.ToLower(strings.TrimSpace(*in.CaptionsLanguage)))
		}
	}
	return film, c.found
}

func unknownMedium(kind string) string {
	return "The shop has no such " + kind + ". Upload it first."
}
