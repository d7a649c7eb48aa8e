package shop

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"time"
)

// Limits of an uploaded picture.
const (
	MaxUploadBytes  = 10 << 20
	maxUploadPixels = 40_000_000
	maxSideRatio    = 12
)

// maxPictureHeight limits the stored height of a picture, in pixels.
const maxPictureHeight = 4096

// pictureWidths are the widths in pixels in which a picture is stored, for pages to choose from.
var pictureWidths = [...]int{320, 640, 960, 1280, 1920}

// UnusedUploadMemory is how long an upload is stored that nothing names.
const UnusedUploadMemory = 30 * 24 * time.Hour

// UploadPerAccount limits the work that one administrator can cause.
var UploadPerAccount = Rate{"upload-account", 120, time.Hour}

// Codes of uploads that are refused as a whole.
const (
	TooLarge         Code = "TOO_LARGE"              // the body exceeds the maximum size
	UnsupportedMedia Code = "UNSUPPORTED_MEDIA_TYPE" // not a supported format
)

// Picture is a stored picture: the same image in several widths, named by the hash of its content.
type Picture struct {
	Hash   string
	Format string // "jpg", or "png" if it is partly transparent
	Width  int    // of the largest size
	Height int
	Widths []int // all sizes, ascending
}

// Upload is an uploaded picture, referred to by its ID.
type Upload struct {
	ID string
	Picture
	CreatedAt time.Time
}

// Name returns the file name of the size with this width. Clients replace the width in the URL to request another size.
func (p Picture) Name(width int) string { return fmt.Sprintf("%s-%d.%s", p.Hash, width, p.Format) }

// URL returns the URL of the largest size.
func (p Picture) URL() string { return "/media/" + p.Name(p.Width) }

// Media returns the picture as Media with a text alternative.
func (p Picture) Media(alt string) *Media {
	return &Media{URL: p.URL(), Alt: alt, Width: &p.Width, Height: &p.Height, Widths: p.Widths}
}

var pictureName = regexp.MustCompile(`^[0-9a-f]{32}-[1-9][0-9]{0,3}\.(jpg|png)$`)

// PictureType returns the media type of the picture with this file name, and false if the name is invalid.
func PictureType(name string) (string, bool) {
	switch {
	case !pictureName.MatchString(name):
		return "", false
	case strings.HasSuffix(name, ".png"):
		return "image/png", true
	}
	return "image/jpeg", true
}

// PictureHash returns the hash of the picture with this URL, and false if it isn't the URL of an uploaded one.
func PictureHash(url string) (string, bool) {
	name, ok := strings.CutPrefix(url, "/media/")
	hash, _, _ := strings.Cut(name, "-")
	return hash, ok && pictureName.MatchString(name)
}

// MayUpload checks that the actor may upload pictures.
func (a Actor) MayUpload() error {
	if a.Runs(WriteContent) || a.Runs(WriteSettings) {
		return nil
	}
	return a.Need(WriteProducts)
}

// CheckPictureSize refuses pictures that are too large, or whose aspect ratio is too extreme.
func CheckPictureSize(width, height int) error {
	switch {
	case width < 1 || height < 1:
		return BrokenPicture()
	case width > maxUploadPixels/height:
		return &Error{Code: OutOfRange, Message: "A picture must have at most 40 megapixels"}
	case max(width, height) > maxSideRatio*min(width, height):
		return &Error{Code: OutOfRange,
			Message: "A picture's longer side must be at most 12 times the shorter one"}
	}
	return nil
}

// PictureWidths returns the widths in which a picture of this size is stored: none above its own width, and at least
// one.
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

// PictureHeight returns the height of a picture of this size after scaling to another width.
func PictureHeight(width, height, scaled int) int {
	return max(1, int(math.Round(float64(height)*float64(scaled)/float64(width))))
}

// NotAPicture refuses a file by its content, regardless of its name.
func NotAPicture() *Error {
	return &Error{Code: UnsupportedMedia, Message: "A picture must be a JPEG, PNG, WebP or GIF file"}
}

// BrokenPicture refuses a file that begins like a picture but can't be decoded.
func BrokenPicture() *Error { return &Error{Code: Invalid, Message: "This picture is damaged"} }

// PictureTooLarge refuses a file of too many bytes.
func PictureTooLarge() *Error {
	return &Error{Code: TooLarge, Message: "A picture must have at most 10 MB"}
}

// PictureTooCostly refuses a picture that is within the limits but encoded in a way that takes too much memory or time
// to decode.
func PictureTooCostly() *Error {
	return &Error{Code: OutOfRange,
		Message: "This picture needs too much memory. Save it at a lower resolution, or as a baseline JPEG"}
}

// UnknownUpload refuses an ID that no upload has.
func UnknownUpload() *Error { return &Error{Code: NotFound, Message: "Picture not found"} }

// NoStorage reports that pictures can't be stored or read at the moment.
func NoStorage() *Error {
	return &Error{Code: Unavailable, RetryAfter: RetryUnavailable,
		Message: "Pictures are unavailable right now. Please try again later."}
}
