package cell

import (
	"fmt"
	"math"
	"strings"
	"time"

	"orrery/shop"
)

// Offer plans a cell like Make, and describes it for a written quote.
func Offer(at string, in Input, parts *Parts, terms shop.Terms, now time.Time) (Plan, *shop.QuoteAppendix, error) {
	r, plan, err := answer(at, in, parts, terms, now)
	if err != nil {
		return Plan{}, nil, err
	}
	a := &shop.QuoteAppendix{Title: "Cell plan", Figures: r.figures(plan),
		Views: []shop.QuoteView{r.above(), r.elevation()}}
	for _, c := range plan.Checks {
		a.Checks = append(a.Checks, shop.QuoteCheck{Outcome: c.Outcome, Message: c.Message})
	}
	var open []string
	for _, p := range plan.Products {
		if p.Price == nil {
			open = append(open, p.Name+" is part of the plan, has no price yet and is not included in this quote.")
		}
	}
	if open != nil {
		a.Notes = append(a.Notes, shop.TechnicalGroup{Title: "Not included", Items: open})
	}
	a.Notes = append(a.Notes, shop.TechnicalGroup{Title: "Assumptions", Items: plan.Assumptions},
		shop.TechnicalGroup{Title: "Not checked", Items: plan.NotChecked})
	return plan, a, nil
}

// figures returns dimensions and results.
func (r *result) figures(plan Plan) []shop.SpecItem {
	in := r.in
	at := func(p Point) string { return fmt.Sprintf("X %d, Y %d, Z %d mm, %d°", p.X, p.Y, p.Z, p.Heading) }
	all := []shop.SpecItem{
		{Label: "Part", Value: fmt.Sprintf("%d × %d × %d mm, %s", in.Part.Length, in.Part.Width, in.Part.Height,
			shop.Kilograms(in.Part.Mass))},
		{Label: "Pick point", Value: at(in.Pick)},
		{Label: "Place point", Value: at(in.Place)},
		{Label: "Lift", Value: millimetres(float64(in.Lift))},
	}
	if in.StandHeight > 0 {
		all = append(all, shop.SpecItem{Label: "Stand", Value: millimetres(float64(in.StandHeight))})
	}
	for i, o := range in.Obstacles {
		all = append(all, shop.SpecItem{Label: fmt.Sprintf("Object %d, %s", i+1, obstacleNames[o.Kind]),
			Value: fmt.Sprintf("%d × %d × %d mm at X %d, Y %d, Z %d mm, %d°", o.Length, o.Width, o.Height,
				o.X, o.Y, o.Z, o.Heading)})
	}
	if c := plan.Cycle; c != nil {
		all = append(all,
			shop.SpecItem{Label: "Cycle", Value: fmt.Sprintf("%.2f s, the longest move is %s", float64(c.Duration)/1000,
				c.Slowest.Name)},
			shop.SpecItem{Label: "Parts per hour", Value: grouped(c.PartsPerHour)})
		if c.Energy != nil {
			all = append(all, shop.SpecItem{Label: "Energy per part", Value: grouped(int(*c.Energy)) + " J"})
		}
	}
	if plan.Costs.Payback != nil {
		all = append(all, shop.SpecItem{Label: "Payback", Value: fmt.Sprintf("%.1f months", *plan.Costs.Payback)})
	}
	return all
}

// outline returns the corners of an upright box, seen from above.
func (b *box) outline() (corners [][2]float64) {
	for _, k := range [...][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		p := b.middle.along(b.turn[0], k[0]*b.half[0]).along(b.turn[1], k[1]*b.half[1])
		corners = append(corners, [2]float64{p[0], p[1]})
	}
	return corners
}

// side returns the rectangle that an upright box is, seen along y.
func (b *box) side() [][2]float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range b.outline() {
		low, high = min(low, p[0]), max(high, p[0])
	}
	return rectangle(low, b.middle[2]-b.half[2], high, b.middle[2]+b.half[2])
}

func rectangle(x, y, toX, toY float64) [][2]float64 {
	return [][2]float64{{x, y}, {toX, y}, {toX, toY}, {x, toY}}
}

func circle(x, y, radius float64) (points [][2]float64) {
	for i := range 72 {
		sin, cos := math.Sincos(float64(i) * 5 * radians)
		points = append(points, [2]float64{math.Round(x + radius*cos), math.Round(y + radius*sin)})
	}
	return points
}

// centreline returns the middle of the arm in a posture, in a view that shows two coordinates: 0 is x, 1 y, 2 z.
func (r *robot) centreline(q posture, across, up int) (points [][2]float64) {
	f := r.forward(q)
	for _, p := range append(f.at[axis1:], f.flange, f.tool(r.pads())) {
		points = append(points, [2]float64{p[across], p[up]})
	}
	return points
}

// partBox returns the part at a point.
func (r *result) partBox(p Point) box {
	part := r.in.Part
	size := vec{float64(part.Length), float64(part.Width), float64(part.Height)}
	return upright("", vec{float64(p.X), float64(p.Y), float64(p.Z) - size[2]/2}, size, float64(p.Heading)*radians)
}

// above returns the plan from above, with the reach of the tool that points down.
func (r *result) above() shop.QuoteView {
	v := shop.QuoteView{Title: "Plan from above"}
	add := func(s shop.QuoteShape) { v.Shapes = append(v.Shapes, s) }
	for _, t := range r.robot.things(r.in) {
		add(shop.QuoteShape{Points: t.outline(), Closed: true, Label: strings.TrimPrefix(t.name, "the ")})
	}
	add(shop.QuoteShape{Points: circle(0, 0, r.robot.Radius*1.2), Closed: true, Bold: true, Label: "axis 1"})
	reach := math.Hypot(r.robot.Upper+r.robot.Fore+r.robot.Wrist, r.robot.WristOffset)
	add(shop.QuoteShape{Points: circle(0, 0, reach), Closed: true, Dashed: true})
	if r.robot.rail != nil {
		add(shop.QuoteShape{Points: circle(r.robot.rail.Stroke, 0, reach), Closed: true, Dashed: true})
	}
	for i, p := range []Point{r.in.Pick, r.in.Place} {
		b := r.partBox(p)
		add(shop.QuoteShape{Points: b.outline(), Closed: true, Bold: true, Label: []string{"pick", "place"}[i]})
	}
	if r.motion != nil {
		add(shop.QuoteShape{Points: r.robot.centreline(r.motion.down[0], 0, 1)})
		add(shop.QuoteShape{Points: r.robot.centreline(r.motion.lower[0], 0, 1), Dashed: true})
	}
	low, high := v.Bounds()
	away := max(high[0]-low[0], 2*(high[1]-low[1])) / 25
	across := func(from, to, row float64) shop.QuoteDimension {
		return shop.QuoteDimension{From: [2]float64{from, low[1] - row*away}, To: [2]float64{to, low[1] - row*away}}
	}
	upright := func(from, to, row float64) shop.QuoteDimension {
		return shop.QuoteDimension{From: [2]float64{low[0] - row*away, from}, To: [2]float64{low[0] - row*away, to}}
	}
	measure(&v, across, float64(r.in.Pick.X), float64(r.in.Place.X))
	measure(&v, upright, float64(r.in.Pick.Y), float64(r.in.Place.Y))
	return v
}

// measure adds the distances of both points from the origin in a direction, in rows beside the drawing; equal ones once
// and those that are 0 not at all.
func measure(v *shop.QuoteView, line func(from, to, row float64) shop.QuoteDimension, pick, place float64) {
	row := 1.0
	for i, to := range []float64{pick, place} {
		if to == 0 || i == 1 && to == pick {
			continue
		}
		d := line(min(0, to), max(0, to), row)
		d.Text = millimetres(math.Abs(to))
		v.Dimensions = append(v.Dimensions, d)
		row++
	}
}

// elevation returns the view along y.
func (r *result) elevation() shop.QuoteView {
	v := shop.QuoteView{Title: "Elevation"}
	add := func(s shop.QuoteShape) { v.Shapes = append(v.Shapes, s) }
	for _, t := range r.robot.things(r.in) {
		add(shop.QuoteShape{Points: t.side(), Closed: true, Label: strings.TrimPrefix(t.name, "the ")})
	}
	k := r.robot.proportion()
	base := r.robot.base
	add(shop.QuoteShape{Points: rectangle(-80*k, base, 80*k, base+r.robot.Shoulder), Closed: true, Bold: true,
		Label: "axis 1"})
	for i, p := range []Point{r.in.Pick, r.in.Place} {
		b := r.partBox(p)
		add(shop.QuoteShape{Points: b.side(), Closed: true, Bold: true, Label: []string{"pick", "place"}[i]})
	}
	if r.motion != nil {
		add(shop.QuoteShape{Points: r.robot.centreline(r.motion.down[0], 0, 2)})
		add(shop.QuoteShape{Points: r.robot.centreline(r.motion.lower[0], 0, 2), Dashed: true})
	}
	low, high := v.Bounds()
	add(shop.QuoteShape{Points: [][2]float64{{low[0] - 100, 0}, {high[0] + 100, 0}}, Label: "floor"})
	away := max(high[0]-low[0], 2*(high[1]-low[1])) / 25
	measure(&v, func(from, to, row float64) shop.QuoteDimension {
		x := low[0] - 100 - row*away
		return shop.QuoteDimension{From: [2]float64{x, from}, To: [2]float64{x, to}}
	}, float64(r.in.Pick.Z), float64(r.in.Place.Z))
	return v
}
