package cell

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"orrery/shop"
)

var now = time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC)

// bench is a cell in which everything fits: the fixed arm moves boxes of 1 kg from one side of a table to the other.
func bench() Input {
	return Input{ArmID: "3", GripperID: new("7"), Part: Part{1000, 80, 60, 60}, Pick: Point{450, -250, 230, 0},
		Place: Point{450, 250, 230, 90}, Obstacles: []Obstacle{{Table, 600, 0, 0, 600, 900, 200, 0}}, Lift: 100, GripTime: 300,
		PartsPerHour: 600, Shifts: 1, Horizon: 36}
}

func planned(t testing.TB, parts *Parts, in Input) Plan {
	t.Helper()
	plan, err := Make("input.", in, parts, terms, now)
	if err != nil {
		t.Fatalf("%+v: %v", in, err)
	}
	return plan
}

// line returns the check of a rule as text, "" if there is none.
func (p Plan) line(rule Rule) (text string) {
	for _, c := range p.Checks {
		if c.Rule == rule {
			text += string(c.Outcome) + ": " + c.Message + "\n"
		}
	}
	return text
}

func TestPlan(t *testing.T) {
	parts := seeded(t)
	plan := planned(t, parts, bench())
	for _, c := range plan.Checks {
		t.Logf("%s %s: %s %v", c.Rule, c.Outcome, c.Message, c.Remedies)
		if c.Outcome != shop.Fits {
			t.Errorf("%s: %s", c.Rule, c.Message)
		}
	}
	if plan.Outcome != shop.Fits || plan.Cycle == nil || len(plan.Products) != 2 || plan.Costs.Price != nil || plan.Delivery != nil {
		t.Fatalf("the plan is %+v", plan)
	}
	c := plan.Cycle
	t.Logf("%d ms, %d parts per hour, %.0f J, slowest %+v, %d frames, %+v", c.Duration, c.PartsPerHour, *c.Energy, c.Slowest,
		len(c.Frames), c.Moves)
	sum := 0
	for _, m := range c.Moves {
		sum += m.Duration
	}
	if sum < c.Duration-4 || sum > c.Duration+4 || c.PartsPerHour != 3600_000/c.Duration {
		t.Errorf("the moves take %d ms, the cycle %d ms for %d parts per hour", sum, c.Duration, c.PartsPerHour)
	}
	first, last := c.Frames[0], c.Frames[len(c.Frames)-1]
	if len(c.Frames) > 120 || first.Time != 0 || last.Time != c.Duration || !slices.Equal(first.Joints, last.Joints) ||
		first.Holding || !slices.ContainsFunc(c.Frames, func(f Frame) bool { return f.Holding && f.Opening == 60 }) {
		t.Errorf("the frames run from %+v to %+v", first, last)
	}

	// Costs: the arm alone costs $22,999; one shift of 8 hours on 250 days at $30 is $5,000 a month.
	in := bench()
	in.GripperID, in.LabourCost = nil, new("30")
	costs := planned(t, parts, in).Costs
	if costs.Price.Decimal() != "22999.00" || costs.LabourPerMonth.Decimal() != "5000.00" || *costs.Payback != 4.6 {
		t.Errorf("the costs are %+v, %v, %v", costs.Price, costs.LabourPerMonth, *costs.Payback)
	}
	in.ArmID, in.Shifts, in.LabourCost = "1", 3, new("0")
	if costs = planned(t, parts, in).Costs; costs.Payback != nil || costs.RentOrBuy == nil || costs.RentOrBuy.Horizon != 36 {
		t.Errorf("the costs are %+v", costs)
	}
}

// The tax is that of the cart, which rounds once.
func TestCostsWithTax(t *testing.T) {
	parts, price := seeded(t), terms.Money(1004)
	for i := range parts.Arms {
		parts.Arms[i].Product = parts.Arms[i].Product.WithPrice(&price, terms)
	}
	for i := range parts.Grippers {
		parts.Grippers[i].Product = parts.Grippers[i].Product.WithPrice(&price, terms)
	}
	plan := planned(t, parts, bench())
	var items []shop.CartItem
	for _, p := range plan.Products {
		items = append(items, shop.CartItem{Product: p, Quantity: 1})
	}
	if got, want := *plan.Costs.PriceWithTax, terms.NewCart(items).Total; got != want || got.Decimal() != "22.09" {
		t.Errorf("%s with tax, %s in the cart", got.Decimal(), want.Decimal())
	}
}

func TestChecks(t *testing.T) {
	parts := seeded(t)
	for name, c := range map[string]struct {
		change func(*Input)
		rule   Rule
		want   string // of the message, "" if there is no such check
		not    shop.FitOutcome
	}{
		"far":              {func(in *Input) { in.Pick.X = 1500 }, ReachPick, "out of reach", shop.FitsNot},
		"far, no cycle":    {func(in *Input) { in.Pick.X = 1500 }, Speed, "", ""},
		"near":             {func(in *Input) { in.Place = Point{60, 0, 250, 0} }, ReachPlace, "too near", shop.FitsNot},
		"heavy":            {func(in *Input) { in.Part.Mass = 5500 }, Payload, "0.4 kg more than the arm's payload", shop.FitsNot},
		"grip":             {func(in *Input) { in.Part.Mass = 3500 }, Grip, "0.5 kg more than the gripper's payload", shop.FitsNot},
		"wide":             {func(in *Input) { in.Part.Width = 90 }, Stroke, "90 mm wide and the fingers open 80 mm", shop.FitsNot},
		"flange":           {func(*Input) {}, Flange, "ISO 9409-1-50-4-M6", shop.Fits},
		"slow":             {func(in *Input) { in.PartsPerHour = 3000 }, Speed, "3,000 required", shop.FitsNot},
		"speed not stated": {func(in *Input) { in.PartsPerHour = 0 }, Speed, "", ""},
		"no fence":         {func(*Input) {}, HitsFence, "", ""},
		"in the table":     {func(in *Input) { in.Pick.Z = 210 }, HitsTable, "at the pick point", shop.FitsNot},
		"fingers in a table": {func(in *Input) { in.Part.Height = 20; in.Pick.Z, in.Place.Z = 210, 210 },
			HitsTable, "The gripper hits the table by 13 mm", shop.FitsNot},
		"through a fence": {func(in *Input) {
			in.Obstacles = append(in.Obstacles, Obstacle{Fence, 500, 0, 0, 1000, 50, 1500, 0})
		}, HitsFence, "hits the fence by", shop.FitsNot},
		"along a fence": {func(in *Input) {
			in.Obstacles = append(in.Obstacles, Obstacle{Fence, 0, 1500, 0, 3000, 50, 2000, 0})
		}, HitsFence, "passes the fence at", shop.Fits},
		"under the floor": {func(in *Input) { in.Obstacles = nil; in.Pick.Z = 10 }, HitsFloor, "hits the floor by 20 mm, at the pick point", shop.FitsNot},
		"a table where the arm stands": {func(in *Input) { in.Obstacles[0].X = 300 }, HitsTable, "hits the table",
			shop.FitsNot},
		"on a stand of the table's height": {func(in *Input) { in.StandHeight = 200; in.Obstacles[0].X = 300 }, HitsTable,
			"passes the table", shop.Fits},
		"a cobot's interface": {func(in *Input) { in.ArmID = "10" }, Interface, "not stated", shop.FitUnknown},
		"own rail":            {func(in *Input) { in.ArmID = "1"; in.Place.X = 1900 }, ReachPlace, "within reach", shop.Fits},
		"rail":                {func(in *Input) { in.RailID = new("8"); in.Place.X = 1900 }, Load, "leave 14.1 kg of 40 kg", shop.Fits},
		"rail's mounting":     {func(in *Input) { in.RailID = new("8") }, Mounting, "190 mm diameter, four M8", shop.Fits},
	} {
		in := bench()
		c.change(&in)
		got := planned(t, parts, in).line(c.rule)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) || !strings.HasPrefix(got, string(c.not)) {
			t.Errorf("%s: %s is %q", name, c.rule, got)
		}
	}
}

func TestInputIsRefused(t *testing.T) {
	parts := seeded(t)
	for field, change := range map[string]func(*Input){
		"input.armId":            func(in *Input) { in.ArmID = "7" },
		"input.railId":           func(in *Input) { in.ArmID, in.RailID = "1", new("8") },
		"input.gripperId":        func(in *Input) { in.GripperID = new("x") },
		"input.cameraId":         func(in *Input) { in.CameraID = new("3") },
		"input.standHeight":      func(in *Input) { in.ArmID, in.StandHeight = "1", 100 },
		"input.part.mass":        func(in *Input) { in.Part.Mass = -1 },
		"input.part.width":       func(in *Input) { in.Part.Width = 0 },
		"input.pick.x":           func(in *Input) { in.Pick.X = 20_001 },
		"input.place.z":          func(in *Input) { in.Place.Z = -1 },
		"input.place.heading":    func(in *Input) { in.Place.Heading = 361 },
		"input.obstacles":        func(in *Input) { in.Obstacles = make([]Obstacle, 21) },
		"input.obstacles.0.kind": func(in *Input) { in.Obstacles[0].Kind = "TREE" },
		"input.obstacles.0.width": func(in *Input) {
			in.Obstacles[0].Width = 0
		},
		"input.lift":         func(in *Input) { in.Lift = 1001 },
		"input.gripTime":     func(in *Input) { in.GripTime = -1 },
		"input.partsPerHour": func(in *Input) { in.PartsPerHour = 100_001 },
		"input.shifts":       func(in *Input) { in.Shifts = 4 },
		"input.labourCost":   func(in *Input) { in.LabourCost = new("1e-2000000000") },
		"input.horizon":      func(in *Input) { in.Horizon = 0 },
	} {
		in := bench()
		change(&in)
		_, err := Make("input.", in, parts, terms, now)
		if errs := shop.UserErrors(err); len(errs) != 1 || errs[0].Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// Each remedy that a plan proposes is one: with its change the rule is met, and nothing is violated that was not.
func TestRemediesMend(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	parts := seeded(t)
	kinds := map[string]int{}
	violated, helped := map[Rule]int{}, map[Rule]int{}
	for n := range 150 {
		in := random(rng, []string{"1", "3", "10"}[n%3])
		in.Part.Mass, in.PartsPerHour = rng.IntN(7000), rng.IntN(1500)
		for range rng.IntN(3) {
			in.Obstacles = append(in.Obstacles, Obstacle{[]ObstacleKind{Table, Conveyor, Fence, Box}[rng.IntN(4)], rng.IntN(2000) - 1000,
				rng.IntN(2000) - 1000, 0, 20 + rng.IntN(800), 20 + rng.IntN(800), 20 + rng.IntN(600), rng.IntN(180)})
		}
		before := planned(t, parts, in)
		for _, c := range before.Checks {
			if c.Outcome == shop.FitsNot {
				violated[c.Rule]++
				helped[c.Rule] += min(1, len(c.Remedies))
			} else if len(c.Remedies) > 0 {
				t.Errorf("%s has remedies and %s", c.Rule, c.Outcome)
			}
			for _, remedy := range c.Remedies {
				kinds[strings.SplitN(remedy.Message, " ", 2)[0]]++
				after := planned(t, parts, in.apply(remedy.Change))
				for _, d := range after.Checks {
					if d.Rule == c.Rule && d.Outcome != shop.Fits {
						t.Errorf("%+v: %s is %s with %q", in, c.Rule, d.Message, remedy.Message)
					}
					was := before.line(d.Rule)
					if d.Outcome == shop.FitsNot && was != "" && !strings.Contains(was, string(shop.FitsNot)) {
						t.Errorf("%+v: %s violates %s", in, remedy.Message, d.Rule)
					}
				}
			}
		}
	}
	t.Logf("of the violations %v, those have a remedy: %v; remedies begin with %v", violated, helped, kinds)
	for _, rule := range []Rule{ReachPick, ReachPlace} {
		if helped[rule]*10 < violated[rule]*9 {
			t.Errorf("%s: only %d of %d violations have a remedy", rule, helped[rule], violated[rule])
		}
	}
}

// The machine that stands 3 m from a conveyor needs the rail, and says so.
func TestRailIsProposed(t *testing.T) {
	parts := seeded(t)
	in := bench()
	in.Part.Mass, in.Obstacles = 2500, nil
	in.Pick, in.Place = Point{-500, 450, 300, 90}, Point{2300, 450, 300, 90}
	plan := planned(t, parts, in)
	var messages []string
	for _, c := range plan.Checks {
		if c.Rule == ReachPlace {
			for _, remedy := range c.Remedies {
				messages = append(messages, remedy.Message)
			}
		}
	}
	if len(messages) == 0 || messages[0] != "Linear Slider Rail: a rail adds 1,500 mm of travel" {
		t.Fatalf("%s the remedies are %q", plan.line(ReachPlace), messages)
	}
	in.RailID = new("8")
	plan = planned(t, parts, in)
	if plan.Outcome != shop.Fits || len(plan.Cycle.Pick) != 7 || plan.Cycle.Place[0] < 1000 {
		t.Errorf("on the rail: %+v", plan.Checks)
	}
	t.Logf("%+v %+v", plan.Cycle.Moves, plan.Cycle.PartsPerHour)
}

// Whatever is entered, there is an answer with finite figures.
func TestPlansAreFinite(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	parts := seeded(t)
	for n := range 500 {
		in := random(rng, []string{"1", "3", "10"}[n%3])
		if rng.IntN(2) == 0 {
			in.GripperID = nil
		}
		in.Lift, in.GripTime = rng.IntN(3)*rng.IntN(500), rng.IntN(2)*rng.IntN(10_000)
		if rng.IntN(4) == 0 {
			in.Place = in.Pick
		}
		if rng.IntN(8) == 0 {
			in.Pick.X, in.Pick.Y = 0, 0
		}
		plan := planned(t, parts, in)
		for _, c := range plan.Checks {
			for _, figure := range []*float64{c.Needed, c.Limit} {
				if figure != nil && (math.IsNaN(*figure) || math.IsInf(*figure, 0)) {
					t.Fatalf("%+v: %+v", in, c)
				}
			}
		}
		if plan.Cycle != nil {
			for _, f := range plan.Cycle.Frames {
				if slices.ContainsFunc(f.Joints, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
					t.Fatalf("%+v: %+v", in, f)
				}
			}
		}
	}
}

func crowded(rng *rand.Rand, n int) Input {
	in := random(rng, []string{"1", "3", "10"}[n%3])
	in.Part.Mass, in.PartsPerHour = rng.IntN(7000), rng.IntN(1500)
	if in.ArmID == "3" && rng.IntN(2) == 0 {
		in.RailID = new("8")
	}
	for range rng.IntN(MaxObstacles + 1) {
		in.Obstacles = append(in.Obstacles, Obstacle{[]ObstacleKind{Table, Conveyor, Fence, Box}[rng.IntN(4)], rng.IntN(3000) - 1000,
			rng.IntN(3000) - 1500, 0, 20 + rng.IntN(800), 20 + rng.IntN(800), 20 + rng.IntN(600), rng.IntN(180)})
	}
	return in
}

// cpu returns what a clock of Linux has counted.
func cpu(t testing.TB, clock int32) time.Duration {
	var used unix.Timespec
	if err := unix.ClockGettime(clock, &used); err != nil {
		t.Skip(err)
	}
	return time.Duration(used.Nano())
}

// BenchmarkMake plans random cells with up to 20 objects and tells the percentiles of their processor time, and what
// the whole process takes on the average, the collection of garbage included: run it with -benchtime=5000x.
func BenchmarkMake(b *testing.B) {
	runtime.LockOSThread()
	rng := rand.New(rand.NewPCG(13, 14))
	parts := seeded(b)
	var took []time.Duration
	sum, all := time.Duration(0), time.Duration(0)
	for n := 0; b.Loop(); n++ {
		in := crowded(rng, n)
		begun, start := cpu(b, unix.CLOCK_PROCESS_CPUTIME_ID), cpu(b, unix.CLOCK_THREAD_CPUTIME_ID)
		planned(b, parts, in)
		one := cpu(b, unix.CLOCK_THREAD_CPUTIME_ID) - start
		all += cpu(b, unix.CLOCK_PROCESS_CPUTIME_ID) - begun
		took, sum = append(took, one), sum+one
	}
	slices.Sort(took)
	count := time.Duration(len(took))
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-cpu-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-cpu-µs")
	b.ReportMetric(float64(took[len(took)-1].Microseconds()), "max-cpu-µs")
	b.ReportMetric(float64((sum / count).Microseconds()), "mean-cpu-µs")
	b.ReportMetric(float64((all / count).Microseconds()), "mean-with-gc-µs")
}

// A lighter gripper that holds more is proposed with what it leaves, and another arm only after it.
func TestLighterGripperIsProposed(t *testing.T) {
	parts := seeded(t)
	light := parts.Grippers[0]
	engineering, motion := *light.Product.Engineering, *light.Product.Motion
	gripper := *motion.Gripper
	engineering.MassGrams, engineering.PayloadGrams = new(400), new(6000)
	gripper.Force = 400
	motion.Gripper = &gripper
	light.Product.ID, light.Product.Name = "70", "Light Gripper"
	light.Product.Engineering, light.Product.Motion = &engineering, &motion
	parts.Grippers = append(parts.Grippers, light)
	in := bench()
	in.Part.Mass, in.PartsPerHour = 5400, 0
	for _, c := range planned(t, parts, in).Checks {
		if c.Rule != Payload {
			continue
		}
		if len(c.Remedies) == 0 || c.Remedies[0].Message != "Light Gripper: leaves 0.2 kg of its payload" || *c.Remedies[0].Change.GripperID != "70" {
			t.Errorf("%s: %+v", c.Message, c.Remedies)
		}
	}
}
