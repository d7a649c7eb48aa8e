package pdf

import (
	"fmt"
	"math"
	"slices"

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
		s.alongLine((x+toX)/2, (y+toY)/2, x == toX, d.Text)
	}
	var taken []area // by names, and by what is drawn boldly
	drawn := make([]area, len(v.Shapes))
	for i, shape := range v.Shapes {
		drawn[i] = area{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
		for _, point := range shape.Points {
			x, y := at(point)
			drawn[i] = drawn[i].with(x, y)
		}
		if shape.Bold {
			taken = append(taken, drawn[i])
		}
	}
	for i, shape := range v.Shapes {
		if shape.Label != "" {
			taken = append(taken, s.name(drawn[i], shape.Label, taken))
		}
	}
	s.y += used + 8
}

// alongLine writes the text of a dimension in the middle above its line, from below to above if the line is upright.
func (s *sheet) alongLine(x, y float64, upright bool, text string) {
	x0 := x - s.width(label, text)/2 // this also chooses the font, which would be forgotten at the end
	s.pdf.TransformBegin()
	if upright {
		s.pdf.TransformRotate(90, x, y)
	}
	s.write(label, x0, y-0.7, text)
	s.pdf.TransformEnd()
}

// area is a part of the page in mm.
type area struct{ left, top, right, bottom float64 }

func (a area) with(x, y float64) area {
	return area{min(a.left, x), min(a.top, y), max(a.right, x), max(a.bottom, y)}
}

func (a area) meets(b area) bool {
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

// name writes text as the label of a drawn shape, inside the shape if there is room, otherwise beside it, and returns
// the area of the label. The label overlaps the areas in taken only if every place does.
func (s *sheet) name(drawn area, text string, taken []area) (at area) {
	const gap, height = 0.8, 2.4
	width := s.width(label, text) + gap
	inside := [][2]float64{{drawn.left + gap, drawn.top + gap/2}, {drawn.left + gap, drawn.bottom - height - gap/2}}
	beside := [][2]float64{{drawn.left, drawn.top - height - gap/2}, {drawn.right + gap, drawn.top},
		{drawn.left, drawn.bottom + gap/2}, {drawn.left - width - gap, drawn.top},
		{drawn.right + gap, drawn.bottom - height}}
	places := beside
	if drawn.right-drawn.left > width+gap && drawn.bottom-drawn.top > height+gap {
		places = append(inside, beside...)
	}
	for _, place := range places {
		at = area{place[0], place[1], place[0] + width, place[1] + height}
		if !slices.ContainsFunc(taken, at.meets) {
			break
		}
	}
	s.pdf.SetFillColor(255, 255, 255)
	s.pdf.Rect(at.left, at.top, width-gap/2, height, "F")
	s.write(label, at.left, at.bottom-gap/2, text)
	return at
}
