package cell

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/goccy/go-yaml"

	"orrery/shop"
)

// seeded returns the parts that a new shop has.
func seeded(t testing.TB) *Parts {
	t.Helper()
	files, err := filepath.Glob("../../db/seed/products/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no products: %v", err)
	}
	var products []shop.Product
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := yaml.YAMLToJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		var p struct {
			ID    json.Number
			Name  string
			Price int64
			Stock int
			shop.Content
		}
		if err := json.Unmarshal(raw, &p); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		made := shop.Product{ID: p.ID.String(), Name: p.Name, Stock: p.Stock, Listed: true, Content: p.Content}
		if p.Price > 0 {
			price := terms.FromMajor(p.Price)
			made = made.WithPrice(&price, terms)
		}
		products = append(products, made)
	}
	parts := NewParts(products)
	return &parts
}

var terms = shop.DefaultTerms()

// robotNamed returns an arm on the floor, or on its own rail, with the gripper or without.
func robotNamed(t testing.TB, id string, gripped bool) *robot {
	t.Helper()
	parts, in := seeded(t), Input{ArmID: id}
	if gripped {
		in.GripperID = new("7")
	}
	k, err := parts.kit("", in)
	if err != nil {
		t.Fatal(err)
	}
	return robotOf(in, k)
}

func degrees(angles ...float64) (q posture) {
	for i, angle := range angles {
		q[axis1+i] = angle * radians
	}
	return q
}

// The figures were worked out by hand for the drawing in the client, whose chain this has to be.
func TestForward(t *testing.T) {
	arm := robotNamed(t, "3", true)
	for name, c := range map[string]struct {
		at   posture
		tool float64
		want vec
	}{
		"all axes at zero":                   {degrees(0, 0, 0, 0, 0, 0), 0, vec{0, -236, 1213}},
		"all axes at zero, with the gripper": {degrees(0, 0, 0, 0, 0, 0), 166, vec{0, -402, 1213}},
		"axis 1 at 90":                       {degrees(90, 0, 0, 0, 0, 0), 0, vec{236, 0, 1213}},
		"axis 2 at 90":                       {degrees(0, 90, 0, 0, 0, 0), 0, vec{1018, -236, 195}},
		"axis 3 at 90":                       {degrees(0, 0, 90, 0, 0, 0), 0, vec{543, -236, 670}},
		"axis 4 at 90":                       {degrees(0, 0, 0, 90, 0, 0), 0, vec{118, -236, 1095}},
		"axis 5 at 90":                       {degrees(0, 0, 0, 0, 90, 0), 0, vec{111, -125, 1213}},
		"axis 6 at 90":                       {degrees(0, 0, 0, 0, 0, 90), 166, vec{0, -402, 1213}},
		"stretched out":                      {degrees(0, 90, 0, -90, 90, 0), 0, vec{1011, -125, 313}},
		"upright with the gripper down":      {degrees(0, 0, 0, 90, 90, 0), 166, vec{118, -125, 818}},
	} {
		f := arm.forward(c.at)
		if got := f.tool(c.tool); got.minus(c.want).length() > 1e-9 {
			t.Errorf("%s: %v in place of %v", name, got, c.want)
		}
	}
	railed := robotNamed(t, "1", false)
	f := railed.forward(posture{railAxis: 1000})
	if want := (vec{1000, -236, 1213 + 176}); f.flange.minus(want).length() > 1e-9 {
		t.Errorf("on the rail: %v in place of %v", f.flange, want)
	}
}

// apart returns the distance of two poses in millimetres and degrees.
func apart(a, b *frames) (distance, angle float64) {
	turn := a.turn[axis6].transposed().product(b.turn[axis6])
	sin := vec{turn[1][2] - turn[2][1], turn[2][0] - turn[0][2], turn[0][1] - turn[1][0]}.length() / 2
	return a.flange.minus(b.flange).length(), math.Atan2(sin, (turn[0][0]+turn[1][1]+turn[2][2]-1)/2) / radians
}

func (r *robot) random(rng *rand.Rand) (q posture) {
	for i := range q {
		q[i] = r.min[i] + rng.Float64()*(r.max[i]-r.min[i])
	}
	return q
}

// Every pose that an arm can have is found again, in each branch that the limits allow, and the nearest posture is the
// one that it came from.
func TestInverse(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, id := range []string{"1", "3", "10"} {
		arm := robotNamed(t, id, false)
		worstMM, worstDegrees, solutions := 0.0, 0.0, 0
		for range 1000 {
			q := arm.random(rng)
			want := arm.forward(q)
			nearest := math.Inf(1)
			for branch := range branches {
				found, ok := arm.inverse(want.turn[axis6], want.flange, branch, q)
				if !ok {
					continue
				}
				solutions++
				got := arm.forward(found)
				mm, angle := apart(&got, &want)
				worstMM, worstDegrees = max(worstMM, mm), max(worstDegrees, angle)
				away := 0.0
				for i := range q {
					if found[i] < arm.min[i] || found[i] > arm.max[i] {
						t.Fatalf("arm %s: %s is at %g, outside of its range", id, axisName(i), found[i])
					}
					away = max(away, math.Abs(found[i]-q[i]))
				}
				nearest = min(nearest, away)
			}
			if nearest > 1e-5 {
				t.Fatalf("arm %s: the posture %v was not found; the nearest is %g away", id, q, nearest)
			}
		}
		if worstMM > 0.1 || worstDegrees > 0.01 {
			t.Errorf("arm %s: off by up to %g mm and %g°", id, worstMM, worstDegrees)
		}
		t.Logf("arm %s: %d postures for 1,000 poses, off by up to %.2g mm and %.2g°", id, solutions, worstMM, worstDegrees)
	}
}

// numeric finds a posture at a pose by damped least squares with numeric derivatives, from many starts, and knows
// nothing of how the arm is built. See Buss, Introduction to Inverse Kinematics (2004).
func (r *robot) numeric(rng *rand.Rand, turn mat, place vec) (q posture, ok bool) {
	target := frames{flange: place}
	target.turn[axis6] = turn
	miss := func(q posture) (e [6]float64) {
		f := r.forward(q)
		d := target.flange.minus(f.flange)
		var w vec // the axis of the turn that is missing, as long as its angle
		cos := -0.5
		for i := range turn {
			w = w.plus(f.turn[axis6][i].cross(turn[i]).times(0.5))
			cos += f.turn[axis6][i].dot(turn[i]) / 2
		}
		if sin := w.length(); sin > 1e-12 {
			w = w.times(math.Atan2(sin, cos) / sin)
		}
		return [6]float64{d[0] / 500, d[1] / 500, d[2] / 500, w[0], w[1], w[2]}
	}
	size := func(e [6]float64) (s float64) {
		for _, v := range e {
			s += v * v
		}
		return math.Sqrt(s)
	}
	for range 60 {
		q = r.random(rng)
		e, damping := miss(q), 1e-2
		for range 120 {
			var jacobian [6][6]float64 // by row of e, column of q
			for k := range 6 {
				moved := q
				moved[axis1+k] += 1e-6
				f := miss(moved)
				for i := range e {
					jacobian[i][k] = (e[i] - f[i]) / 1e-6
				}
			}
			// (J'J + λI) step = J'e
			var a [6][7]float64
			for i := range 6 {
				for k := range 6 {
					for row := range 6 {
						a[i][k] += jacobian[row][i] * jacobian[row][k]
					}
				}
				a[i][i] += damping
				for row := range 6 {
					a[i][6] += jacobian[row][i] * e[row]
				}
			}
			step := solveLinear(a)
			next := q
			for k, d := range step {
				next[axis1+k] = min(r.max[axis1+k], max(r.min[axis1+k], q[axis1+k]+d))
			}
			if f := miss(next); size(f) < size(e) {
				q, e, damping = next, f, max(1e-9, damping/4)
			} else if damping *= 4; damping > 1e4 {
				break
			}
			if size(e) < 1e-8 {
				f := r.forward(q)
				if mm, angle := apart(&f, &target); mm < 0.1 && angle < 0.01 {
					return q, true
				}
				break
			}
		}
	}
	return q, false
}

func solveLinear(a [6][7]float64) (x [6]float64) {
	for i := range a {
		pivot := i
		for k := i + 1; k < len(a); k++ {
			if math.Abs(a[k][i]) > math.Abs(a[pivot][i]) {
				pivot = k
			}
		}
		a[i], a[pivot] = a[pivot], a[i]
		for k := range a {
			if k != i && a[i][i] != 0 {
				f := a[k][i] / a[i][i]
				for j := i; j < 7; j++ {
					a[k][j] -= f * a[i][j]
				}
			}
		}
	}
	for i := range a {
		if a[i][i] != 0 {
			x[i] = a[i][6] / a[i][i]
		}
	}
	return x
}

// The closed form and a numeric solver that shares nothing with it agree on which points a tool reaches pointing down,
// and on the pose.
func TestInverseAgreesWithNumericSolver(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, id := range []string{"3", "10"} {
		arm := robotNamed(t, id, true)
		far := arm.Upper + arm.Fore
		reached, refused := 0, 0
		for reached < 60 || refused < 60 {
			p := Point{int((rng.Float64()*2 - 1) * far * 1.3), int((rng.Float64()*2 - 1) * far * 1.3),
				int((rng.Float64()*1.6 - 0.3) * far), rng.IntN(360) - 180}
			inside := arm.reaches(p, 0)
			if (inside && reached >= 60) || (!inside && refused >= 60) {
				continue
			}
			turn := downwards(float64(p.Heading) * radians)
			place := vec{float64(p.X), float64(p.Y), float64(p.Z) + arm.pads()}
			q, found := arm.numeric(rng, turn, place)
			if found != inside {
				t.Errorf("arm %s at %+v: reached in closed form: %v, numerically: %v %v", id, p, inside, found, q)
			}
			if !inside {
				refused++
				continue
			}
			reached++
			agrees := false
			for branch := range branches {
				closed, ok := arm.at(p, 0, branch, q)
				for i := range closed {
					ok = ok && math.Abs(closed[i]-q[i]) < 1e-4
				}
				agrees = agrees || ok
			}
			if !agrees {
				t.Errorf("arm %s at %+v: the numeric posture %v is none of the closed form's", id, p, q)
			}
		}
	}
}

func (m mat) of(v vec) vec {
	return m[0].times(v[0]).along(m[1], v[1]).along(m[2], v[2])
}

func (m mat) product(n mat) mat { return mat{m.of(n[0]), m.of(n[1]), m.of(n[2])} }

func (m mat) transposed() mat {
	return mat{{m[0][0], m[1][0], m[2][0]}, {m[0][1], m[1][1], m[2][1]}, {m[0][2], m[1][2], m[2][2]}}
}
