package shop

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"time"
)

// What a picture may be when it arrives (decisions: pictures).
const (
	MaxUploadBytes  = 10 << 20
	maxUploadPixels = 40_000_000
	maxSideRatio    = 12
)

// maxPictureHeight bounds what is kept of a tall picture.
const maxPictureHeight = 4096

// pictureWidths are the widths that pages choose from, in pixels.
var pictureWidths = [...]int{320, 640, 960, 1280, 1920}

// UploadPerAccount bounds the work that one admin can cause.
var UploadPerAccount = Rate{"upload-account", 120, time.Hour}

// Codes of an upload that is refused as a whole.
const (
	TooLarge         Code = "TOO_LARGE"              // more bytes than may be sent
	UnsupportedMedia Code = "UNSUPPORTED_MEDIA_TYPE" // not one of the formats that are understood
)

// Picture is a picture as it is kept: the same one in several widths, named after its content.
type Picture struct {
	Hash   string
	Format string // "jpg", or "png" when parts of it are transparent
	Width  int    // of the largest form
	Height int
	Widths []int // all forms, ascending
}

// Upload is a picture that somebody has sent, for use by its identifier.
type Upload struct {
	ID string
	Picture
	CreatedAt time.Time
}

// Name is the name of the form with this width. Clients replace the width in the URL to get another form.
func (p Picture) Name(width int) string { return fmt.Sprintf("%s-%d.%s", p.Hash, width, p.Format) }

// URL is where the largest form is served.
func (p Picture) URL() string { return "/media/" + p.Name(p.Width) }

// Media is the picture as something to show.
func (p Picture) Media(alt string) *Media {
	return &Media{URL: p.URL(), Alt: alt, Width: &p.Width, Height: &p.Height, Widths: p.Widths}
}

var pictureName = regexp.MustCompile(`^[0-9a-f]{32}-[1-9][0-9]{0,3}\.(jpg|png)$`)

// PictureType is the media type of the picture with this name; false when no picture has such a name.
func PictureType(name string) (string, bool) {
	switch {
	case !pictureName.MatchString(name):
		return "", false
	case strings.HasSuffix(name, ".png"):
		return "image/png", true
	}
	return "image/jpeg", true
}

// MayUpload tells who may send pictures.
func (a Actor) MayUpload() error {
	if a.Runs(WriteContent) {
		return nil
	}
	return a.Need(WriteProducts)
}

// CheckPictureSize refuses pictures that are too large, or far longer on one side than on the other.
func CheckPictureSize(width, height int) error {
	switch {
	case width < 1 || height < 1:
		return BrokenPicture()
	case width > maxUploadPixels/height:
		return &Error{Code: OutOfRange, Message: "A picture must have at most 40 megapixels"}
	case max(width, height) > maxSideRatio*min(width, height):
		return &Error{Code: OutOfRange, Message: "A picture must be at most 12 times as long on one side as on the other"}
	}
	return nil
}

// PictureWidths returns in which widths a picture of this size is kept: none above its own, and at least one.
func PictureWidths(width, height int) []int {
	largest := pictureWidths[len(pictureWidths)-1]
	var widths []int
	for _, w := range append(pictureWidths[:], min(width, largest)) {
		fits := len(widths) == 0 || PictureHeight(width, height, w) <= maxPictureHeight
		if w <= width && fits && (len(widths) == 0 || w > widths[len(widths)-1]) {
			widths = append(widths, w)
		}
	}
	return widths
}

// PictureHeight is how high a picture of this size becomes when it is scaled to another width.
func PictureHeight(width, height, scaled int) int {
	return max(1, int(math.Round(float64(height)*float64(scaled)/float64(width))))
}

// NoPicture refuses a request that lacks the picture.
func NoPicture() *Error { return &Error{Code: Required, Message: "Please choose a picture"} }

// NotAPicture refuses a file by its content, whatever it is called.
func NotAPicture() *Error {
	return &Error{Code: UnsupportedMedia, Message: "A picture must be a JPEG, PNG, WebP or GIF file"}
}

// BrokenPicture refuses a file that begins as a picture and can't be read as one.
func BrokenPicture() *Error { return &Error{Code: Invalid, Message: "This picture is damaged"} }

// PictureTooLarge refuses a file of too many bytes.
func PictureTooLarge() *Error {
	return &Error{Code: TooLarge, Message: "A picture must have at most 10 MB"}
}

// PictureTooCostly refuses a picture that is small enough, but so made that opening it takes too much memory or time.
func PictureTooCostly() *Error {
	return &Error{Code: OutOfRange,
		Message: "This picture takes too much memory to open. Please save it with fewer pixels, or as a simple JPEG"}
}

// UnknownUpload refuses an identifier that no upload has.
func UnknownUpload() *Error { return &Error{Code: NotFound, Message: "There is no such picture"} }

// NoStorage tells that pictures can't be kept or read for the time being.
func NoStorage() *Error {
	return &Error{Code: Unavailable, RetryAfter: RetryUnavailable, Message: "Pictures are not available at the moment. Please try again later."}
}
