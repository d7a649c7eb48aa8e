package cell

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"orrery/shop"
)

// result is the answer to an input without remedies and costs.
type result struct {
	in     Input
	kit    kit
	robot  *robot
	motion *motion
	checks []Check
	fitted fitted
	// duration is that of the cycle in seconds, waiting what of it the arm waits for the camera.
	duration, waiting float64
}

// fitRules lists the rules of the fit check that a plan contains.
var fitRules = map[shop.FitRule]Rule{shop.FitPayload: Payload, shop.FitGrip: Grip, shop.FitFlange: Flange,
	shop.FitVoltage: Voltage, shop.FitCurrent: Current, shop.FitInterface: Interface, shop.FitLoad: Load,
	shop.FitMounting: Mounting}

func (r *result) add(c Check) { r.checks = append(r.checks, c) }

// compared returns a check of a number that must not exceed a limit.
func compared(rule Rule, needed, limit float64, unit, message string) Check {
	c := Check{Rule: rule, Outcome: shop.Fits, Message: message, Needed: new(rounded(needed)),
		Limit: new(rounded(limit)), Unit: &unit}
	if needed > limit {
		c.Outcome = shop.FitsNot
	}
	return c
}

// newResult checks an input.
func newResult(in Input, k kit, known fitted) *result {
	r := &result{in: in, kit: k, fitted: known}
	r.robot = robotOf(in, k)
	r.motion = r.robot.motion(in)
	r.add(r.reach(ReachPick, "pick point", in.Pick))
	r.add(r.reach(ReachPlace, "place point", in.Place))
	if first := &r.checks[0]; r.motion == nil && first.Outcome == shop.Fits && r.checks[1].Outcome == shop.Fits {
		first.Outcome, first.Message = shop.FitsNot, "No posture moves straight down to both points"
	}
	for _, line := range known.lines(k, in.Part) {
		c := Check{Rule: fitRules[line.Rule], Outcome: line.Outcome, Message: line.Message, Unit: line.Unit}
		if line.Needed != nil {
			c.Needed, c.Limit = new(float64(*line.Needed)), new(float64(*line.Limit))
		}
		r.add(c)
	}
	if g := r.robot.gripper; g != nil {
		width := float64(in.Part.Width)
		message := fmt.Sprintf("The part is %s wide and the fingers open %s", millimetres(width), millimetres(g.Stroke))
		r.add(compared(Stroke, width, g.Stroke, "mm", message))
	}
	if r.motion == nil {
		return r
	}
	r.time()
	r.loaded()
	r.cleared()
	if in.PartsPerHour > 0 {
		perHour := r.perHour()
		message := fmt.Sprintf("%s parts per hour, %s required", grouped(perHour), grouped(in.PartsPerHour))
		r.add(compared(Speed, float64(in.PartsPerHour), float64(perHour), "/h", message))
	}
	return r
}

// fitted holds fit checks with one part, which the remedies of a plan ask for again and again.
type fitted map[kit][]shop.FitLine

// lines returns the fit check of the products.
func (known fitted) lines(k kit, part Part) []shop.FitLine {
	lines, ok := known[k]
	if !ok {
		for _, group := range shop.Fit(k.products(), part.Mass).Groups {
			lines = append(lines, group.Lines...)
		}
		known[k] = lines
	}
	return lines
}

// robotOf returns the arm of a plan where it stands.
func robotOf(in Input, k kit) *robot {
	motion := k.arm.Product.Motion
	rail := motion.Rail
	if k.rail != nil {
		rail = k.rail.Product.Motion.Rail
	}
	var gripper *shop.GripperMotion
	if k.gripper != nil {
		gripper = k.gripper.Product.Motion.Gripper
	}
	return newRobot(*motion.Arm, rail, gripper, float64(in.StandHeight), k.toolMass(), in.Part.Mass)
}

// toolMass returns the mass of the gripper in grams, 0 if it is not stated.
func (k kit) toolMass() int {
	if k.gripper == nil || k.gripper.Product.Engineering.MassGrams == nil {
		return 0
	}
	return *k.gripper.Product.Engineering.MassGrams
}

// reach checks a point: the distance of axis 4 from axis 2 with the limit of the links.
func (r *result) reach(rule Rule, name string, p Point) Check {
	lift := float64(r.in.Lift)
	outer := r.robot.Upper + r.robot.Fore
	where := name
	if lift > 0 {
		where += ", or " + millimetres(lift) + " above it,"
	}
	if r.motion != nil {
		way := r.motion.down
		if rule == ReachPlace {
			way = r.motion.lower
		}
		needed := 0.0
		for _, q := range way {
			f := r.robot.forward(q)
			needed = max(needed, f.at[axis4].minus(f.at[axis2]).length())
		}
		needed = min(needed, outer)
		return compared(rule, needed, outer, "mm",
			fmt.Sprintf("The %s is within reach, with %s to spare", name, millimetres(outer-needed)))
	}
	if r.robot.reaches(p, lift) {
		needed, _ := r.robot.wristDistance(p, lift)
		return compared(rule, needed, outer, "mm", "The "+name+" is within reach")
	}
	needed, limit := r.robot.wristDistance(p, lift)
	c := Check{Rule: rule, Outcome: shop.FitsNot}
	switch {
	case limit == 0:
		c.Message = "The ranges of the axes do not allow the tool to point down at the " +
			strings.TrimSuffix(where, ",")
		return c
	case needed < limit:
		c.Message = fmt.Sprintf("The %s is %s too near to the arm", where, millimetres(limit-needed))
	default:
		c.Message = fmt.Sprintf("The %s is %s out of reach", where, millimetres(needed-limit))
	}
	c.Needed, c.Limit, c.Unit = new(rounded(needed)), new(rounded(limit)), new("mm")
	return c
}

// time adds up the cycle. The camera recognises the next part while the arm is away from the pick point.
func (r *result) time() {
	away := 0.0
	for i := range r.motion.moves {
		d := r.motion.moves[i].duration
		r.duration += d
		if i > 2 {
			away += d
		}
	}
	if r.kit.camera != nil {
		r.waiting = max(0, r.kit.camera.Motion.Camera.SceneSeconds-away)
	}
	r.duration += r.waiting
}

func (r *result) perHour() int {
	if r.duration <= 0 {
		return maxPerHour
	}
	return min(maxPerHour, int(3600/r.duration))
}

// loaded checks the wrist and the grip.
func (r *result) loaded() {
	most := r.robot.loads(r.motion, r.kit.toolMass(), r.in.Part)
	if g := r.robot.gripper; g != nil && r.in.Part.Mass > 0 {
		force := gripForce(r.in.Part, most.felt, g.Friction, g.Safety)
		message := fmt.Sprintf("Holding the part by friction at up to %.1f m/s² takes %.0f N of %.0f N", most.felt,
			force, g.Force)
		r.add(compared(Force, force, g.Force, "N", message))
	}
	// The axis that comes nearest to its limit is reported.
	worst, part := Check{}, -1.0
	for i, torque := range most.torque {
		limit, inertiaLimit := r.robot.WristTorque, r.robot.WristInertia
		if axis4+i == axis6 {
			limit, inertiaLimit = r.robot.ToolTorque, r.robot.ToolInertia
		}
		name := axisName(axis4 + i)
		if torque/limit > part {
			part = torque / limit
			worst = compared(Moment, torque, limit, "N·m",
				fmt.Sprintf("%s is loaded with %.1f N·m of %.1f N·m", name, torque, limit))
		}
		if inertia := most.inertia[i]; inertia/inertiaLimit > part {
			part = inertia / inertiaLimit
			worst = compared(Moment, inertia, inertiaLimit, "kg·m²",
				fmt.Sprintf("%s moves %.2f kg·m² of %.2f kg·m²", name, inertia, inertiaLimit))
		}
	}
	r.add(worst)
}

// cleared checks what the arm could hit.
func (r *result) cleared() {
	for i, one := range r.motion.hits {
		if math.IsInf(one.clearance, 1) {
			continue
		}
		move := map[string]string{travel: "travelling", lifting: "at the pick point",
			lowering: "at the place point"}[one.move]
		c := Check{Rule: hitRules[i], Outcome: shop.Fits, Needed: new(0.0), Limit: new(rounded(one.clearance)),
			Unit:    new("mm"),
			Message: fmt.Sprintf("The %s passes %s at %s", one.body, one.thing, millimetres(one.clearance))}
		if one.clearance < -contact {
			c.Outcome = shop.FitsNot
			c.Message = fmt.Sprintf("The %s hits %s by %s, %s", one.body, one.thing, millimetres(-one.clearance), move)
		} else if one.clearance < 0 {
			c.Limit = new(0.0)
			c.Message = fmt.Sprintf("The %s touches %s", one.body, one.thing)
		}
		r.add(c)
	}
}

// outcome returns the worst outcome of a rule, Fits if it was not checked.
func (r *result) outcome(rule Rule) shop.FitOutcome {
	worst := shop.Fits
	for i := range r.checks {
		if r.checks[i].Rule == rule {
			worst = worse(worst, r.checks[i].Outcome)
		}
	}
	return worst
}

func worse(a, b shop.FitOutcome) shop.FitOutcome {
	if a == shop.FitsNot || b == shop.Fits {
		return a
	}
	return b
}

// millimetres formats a length in whole millimetres.
func millimetres(value float64) string { return grouped(int(math.Round(value))) + " mm" }

// grouped formats a number with commas between thousands.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
