package cell

import (
	"math"
	"math/rand/v2"
	"testing"
)

// integrated returns how long a motion over a way takes that is simulated in small steps: it brakes as soon as it has to.
func integrated(way, speed, acceleration float64) float64 {
	step := math.Sqrt(way/acceleration) / 1e5
	x, v, time := 0.0, 0.0, 0.0
	for x < way && time < 100 {
		switch {
		case v*v/(2*acceleration) >= way-x:
			v = max(v-acceleration*step, acceleration*step)
		case v < speed:
			v = min(speed, v+acceleration*step)
		}
		x += v * step
		time += step
	}
	return time
}

func TestTrapezoid(t *testing.T) {
	for _, c := range []struct{ way, speed, acceleration, want float64 }{
		{50, 180, 500, 0.6325},    // a triangle: 2 √(50/500)
		{180, 180, 500, 1.36},     // 180/180 + 180/500
		{1500, 1500, 4000, 1.375}, // the rail's full stroke, which its data sheet states as 1.4 s
		{1500, 1500, 2000, 1.75},  // with full payload; 1.8 s on the data sheet
		{360, 240, 1000, 1.74},
		{0.5, 240, 1000, 0.0447},
	} {
		m := newTrapezoid(c.speed/c.way, c.acceleration/c.way)
		if math.Abs(m.duration-c.want) > 1e-4 {
			t.Errorf("%g at %g and %g takes %g in place of %g", c.way, c.speed, c.acceleration, m.duration, c.want)
		}
		if fine := integrated(c.way, c.speed, c.acceleration); math.Abs(m.duration-fine) > 0.01*fine {
			t.Errorf("%g at %g and %g takes %g, integrated %g", c.way, c.speed, c.acceleration, m.duration, fine)
		}
		if start, middle, end := m.part(0), m.part(m.duration/2), m.part(m.duration); start != 0 ||
			math.Abs(middle-0.5) > 1e-9 || end != 1 {
			t.Errorf("%g: parts of the way are %g, %g, %g", c.way, start, middle, end)
		}
	}
}

// random returns a cell in which both points are often within reach.
func random(rng *rand.Rand, arm string) Input {
	point := func() Point {
		return Point{rng.IntN(2000) - 700, rng.IntN(1600) - 800, rng.IntN(500), rng.IntN(360) - 180}
	}
	return Input{ArmID: arm, GripperID: new("7"), Part: Part{rng.IntN(3000), 20 + rng.IntN(150), 10 + rng.IntN(70),
		10 + rng.IntN(100)}, Pick: point(), Place: point(), Lift: rng.IntN(300), GripTime: 300, Shifts: 1, Horizon: 36}
}

// No axis exceeds its speed or acceleration and the tool is not faster than it may be, in what a cycle takes when every
// move is differentiated finely; and one of them is at its limit, so that no move could be much faster.
func TestMovesKeepTheLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	parts := seeded(t)
	cycles := 0
	for cycles < 45 {
		in := random(rng, []string{"1", "3", "10"}[cycles%3])
		k, err := parts.kit("", in)
		if err != nil {
			t.Fatal(err)
		}
		r := newResult(in, k, fitted{})
		if r.motion == nil {
			continue
		}
		cycles++
		sum := 0.0
		for i := range r.motion.moves {
			m := &r.motion.moves[i]
			sum += m.duration
			if m.axis < 0 || m.duration == 0 {
				continue
			}
			limits := &r.robot.empty
			if i > 1 && i < 5 {
				limits = &r.robot.loaded
			}
			most := 0.0
			h := m.duration / 1000
			exact := func(time float64) posture { return r.robot.exact(in, m, m.part(time)) }
			for n := 1; n < 1000; n++ {
				before, now, after := exact(h*float64(n-1)), exact(h*float64(n)), exact(h*float64(n+1))
				for a := range now {
					if r.robot.speed[a] == 0 {
						continue
					}
					speed := math.Abs(after[a]-before[a]) / (2 * h) / r.robot.speed[a]
					acceleration := math.Abs(after[a]-2*now[a]+before[a]) / (h * h) / limits[a]
					if speed > 1.01 || acceleration > 1.03 {
						t.Fatalf("%+v: %s of %s runs at %g of its speed and %g of its acceleration", in, axisName(a), m.name, speed,
							acceleration)
					}
					most = max(most, speed, acceleration)
				}
				tool := r.robot.point(after, r.robot.pads()).minus(r.robot.point(before, r.robot.pads())).length() / (2 * h)
				if tool /= r.robot.ToolSpeed; tool > 1.02 {
					t.Fatalf("%+v: the tool runs at %g of its speed", in, tool)
				} else {
					most = max(most, tool)
				}
			}
			if most < 0.45 {
				t.Errorf("%+v: %s uses only %g of what the axes permit", in, m.name, most)
			}
			// The profile, integrated step by step.
			if fine := integrated(1, m.speed, m.acceleration); math.Abs(m.duration-fine) > 0.01*fine {
				t.Errorf("%s takes %g s, integrated %g s", m.name, m.duration, fine)
			}
		}
		if math.Abs(sum-r.duration) > 1e-9 {
			t.Errorf("the moves take %g s, the cycle %g s", sum, r.duration)
		}
	}
}

// exact returns the posture at a part of a move, for vertical ones without the interpolation of their paths.
func (r *robot) exact(in Input, m *move, part float64) posture {
	if len(m.path) == 2 {
		return m.path.at(part)
	}
	q := m.path.at(part)
	p, raised := in.Pick, part*float64(in.Lift)
	if m.name == lowering || m.name == retreat {
		p = in.Place
	}
	if m.name == approach || m.name == lowering {
		raised = (1 - part) * float64(in.Lift)
	}
	for branch := range branches {
		found, ok := r.at(p, raised, branch, q)
		for i := range found {
			ok = ok && math.Abs(found[i]-q[i]) < 0.05
		}
		if ok {
			return found
		}
	}
	return q
}
