package shop

import (
	"errors"
	"math"
	"slices"
	"testing"
)

func TestCheckPictureSize(t *testing.T) {
	for _, c := range []struct {
		width, height int
		code          Code
	}{
		{1, 1, ""},
		{8000, 5000, ""},
		{8000, 5001, OutOfRange},
		{math.MaxInt32, math.MaxInt32, OutOfRange},
		{1200, 100, ""},
		{1201, 100, OutOfRange},
		{100, 1201, OutOfRange},
		{0, 5, Invalid},
		{5, 0, Invalid},
		{-1, -1, Invalid},
	} {
		var refusal *Error
		code := Code("")
		if errors.As(CheckPictureSize(c.width, c.height), &refusal) {
			code = refusal.Code
		}
		if code != c.code {
			t.Errorf("%d x %d: %q, want %q", c.width, c.height, code, c.code)
		}
	}
}

func TestPictureWidths(t *testing.T) {
	for _, c := range []struct {
		width, height int
		want          []int
	}{
		{4000, 3000, []int{320, 640, 960, 1280, 1920}},
		{1920, 1080, []int{320, 640, 960, 1280, 1920}},
		{1919, 1080, []int{320, 640, 960, 1280, 1919}},
		{700, 700, []int{320, 640, 700}},
		{320, 200, []int{320}},
		{319, 200, []int{319}},
		{1, 1, []int{1}},
		{1080, 2400, []int{320, 640, 960, 1080}},
		{1800, 20000, []int{320}},
		{340, 4080, []int{320, 340}},
	} {
		if got := PictureWidths(c.width, c.height); !slices.Equal(got, c.want) {
			t.Errorf("%d x %d: %v, want %v", c.width, c.height, got, c.want)
		}
	}
}

func TestPictureType(t *testing.T) {
	const hash = "0123456789abcdef0123456789abcdef"
	jpg, png := Picture{Hash: hash, Format: "jpg"}, Picture{Hash: hash, Format: "png"}
	for name, want := range map[string]string{
		jpg.Name(1920):         "image/jpeg",
		png.Name(1):            "image/png",
		hash + "-320.svg":      "",
		hash + "-320.jpg.html": "",
		hash + "-0.jpg":        "",
		hash + ".jpg":          "",
		"../" + jpg.Name(320):  "",
		"x" + jpg.Name(320):    "",
		jpg.Name(320) + "\n":   "",
		".part-ABC":            "",
		"":                     "",
	} {
		if got, ok := PictureType(name); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v; want %q", name, got, ok, want)
		}
	}
}
