package cell

import (
	"cmp"
	"math"
	"slices"
)

// option is a posture at a point, and the one above it.
type option struct {
	branch    int
	low, high posture
}

// carriages is the number of sections in which places of the carriage are tried first.
const carriages = 3

// stations returns where the carriage could stand to reach a point: beside it, and evenly along the rail.
func (r *robot) stations(p Point) []float64 {
	if r.rail == nil {
		return []float64{0}
	}
	far := r.Upper + r.Fore
	x := float64(p.X)
	all := make([]float64, 0, carriages+6)
	add := func(s float64) {
		if s = min(r.rail.Stroke, max(0, s)); !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	for _, away := range [...]float64{0, -0.6, 0.6, -0.9, 0.9} {
		add(x + away*far)
	}
	for i := range carriages + 1 {
		add(r.rail.Stroke * float64(i) / carriages)
	}
	return all
}

// option returns the posture of a branch at a point with the carriage at s, if the arm can also be lift above the point
// and half way to it.
func (r *robot) option(p Point, lift float64, branch int, s float64) (o option, ok bool) {
	near := posture{railAxis: s}
	o.branch = branch
	if o.low, ok = r.at(p, 0, branch, near); !ok {
		return o, false
	}
	middle, ok := r.at(p, lift/2, branch, o.low)
	if !ok {
		return o, false
	}
	o.high, ok = r.at(p, lift, branch, middle)
	return o, ok
}

// options returns all postures at a point.
func (r *robot) options(p Point, lift float64) (all []option) {
	for _, s := range r.stations(p) {
		for branch := range branches {
			if o, ok := r.option(p, lift, branch, s); ok {
				all = append(all, o)
			}
		}
	}
	return all
}

// reaches reports whether there is a posture at a point.
func (r *robot) reaches(p Point, lift float64) bool {
	if _, limit := r.wristDistance(p, lift); limit > 0 { // much faster than to find no posture
		return false
	}
	for _, s := range r.stations(p) {
		for branch := range branches {
			if _, ok := r.option(p, lift, branch, s); ok {
				return true
			}
		}
	}
	return false
}

// wristDistance returns the distance of axis 4 from axis 2 that the point, or the one above it, needs, and the limit
// that it exceeds. It is the least excess that any place of the carriage and any side of the arm offers. Both are 0 if
// the distances suffice, so that it is the ranges of the axes that don't.
func (r *robot) wristDistance(p Point, lift float64) (needed, limit float64) {
	outer := r.Upper + r.Fore
	elbow := max(math.Abs(r.min[axis3]), r.max[axis3])
	inner := math.Sqrt(r.Upper*r.Upper + r.Fore*r.Fore + 2*r.Upper*r.Fore*math.Cos(elbow))
	least := math.Inf(1)
	for _, s := range r.stations(p) {
		x, y := float64(p.X)-s, float64(p.Y)
		if beside := math.Hypot(x, y); beside < r.WristOffset { // the wrist is beside the plane of the arm
			if excess := r.WristOffset - beside; excess < least {
				least, needed, limit = excess, beside, r.WristOffset
			}
			continue
		}
		out := math.Sqrt(max(0, x*x+y*y-r.WristOffset*r.WristOffset))
		for _, ahead := range [...]float64{out - r.Wrist, out + r.Wrist} {
			worst, n, l := 0.0, 0.0, 0.0
			for _, raised := range [...]float64{0, lift} {
				up := float64(p.Z) + raised + r.pads() + r.Flange - r.base - r.Shoulder
				d := math.Hypot(ahead, up)
				if excess := max(d-outer, inner-d); excess > max(worst, 1e-6) {
					worst, n, l = excess, d, outer
					if d < inner {
						l = inner
					}
				}
			}
			if worst < least {
				least, needed, limit = worst, n, l
			}
		}
	}
	return needed, limit
}

// nearest returns the posture with its angles turned fully to be the nearest to those of another one.
func (r *robot) nearest(q, to posture) posture {
	for i := axis1; i <= axis6; i++ {
		if math.Abs(q[i]-to[i]) <= math.Pi {
			continue
		}
		q[i], _ = turned(q[i], to[i], r.min[i], r.max[i])
	}
	return q
}

// pair is a choice of postures for both points, with an estimate of the time that it takes.
type pair struct {
	pick, place option
	cost        float64
}

// pairCost estimates how long the moves between the postures of both points take.
func (r *robot) pairCost(pick, place *option) float64 {
	low, high, away := 0.0, 0.0, 0.0
	speed, acceleration := math.Inf(1), math.Inf(1)
	for i := range pick.high {
		if r.speed[i] == 0 { // there is no rail
			continue
		}
		if way := math.Abs(place.high[i] - pick.high[i]); way > 1e-9 {
			away += way / r.speed[i]
			speed, acceleration = min(speed, r.speed[i]/way), min(acceleration, r.loaded[i]/way)
		}
		low = max(low, math.Abs(pick.high[i]-pick.low[i])/r.speed[i])
		high = max(high, math.Abs(place.high[i]-place.low[i])/r.speed[i])
	}
	travel := 0.0
	if away > 0 {
		travel = newTrapezoid(speed, acceleration).duration
	}
	// A hundredth of what the other axes move decides between equals.
	return travel + 2*(low+high) + away/100 + pick.awkward() + place.awkward()
}

// awkward returns what a posture counts for beside its time: an elbow that is up is preferred.
func (o *option) awkward() (cost float64) {
	if o.low[axis3] < 0 {
		cost += 0.05
	}
	if o.low[axis2]+o.low[axis3]+o.low[axis4] < 0 { // the wrist is turned over
		cost += 0.1
	}
	return cost
}

// leastCost returns less than the cost of any pair of postures with the carriage where it is in these.
func (r *robot) leastCost(pick, place *option) float64 {
	least := pick.awkward()
	if r.rail == nil {
		return least
	}
	if way := math.Abs(place.high[railAxis] - pick.high[railAxis]); way > 1e-9 {
		least += newTrapezoid(r.speed[railAxis]/way, r.loaded[railAxis]/way).duration + way/r.speed[railAxis]/100
	}
	return least - 1e-9
}

// tried is the number of pairs that are examined for what they would hit.
const tried = 3

// pairs returns the best choices of postures, one for each pair of branches, the fastest first. On a rail, the places
// of the carriage are then refined by halving steps.
func (r *robot) pairs(in Input, picks, places []option) []pair {
	type choice struct {
		pick, place int
		cost        float64
	}
	var best [branches * branches]choice
	for i := range best {
		best[i].cost = math.Inf(1)
	}
	for i := range picks {
		for k := range places {
			was := &best[picks[i].branch*branches+places[k].branch]
			if r.leastCost(&picks[i], &places[k]) >= was.cost {
				continue
			}
			place := r.near(places[k], &picks[i])
			if cost := r.pairCost(&picks[i], &place); cost < was.cost {
				*was = choice{i, k, cost}
			}
		}
	}
	slices.SortStableFunc(best[:], func(a, b choice) int { return cmp.Compare(a.cost, b.cost) })
	all := make([]pair, 0, tried)
	for _, b := range best[:tried] {
		if !math.IsInf(b.cost, 1) {
			all = append(all, pair{picks[b.pick], r.near(places[b.place], &picks[b.pick]), b.cost})
		}
	}
	if r.rail != nil {
		for i := range all {
			r.refine(in, &all[i])
		}
		slices.SortStableFunc(all, func(a, b pair) int { return cmp.Compare(a.cost, b.cost) })
	}
	return all
}

// near returns the postures at the place point with their angles turned fully to be the nearest to those at the pick
// point.
func (r *robot) near(place option, pick *option) option {
	place.high = r.nearest(place.high, pick.high)
	place.low = r.nearest(place.low, place.high)
	return place
}

// refine moves the carriage at both points as long as that saves time.
func (r *robot) refine(in Input, best *pair) {
	lift := float64(in.Lift)
	for step := r.rail.Stroke / carriages / 2; step >= 10; step /= 2 {
		for _, way := range [...][2]float64{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {1, 1}, {-1, -1}} {
			s, t := best.pick.low[railAxis]+way[0]*step, best.place.low[railAxis]+way[1]*step
			if min(s, t) < 0 || max(s, t) > r.rail.Stroke {
				continue
			}
			pick, ok := r.option(in.Pick, lift, best.pick.branch, s)
			if !ok {
				continue
			}
			place, ok := r.option(in.Place, lift, best.place.branch, t)
			if !ok {
				continue
			}
			place = r.near(place, &pick)
			if cost := r.pairCost(&pick, &place); cost < best.cost {
				*best = pair{pick, place, cost}
			}
		}
	}
}

// motion is the motion of a cycle, with what it hits.
type motion struct {
	down, lower path // from the points up
	moves       []move
	hits        hits
}

// opening returns the clear width between the pads before they grip and while they hold.
func (r *robot) opening(part Part) (open, held float64) {
	if r.gripper == nil {
		return 0, 0
	}
	held = min(r.gripper.Stroke, float64(part.Width))
	return min(r.gripper.Stroke, held+20), held
}

// gripSeconds returns how long the gripper works at a point: at least as long as its fingers move.
func (r *robot) gripSeconds(in Input) float64 {
	seconds := float64(in.GripTime) / 1000
	if r.gripper != nil {
		open, held := r.opening(in.Part)
		seconds = max(seconds, (open-held)/r.gripper.ClosingSpeed)
	}
	return seconds
}

// The moves of a cycle.
const (
	approach = "Approach"
	gripping = "Grip"
	lifting  = "Lift"
	travel   = "Travel"
	lowering = "Lower"
	letting  = "Release"
	retreat  = "Retreat"
	back     = "Return"
)

// motion returns the first of the fastest motions that hits nothing, or else the one that hits least. It returns nil
// if a point is out of reach.
func (r *robot) motion(in Input) *motion {
	lift := float64(in.Lift)
	picks := r.options(in.Pick, lift)
	if len(picks) == 0 {
		return nil
	}
	places := r.options(in.Place, lift)
	if len(places) == 0 {
		return nil
	}
	things := r.things(in)
	var best *motion
	for _, choice := range r.pairs(in, picks, places) {
		m := r.moved(in, choice)
		if m == nil {
			continue
		}
		atLeast := math.Inf(-1)
		if best != nil {
			atLeast = best.hits.worst()
		}
		m.hits = r.hits(in, m, things, atLeast)
		if best == nil || m.hits.worst() > atLeast {
			best = m
		}
		if best.hits.worst() >= -contact {
			break
		}
	}
	return best
}

// moved returns the motion with a choice of postures, nil if a point can't be approached in one line.
func (r *robot) moved(in Input, choice pair) *motion {
	lift := float64(in.Lift)
	down, ok := r.line(in.Pick, lift, choice.pick.branch, choice.pick.low)
	if !ok {
		return nil
	}
	lower, ok := r.line(in.Place, lift, choice.place.branch, choice.place.low)
	if !ok {
		return nil
	}
	wait := trapezoid{duration: r.gripSeconds(in)}
	above, over := down[len(down)-1], lower[len(lower)-1]
	still := func(name string, at posture) move {
		return move{name: name, path: path{at, at}, trapezoid: wait, axis: -1}
	}
	return &motion{down: down, lower: lower, moves: []move{
		r.straight(approach, down.reversed(), &r.empty),
		still(gripping, down[0]),
		r.straight(lifting, down, &r.loaded),
		r.joint(travel, above, over, &r.loaded),
		r.straight(lowering, lower.reversed(), &r.loaded),
		still(letting, lower[0]),
		r.straight(retreat, lower, &r.empty),
		r.joint(back, over, above, &r.empty),
	}}
}

// travelStep is the length in millimetres of the steps in which a travel is examined.
const travelStep = 50

// hits examines the postures of a motion: the way between the points with the part, and the vertical ways. The way
// back is the same without it. It stops when something is hit more than atLeast allows.
func (r *robot) hits(in Input, m *motion, things []thing, atLeast float64) hits {
	found := newHits()
	open, held := r.opening(in.Part)
	var was shape
	examine := func(q posture, name string, opening float64, vertical bool) bool {
		f := r.forward(q)
		s := r.shape(&f, in.Part, opening)
		found.check(&s, &was, things, name, vertical)
		was = s
		return found.worst() > atLeast
	}
	ways := [...]struct {
		name string
		path path
	}{{lifting, m.down}, {lowering, m.lower}}
	for _, way := range ways {
		for i := 0; i < len(way.path); i += 2 {
			if !examine(way.path[i], way.name, open, true) {
				return found
			}
		}
	}
	way := m.moves[3]
	length := 0.0
	if way.duration > 0 {
		length = r.fastest(way.path)
	}
	steps := min(80, max(12, int(length/travelStep)))
	for i := range steps + 1 {
		if !examine(way.path.at(float64(i)/float64(steps)), travel, held, false) {
			return found
		}
	}
	return found
}

// maxFrames is the number of frames of a cycle, frameTime their distance in milliseconds unless there are too many.
const (
	maxFrames = 120
	frameTime = 40
)

// frames samples a motion.
func (r *robot) frames(in Input, m *motion) []Frame {
	total := 0.0
	for i := range m.moves {
		total += m.moves[i].duration
	}
	open, held := r.opening(in.Part)
	count := min(maxFrames, 2+int(total*1000/frameTime))
	frames := make([]Frame, count)
	index, begun := 0, 0.0
	for i := range frames {
		time := total * float64(i) / float64(count-1)
		for index < len(m.moves)-1 && time > begun+m.moves[index].duration {
			begun += m.moves[index].duration
			index++
		}
		now := &m.moves[index]
		f := Frame{Time: int(math.Round(time * 1000)), Joints: r.values(now.at(now.part(time - begun))), Opening: open}
		switch now.name {
		case gripping:
			f.Opening = open + (held-open)*portion(time-begun, now.duration)
		case letting:
			f.Opening = held + (open-held)*portion(time-begun, now.duration)
			f.Holding = time-begun < now.duration/10
		case lifting, travel, lowering:
			f.Opening, f.Holding = held, true
		}
		f.Opening = rounded(f.Opening)
		frames[i] = f
	}
	return frames
}

func portion(time, of float64) float64 {
	if of <= 0 {
		return 1
	}
	return min(1, time/of)
}
