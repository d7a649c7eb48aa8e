package cell

import (
	"math"
	"strconv"
)

// capsule is a segment with a radius.
type capsule struct {
	name   string
	a, b   vec
	radius float64
}

// round returns a sphere around the capsule.
func (c *capsule) round() (middle vec, radius float64) {
	return c.a.plus(c.b).times(0.5), c.b.minus(c.a).length()/2 + c.radius
}

// box is an oriented box: its middle, its half sizes, and its axes.
type box struct {
	name   string
	middle vec
	half   vec
	turn   mat
}

// upright returns a box that stands on the point at the middle of its bottom.
func upright(name string, bottom, size vec, heading float64) box {
	half := size.times(0.5)
	return box{name, bottom.plus(vec{0, 0, half[2]}), half, rotZ(heading)}
}

// local returns a point in the frame of the box.
func (b *box) local(p vec) vec {
	d := p.minus(b.middle)
	return vec{d.dot(b.turn[0]), d.dot(b.turn[1]), d.dot(b.turn[2])}
}

// clearance returns the distance of a capsule from the box, negative if they overlap: by about as much as one of them
// has to move. The distance of a segment from a box is the minimum of a convex function, whose derivative is linear
// between the places where the segment crosses a plane of the box. See Ericson, Real-Time Collision Detection (2005),
// sections 4.5 and 5.1.3.
func (b *box) clearance(c *capsule) float64 {
	from, to := b.local(c.a), b.local(c.b)
	way := to.minus(from)
	// Places on the segment, 0 to 1, where it crosses a plane.
	places := [8]float64{0, 1}
	count := 2
	for i := range way {
		if math.Abs(way[i]) < 1e-12 {
			continue
		}
		for _, plane := range [2]float64{-b.half[i], b.half[i]} {
			if t := (plane - from[i]) / way[i]; t > 0 && t < 1 {
				places[count] = t
				count++
			}
		}
	}
	// slope is half of the derivative of the squared distance.
	slope := func(t float64) (s float64) {
		for i := range way {
			if p := from[i] + way[i]*t; p > b.half[i] {
				s += (p - b.half[i]) * way[i]
			} else if p < -b.half[i] {
				s += (p + b.half[i]) * way[i]
			}
		}
		return s
	}
	low, high := 0.0, 1.0
	lowSlope, highSlope := slope(0), slope(1)
	switch {
	case lowSlope >= 0:
		high = 0
	case highSlope <= 0:
		low = 1
	default:
		for _, t := range places[2:count] {
			if t <= low || t >= high {
				continue
			}
			if s := slope(t); s <= 0 {
				low, lowSlope = t, s
			} else {
				high, highSlope = t, s
			}
		}
	}
	t := low
	switch {
	case high == 0:
		t = 0
	case low < high && highSlope > lowSlope:
		t = low + (high-low)*(-lowSlope)/(highSlope-lowSlope)
	}
	if d := b.outside(from.along(way, t)); d > 0 {
		return d - c.radius
	}
	return -b.depth(from, way) - c.radius
}

// outside returns the distance of a local point from the box, 0 inside.
func (b *box) outside(p vec) float64 {
	sum := 0.0
	for i := range p {
		if d := math.Abs(p[i]) - b.half[i]; d > 0 {
			sum += d * d
		}
	}
	return math.Sqrt(sum)
}

// depth returns how far a local segment that meets the box has to move along one of its axes to leave it.
func (b *box) depth(from, way vec) float64 {
	low, high := 0.0, 1.0 // the part inside
	for i := range way {
		if math.Abs(way[i]) < 1e-12 {
			continue
		}
		a, c := (-b.half[i]-from[i])/way[i], (b.half[i]-from[i])/way[i]
		low, high = max(low, min(a, c)), min(high, max(a, c))
	}
	p, q := from.along(way, low), from.along(way, high)
	least := math.Inf(1)
	for i := range p {
		least = min(least, b.half[i]-min(p[i], q[i]), b.half[i]+max(p[i], q[i]))
	}
	return max(0, least)
}

// gap returns the distance of two boxes along the axis that separates them most, negative if they overlap: by as much
// as one of them has to move. It is at most the distance. See Gottschalk, Lin and Manocha, OBBTree (1996), and
// Ericson, section 4.4.1.
func (b *box) gap(o *box) float64 {
	most := math.Inf(-1)
	offset := o.middle.minus(b.middle)
	test := func(axis vec) {
		length := axis.length()
		if length < 1e-6 {
			return
		}
		reach := 0.0
		for i := range b.half {
			reach += math.Abs(b.turn[i].dot(axis))*b.half[i] + math.Abs(o.turn[i].dot(axis))*o.half[i]
		}
		most = max(most, (math.Abs(offset.dot(axis))-reach)/length)
	}
	for i := range b.turn {
		test(b.turn[i])
		test(o.turn[i])
	}
	if math.Abs(b.turn[2].dot(o.turn[2])) < 1-1e-9 { // otherwise the crosses are axes already, or zero
		for _, m := range b.turn {
			for _, n := range o.turn {
				test(m.cross(n))
			}
		}
	}
	return most
}

// bottom returns the height of the lowest corner.
func (b *box) bottom() float64 {
	low := b.middle[2]
	for i := range b.half {
		low -= math.Abs(b.turn[i][2]) * b.half[i]
	}
	return low
}

// thing is what must not be hit. The moving parts of the arm are at least free away from it.
type thing struct {
	box
	rule int
	free float64
}

// hit is the smallest clearance of a rule.
type hit struct {
	clearance float64 // negative: by how much it hits
	body      string
	thing     string
	move      string
}

// The rules about hits, by their index in hits.
const (
	floorHits = iota
	tableHits
	fenceHits
)

var hitRules = [...]Rule{floorHits: HitsFloor, tableHits: HitsTable, fenceHits: HitsFence}

// hits holds the smallest clearances by rule.
type hits [len(hitRules)]hit

func newHits() (h hits) {
	for i := range h {
		h[i].clearance = math.Inf(1)
	}
	return h
}

func (h *hits) add(rule int, clearance float64, body, thing, move string) {
	if clearance < h[rule].clearance {
		h[rule] = hit{clearance, body, thing, move}
	}
}

// worst returns the smallest clearance of all rules.
func (h *hits) worst() float64 {
	least := math.Inf(1)
	for i := range h {
		least = min(least, h[i].clearance)
	}
	return least
}

// contact is how far a part may be in what it stands on, in millimetres.
const contact = 1.0

// check adds the clearances of a posture with the part, which may touch things while it is picked or placed. What was
// checked before is passed over where it can't have come nearer than the smallest clearance.
func (h *hits) check(s, was *shape, things []thing, move string, vertical bool) {
	moved := s.moved(was)
	var near [MaxObstacles + 1]*thing
	count := 0
	for k := range things {
		t := &things[k]
		if t.free -= moved; t.free < h[t.rule].clearance {
			t.free = t.apart(&s.part)
			near[count] = t
			count++
		}
	}
	for i := range s.capsules[:s.count] {
		c := &s.capsules[i]
		h.add(floorHits, min(c.a[2], c.b[2])-c.radius, c.name, "the floor", move)
		middle, radius := c.round()
		for _, t := range near[:count] {
			apart := t.outside(t.local(middle)) - radius
			t.free = min(t.free, apart)
			if apart < h[t.rule].clearance {
				h.add(t.rule, t.clearance(c), c.name, t.name, move)
			}
		}
		if i >= wrist && s.column.outside(s.column.local(middle))-radius < h[floorHits].clearance {
			h.add(floorHits, s.column.clearance(c), c.name, s.column.name, move)
		}
	}
	if s.column.middle != was.column.middle {
		for k := range things {
			t := &things[k]
			if t.rule != floorHits && t.apart(&s.column) < 0 {
				if gap := s.column.gap(&t.box); gap < -contact {
					h.add(t.rule, gap, s.column.name, t.name, move)
				}
			}
		}
	}
	part := func(rule int, clearance float64, thing string) {
		if !vertical || clearance < -contact {
			h.add(rule, clearance, s.part.name, thing, move)
		}
	}
	part(floorHits, s.part.bottom(), "the floor")
	close := func(b *box, rule int) bool {
		apart := b.apart(&s.part)
		return apart < h[rule].clearance && (!vertical || apart < 0)
	}
	if close(&s.column, floorHits) {
		part(floorHits, s.part.gap(&s.column), s.column.name)
	}
	for _, t := range near[:count] {
		if close(&t.box, t.rule) {
			part(t.rule, s.part.gap(&t.box), t.name)
		}
	}
}

// apart returns the distance of the box from a sphere around another one: less than that of the boxes.
func (b *box) apart(o *box) float64 { return b.outside(b.local(o.middle)) - o.half.length() }

// things returns what the arm must not hit: the objects of the cell, and what it stands on.
func (r *robot) things(in Input) (all []thing) {
	counts := map[ObstacleKind]int{}
	for _, o := range in.Obstacles {
		counts[o.Kind]++
	}
	seen := map[ObstacleKind]int{}
	for _, o := range in.Obstacles {
		seen[o.Kind]++
		name, rule := "the "+obstacleNames[o.Kind], tableHits
		if counts[o.Kind] > 1 {
			name = obstacleNames[o.Kind] + " " + strconv.Itoa(seen[o.Kind])
		}
		if o.Kind == Fence {
			rule = fenceHits
		}
		all = append(all, thing{upright(name, vec{float64(o.X), float64(o.Y), float64(o.Z)},
			vec{float64(o.Length), float64(o.Width), float64(o.Height)}, float64(o.Heading)*radians), rule, 0})
	}
	if r.rail != nil {
		middle := vec{r.rail.Start + r.rail.Length/2, 0, 0}
		size := vec{r.rail.Length, r.rail.Width, r.rail.Height}
		all = append(all, thing{upright("the rail", middle, size, 0), floorHits, 0})
	} else if r.base > 0 {
		all = append(all, thing{upright("the stand", vec{}, vec{standWidth, standWidth, r.base}, 0), floorHits, 0})
	}
	return all
}

// standWidth is the assumed width of a stand in millimetres.
const standWidth = 300

var obstacleNames = map[ObstacleKind]string{Table: "table", Conveyor: "conveyor", Fence: "fence", Box: "box"}
