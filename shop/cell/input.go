package cell

import (
	"fmt"

	"github.com/shopspring/decimal"

	"orrery/shop"
)

// MaxObstacles limits the objects of a cell.
const MaxObstacles = 20

// Limits of an Input.
const (
	maxStand   = 1500
	maxPart    = 2000
	maxSide    = 20_000
	maxHeight  = 10_000
	maxLift    = 1000
	maxGrip    = 10_000
	maxPerHour = 100_000
	maxShifts  = 3
	maxLabour  = 10_000
)

// checker collects the errors of an input, whose fields begin with at.
type checker struct {
	at    string
	found shop.Errors
}

func (c *checker) add(code shop.Code, field, message string) {
	c.found = append(c.found, &shop.Error{Code: code, Field: c.at + field, Message: message})
}

func (c *checker) number(field, label string, value, low, high int) {
	if value < low || value > high {
		c.add(shop.OutOfRange, field, fmt.Sprintf("%s must be between %d and %d", label, low, high))
	}
}

// Check returns all errors of the input but those that depend on products. The names of their fields begin with at.
func (in Input) Check(at string) error {
	c := checker{at: at}
	c.number("standHeight", "Height of the stand", in.StandHeight, 0, maxStand)
	c.number("part.mass", "Mass of the part", in.Part.Mass, 0, shop.MaxPartGrams)
	c.number("part.length", "Length of the part", in.Part.Length, 1, maxPart)
	c.number("part.width", "Width of the part", in.Part.Width, 1, maxPart)
	c.number("part.height", "Height of the part", in.Part.Height, 1, maxPart)
	c.point("pick", in.Pick)
	c.point("place", in.Place)
	if len(in.Obstacles) > MaxObstacles {
		c.add(shop.OutOfRange, "obstacles", fmt.Sprintf("A cell has at most %d objects", MaxObstacles))
	} else {
		for i, o := range in.Obstacles {
			at := fmt.Sprintf("obstacles.%d", i)
			if _, ok := obstacleNames[o.Kind]; !ok {
				c.add(shop.Invalid, at+".kind", "Kind must be TABLE, CONVEYOR, FENCE or BOX")
			}
			c.point(at, Point{o.X, o.Y, o.Z, o.Heading})
			c.number(at+".length", "Length", o.Length, 1, maxSide)
			c.number(at+".width", "Width", o.Width, 1, maxSide)
			c.number(at+".height", "Height", o.Height, 1, maxHeight)
		}
	}
	c.number("lift", "Lift", in.Lift, 0, maxLift)
	c.number("gripTime", "Time to grip", in.GripTime, 0, maxGrip)
	c.number("partsPerHour", "Parts per hour", in.PartsPerHour, 0, maxPerHour)
	c.number("shifts", "Shifts", in.Shifts, 1, maxShifts)
	if in.LabourCost != nil {
		if _, ok := labour(*in.LabourCost); !ok {
			c.add(shop.Invalid, "labourCost",
				fmt.Sprintf("Labour cost must be an amount between 0 and %d with at most two decimals", maxLabour))
		}
	}
	c.number("horizon", "Months", in.Horizon, 1, shop.MaxHorizon)
	return c.found.Err()
}

func (c *checker) point(at string, p Point) {
	c.number(at+".x", "X", p.X, -maxSide, maxSide)
	c.number(at+".y", "Y", p.Y, -maxSide, maxSide)
	c.number(at+".z", "Z", p.Z, 0, maxHeight)
	c.number(at+".heading", "Heading", p.Heading, -360, 360)
}

// labour parses a labour cost. It returns false for a text that is not an amount within the limits.
func labour(text string) (cost decimal.Decimal, ok bool) {
	if len(text) > 20 {
		return cost, false
	}
	cost, err := decimal.NewFromString(text)
	return cost, err == nil && cost.Exponent() >= -2 && cost.Exponent() <= 5 && !cost.IsNegative() &&
		cost.LessThanOrEqual(decimal.NewFromInt(maxLabour))
}

// kit are the products of a plan; only the arm is never nil.
type kit struct {
	arm     *Arm
	rail    *Rail
	gripper *Gripper
	camera  *shop.Product
}

// kit returns the products that the input names.
func (parts *Parts) kit(at string, in Input) (k kit, err error) {
	c := checker{at: at}
	unknown := func(field, name string) { c.add(shop.NotFound, field, name+" not found among those for cell plans") }
	for i := range parts.Arms {
		if parts.Arms[i].Product.ID == in.ArmID {
			k.arm = &parts.Arms[i]
		}
	}
	if k.arm == nil {
		unknown("armId", "Arm")
	}
	if in.RailID != nil {
		for i := range parts.Rails {
			if parts.Rails[i].Product.ID == *in.RailID {
				k.rail = &parts.Rails[i]
			}
		}
		switch {
		case k.rail == nil:
			unknown("railId", "Rail")
		case k.arm != nil && k.arm.HasRail:
			c.add(shop.NotAllowed, "railId", "The arm is mounted on its own rail")
		}
	}
	if in.StandHeight > 0 && (in.RailID != nil || k.arm != nil && k.arm.HasRail) {
		c.add(shop.NotAllowed, "standHeight", "An arm on a rail has no stand")
	}
	if in.GripperID != nil {
		for i := range parts.Grippers {
			if parts.Grippers[i].Product.ID == *in.GripperID {
				k.gripper = &parts.Grippers[i]
			}
		}
		if k.gripper == nil {
			unknown("gripperId", "Gripper")
		}
	}
	if in.CameraID != nil {
		for i := range parts.Cameras {
			if parts.Cameras[i].ID == *in.CameraID {
				k.camera = &parts.Cameras[i]
			}
		}
		if k.camera == nil {
			unknown("cameraId", "Camera")
		}
	}
	return k, c.found.Err()
}

// products returns the products in the order of a cart.
func (k kit) products() (all []shop.Product) {
	all = append(all, k.arm.Product)
	if k.rail != nil {
		all = append(all, k.rail.Product)
	}
	if k.gripper != nil {
		all = append(all, k.gripper.Product)
	}
	if k.camera != nil {
		all = append(all, *k.camera)
	}
	return all
}

// MaxParts is the maximum number of products of a kind with which cells can be planned.
const MaxParts = 20

// NewParts sorts the products with which cells can be planned, the first MaxParts of each kind.
func NewParts(products []shop.Product) Parts {
	parts := Parts{Arms: []Arm{}, Rails: []Rail{}, Grippers: []Gripper{}, Cameras: []shop.Product{}}
	for _, p := range products {
		m, kind := p.Motion, shop.KindOther
		if m == nil {
			continue
		}
		if p.Engineering != nil {
			kind = p.Engineering.Kind
		}
		switch {
		case kind == shop.KindArm && m.Arm != nil:
			parts.Arms = append(parts.Arms, armOf(p))
		case kind == shop.KindRail && m.Rail != nil:
			parts.Rails = append(parts.Rails, Rail{p, railAxisOf(*m.Rail), m.Rail.Deck, m.Rail.Stroke})
		case kind == shop.KindGripper && m.Gripper != nil:
			parts.Grippers = append(parts.Grippers, Gripper{p, m.Gripper.Pads, m.Gripper.Stroke})
		case m.Camera != nil:
			parts.Cameras = append(parts.Cameras, p)
		}
	}
	parts.Arms, parts.Rails = parts.Arms[:min(len(parts.Arms), MaxParts)], parts.Rails[:min(len(parts.Rails), MaxParts)]
	parts.Grippers = parts.Grippers[:min(len(parts.Grippers), MaxParts)]
	parts.Cameras = parts.Cameras[:min(len(parts.Cameras), MaxParts)]
	return parts
}

func armOf(p shop.Product) Arm {
	m := p.Motion.Arm
	arm := Arm{Product: p, Upper: m.Upper, Fore: m.Fore, Shoulder: m.Shoulder, WristOffset: m.WristOffset,
		Wrist: m.Wrist, Flange: m.Flange}
	if rail := p.Motion.Rail; rail != nil {
		arm.HasRail, arm.Deck, arm.Stroke = true, rail.Deck, rail.Stroke
		arm.Axes = append(arm.Axes, railAxisOf(*rail))
	}
	for i, axis := range m.Axes {
		arm.Axes = append(arm.Axes, Axis{axisName(axis1 + i), "°", axis.Min, axis.Max, axis.Speed, axis.Acceleration})
	}
	return arm
}

func railAxisOf(rail shop.RailMotion) Axis {
	return Axis{axisName(railAxis), "mm", 0, rail.Stroke, rail.Speed, rail.Acceleration}
}
