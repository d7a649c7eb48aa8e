package cell

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestClearanceByHand(t *testing.T) {
	table := upright("table", vec{1000, 0, 0}, vec{800, 600, 700}, 0) // x 600 to 1400, y -300 to 300, z 0 to 700
	turned := upright("table", vec{1000, 0, 0}, vec{800, 600, 700}, math.Pi/2)
	for name, c := range map[string]struct {
		box  box
		from vec
		to   vec
		want float64 // with a radius of 50
	}{
		"above":                       {table, vec{800, 0, 900}, vec{1200, 0, 900}, 150},
		"slanted above":               {table, vec{800, 0, 900}, vec{1200, 0, 800}, 50},
		"touching":                    {table, vec{800, 0, 750}, vec{1200, 0, 750}, 0},
		"beside":                      {table, vec{0, 0, 100}, vec{0, 0, 600}, 550},
		"beside a turned one":         {turned, vec{0, 0, 100}, vec{0, 0, 600}, 650},
		"off an edge":                 {table, vec{300, 0, 1100}, vec{300, 0, 1500}, math.Hypot(300, 400) - 50},
		"past a corner":               {table, vec{400, -700, 800}, vec{800, -300, 800}, 100 - 50},
		"across an edge":              {table, vec{500, 0, 900}, vec{500, 0, 500}, 50},
		"through, nearest at the top": {table, vec{1000, 0, 900}, vec{1000, 0, 600}, -150},
		"flat inside":                 {table, vec{800, 0, 680}, vec{1200, 0, 680}, -70},
		"diagonal over an edge":       {table, vec{400, 0, 700}, vec{600, 0, 900}, math.Sqrt2*100 - 50},
	} {
		got := c.box.clearance(&capsule{"arm", c.from, c.to, 50})
		back := c.box.clearance(&capsule{"arm", c.to, c.from, 50})
		if math.Abs(got-c.want) > 1e-6 || math.Abs(back-c.want) > 1e-6 {
			t.Errorf("%s: %g and, from the other end, %g in place of %g", name, got, back, c.want)
		}
	}

	part := func(x, y, z, heading float64) box {
		return upright("part", vec{x, y, z}, vec{100, 40, 60}, heading)
	}
	for name, c := range map[string]struct {
		part box
		want float64
	}{
		"standing on it":        {part(1000, 0, 700, 0), 0},
		"30 above":              {part(1000, 0, 730, 0.3), 30},
		"20 in it":              {part(1000, 0, 680, 0), -20},
		"100 beside":            {part(450, 0, 100, 0), 100},
		"beside, turned by 90°": {part(450, 0, 100, math.Pi/2), 130},
		"over the edge by 10":   {part(560, 0, 650, 0), -10},
	} {
		if got := table.gap(&c.part); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%s: %g in place of %g", name, got, c.want)
		}
		if got := c.part.gap(&table); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%s, the other way round: %g in place of %g", name, got, c.want)
		}
	}
}

// The distance of a segment is the least of the distances of its points.
func TestClearanceAgreesWithSamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	some := func(most float64) vec {
		return vec{(rng.Float64()*2 - 1) * most, (rng.Float64()*2 - 1) * most, (rng.Float64()*2 - 1) * most}
	}
	for range 500 {
		b := upright("box", some(500), vec{1 + rng.Float64()*900, 1 + rng.Float64()*900, 1 + rng.Float64()*900}, rng.Float64()*7)
		c := capsule{"arm", some(1200), some(1200), 0}
		least := math.Inf(1)
		for i := range 4001 {
			least = min(least, b.outside(b.local(c.a.along(c.b.minus(c.a), float64(i)/4000))))
		}
		got := b.clearance(&c)
		if least > 0.5 && math.Abs(got-least) > 0.5 || got > least+1e-9 || least == 0 && got > 1e-9 {
			t.Fatalf("%+v and %+v are %g apart, sampled %g", b, c, got, least)
		}
	}
}
