package shop

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// MaxCaptionsBytes is the maximum size of captions.
const MaxCaptionsBytes = 200 << 10

// CaptionsFile holds stored captions in WebVTT, named by the hash of their content.
type CaptionsFile struct {
	Hash  string
	Bytes int
}

// Name returns the file name.
func (f CaptionsFile) Name() string { return f.Hash + ".vtt" }

// URL returns the URL of the file.
func (f CaptionsFile) URL() string { return "/media/" + f.Name() }

// CaptionsUpload is an upload of captions.
type CaptionsUpload struct {
	ID string
	CaptionsFile
}

var (
	webVTT    = regexp.MustCompile(`^(\x{feff})?WEBVTT([ \t\r\n]|$)`)
	subRip    = regexp.MustCompile(`^(\x{feff})?\s*\d+\r?\n\d\d:\d\d:\d\d,\d`)
	cueTiming = regexp.MustCompile(`^` + cueTime + `[ \t]+-->[ \t]+` + cueTime + `([ \t].*)?$`)
)

const cueTime = `((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})`

// IsCaptions reports whether a file with these first bytes has captions in WebVTT.
func IsCaptions(head []byte) bool { return webVTT.Match(head) }

// CheckCaptions refuses content that is not WebVTT (https://www.w3.org/TR/webvtt1/). The error names the line.
func CheckCaptions(content []byte) error {
	if len(content) > MaxCaptionsBytes {
		return CaptionsTooLarge()
	}
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(bytes.TrimPrefix(content, []byte("\ufeff"))))
	lines := strings.Split(text+"\n", "\n")
	captions, block := 0, 0 // captions so far, lines of this block so far
	skip := true            // whether the block is no caption: first the header
	timed := false          // whether its times have been read
	for i, line := range lines {
		refuse := func(rule string) error {
			return &Error{Code: Invalid, Message: fmt.Sprintf("Line %d of the captions: %s", i+1, rule)}
		}
		isTimes := strings.Contains(line, "-->")
		switch {
		case !utf8.ValidString(line) || strings.ContainsRune(line, 0):
			return refuse("save the file as UTF-8")
		case strings.TrimSpace(line) == "":
			if block == 1 && !skip && !timed {
				return refuse("the times are missing, such as 00:01.000 --> 00:04.000")
			}
			block, skip, timed = 0, false, false
			continue
		case (timed || skip) && isTimes:
			return refuse("leave an empty line before the next caption")
		case block == 0 && i > 0:
			word, _, _ := strings.Cut(line, " ")
			skip = word == "NOTE" || word == "STYLE" || word == "REGION"
		}
		block++
		if skip || timed {
			continue
		}
		if !isTimes && block > 1 {
			return refuse("the times must be written as 00:01.000 --> 00:04.000")
		}
		if !isTimes {
			continue // the name of the caption
		}
		found := cueTiming.FindStringSubmatch(line)
		if found == nil {
			return refuse("the times must be written as 00:01.000 --> 00:04.000")
		}
		if withHours(found[1]) >= withHours(found[2]) {
			return refuse("the caption must end after it begins")
		}
		timed = true
		captions++
	}
	if captions == 0 {
		return &Error{Code: Invalid, Message: "The file has no captions"}
	}
	return nil
}

// withHours returns a time of a caption in a form that sorts.
func withHours(at string) string {
	if strings.Count(at, ":") == 1 {
		at = "00:" + at
	}
	return strings.Repeat("0", max(0, 20-len(at))) + at
}

// CaptionsTooLarge refuses captions of too many bytes.
func CaptionsTooLarge() *Error {
	return &Error{Code: TooLarge, Message: fmt.Sprintf("Captions must have at most %d KB", MaxCaptionsBytes>>10)}
}
