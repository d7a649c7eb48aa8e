package shop

import (
	"fmt"
	"strings"
)

// Engineering are the figures of a product by which the shop checks whether it fits others. What is nil or empty is not stated.
type Engineering struct {
	Kind           ProductKind `json:"kind"`
	HasRail        bool        `json:"hasRail,omitempty"`        // of an arm: it stands on a rail of its own
	PayloadGrams   *int        `json:"payloadGrams,omitempty"`   // what it lifts; of a rail or a mobile base what it carries
	PayloadNote    string      `json:"payloadNote,omitempty"`    // the condition of that figure, such as `up to 2 m/s² rail acceleration`
	ReachMM        *int        `json:"reachMm,omitempty"`        // in millimetres
	MassGrams      *int        `json:"massGrams,omitempty"`      // without a controller that stands apart
	ToolFlange     string      `json:"toolFlange,omitempty"`     // what an arm offers its tool, such as `ISO 9409-1-50-4-M6`
	RobotFlange    string      `json:"robotFlange,omitempty"`    // what a tool has on the arm's side
	Mounting       string      `json:"mounting,omitempty"`       // pattern of an arm's base; of a rail or a mobile base the one that it takes
	Supply         *Supply     `json:"supply,omitempty"`         // what it needs
	Outlet         *Supply     `json:"outlet,omitempty"`         // what it gives to what is mounted on it
	Interfaces     []string    `json:"interfaces,omitempty"`     // by which it is controlled, or controls axes
	ToolInterfaces []string    `json:"toolInterfaces,omitempty"` // that an arm offers at its flange
}

// ProductKind is the part that a product plays in a cell.
type ProductKind string

// The kinds.
const (
	KindArm        ProductKind = "ARM"
	KindGripper    ProductKind = "GRIPPER"
	KindRail       ProductKind = "RAIL"
	KindMobileBase ProductKind = "MOBILE_BASE"
	KindOther      ProductKind = "OTHER"
)

// Supply is electricity that is needed or given: a range of volts, and at most so many milliamperes.
type Supply struct {
	MinVolts  int         `json:"minVolts"`
	MaxVolts  int         `json:"maxVolts"`
	Current   CurrentKind `json:"current"`
	Milliamps *int        `json:"milliamps,omitempty"` // the peak that is drawn, or the most that is given
}

// CurrentKind is direct or alternating.
type CurrentKind string

// The kinds of current.
const (
	DirectCurrent      CurrentKind = "DC"
	AlternatingCurrent CurrentKind = "AC"
)

// String is the voltage as people write it.
func (s Supply) String() string {
	volts := fmt.Sprint(s.MinVolts)
	if s.MaxVolts != s.MinVolts {
		volts += fmt.Sprintf(" to %d", s.MaxVolts)
	}
	return volts + " V " + string(s.Current)
}

// EngineeringInput replaces all engineering figures of a product; what is absent is not stated.
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

// SupplyInput is a Supply as somebody typed it.
type SupplyInput Supply

// Bounds of what an admin may enter.
const (
	maxProductGrams = 100_000_000
	maxReach        = 100_000
	maxVolts        = 1000
	maxMilliamps    = 1_000_000
	maxInterfaces   = 10
	maxDesignation  = 100
)

// engineering checks the figures; nil stays nil.
func (c *checker) engineering(in *EngineeringInput) *Engineering {
	if in == nil {
		return nil
	}
	at := func(name string) string { return "engineering." + name }
	text := func(name, label string, value *string) string {
		if value == nil {
			return ""
		}
		return c.text(at(name), label, *value, maxDesignation, false)
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

// figure is a number from 1 on, when it is given.
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
	c.figure(field+".milliamps", "Milliamperes of the "+label, in.Milliamps, maxMilliamps)
	out := Supply(*in)
	return &out
}

// interfaces drops blank and repeated ones.
func (c *checker) interfaces(field string, values []string) []string {
	var names []string
	for i, value := range values {
		name := c.text(fmt.Sprintf("%s.%d", field, i), "Interface", value, maxDesignation, false)
		if name != "" && !hasFold(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > maxInterfaces {
		c.add(OutOfRange, field, fmt.Sprintf("There are at most %d interfaces", maxInterfaces))
	}
	return names
}

// hasFold finds a name whatever its case.
func hasFold(names []string, wanted string) bool {
	for _, name := range names {
		if strings.EqualFold(name, wanted) {
			return true
		}
	}
	return false
}
