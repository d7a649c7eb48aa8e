package shop

import "math"

// QuoteAppendix is what a quote says of the cell that it was requested for: drawings, figures, results and assumptions,
// as they were when it was made.
type QuoteAppendix struct {
	Title   string           `json:"title"`
	Views   []QuoteView      `json:"views"`
	Figures []SpecItem       `json:"figures"`
	Checks  []QuoteCheck     `json:"checks"`
	Notes   []TechnicalGroup `json:"notes"`
}

// QuoteView is a drawing in millimetres, y up.
type QuoteView struct {
	Title      string           `json:"title"`
	Shapes     []QuoteShape     `json:"shapes"`
	Dimensions []QuoteDimension `json:"dimensions"`
}

// QuoteShape is a line of a drawing. Its label is written at its first point.
type QuoteShape struct {
	Points [][2]float64 `json:"points"`
	Closed bool         `json:"closed,omitempty"`
	Dashed bool         `json:"dashed,omitempty"`
	Bold   bool         `json:"bold,omitempty"`
	Label  string       `json:"label,omitempty"`
}

// QuoteDimension is a measured length.
type QuoteDimension struct {
	From [2]float64 `json:"from"`
	To   [2]float64 `json:"to"`
	Text string     `json:"text"`
}

// QuoteCheck is a result.
type QuoteCheck struct {
	Outcome FitOutcome `json:"outcome"`
	Message string     `json:"message"`
}

// Bounds returns the lowest and the highest coordinates of the view.
func (v QuoteView) Bounds() (low, high [2]float64) {
	low, high = [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	add := func(p [2]float64) {
		for i := range p {
			low[i], high[i] = min(low[i], p[i]), max(high[i], p[i])
		}
	}
	for _, shape := range v.Shapes {
		for _, p := range shape.Points {
			add(p)
		}
	}
	for _, d := range v.Dimensions {
		add(d.From)
		add(d.To)
	}
	return low, high
}
