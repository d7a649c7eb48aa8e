package pdf

import (
	"fmt"
	"math"

	"orrery/shop"
)

// appendix writes the planned cell of a quote on pages of its own: its views, figures, results and notes.
func (s *sheet) appendix(a *shop.QuoteAppendix) {
	if a == nil {
		return
	}
	s.need(bottom) // a new page
	s.write(style{strong, 13, black}, left, s.y+2, a.Title)
	s.y += 10
	for _, v := range a.Views {
		s.view(v)
	}
	s.specifications("Dimensions and results", a.Figures)
	labels := map[shop.FitOutcome]string{shop.Fits: "fits", shop.FitsNot: "does not fit", shop.FitUnknown: "not stated"}
	const messageAt = left + 24
	s.need(20)
	s.write(heading, left, s.y, "Checks")
	s.y += 5.4
	for _, c := range a.Checks {
		text := s.wrap(body, right-messageAt, c.Message)
		s.need(float64(len(text)) * body.leading())
		st := quiet
		if c.Outcome == shop.FitsNot {
			st = heading
		}
		s.write(st, left, s.y, labels[c.Outcome])
		s.y = s.column(body, messageAt, s.y, text)
	}
	s.y += 6
	for _, group := range a.Notes {
		s.list(group.Title, group.Items)
	}
}

// Room for a view in mm, and the scales that it is drawn in.
const (
	viewHeight = 88.0
	viewPad    = 9.0
)

var viewScales = []float64{5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 400}

// view draws a view in the largest scale that fits.
func (s *sheet) view(v shop.QuoteView) {
	low, high := v.Bounds()
	if math.IsInf(low[0], 0) {
		return
	}
	width, height := high[0]-low[0], high[1]-low[1]
	scale := viewScales[len(viewScales)-1]
	for _, one := range viewScales {
		if width/one <= right-left-viewPad*2 && height/one <= viewHeight-viewPad*2 {
			scale = one
			break
		}
	}
	used := height/scale + viewPad*2
	s.need(used + 8)
	s.write(heading, left, s.y, v.Title)
	s.writeRight(remark, right, s.y, fmt.Sprintf("Scale 1:%g, millimetres", scale))
	s.y += 3
	s.ticks(left, s.y, right-left, used)
	x0, y0 := left+viewPad+(right-left-viewPad*2-width/scale)/2, s.y+used-viewPad
	at := func(p [2]float64) (x, y float64) { return x0 + (p[0]-low[0])/scale, y0 - (p[1]-low[1])/scale }
	for _, shape := range v.Shapes {
		weight, colour := hairline*1.6, grey
		if shape.Bold {
			weight, colour = hairline*2.6, black
		}
		if shape.Dashed {
			s.pdf.SetDashPattern([]float64{1.2, 1}, 0)
		}
		points := shape.Points
		if shape.Closed {
			points = append(points[:len(points):len(points)], points[0])
		}
		for i := 1; i < len(points); i++ {
			x, y := at(points[i-1])
			toX, toY := at(points[i])
			s.stroke(x, y, toX, toY, weight, colour)
		}
		if shape.Dashed {
			s.pdf.SetDashPattern(nil, 0)
		}
		if shape.Label != "" {
			x, y := at(shape.Points[0])
			s.write(label, x+0.8, y-0.8, shape.Label)
		}
	}
	for _, d := range v.Dimensions {
		x, y := at(d.From)
		toX, toY := at(d.To)
		s.stroke(x, y, toX, toY, hairline, black)
		across := [2]float64{0, 1}
		if x == toX {
			across = [2]float64{1, 0}
		}
		for _, end := range [][2]float64{{x, y}, {toX, toY}} {
			s.stroke(end[0]-across[0], end[1]-across[1], end[0]+across[0], end[1]+across[1], hairline, black)
		}
		s.write(label, (x+toX)/2+0.6, (y+toY)/2-0.7, d.Text)
	}
	s.y += used + 8
}
