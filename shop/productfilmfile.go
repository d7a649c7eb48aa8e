package shop

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"regexp"
)

// Limits of the boxes of a film.
const (
	maxFilmIndex   = 4 << 20 // bytes of its moov box, which is read into memory
	maxFilmBoxes   = 1000    // on the top level
	maxFilmTracks  = 16
	maxFilmDepth   = 4 // trak, mdia, minf, stbl
	maxNestedBoxes = 100_000
)

const exportFilm = "Export it as MP4 with H.264 video and AAC sound."

// codecs are names of the formats of tracks that some browsers can't play.
var codecs = map[string]string{
	"hvc1": "HEVC (H.265)", "hev1": "HEVC (H.265)", "dvh1": "Dolby Vision", "dvhe": "Dolby Vision", "av01": "AV1",
	"vp08": "VP8", "vp09": "VP9", "mp4v": "MPEG-4 Part 2", "s263": "H.263", "jpeg": "Motion JPEG",
	"mjpa": "Motion JPEG", "mjpb": "Motion JPEG", "apch": "Apple ProRes", "apcn": "Apple ProRes",
	"apcs": "Apple ProRes", "apco": "Apple ProRes", "ap4h": "Apple ProRes", "ap4x": "Apple ProRes",
	"AVdn": "DNxHD", "ac-3": "AC-3", "ec-3": "E-AC-3", "ac-4": "AC-4", "alac": "Apple Lossless", "Opus": "Opus",
	"fLaC": "FLAC", "sowt": "PCM", "twos": "PCM", "lpcm": "PCM", "ipcm": "PCM", "fpcm": "PCM", ".mp3": "MP3",
}

// Film is a film that has passed all checks.
type Film struct {
	FilmFile
	head  []byte // the boxes ftyp and moov
	media []box  // the boxes mdat
}

// Content returns the film in the form in which it is stored: its index is before its pictures, so that a browser plays
// it at once, and its metadata is gone. file is the one that ReadFilm has read.
func (f Film) Content(file io.ReaderAt) io.Reader {
	parts := []io.Reader{bytes.NewReader(f.head)}
	for _, b := range f.media {
		parts = append(parts, io.NewSectionReader(file, b.at, b.size))
	}
	return io.MultiReader(parts...)
}

// box is a box of an MP4 file (ISO/IEC 14496-12) on the top level.
type box struct {
	kind         string
	at, size     int64
	header, move int64 // bytes before its content; how far its content moves when it is stored
}

// ReadFilm checks an MP4 file, and reads its index only. Neither Hash nor Bytes of the result is known yet.
func ReadFilm(file io.ReaderAt, size int64) (Film, error) {
	if size > MaxFilmBytes {
		return Film{}, FilmTooLarge()
	}
	var film Film
	var kind, index []byte
	for at, boxes := int64(0), 0; at < size; boxes++ {
		b, err := readBox(file, at, size)
		if err != nil {
			return Film{}, err
		}
		at += b.size
		switch {
		case boxes == maxFilmBoxes || b.kind == "ftyp" && kind != nil || b.kind == "moov" && index != nil:
			return Film{}, brokenFilm()
		case b.kind == "moof" || b.kind == "sidx":
			return Film{}, fragmented()
		case b.kind == "mdat":
			film.media = append(film.media, b)
		case b.kind == "ftyp" && b.size <= 4096:
			kind, err = readAll(file, b)
		case b.kind == "ftyp" || b.kind == "moov" && b.size > maxFilmIndex:
			return Film{}, brokenFilm()
		case b.kind == "moov":
			index, err = readAll(file, b)
		}
		if err != nil {
			return Film{}, err
		}
	}
	if kind == nil || index == nil || film.media == nil {
		return Film{}, incompleteFilm()
	}
	end := int64(len(kind) + len(index))
	for i, b := range film.media {
		film.media[i].move = end - b.at
		end += b.size
	}
	film.head = append(kind, index...)
	return film, film.readIndex(film.head[len(kind)+8:])
}

// readBox reads the header of a box that begins at an offset.
func readBox(file io.ReaderAt, at, end int64) (box, error) {
	head := make([]byte, 16)
	n, err := file.ReadAt(head, at)
	if err != nil && err != io.EOF {
		return box{}, fmt.Errorf("read film: %w", err)
	}
	if n < 8 {
		return box{}, incompleteFilm()
	}
	b := box{kind: string(head[4:8]), at: at, size: int64(binary.BigEndian.Uint32(head)), header: 8}
	switch b.size {
	case 0: // to the end
		if b.size = end - at; b.kind != "mdat" {
			return box{}, brokenFilm()
		}
	case 1:
		if n < 16 {
			return box{}, incompleteFilm()
		}
		b.size, b.header = int64(binary.BigEndian.Uint64(head[8:])&(1<<62-1)), 16
	}
	switch {
	case !boxKind.MatchString(b.kind) || b.size < b.header || b.kind == "moov" && b.header != 8:
		return box{}, brokenFilm()
	case b.size > end-at:
		return box{}, incompleteFilm()
	}
	return b, nil
}

var boxKind = regexp.MustCompile(`^[ -~\xa9]{4}$`)

func readAll(file io.ReaderAt, b box) ([]byte, error) {
	content := make([]byte, b.size)
	if _, err := file.ReadAt(content, b.at); err != nil && err != io.EOF {
		return nil, fmt.Errorf("read film: %w", err)
	}
	return content, nil
}

// eachBox calls found for each box in the content of another one, until it returns an error. A box is given as a whole,
// and by its kind and content.
func eachBox(content []byte, found func(whole []byte, kind string, content []byte) error) error {
	for boxes := 0; len(content) > 0; boxes++ {
		if len(content) < 8 && bytes.Count(content, []byte{0}) == len(content) { // old QuickTime ends lists with zeros
			return nil
		}
		if len(content) < 8 || boxes == maxNestedBoxes {
			return brokenFilm()
		}
		size := int64(binary.BigEndian.Uint32(content))
		if size < 8 || size > int64(len(content)) {
			return brokenFilm()
		}
		if err := found(content[:size], string(content[4:8]), content[8:size]); err != nil {
			return err
		}
		content = content[size:]
	}
	return nil
}

// blank empties a box, without a change of its size.
func blank(whole []byte) {
	copy(whole[4:], "free")
	clear(whole[8:])
}

// readIndex checks the content of a moov box. It blanks what is not needed to play the film, such as the place where it
// was taken, and changes the offsets of the media to those in the stored file.
func (f *Film) readIndex(index []byte) error {
	videos, tracks := 0, 0
	var length float64 // in seconds
	err := eachBox(index, func(whole []byte, kind string, content []byte) error {
		switch kind {
		case "udta", "meta":
			blank(whole)
		case "mvex":
			return fragmented()
		case "mvhd":
			scale, duration, ok := timesOf(content)
			if !ok {
				return brokenFilm()
			}
			length = float64(duration) / float64(scale)
		case "trak":
			if tracks++; tracks > maxFilmTracks {
				return brokenFilm()
			}
			t := track{film: f}
			if err := t.read(content); err != nil {
				return err
			}
			switch t.handler {
			case "vide":
				videos++
			case "soun":
			default: // texts, or where it was taken at each time
				blank(whole)
				return nil
			}
			return t.check()
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case videos == 0:
		return &Error{Code: Invalid, Message: "This file has no video track. " + exportFilm}
	case videos > 1:
		return &Error{Code: Invalid, Message: "This film has more than one video track. Export it with one."}
	case length < minFilmLength || length > maxFilmLength:
		return &Error{Code: OutOfRange, Message: "A film must last between 1 second and 10 minutes"}
	}
	f.Seconds = int(math.Round(length))
	return nil
}

// timesOf returns the units of a second and the duration in those of a box mvhd.
func timesOf(content []byte) (scale uint32, duration uint64, ok bool) {
	switch {
	case len(content) >= 32 && content[0] == 1:
		scale, duration = binary.BigEndian.Uint32(content[20:]), binary.BigEndian.Uint64(content[24:])
	case len(content) >= 20 && content[0] == 0:
		scale, duration = binary.BigEndian.Uint32(content[12:]), uint64(binary.BigEndian.Uint32(content[16:]))
	}
	return scale, duration, scale > 0 && duration < 1<<40
}

// track is a track of a film.
type track struct {
	film          *Film
	handler       string // vide for pictures, soun for sound
	depth         int    // of the boxes that are being read
	codecs        []string
	profiles      []byte // of H.264
	width, height int    // of the pictures as they are stored
	shown         [2]int
	offsets       bool
}

func (t *track) read(content []byte) error {
	if t.depth++; t.depth > maxFilmDepth {
		return brokenFilm()
	}
	defer func() { t.depth-- }()
	return eachBox(content, func(whole []byte, kind string, content []byte) error {
		switch kind {
		case "udta", "meta":
			blank(whole)
		case "mdia", "minf", "stbl":
			return t.read(content)
		case "hdlr":
			if len(content) < 12 {
				return brokenFilm()
			}
			if t.handler == "" { // that of the media comes before that of the data
				t.handler = string(content[8:12])
			}
		case "tkhd":
			return t.readSize(content)
		case "stsd":
			return t.readFormat(content)
		case "stco", "co64":
			t.offsets = true
			return t.film.moveChunks(content, map[string]int{"stco": 4, "co64": 8}[kind])
		}
		return nil
	})
}

func word16(content []byte, at int) int { return int(binary.BigEndian.Uint16(content[at:])) }

// readSize reads the size in which a track is shown, whose pictures may be turned by a quarter.
func (t *track) readSize(content []byte) error {
	const matrix = 9 * 4
	at := len(content) - 8
	if at < matrix {
		return brokenFilm()
	}
	t.shown = [2]int{word16(content, at), word16(content, at+4)}
	a, b := content[at-matrix:][:4], content[at-matrix+4:][:4]
	if none := make([]byte, 4); bytes.Equal(a, none) && !bytes.Equal(b, none) {
		t.shown[0], t.shown[1] = t.shown[1], t.shown[0]
	}
	return nil
}

// readFormat reads the sample entries of a box stsd.
func (t *track) readFormat(content []byte) error {
	const picture = 78 // where the boxes of an entry begin if it is of pictures
	if len(content) < 8 {
		return brokenFilm()
	}
	return eachBox(content[8:], func(_ []byte, kind string, entry []byte) error {
		t.codecs = append(t.codecs, kind)
		if !isH264(kind) {
			return nil
		}
		if len(entry) < picture {
			return brokenFilm()
		}
		t.width, t.height = max(t.width, word16(entry, 24)), max(t.height, word16(entry, 26))
		return eachBox(entry[picture:], func(_ []byte, kind string, content []byte) error {
			if kind == "avcC" && len(content) > 1 {
				t.profiles = append(t.profiles, content[1])
			}
			return nil
		})
	})
}

func isH264(codec string) bool { return codec == "avc1" || codec == "avc3" }

// moveChunks changes the offsets of chunks, each of which is in a box mdat of the file.
func (f *Film) moveChunks(content []byte, width int) error {
	if len(content) < 8 || int64(len(content)-8) != int64(binary.BigEndian.Uint32(content[4:]))*int64(width) {
		return brokenFilm()
	}
	for offset := content[8:]; len(offset) > 0; offset = offset[width:] {
		at := int64(binary.BigEndian.Uint32(offset))
		if width == 8 {
			at = int64(binary.BigEndian.Uint64(offset) & (1<<62 - 1))
		}
		in := false
		for _, b := range f.media {
			if in = at >= b.at+b.header && at < b.at+b.size; in {
				at += b.move
				break
			}
		}
		if !in {
			return incompleteFilm()
		}
		if width == 8 {
			binary.BigEndian.PutUint64(offset, uint64(at))
		} else {
			binary.BigEndian.PutUint32(offset, uint32(at))
		}
	}
	return nil
}

// check refuses a track of sound or pictures that not all browsers play.
func (t *track) check() error {
	unsupported := func(what string) error {
		return &Error{Code: UnsupportedMedia, Message: what + ", which not all browsers play. " + exportFilm}
	}
	for _, codec := range t.codecs {
		name, known := codecs[codec]
		if !known {
			name = fmt.Sprintf("%q", codec)
		}
		switch {
		case codec == "encv" || codec == "enca":
			return &Error{Code: UnsupportedMedia, Message: "This film is encrypted. " + exportFilm}
		case t.handler == "soun" && codec != "mp4a":
			return unsupported("The sound of this film is in the format " + name)
		case t.handler == "vide" && !isH264(codec):
			return unsupported("The video of this film is in the format " + name)
		}
	}
	for _, profile := range t.profiles {
		if profile != 66 && profile != 77 && profile != 100 { // baseline, main, high
			return unsupported("The video of this film has more than 8 bits or an unusual profile of H.264")
		}
	}
	switch {
	case t.handler == "soun":
		return nil
	case !t.offsets || t.profiles == nil || t.width < 1 || t.height < 1:
		return brokenFilm()
	case max(t.width, t.height, t.shown[0], t.shown[1]) > maxFilmSide:
		return &Error{Code: OutOfRange, Message: fmt.Sprintf("A film must have at most %d pixels on each side. "+
			"This one has %d × %d. Export it smaller.", maxFilmSide, t.width, t.height)}
	}
	t.film.Width, t.film.Height = cmp.Or(t.shown[0], t.width), cmp.Or(t.shown[1], t.height)
	return nil
}

// FilmTooLarge refuses a film of too many bytes.
func FilmTooLarge() *Error {
	return &Error{Code: TooLarge, Message: fmt.Sprintf("A film must have at most %d MB", MaxFilmBytes>>20)}
}

func brokenFilm() *Error {
	return &Error{Code: Invalid, Message: "This film is damaged. " + exportFilm}
}

func incompleteFilm() *Error {
	return &Error{Code: Invalid, Message: "This film is incomplete: its end is missing. Copy or export it again."}
}

func fragmented() *Error {
	return &Error{Code: UnsupportedMedia,
		Message: "This film is made for streaming, in fragments. Export it as an MP4 without fragments."}
}
