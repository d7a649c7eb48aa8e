package shop

import (
	"fmt"
	"math"
)

// Motion holds the figures by which a cell is planned with a product: how it moves, with which limits. Lengths are
// millimetres, angles degrees, times seconds. A nil field is not stated.
type Motion struct {
	Arm     *ArmMotion     `json:"arm,omitempty"`
	Rail    *RailMotion    `json:"rail,omitempty"` // of a rail, or of an arm with its own
	Gripper *GripperMotion `json:"gripper,omitempty"`
	Camera  *CameraMotion  `json:"camera,omitempty"`
	// IdleWatts and MovingWatts are the electrical power at standstill and the mean one during moves.
	IdleWatts   *float64 `json:"idleWatts,omitempty"`
	MovingWatts *float64 `json:"movingWatts,omitempty"`
}

// ArmMotion describes an arm with six axes, which turn about z, y, y, y, z and y when all are at 0 and the arm stands
// upright.
type ArmMotion struct {
	Axes        []AxisMotion `json:"axes"`
	Shoulder    float64      `json:"shoulder"`    // from the mounting face to axis 2
	Upper       float64      `json:"upper"`       // from axis 2 to axis 3
	Fore        float64      `json:"fore"`        // from axis 3 to axis 4
	WristOffset float64      `json:"wristOffset"` // from axis 4 to axis 5, along -y
	Wrist       float64      `json:"wrist"`       // from axis 5 to axis 6
	Flange      float64      `json:"flange"`      // from axis 6 to the face of the flange, along -y
	Radius      float64      `json:"radius"`      // of the joint at the shoulder, the thickest one that moves
	ToolSpeed   float64      `json:"toolSpeed"`   // in mm/s
	// WristTorque and WristInertia are what axes 4 and 5 permit, ToolTorque and ToolInertia what axis 6 permits, in N·m
	// and kg·m².
	WristTorque  float64 `json:"wristTorque"`
	WristInertia float64 `json:"wristInertia"`
	ToolTorque   float64 `json:"toolTorque"`
	ToolInertia  float64 `json:"toolInertia"`
}

// AxisMotion holds the limits of an axis.
type AxisMotion struct {
	Min          float64 `json:"min"`
	Max          float64 `json:"max"`
	Speed        float64 `json:"speed"`        // per second
	Acceleration float64 `json:"acceleration"` // per second squared
}

// RailMotion describes a rail, whose carriage moves along x from 0 to Stroke.
type RailMotion struct {
	Stroke       float64 `json:"stroke"`
	Deck         float64 `json:"deck"`  // height of the mounting face above the floor
	Start        float64 `json:"start"` // x of the rail's end, as seen from the carriage at 0
	Length       float64 `json:"length"`
	Width        float64 `json:"width"`
	Height       float64 `json:"height"` // without the carriage
	Speed        float64 `json:"speed"`
	Acceleration float64 `json:"acceleration"`
	// HeavyGrams is the load of the arm above which the acceleration is HeavyAcceleration; nil if it never is.
	HeavyGrams        *int     `json:"heavyGrams,omitempty"`
	HeavyAcceleration *float64 `json:"heavyAcceleration,omitempty"`
}

// GripperMotion describes a gripper with two parallel fingers.
type GripperMotion struct {
	Stroke       float64 `json:"stroke"`       // highest clear width between the pads
	Pads         float64 `json:"pads"`         // from the flange to the middle of the pads
	Length       float64 `json:"length"`       // from the flange to the tips
	Radius       float64 `json:"radius"`       // of the body
	Centre       float64 `json:"centre"`       // from the flange to the centre of mass
	ClosingSpeed float64 `json:"closingSpeed"` // in mm/s
	Force        float64 `json:"force"`        // highest grip force in N
	Friction     float64 `json:"friction"`     // coefficient between pads and part
	Safety       float64 `json:"safety"`       // factor by which the grip force exceeds the needed one
}

// CameraMotion describes a camera that recognises parts.
type CameraMotion struct {
	SceneSeconds float64 `json:"sceneSeconds"` // to recognise one
}

// Figures returns the figures that are stated, with units.
func (m Motion) Figures() (figures []SpecItem) {
	add := func(label, format string, values ...any) {
		figures = append(figures, SpecItem{label, fmt.Sprintf(format, values...)})
	}
	if arm := m.Arm; arm != nil {
		for i, axis := range arm.Axes {
			add(fmt.Sprintf("Axis %d", i+1), "%g° to %g°, %g°/s, %g°/s²", axis.Min, axis.Max, axis.Speed,
				axis.Acceleration)
		}
		add("Links", "%g mm and %g mm", arm.Upper, arm.Fore)
		add("Axes 4 and 5", "up to %g N·m and %g kg·m²", arm.WristTorque, arm.WristInertia)
		add("Axis 6 loads", "up to %g N·m and %g kg·m²", arm.ToolTorque, arm.ToolInertia)
		add("Tool", "up to %g mm/s", arm.ToolSpeed)
	}
	if rail := m.Rail; rail != nil {
		add("Rail", "%g mm, %g mm/s, %g mm/s²", rail.Stroke, rail.Speed, rail.Acceleration)
	}
	if gripper := m.Gripper; gripper != nil {
		add("Fingers", "open %g mm, %g mm from the flange", gripper.Stroke, gripper.Pads)
		add("Grip force", "up to %g N at a friction of %g with a safety factor of %g", gripper.Force, gripper.Friction,
			gripper.Safety)
	}
	if m.Camera != nil {
		add("Scene", "%g s", m.Camera.SceneSeconds)
	}
	if m.IdleWatts != nil {
		add("Power at standstill", "%g W", *m.IdleWatts)
	}
	if m.MovingWatts != nil {
		add("Power during moves", "%g W", *m.MovingWatts)
	}
	return figures
}

// Limits of the figures of a Motion.
const (
	maxMotionLength = 100_000
	maxMotionForce  = 1_000_000
	armAxes         = 6
)

// motion checks the figures. It returns nil for nil.
func (c *checker) motion(field string, in *Motion) *Motion {
	if in == nil {
		return nil
	}
	c.positive(field+".idleWatts", in.IdleWatts, 0)
	c.positive(field+".movingWatts", in.MovingWatts, 0)
	if in.Arm != nil {
		c.armMotion(field+".arm", *in.Arm)
	}
	if r := in.Rail; r != nil {
		at := field + ".rail"
		c.lengths(at, map[string]float64{"stroke": r.Stroke, "length": r.Length, "width": r.Width, "height": r.Height,
			"speed": r.Speed, "acceleration": r.Acceleration, "deck": r.Deck})
		c.between(at+".start", r.Start, -maxMotionLength, maxMotionLength)
		if r.HeavyGrams != nil {
			c.number(at+".heavyGrams", "Load in grams", *r.HeavyGrams, 1, maxProductGrams)
		}
		c.positive(at+".heavyAcceleration", r.HeavyAcceleration, 1e-3)
	}
	if g := in.Gripper; g != nil {
		at := field + ".gripper"
		c.lengths(at, map[string]float64{"stroke": g.Stroke, "pads": g.Pads, "length": g.Length, "radius": g.Radius,
			"centre": g.Centre, "closingSpeed": g.ClosingSpeed, "force": g.Force})
		c.between(at+".friction", g.Friction, 0.01, 2)
		c.between(at+".safety", g.Safety, 1, 20)
	}
	if in.Camera != nil {
		c.between(field+".camera.sceneSeconds", in.Camera.SceneSeconds, 0, 3600)
	}
	return in
}

func (c *checker) armMotion(at string, arm ArmMotion) {
	if len(arm.Axes) != armAxes {
		c.add(OutOfRange, at+".axes", fmt.Sprintf("An arm has %d axes", armAxes))
	}
	for i, axis := range arm.Axes {
		path := fmt.Sprintf("%s.axes.%d", at, i)
		c.between(path+".min", axis.Min, -360, 0)
		c.between(path+".max", axis.Max, 0, 360)
		c.between(path+".speed", axis.Speed, 1, 10_000)
		c.between(path+".acceleration", axis.Acceleration, 1, 100_000)
	}
	c.lengths(at, map[string]float64{"shoulder": arm.Shoulder, "upper": arm.Upper, "fore": arm.Fore,
		"wristOffset": arm.WristOffset, "wrist": arm.Wrist, "flange": arm.Flange, "radius": arm.Radius,
		"toolSpeed": arm.ToolSpeed})
	for name, value := range map[string]float64{"wristTorque": arm.WristTorque, "wristInertia": arm.WristInertia,
		"toolTorque": arm.ToolTorque, "toolInertia": arm.ToolInertia} {
		c.between(at+"."+name, value, 1e-3, maxMotionForce)
	}
}

// lengths checks figures that are above 0.
func (c *checker) lengths(at string, values map[string]float64) {
	for name, value := range values {
		c.between(at+"."+name, value, 1e-3, maxMotionLength)
	}
}

func (c *checker) positive(field string, value *float64, low float64) {
	if value != nil {
		c.between(field, *value, low, maxMotionForce)
	}
}

func (c *checker) between(field string, value, low, high float64) {
	if math.IsNaN(value) || value < low || value > high {
		c.add(OutOfRange, field, fmt.Sprintf("The figure must be between %g and %g", low, high))
	}
}
