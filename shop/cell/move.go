package cell

import "math"

// trapezoid is a motion along a path of length 1 that begins and ends at rest: it accelerates evenly, keeps its speed,
// and decelerates evenly. Without time to reach the speed it is a triangle. See Lynch and Park, Modern Robotics (2017),
// section 9.2.2.2, and Siciliano et al., section 4.2.1.
type trapezoid struct {
	speed, acceleration float64 // highest, in paths per second
	duration            float64
}

func newTrapezoid(speed, acceleration float64) trapezoid {
	if speed*speed >= acceleration {
		speed = math.Sqrt(acceleration)
	}
	return trapezoid{speed, acceleration, speed/acceleration + 1/speed}
}

// part returns the part of the path after some seconds.
func (t trapezoid) part(time float64) float64 {
	ramp := t.speed / t.acceleration
	switch {
	case time <= 0:
		return 0
	case time < ramp:
		return t.acceleration * time * time / 2
	case time <= t.duration-ramp:
		return t.speed * (time - ramp/2)
	case time < t.duration:
		left := t.duration - time
		return 1 - t.acceleration*left*left/2
	}
	return 1
}

// path is a way from one posture to another, as postures at equal distances.
type path []posture

// at returns the posture at a part of the path.
func (p path) at(part float64) posture {
	place := part * float64(len(p)-1)
	i := min(len(p)-2, max(0, int(place)))
	return between(p[i], p[i+1], place-float64(i))
}

func between(a, b posture, part float64) (q posture) {
	for i := range q {
		q[i] = a[i] + (b[i]-a[i])*part
	}
	return q
}

// move is a timed path. Its axis is the one that limits it.
type move struct {
	name string
	path
	trapezoid
	axis int
}

// joint returns the move that runs all axes evenly from one posture to another, so that they start and stop together.
// The path is a straight line for the axes: as fast as the slowest axis allows, and no faster than the tool may be. See
// Lynch and Park, section 9.2.1.
func (r *robot) joint(name string, from, to posture, acceleration *posture) move {
	m := move{name: name, path: path{from, to}}
	speed, accelerated, longest := math.Inf(1), math.Inf(1), 0.0
	for i := range from {
		way := math.Abs(to[i] - from[i])
		if way < 1e-9 {
			continue
		}
		v, a := r.speed[i]/way, acceleration[i]/way
		speed, accelerated = min(speed, v), min(accelerated, a)
		if d := newTrapezoid(v, a).duration; d > longest {
			longest, m.axis = d, i
		}
	}
	if longest == 0 {
		return m
	}
	if fastest := r.fastest(m.path); fastest > 0 && r.ToolSpeed/fastest < speed {
		speed = r.ToolSpeed / fastest
		if newTrapezoid(speed, accelerated).duration > longest {
			m.axis = axisCount
		}
	}
	m.trapezoid = newTrapezoid(speed, accelerated)
	return m
}

// speedSamples is the number of places at which the speed of the tool is taken along a path.
const speedSamples = 16

// fastest returns the highest speed of the tool along a path that takes a second at constant speed.
func (r *robot) fastest(p path) (fastest float64) {
	tool := r.pads()
	was := r.point(p.at(0), tool)
	for i := 1; i <= speedSamples; i++ {
		is := r.point(p.at(float64(i)/speedSamples), tool)
		fastest = max(fastest, is.minus(was).length()*speedSamples)
		was = is
	}
	return fastest
}

func (r *robot) point(q posture, tool float64) vec {
	f := r.forward(q)
	return f.tool(tool)
}

// lineSamples is the number of sections of a vertical move.
const lineSamples = 12

// line returns the postures of a vertical way from a point up to raised above it, in one branch.
func (r *robot) line(p Point, raised float64, branch int, near posture) (path, bool) {
	way := make(path, lineSamples+1)
	for i := range way {
		q, ok := r.at(p, raised*float64(i)/lineSamples, branch, near)
		if !ok {
			return nil, false
		}
		for a := range q {
			if i > 0 && math.Abs(q[a]-near[a]) > math.Pi/2 {
				return nil, false
			}
		}
		way[i], near = q, q
	}
	return way, true
}

// straight returns the move along a path that is straight for the tool. With q as a function of the part s of the path,
// an axis has the speed q's' and the acceleration q's" + q"s'^2; each of the two parts gets half of what the axis
// permits, so that it is never exceeded. See Siciliano et al., section 4.3.3, and Lynch and Park, section 9.4.
func (r *robot) straight(name string, p path, acceleration *posture) move {
	m := move{name: name, path: p}
	n := float64(len(p) - 1)
	speed, accelerated, slowest := math.Inf(1), math.Inf(1), 0.0
	for i := range p[0] {
		steep, curved := 0.0, 0.0
		for k := 1; k < len(p); k++ {
			steep = max(steep, math.Abs(p[k][i]-p[k-1][i])*n)
			if k > 1 {
				curved = max(curved, math.Abs(p[k][i]-2*p[k-1][i]+p[k-2][i])*n*n)
			}
		}
		if steep < 1e-9 {
			continue
		}
		v := r.speed[i] / steep
		if curved > 1e-9 {
			v = min(v, math.Sqrt(acceleration[i]/2/curved))
		}
		a := acceleration[i] / 2 / steep
		speed, accelerated = min(speed, v), min(accelerated, a)
		if d := newTrapezoid(v, a).duration; d > slowest {
			slowest, m.axis = d, i
		}
	}
	if slowest == 0 {
		return m
	}
	length := r.point(p[len(p)-1], r.pads()).minus(r.point(p[0], r.pads())).length()
	if limit := r.ToolSpeed / length; limit < speed {
		speed = limit
		if newTrapezoid(speed, accelerated).duration > slowest {
			m.axis = axisCount
		}
	}
	m.trapezoid = newTrapezoid(speed, accelerated)
	return m
}

// reversed returns the path from its end.
func (p path) reversed() path {
	out := make(path, len(p))
	for i, q := range p {
		out[len(p)-1-i] = q
	}
	return out
}
