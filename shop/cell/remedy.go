package cell

import (
	"fmt"
	"math"
	"slices"

	"orrery/shop"
)

const (
	// maxRemedies is the maximum number of remedies of a check.
	maxRemedies = 3
	// maxOthers is the maximum number of arms, rails and grippers that are tried as a replacement.
	maxOthers = 4
	// maxTrials limits the inputs that are checked for the remedies of a plan.
	maxTrials = 6
)

// apply returns the input with a change.
func (in Input) apply(c Change) Input {
	if c.ArmID != nil {
		in.ArmID = *c.ArmID
	}
	if c.RailID != nil {
		in.RailID, in.StandHeight = c.RailID, 0
	}
	if c.WithoutRail {
		in.RailID = nil
	}
	if c.GripperID != nil {
		in.GripperID = c.GripperID
	}
	if c.StandHeight != nil {
		in.StandHeight = *c.StandHeight
	}
	if c.Lift != nil {
		in.Lift = *c.Lift
	}
	if c.Pick != nil {
		in.Pick = *c.Pick
	}
	if c.Place != nil {
		in.Place = *c.Place
	}
	return in
}

// candidate is a change that may help. kind tells which rules it can help with; message describes its effect.
type candidate struct {
	kind    byte
	change  Change
	message func(r *result) string
}

// Kinds of candidates.
const (
	otherRail    = 'r'
	otherArm     = 'a'
	otherGripper = 'g'
	onStand      = 's'
	otherLift    = 'l'
	otherPoint   = 'p'
)

// helps lists the kinds of candidates that can mend a rule, the best first.
var helps = map[Rule]string{
	ReachPick: "rpas", ReachPlace: "rpas", Payload: "ga", Moment: "ag", Grip: "g", Stroke: "g", Force: "g",
	Flange: "ga", Voltage: "ga", Current: "ga", Interface: "gar", Load: "ra", Mounting: "ra",
	HitsFloor: "lpsr", HitsTable: "lpsra", HitsFence: "lpra", Speed: "lar",
}

// remedies adds to each violated check the candidates with which it is met and nothing else is violated that was not
// before. Each was checked like a plan of its own.
func (r *result) remedies(parts *Parts) {
	trials := 0
	results := map[int]*result{} // by the index of the candidate
	all := r.candidates(parts)
	for i := range r.checks {
		c := &r.checks[i]
		again := func(o Check) bool { return o.Rule == c.Rule }
		if c.Outcome != shop.FitsNot || slices.ContainsFunc(r.checks[:i], again) {
			continue
		}
		for _, kind := range []byte(helps[c.Rule]) {
			for k, candidate := range all {
				if candidate.kind != kind || len(c.Remedies) == maxRemedies || !r.sensible(parts, c.Rule, candidate) {
					continue
				}
				with, ok := results[k]
				if !ok && trials < maxTrials {
					trials++
					with = r.with(parts, candidate.change)
					results[k] = with
				}
				if with == nil || !r.mends(c.Rule, with) {
					continue
				}
				c.Remedies = append(c.Remedies, Remedy{candidate.message(with), candidate.change})
				if kind == onStand || kind == otherLift || kind == otherPoint {
					break // the least change that helps
				}
			}
		}
	}
}

// with returns the result of a changed input, nil if it is not allowed.
func (r *result) with(parts *Parts, change Change) *result {
	in := r.in.apply(change)
	if in.Check("") != nil {
		return nil
	}
	k, err := parts.kit("", in)
	if err != nil {
		return nil
	}
	return newResult(in, k, r.fitted)
}

// mends reports whether a rule is met with a change, and no other one is violated that was met or unknown.
func (r *result) mends(rule Rule, with *result) bool {
	if with.outcome(rule) != shop.Fits {
		return false
	}
	for i := range with.checks {
		if c := &with.checks[i]; c.Outcome == shop.FitsNot && r.outcome(c.Rule) != shop.FitsNot && r.checked(c.Rule) {
			return false
		}
	}
	// A check that is only made when both points are reached must not be missing.
	return r.motion == nil || with.motion != nil
}

// checked reports whether the result has a check of the rule.
func (r *result) checked(rule Rule) bool {
	return slices.ContainsFunc(r.checks, func(c Check) bool { return c.Rule == rule })
}

// sensible excludes at little cost what can't mend a rule.
func (r *result) sensible(parts *Parts, rule Rule, c candidate) bool {
	lift := r.in.Lift
	switch {
	case c.kind == otherLift && rule == Speed:
		return *c.change.Lift < lift
	case c.kind == otherLift:
		return *c.change.Lift > lift
	case c.kind == otherPoint && rule == ReachPick:
		return c.change.Pick != nil
	case c.kind == otherPoint && rule == ReachPlace:
		return c.change.Place != nil
	}
	in := r.in.apply(c.change)
	k, err := parts.kit("", in)
	if err != nil {
		return false
	}
	switch rule {
	case ReachPick:
		return robotOf(in, k).reaches(in.Pick, float64(in.Lift))
	case ReachPlace:
		return robotOf(in, k).reaches(in.Place, float64(in.Lift))
	case Stroke:
		return k.gripper != nil && k.gripper.Stroke >= float64(in.Part.Width)
	}
	for _, line := range r.fitted.lines(k, in.Part) { // the rules of the fit check
		if fitRules[line.Rule] == rule && line.Outcome != shop.Fits {
			return false
		}
	}
	return true
}

// candidates returns the changes that are tried.
func (r *result) candidates(parts *Parts) (all []candidate) {
	add := func(kind byte, change Change, message func(*result) string) {
		all = append(all, candidate{kind, change, message})
	}
	for i := range parts.Rails[:min(len(parts.Rails), maxOthers)] {
		rail := &parts.Rails[i]
		if !r.kit.arm.HasRail && (r.kit.rail == nil || r.kit.rail.Product.ID != rail.Product.ID) {
			add(otherRail, Change{RailID: &rail.Product.ID}, func(*result) string {
				return fmt.Sprintf("%s: a rail adds %s of travel", rail.Product.Name, millimetres(rail.Stroke))
			})
		}
	}
	others := 0
	for i := range parts.Arms {
		arm := &parts.Arms[i]
		if arm.Product.ID == r.kit.arm.Product.ID || others == maxOthers {
			continue
		}
		others++
		change := Change{ArmID: &arm.Product.ID}
		if arm.HasRail {
			change.WithoutRail = r.in.RailID != nil
			if r.in.StandHeight > 0 {
				change.StandHeight = new(0)
			}
		}
		add(otherArm, change, func(with *result) string { return arm.Product.Name + ": " + with.said() })
	}
	others = 0
	for i := range parts.Grippers {
		gripper := &parts.Grippers[i]
		if r.kit.gripper != nil && r.kit.gripper.Product.ID == gripper.Product.ID || others == maxOthers {
			continue
		}
		others++
		add(otherGripper, Change{GripperID: &gripper.Product.ID},
			func(with *result) string { return gripper.Product.Name + ": " + with.said() })
	}
	r.addPoints(add)
	if r.robot.rail == nil {
		for _, height := range [...]int{200, 400, 600, 800, 1000, 1200} {
			if height != r.in.StandHeight {
				add(onStand, Change{StandHeight: new(height)}, func(*result) string {
					return fmt.Sprintf("A stand of %s", millimetres(float64(height)))
				})
			}
		}
	}
	for _, lift := range [...]int{200, 300, 400, 600, 50, 20} {
		add(otherLift, Change{Lift: new(lift)}, func(with *result) string {
			if lift < r.in.Lift && with.motion != nil {
				return fmt.Sprintf("Lift by %s: %s parts per hour", millimetres(float64(lift)), grouped(with.perHour()))
			}
			return "Lift by " + millimetres(float64(lift))
		})
	}
	return all
}

// said returns what an arm or a gripper leaves.
func (r *result) said() string {
	for _, c := range r.checks {
		if c.Rule == Payload && c.Needed != nil && c.Outcome == shop.Fits {
			return fmt.Sprintf("leaves %s of its payload", shop.Kilograms(int(*c.Limit-*c.Needed)))
		}
	}
	return "fits"
}

// addPoints adds the nearest points within reach in place of those that are not, and points above those at which
// something is hit.
func (r *result) addPoints(add func(byte, Change, func(*result) string)) {
	points := [...]struct {
		rule  Rule
		name  string
		point Point
		set   func(*Change, Point)
	}{
		{ReachPick, "pick point", r.in.Pick, func(c *Change, p Point) { c.Pick = &p }},
		{ReachPlace, "place point", r.in.Place, func(c *Change, p Point) { c.Place = &p }},
	}
	for _, one := range points {
		if r.outcome(one.rule) == shop.FitsNot {
			if near, ok := r.robot.within(one.point, float64(r.in.Lift)); ok {
				var c Change
				one.set(&c, near)
				add(otherPoint, c, func(*result) string {
					moved := near.place().minus(one.point.place()).length()
					return fmt.Sprintf("Move the %s by %s to X %d, Y %d, Z %d mm", one.name, millimetres(moved),
						near.X, near.Y, near.Z)
				})
			}
		}
	}
	if r.motion == nil {
		return
	}
	for _, one := range r.motion.hits {
		if one.clearance >= -contact || one.move == travel {
			continue
		}
		up := 5 * int(math.Ceil((-one.clearance+1)/5))
		which := points[0]
		if one.move == lowering {
			which = points[1]
		}
		var c Change
		p := which.point
		p.Z += up
		which.set(&c, p)
		add(otherPoint, c, func(*result) string {
			return fmt.Sprintf("Raise the %s by %s to Z %d mm", which.name, millimetres(float64(up)), p.Z)
		})
	}
}

// pointStep is the distance in millimetres of the points that are tried in place of one out of reach.
const pointStep = 20

// within returns the nearest point within reach in one of a few directions: towards or away from the arm, up, down, and
// both at once.
func (r *robot) within(p Point, lift float64) (near Point, ok bool) {
	s := 0.0
	if r.rail != nil {
		s = min(r.rail.Stroke, max(0, float64(p.X)))
	}
	x, y := float64(p.X)-s, float64(p.Y)
	out := math.Hypot(x, y)
	if out < 1 {
		x, y, out = 1, 0, 1
	}
	inward := vec{-x / out, -y / out, 0}
	ways := []vec{inward, inward.times(-1), {0, 0, -1}, {0, 0, 1}, inward.plus(vec{0, 0, -1}).times(math.Sqrt2 / 2),
		inward.plus(vec{0, 0, 1}).times(math.Sqrt2 / 2)}
	for step := float64(pointStep); step <= 6000; {
		for _, way := range ways {
			at := p.place().along(way, step)
			q := Point{tens(at[0]), tens(at[1]), tens(at[2]), p.Heading}
			if q.Z >= 0 && r.reaches(q, lift) {
				return q, true
			}
		}
		step += max(pointStep, math.Floor(step/100)*10)
	}
	return p, false
}

// tens rounds to tens of millimetres.
func tens(value float64) int { return int(math.Round(value/10)) * 10 }
