package cell

import "math"

// gravity is the standard acceleration of gravity in m/s².
const gravity = 9.80665

// loads are the highest loads of a cycle: torques about axes 4, 5 and 6 in N·m, moments of inertia about them in kg·m²,
// and the acceleration that the fingers have to hold the part against, in m/s².
type loads struct {
	torque  [3]float64
	inertia [3]float64
	felt    float64
}

// body is a mass on the tool.
type body struct {
	kilograms float64
	distance  float64 // of its centre from the flange
	own       float64 // moment of inertia about the tool's axis in kg·m²
}

const maxBodies = 2

// bodies returns the gripper and the part.
func (r *robot) bodies(toolMass int, part Part) []body {
	mass := float64(part.Mass) / 1000
	length, width := float64(part.Length)/1000, float64(part.Width)/1000
	all := []body{{mass, r.pads(), mass * (length*length + width*width) / 12}}
	if r.gripper != nil {
		all = append(all, body{float64(toolMass) / 1000, r.gripper.Centre, 0})
	}
	return all
}

// loadSamples is the number of places of a move at which the loads are taken.
const loadSamples = 12

// loads returns the highest loads while the part is held. Newton and Euler: a mass m with the acceleration a pulls with
// m(g - a), and the torque about an axis is the part of the moment along it. See Siciliano et al., section 7.5.
func (r *robot) loads(m *motion, toolMass int, part Part) (most loads) {
	bodies := r.bodies(toolMass, part)
	for _, one := range m.moves[2:5] { // lift, travel, lower
		if one.duration == 0 {
			f := r.forward(one.path[0])
			addLoads(&most, &f, bodies, [maxBodies]vec{}, 0)
			continue
		}
		for i := range loadSamples + 1 {
			s := float64(i) / loadSamples
			// As fast as the move is there, with each of the accelerations that it can have.
			ramp := one.speed * one.speed / one.acceleration / 2
			rates := append(make([][2]float64, 0, 3), [2]float64{one.speed, 0})
			if s <= ramp+1e-9 {
				rates = append(rates, [2]float64{math.Sqrt(2 * one.acceleration * s), one.acceleration})
			}
			if s >= 1-ramp-1e-9 {
				rates = append(rates, [2]float64{math.Sqrt(2 * one.acceleration * (1 - s)), -one.acceleration})
			}
			r.sample(&most, &one, s, rates, bodies)
		}
	}
	return most
}

// sample adds the loads at a place of a move, for pairs of rate and its change: with the place x(s), the acceleration
// is x's" + x"s'^2.
func (r *robot) sample(most *loads, one *move, s float64, rates [][2]float64, bodies []body) {
	h := 1.0 / loadSamples / 2
	if len(one.path) > 2 {
		h = 1 / float64(len(one.path)-1)
	}
	middle := min(1-h, max(h, s))
	before, at, after := one.path.at(middle-h), one.path.at(middle), one.path.at(middle+h)
	fb, fa, fc := r.forward(before), r.forward(at), r.forward(after)
	// The turn of the tool per path, about its own axis.
	turn := fb.turn[axis6][0].cross(fc.turn[axis6][0]).dot(fa.turn[axis6][1]) / (2 * h)
	var accelerations [maxBodies]vec
	for _, rate := range rates {
		for i, b := range bodies {
			x, y, z := fb.tool(b.distance), fa.tool(b.distance), fc.tool(b.distance)
			first := z.minus(x).times(1 / (2 * h))
			second := x.plus(z).minus(y.times(2)).times(1 / (h * h))
			accelerations[i] = first.times(rate[1]/1000).along(second, rate[0]*rate[0]/1000)
		}
		addLoads(most, &fa, bodies, accelerations, math.Abs(turn*rate[1]))
	}
}

// addLoads adds the loads in a posture. accelerations are those of the bodies in m/s², turning that of the tool about
// its axis in rad/s².
func addLoads(most *loads, f *frames, bodies []body, accelerations [maxBodies]vec, turning float64) {
	axes := [3]struct{ at, along vec }{
		{f.at[axis4], f.turn[axis4][1]}, {f.at[axis5], f.turn[axis5][2]}, {f.at[axis6], f.turn[axis6][1]},
	}
	var torque, inertia [3]float64
	for i, b := range bodies {
		pull := vec{0, 0, -gravity}.minus(accelerations[i]).times(b.kilograms)
		if i == 0 {
			most.felt = max(most.felt, pull.length()/max(b.kilograms, 1e-9))
		}
		for k, axis := range axes {
			lever := f.tool(b.distance).minus(axis.at).times(1.0 / 1000)
			torque[k] += lever.cross(pull).dot(axis.along)
			beside := lever.cross(axis.along).length()
			same := f.turn[axis6][1].dot(axis.along)
			inertia[k] += b.kilograms*beside*beside + b.own*same*same
		}
	}
	own := 0.0
	for _, b := range bodies {
		own += b.own
	}
	for k := range torque {
		torque[k] = math.Abs(torque[k])
	}
	torque[2] += own * turning
	for k := range torque {
		most.torque[k] = max(most.torque[k], torque[k])
		most.inertia[k] = max(most.inertia[k], inertia[k])
	}
}

// gripForce returns the force in N that the two fingers need to hold the part by friction alone, each with half of it:
// m(g + a)S / 2µ, in the worst direction. See Monkman et al., Robot Grippers (2007), section 2.3.
func gripForce(part Part, felt, friction, safety float64) float64 {
	return float64(part.Mass) / 1000 * felt * safety / (2 * friction)
}
