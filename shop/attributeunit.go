package shop

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

// AttributeUnit is the unit of the integers that are the values of a number.
type AttributeUnit string

// The units. Those of money are minor ones of the shop's currency.
const (
	UnitNone                AttributeUnit = "NONE"
	UnitGram                AttributeUnit = "GRAM"
	UnitMillimetre          AttributeUnit = "MILLIMETRE"
	UnitMicrometre          AttributeUnit = "MICROMETRE"
	UnitMinute              AttributeUnit = "MINUTE"
	UnitSecond              AttributeUnit = "SECOND"
	UnitDay                 AttributeUnit = "DAY"
	UnitMillimetrePerSecond AttributeUnit = "MILLIMETRE_PER_SECOND"
	UnitDegree              AttributeUnit = "DEGREE"
	UnitDegreePerSecond     AttributeUnit = "DEGREE_PER_SECOND"
	UnitWatt                AttributeUnit = "WATT"
	UnitVolt                AttributeUnit = "VOLT"
	UnitNewton              AttributeUnit = "NEWTON"
	UnitMoney               AttributeUnit = "MONEY"
)

// unit says how values of an AttributeUnit are read and displayed.
type unit struct {
	dimension string
	size      int64  // in the smallest unit of the dimension
	symbol    string // of the unit in which values are displayed
	shown     int64  // values of that unit
}

var units = map[AttributeUnit]unit{
	UnitNone:                {"", 1, "", 1},
	UnitGram:                {"mass", 1, "kg", 1000},
	UnitMillimetre:          {"length", 1000, "mm", 1},
	UnitMicrometre:          {"length", 1, "mm", 1000},
	UnitMinute:              {"time", 60, "h", 60},
	UnitSecond:              {"time", 1, "s", 1},
	UnitDay:                 {"days", 1, "days", 1},
	UnitMillimetrePerSecond: {"speed", 1, "mm/s", 1},
	UnitDegree:              {"angle", 1, "°", 1},
	UnitDegreePerSecond:     {"turning", 1, "°/s", 1},
	UnitWatt:                {"power", 1, "W", 1},
	UnitVolt:                {"voltage", 1, "V", 1},
	UnitNewton:              {"force", 1, "N", 1},
	UnitMoney:               {"money", 1, "", 1},
}

// symbols are the units that people type, in lower case.
var symbols = map[string]struct {
	dimension string
	size      int64
}{
	"g": {"mass", 1}, "kg": {"mass", 1000},
	"µm": {"length", 1}, "μm": {"length", 1}, "um": {"length", 1}, "mm": {"length", 1000}, "cm": {"length", 10_000},
	"m": {"length", 1_000_000},
	"s": {"time", 1}, "min": {"time", 60}, "h": {"time", 3600}, "hours": {"time", 3600}, "hour": {"time", 3600},
	"day": {"days", 1}, "days": {"days", 1}, "week": {"days", 7}, "weeks": {"days", 7},
	"mm/s": {"speed", 1}, "m/s": {"speed", 1000},
	"°": {"angle", 1}, "deg": {"angle", 1}, "°/s": {"turning", 1},
	"w": {"power", 1}, "kw": {"power", 1000}, "v": {"voltage", 1}, "n": {"force", 1},
}

// Symbol returns the unit in which values are displayed, which is the one of a number that is typed without; empty if
// there is none.
func (u AttributeUnit) Symbol() string { return units[u].symbol }

// Symbol returns the unit in which values are displayed.
func (a Attribute) Symbol() string { return a.Unit.Symbol() }

// Format returns a value as displayed to users.
func (u AttributeUnit) Format(value int64, t Terms) string {
	if u == UnitMoney {
		return strings.TrimSuffix(t.Money(value).Words(), ".00")
	}
	unit := units[u]
	switch {
	case u == UnitMinute && value < unit.shown:
		return fmt.Sprintf("%d min", value)
	case u == UnitDay && value == 1:
		return "1 day"
	}
	text := decimal.New(value, 0).DivRound(decimal.New(unit.shown, 0), 3).String()
	if unit.symbol == "" || strings.HasPrefix(unit.symbol, "°") {
		return text + unit.symbol
	}
	return text + " " + unit.symbol
}

// text returns a value as filters accept it: an integer or, for money, a decimal number.
func (u AttributeUnit) text(value int64, t Terms) string {
	if u == UnitMoney {
		return t.Money(value).Decimal()
	}
	return strconv.FormatInt(value, 10)
}

// maxFigure bounds values, so that sums and products of few don't overflow.
const maxFigure = 999_999_999_999_999

var figureForm = regexp.MustCompile(`^(-?\d{1,15}(?:[.,]\d{1,15})*)\s*([^\d\s].{0,9})?$`)

// Parse returns the value that a text such as `6 kg` or `900mm` states. Without a unit it is an integer in the unit
// itself or, for money, a decimal number of the currency.
func (u AttributeUnit) Parse(text string, t Terms) (int64, bool) {
	text = strings.TrimSpace(text)
	if u == UnitMoney {
		text = strings.TrimSpace(strings.TrimSuffix(strings.Trim(text, "$€£"), t.Currency))
		amount, ok := t.Parse(plainNumber(text))
		return amount.Minor, ok && amount.Minor <= maxFigure
	}
	found := figureForm.FindStringSubmatch(text)
	if found == nil {
		return 0, false
	}
	number, err := decimal.NewFromString(plainNumber(found[1]))
	if err != nil {
		return 0, false
	}
	if found[2] != "" {
		typed, known := symbols[strings.ToLower(found[2])]
		if !known || typed.dimension != units[u].dimension {
			return 0, false
		}
		number = number.Mul(decimal.New(typed.size, 0)).DivRound(decimal.New(units[u].size, 0), 6)
		number = number.Round(3) // a third of a minute is 20 s
	}
	if !number.IsInteger() || number.Abs().GreaterThan(decimal.New(maxFigure, 0)) {
		return 0, false
	}
	return number.IntPart(), true
}

var thousands = regexp.MustCompile(`^-?\d{1,3}(,\d{3})+(\.\d+)?$`)

// plainNumber returns a number without separators of thousands, and with a point before its decimals.
func plainNumber(text string) string {
	if thousands.MatchString(text) {
		return strings.ReplaceAll(text, ",", "")
	}
	return strings.Replace(text, ",", ".", 1)
}

// figureText returns the value that a text states, and adds an error if it states none.
func (c *checker) figureText(field string, a Attribute, text string, t Terms) *int64 {
	value, ok := a.Unit.Parse(text, t)
	if ok {
		return &value
	}
	example := strings.TrimSpace("6 " + a.Symbol())
	message := fmt.Sprintf("%s must be a number such as %s", a.Label, example)
	if a.Unit == UnitMoney {
		message += fmt.Sprintf(", with at most %d decimals", minorDigits(t.Currency))
	}
	c.add(Invalid, field, message)
	return nil
}
