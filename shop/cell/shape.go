package cell

import "math"

// shape holds what an arm consists of in a posture.
type shape struct {
	capsules [9]capsule
	count    int
	part     box
	column   box // foot and shoulder, which do not move but along a rail
}

// wrist is the index of the wrist in a shape, after upper arm and forearm; the hand follows.
const wrist = 2

// proportion is the size of an arm of which the radius at the shoulder is 75.5 mm; the dimensions below are those of
// media/machines/arm.py.
func (r *robot) proportion() float64 { return r.Radius / 75.5 }

// shape returns the arm with the gripper open by opening.
func (r *robot) shape(f *frames, part Part, opening float64) (s shape) {
	k := r.proportion()
	add := func(name string, a, b vec, radius float64) {
		s.capsules[s.count] = capsule{name, a, b, radius}
		s.count++
	}
	beside := func(p vec, turn *mat, y float64) vec { return p.along(turn[1], y*k) }
	add("upper arm", beside(f.at[axis2], &f.turn[axis2], -148), beside(f.at[axis3], &f.turn[axis2], -148), 75.5*k)
	add("forearm", beside(f.at[axis3], &f.turn[axis3], -23.5), beside(f.at[axis4], &f.turn[axis3], -23.5), 60.5*k)
	add("wrist", beside(f.at[axis4], &f.turn[axis4], -75), f.at[axis5], 47.5*k)
	add("wrist", f.at[axis5], f.at[axis6], 47.5*k)
	tool := f.turn[axis6][1].times(-1)
	add("wrist", f.at[axis6], f.at[axis6].along(tool, max(0, r.Flange-40*k)), 47.5*k)
	if g := r.gripper; g != nil {
		palm := 0.56 * g.Length // the fingers begin here
		add("gripper", f.tool(min(palm, g.Radius)*0.75), f.tool(max(palm-g.Radius, min(palm, g.Radius)*0.75)), g.Radius)
		for _, side := range [2]float64{-1, 1} {
			root := f.flange.along(f.turn[axis6][0], side*(opening/2+12))
			add("gripper", root.along(tool, palm), root.along(tool, g.Length-fingerRadius), fingerRadius)
		}
	}
	// The tool's x spans the width; its y points away from the part.
	size := vec{float64(part.Width), float64(part.Height), float64(part.Length)}
	s.part = box{"part", f.tool(r.pads()), size.times(0.5), f.turn[axis6]}
	s.column = upright("foot of the arm", f.at[axis1], vec{2 * 80 * k, 2 * 80 * k, r.Shoulder + 0.9*r.Radius}, 0)
	return s
}

const fingerRadius = 13.0

// moved returns how far any point of the arm, or the middle of the part, is at most from where it was, infinite if it
// was nowhere.
func (s *shape) moved(was *shape) float64 {
	if was.count != s.count {
		return math.Inf(1)
	}
	most := s.part.middle.minus(was.part.middle)
	square := most.dot(most)
	for i := range s.capsules[:s.count] {
		a, b := s.capsules[i].a.minus(was.capsules[i].a), s.capsules[i].b.minus(was.capsules[i].b)
		square = max(square, a.dot(a), b.dot(b))
	}
	return math.Sqrt(square)
}
