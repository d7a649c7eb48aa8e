package cell

import (
	"math"

	"orrery/shop"
)

// vec is a point or a direction.
type vec [3]float64

func (a vec) plus(b vec) vec      { return vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vec) minus(b vec) vec     { return vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vec) times(f float64) vec { return vec{a[0] * f, a[1] * f, a[2] * f} }
func (a vec) dot(b vec) float64   { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vec) length() float64     { return math.Sqrt(a.dot(a)) }
func (a vec) cross(b vec) vec {
	return vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
func (a vec) along(d vec, f float64) vec { return vec{a[0] + d[0]*f, a[1] + d[1]*f, a[2] + d[2]*f} }

// mat is a rotation; its elements are the images of x, y and z.
type mat [3]vec

// aboutZ returns the rotation after one about its own z.
func (m *mat) aboutZ(angle float64) mat {
	s, c := math.Sincos(angle)
	return mat{m[0].times(c).along(m[1], s), m[1].times(c).along(m[0], -s), m[2]}
}

// aboutY returns the rotation after one about its own y.
func (m *mat) aboutY(angle float64) mat {
	s, c := math.Sincos(angle)
	return mat{m[0].times(c).along(m[2], -s), m[1], m[2].times(c).along(m[0], s)}
}

func rotZ(angle float64) mat {
	s, c := math.Sincos(angle)
	return mat{{c, s, 0}, {-s, c, 0}, {0, 0, 1}}
}

// posture holds the values of all axes: the carriage in millimetres, which is 0 without a rail, and the six axes of the
// arm in radians.
type posture [7]float64

const (
	railAxis = iota
	axis1
	axis2
	axis3
	axis4
	axis5
	axis6
	axisCount
)

const radians = math.Pi / 180

// robot is an arm where it stands, with its tool.
type robot struct {
	shop.ArmMotion
	base     float64 // height of the mounting face
	rail     *shop.RailMotion
	gripper  *shop.GripperMotion
	min, max posture
	speed    posture
	// loaded and empty are the accelerations with and without the part.
	loaded, empty posture
}

// frames are the places and the turns of the axes in a posture. turn[i] is the orientation behind axis i, at[i] a point
// on axis i.
type frames struct {
	at     [axisCount]vec
	turn   [axisCount]mat
	flange vec
}

// tool returns a point in front of the flange.
func (f *frames) tool(distance float64) vec { return f.flange.along(f.turn[axis6][1], -distance) }

// forward returns the frames of a posture. The chain is that of Siciliano et al., Robotics (2009), section 2.8, with
// the frames of the machine's drawings in place of the Denavit–Hartenberg ones: z, y, y, y, z, y.
func (r *robot) forward(q posture) (f frames) {
	f.turn[axis1] = rotZ(q[axis1])
	f.turn[axis2] = f.turn[axis1].aboutY(q[axis2])
	f.turn[axis3] = f.turn[axis1].aboutY(q[axis2] + q[axis3])
	f.turn[axis4] = f.turn[axis1].aboutY(q[axis2] + q[axis3] + q[axis4])
	f.turn[axis5] = f.turn[axis4].aboutZ(q[axis5])
	f.turn[axis6] = f.turn[axis5].aboutY(q[axis6])
	f.at[axis1] = vec{q[railAxis], 0, r.base}
	f.at[axis2] = f.at[axis1].plus(vec{0, 0, r.Shoulder})
	f.at[axis3] = f.at[axis2].along(f.turn[axis2][2], r.Upper)
	f.at[axis4] = f.at[axis3].along(f.turn[axis3][2], r.Fore)
	f.at[axis5] = f.at[axis4].along(f.turn[axis4][1], -r.WristOffset)
	f.at[axis6] = f.at[axis5].along(f.turn[axis5][2], r.Wrist)
	f.flange = f.at[axis6].along(f.turn[axis6][1], -r.Flange)
	return f
}

// branches is the number of postures with which an arm reaches a pose: the shoulder to either side, the wrist turned
// either way, the elbow up or down.
const branches = 8

// inverse returns the posture of a branch in which the flange is at a place with an orientation, and the carriage where
// near has it. Angles that differ by full turns are those nearest to near within the limits. It returns false if there
// is none.
//
// Axes 2, 3 and 4 are parallel, so the closed form is that of arms with an offset wrist: axis 1 from the distance of
// axis 6 beside the plane in which the arm bends, axis 5 from the tool's direction, axes 2 and 3 from the cosine rule.
// See Hawkins, Analytic Inverse Kinematics for the Universal Robots UR-5/UR-10 Arms (2013), and Siciliano et al.,
// section 2.12.2, for the arm of two links.
func (r *robot) inverse(turn mat, flange vec, branch int, near posture) (q posture, ok bool) {
	q = near
	o6 := flange.along(turn[1], r.Flange).minus(vec{near[railAxis], 0, r.base + r.Shoulder})
	far := math.Hypot(o6[0], o6[1])
	if far < r.WristOffset {
		return q, false
	}
	lead, side := math.Atan2(o6[1], o6[0]), math.Asin(r.WristOffset/far)
	q[axis1] = lead + side
	if branch&1 != 0 {
		q[axis1] = lead + math.Pi - side
	}
	if _, ok = turned(q[axis1], near[axis1], r.min[axis1], r.max[axis1]); !ok {
		return q, false
	}
	sin1, cos1 := math.Sincos(q[axis1])
	back := func(v vec) vec { return vec{cos1*v[0] + sin1*v[1], cos1*v[1] - sin1*v[0], v[2]} }
	y := back(turn[1])
	q[axis5] = math.Acos(min(1, max(-1, y[1])))
	if branch&2 != 0 {
		q[axis5] = -q[axis5]
	}
	sin5, cos5 := math.Sincos(q[axis5])
	ahead, beside := back(turn[2]), back(turn[0])
	var tilt float64 // of axes 2, 3 and 4 together
	if math.Abs(sin5) > 1e-9 {
		tilt = math.Atan2(y[2]/sin5, -y[0]/sin5)
	} else { // axes 4 and 6 are parallel, so axis 6 can stay
		total := math.Atan2(ahead[0], beside[0])
		if y[1] > 0 {
			tilt = total - near[axis6]
		} else {
			tilt = math.Atan2(-ahead[0], -beside[0]) + near[axis6]
		}
	}
	sin, cos := math.Sincos(tilt)

	p := back(o6)
	out, up := p[0]-r.Wrist*sin, p[2]-r.Wrist*cos
	cosine := (out*out + up*up - r.Upper*r.Upper - r.Fore*r.Fore) / (2 * r.Upper * r.Fore)
	if math.Abs(cosine) > 1 {
		if math.Abs(cosine) > 1+1e-12 {
			return q, false
		}
		cosine = math.Copysign(1, cosine)
	}
	q[axis3] = math.Acos(cosine)
	if branch&4 != 0 {
		q[axis3] = -q[axis3]
	}
	sin3, cos3 := math.Sincos(q[axis3])
	q[axis2] = math.Atan2(out, up) - math.Atan2(r.Fore*sin3, r.Upper+r.Fore*cos3)
	q[axis4] = tilt - q[axis2] - q[axis3]
	// What is left for axis 6: the first elements of the hand's x and z in the frame of axis 5.
	first := func(v vec) float64 { return cos5*(cos*v[0]-sin*v[2]) + sin5*v[1] }
	q[axis6] = math.Atan2(first(ahead), first(beside))
	for i := axis1; i <= axis6; i++ {
		if q[i], ok = turned(q[i], near[i], r.min[i], r.max[i]); !ok {
			return q, false
		}
	}
	return q, true
}

// slack is how far an angle may exceed a limit, because of rounding.
const slack = 1e-9

// turned returns the angle that differs by full turns and is the nearest one to near within the limits.
func turned(angle, near, low, high float64) (float64, bool) {
	angle += 2 * math.Pi * math.Round((near-angle)/(2*math.Pi))
	for angle > high+slack {
		angle -= 2 * math.Pi
	}
	for angle < low-slack {
		angle += 2 * math.Pi
	}
	return min(high, max(low, angle)), angle <= high+slack
}

// downwards returns the orientation of a tool that points down and whose fingers move across the heading.
func downwards(heading float64) mat {
	sin, cos := math.Sincos(heading)
	return mat{{-sin, cos, 0}, {0, 0, 1}, {cos, sin, 0}}
}

func (p Point) place() vec { return vec{float64(p.X), float64(p.Y), float64(p.Z)} }

// pads returns the distance of the tool's point from the flange.
func (r *robot) pads() float64 {
	if r.gripper == nil {
		return 0
	}
	return r.gripper.Pads
}

// at returns the posture of a branch in which the tool is at a point, raised by some millimetres.
func (r *robot) at(p Point, raised float64, branch int, near posture) (posture, bool) {
	flange := p.place().plus(vec{0, 0, raised + r.pads()})
	return r.inverse(downwards(float64(p.Heading)*radians), flange, branch, near)
}

// newRobot returns an arm on the floor, a stand or a rail, whose tool and part have the given masses in grams.
func newRobot(arm shop.ArmMotion, rail *shop.RailMotion, gripper *shop.GripperMotion, stand float64,
	toolMass, partMass int) *robot {
	r := &robot{ArmMotion: arm, base: stand, rail: rail, gripper: gripper}
	for i, axis := range arm.Axes {
		a := axis1 + i
		r.min[a], r.max[a], r.speed[a] = axis.Min*radians, axis.Max*radians, axis.Speed*radians
		r.loaded[a], r.empty[a] = axis.Acceleration*radians, axis.Acceleration*radians
	}
	if rail != nil {
		r.base, r.max[railAxis], r.speed[railAxis] = rail.Deck, rail.Stroke, rail.Speed
		r.loaded[railAxis] = railAcceleration(*rail, toolMass+partMass)
		r.empty[railAxis] = railAcceleration(*rail, toolMass)
	}
	return r
}

func railAcceleration(rail shop.RailMotion, load int) float64 {
	if rail.HeavyGrams != nil && rail.HeavyAcceleration != nil && load > *rail.HeavyGrams {
		return *rail.HeavyAcceleration
	}
	return rail.Acceleration
}

// values returns the values of the axes as they are shown: the rail first, if there is one, angles in degrees.
func (r *robot) values(q posture) []float64 {
	var values []float64
	if r.rail != nil {
		values = append(values, rounded(q[railAxis]))
	}
	for _, angle := range q[axis1:] {
		values = append(values, rounded(angle/radians))
	}
	return values
}

// rounded returns a figure with two decimals.
func rounded(value float64) float64 { return math.Round(value*100) / 100 }

// axisName returns the name of an axis.
func axisName(axis int) string {
	switch axis {
	case railAxis:
		return "Rail"
	case axisCount:
		return "Tool speed"
	}
	return "Axis " + string(rune('0'+axis))
}
