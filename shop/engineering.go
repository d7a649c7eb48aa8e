package shop

import (
	"fmt"
	"slices"
	"strings"
)

// Engineering holds the figures of a product by which fit checks compare it with others. A nil or empty field is not
// stated.
type Engineering struct {
	Kind ProductKind `json:"kind"`
	// HasRail states that an arm is mounted on a rail of its own.
	HasRail bool `json:"hasRail,omitempty"`
	// PayloadGrams is what the product lifts or, in case of a rail or a mobile base, carries.
	PayloadGrams *int `json:"payloadGrams,omitempty"`
	// PayloadNote is the condition of PayloadGrams, such as `up to 2 m/s² rail acceleration`.
	PayloadNote string `json:"payloadNote,omitempty"`
	ReachMM     *int   `json:"reachMm,omitempty"`   // in millimetres
	MassGrams   *int   `json:"massGrams,omitempty"` // without a separate controller
	// ToolFlange is the flange that an arm provides for tools, such as `ISO 9409-1-50-4-M6`.
	ToolFlange  string `json:"toolFlange,omitempty"`
	RobotFlange string `json:"robotFlange,omitempty"` // of a tool, on the arm's side
	// Mounting is the hole pattern of an arm's base or, in case of a rail or a mobile base, the pattern that it
	// accepts.
	Mounting       string   `json:"mounting,omitempty"`
	Supply         *Supply  `json:"supply,omitempty"`         // required
	Outlet         *Supply  `json:"outlet,omitempty"`         // provided to products mounted on it
	Interfaces     []string `json:"interfaces,omitempty"`     // by which it is controlled, or controls axes
	ToolInterfaces []string `json:"toolInterfaces,omitempty"` // provided by an arm at its flange
}

// ProductKind is the role of a product in a robot cell.
type ProductKind string

// The kinds.
const (
	KindArm        ProductKind = "ARM"
	KindGripper    ProductKind = "GRIPPER"
	KindRail       ProductKind = "RAIL"
	KindMobileBase ProductKind = "MOBILE_BASE"
	KindOther      ProductKind = "OTHER"
)

var productKinds = []ProductKind{KindArm, KindGripper, KindRail, KindMobileBase, KindOther}

// Supply is an electrical supply that is required or provided: a voltage range and a maximum current.
type Supply struct {
	MinVolts  int         `json:"minVolts"`
	MaxVolts  int         `json:"maxVolts"`
	Current   CurrentKind `json:"current"`
	Milliamps *int        `json:"milliamps,omitempty"` // peak current drawn, or maximum current provided
}

// CurrentKind is direct or alternating current.
type CurrentKind string

// The kinds of current.
const (
	DirectCurrent      CurrentKind = "DC"
	AlternatingCurrent CurrentKind = "AC"
)

// String returns the voltage as displayed to users.
func (s Supply) String() string {
	volts := fmt.Sprint(s.MinVolts)
	if s.MaxVolts != s.MinVolts {
		volts += fmt.Sprintf(" to %d", s.MaxVolts)
	}
	return volts + " V " + string(s.Current)
}

// figures returns what is stated, with units.
func (s Supply) figures() string {
	text := s.String()
	if s.Milliamps != nil {
		text += ", up to " + thousandths(*s.Milliamps, "A")
	}
	return text
}

// Figures returns the figures that are stated, with units.
func (e Engineering) Figures() (figures []SpecItem) {
	add := func(label, value string) {
		if value != "" {
			figures = append(figures, SpecItem{label, value})
		}
	}
	if e.PayloadGrams != nil {
		payload := Kilograms(*e.PayloadGrams)
		if e.PayloadNote != "" {
			payload += ", " + e.PayloadNote
		}
		add("Payload", payload)
	}
	if e.ReachMM != nil {
		add("Reach", fmt.Sprintf("%d mm", *e.ReachMM))
	}
	if e.MassGrams != nil {
		add("Mass", Kilograms(*e.MassGrams))
	}
	add("Tool flange", e.ToolFlange)
	add("Robot flange", e.RobotFlange)
	add("Mounting pattern", e.Mounting)
	if e.Supply != nil {
		add("Supply", e.Supply.figures())
	}
	if e.Outlet != nil {
		add("Supply for tools", e.Outlet.figures())
	}
	add("Interfaces", strings.Join(e.Interfaces, ", "))
	add("Interfaces for tools", strings.Join(e.ToolInterfaces, ", "))
	return figures
}

// EngineeringInput replaces all engineering figures of a product. Absent fields are not stated.
type EngineeringInput struct {
	Kind           ProductKind
	HasRail        bool
	PayloadGrams   *int
	PayloadNote    *string
	ReachMM        *int
	MassGrams      *int
	ToolFlange     *string
	RobotFlange    *string
	Mounting       *string
	Supply         *SupplyInput
	Outlet         *SupplyInput
	Interfaces     []string
	ToolInterfaces []string
}

// SupplyInput is an unchecked Supply.
type SupplyInput Supply

// Limits of the figures that administrators may enter.
const (
	maxProductGrams = 100_000_000
	maxReach        = 100_000
	maxVolts        = 1000
	maxMilliamps    = 1_000_000
	maxInterfaces   = 10
	maxDesignation  = 100
)

// engineering checks the figures. It returns nil for nil.
func (c *checker) engineering(in *EngineeringInput) *Engineering {
	if in == nil {
		return nil
	}
	at := func(name string) string { return "engineering." + name }
	if !slices.Contains(productKinds, in.Kind) {
		c.add(Invalid, at("kind"), fmt.Sprintf("Kind must be one of %s", strings.Trim(fmt.Sprint(productKinds), "[]")))
	}
	text := func(name, label string, value *string) string {
		if value == nil {
			return ""
		}
		return c.line(at(name), label, *value, maxDesignation, false)
	}
	return &Engineering{
		Kind:           in.Kind,
		HasRail:        in.HasRail,
		PayloadGrams:   c.figure(at("payloadGrams"), "Payload in grams", in.PayloadGrams, maxProductGrams),
		PayloadNote:    text("payloadNote", "Note on the payload", in.PayloadNote),
		ReachMM:        c.figure(at("reachMm"), "Reach in millimetres", in.ReachMM, maxReach),
		MassGrams:      c.figure(at("massGrams"), "Mass in grams", in.MassGrams, maxProductGrams),
		ToolFlange:     text("toolFlange", "Tool flange", in.ToolFlange),
		RobotFlange:    text("robotFlange", "Robot flange", in.RobotFlange),
		Mounting:       text("mounting", "Mounting pattern", in.Mounting),
		Supply:         c.supply(at("supply"), "supply", in.Supply),
		Outlet:         c.supply(at("outlet"), "outlet", in.Outlet),
		Interfaces:     c.interfaces(at("interfaces"), in.Interfaces),
		ToolInterfaces: c.interfaces(at("toolInterfaces"), in.ToolInterfaces),
	}
}

// figure checks that a number, if present, is between 1 and high.
func (c *checker) figure(field, label string, value *int, high int) *int {
	if value != nil {
		c.number(field, label, *value, 1, high)
	}
	return value
}

func (c *checker) supply(field, label string, in *SupplyInput) *Supply {
	if in == nil {
		return nil
	}
	c.number(field+".minVolts", "Lowest voltage of the "+label, in.MinVolts, 1, maxVolts)
	c.number(field+".maxVolts", "Highest voltage of the "+label, in.MaxVolts, max(1, in.MinVolts), maxVolts)
	if in.Current != DirectCurrent && in.Current != AlternatingCurrent {
		c.add(Invalid, field+".current", "Current of the "+label+" must be DC or AC")
	}
	c.figure(field+".milliamps", "Current in mA of the "+label, in.Milliamps, maxMilliamps)
	out := Supply(*in)
	return &out
}

// interfaces trims the names and drops blank and repeated ones.
func (c *checker) interfaces(field string, values []string) []string {
	var names []string
	for i, value := range values {
		name := c.line(fmt.Sprintf("%s.%d", field, i), "Interface", value, maxDesignation, false)
		if name != "" && !hasFold(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > maxInterfaces {
		c.add(OutOfRange, field, fmt.Sprintf("There are at most %d interfaces", maxInterfaces))
	}
	return names
}

// hasFold reports whether names contains wanted, ignoring case.
func hasFold(names []string, wanted string) bool {
	for _, name := range names {
		if strings.EqualFold(name, wanted) {
			return true
		}
	}
	return false
}
