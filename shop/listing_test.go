package shop

import (
	"math"
	"testing"
)

func TestNumberedPage(t *testing.T) {
	for _, c := range []struct {
		page, limit, offset int
		want                string
	}{
		{1, 12, 0, ""},
		{3, 12, 24, ""},
		{101, 100, 10_000, ""},
		{102, 100, 0, "page OUT_OF_RANGE"},
		{10_001, 1, 10_000, ""},
		{10_002, 1, 0, "page OUT_OF_RANGE"},
		{0, 12, 0, "page OUT_OF_RANGE"},
		{math.MaxInt, 100, 0, "page OUT_OF_RANGE"},
		{1, 0, 0, "limit OUT_OF_RANGE"},
		{0, 101, 0, "limit OUT_OF_RANGE"},
		{1, -1, 0, "limit OUT_OF_RANGE"},
	} {
		args, err := NumberedPage(c.page, c.limit)
		switch {
		case codes(err) != c.want:
			t.Errorf("page %d of %d: %q, want %q", c.page, c.limit, codes(err), c.want)
		case err == nil && (args.First != c.limit || args.Skip() != c.offset || args.Check() != nil):
			t.Errorf("page %d of %d: %d from %d (%v), want from %d", c.page, c.limit, args.First, args.Skip(), args.Check(), c.offset)
		}
	}
}
