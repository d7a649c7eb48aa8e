// Package cell plans robot cells: whether an arm reaches, carries and moves a part without hitting anything, how long
// that takes and what it costs. Lengths are millimetres with z up, angles degrees; the origin is on the floor below the
// first axis of the arm, on a rail below the arm when the carriage is at the start of its stroke.
package cell

import (
	"fmt"
	"math"
	"time"

	"github.com/shopspring/decimal"

	"orrery/shop"
)

// Input is a cell to plan.
type Input struct {
	ArmID        string     `json:"armId"`
	RailID       *string    `json:"railId"`    // nil if the arm stands on the floor, a stand or its own rail
	GripperID    *string    `json:"gripperId"` // nil for the bare flange
	CameraID     *string    `json:"cameraId"`
	StandHeight  int        `json:"standHeight"`
	Part         Part       `json:"part"`
	Pick         Point      `json:"pick"`
	Place        Point      `json:"place"`
	Obstacles    []Obstacle `json:"obstacles"`
	Lift         int        `json:"lift"`
	GripTime     int        `json:"gripTime"` // in milliseconds, once to grip and once to release
	PartsPerHour int        `json:"partsPerHour"`
	Shifts       int        `json:"shifts"`
	LabourCost   *string    `json:"labourCost"` // per hour, a decimal number in the shop's currency
	Horizon      int        `json:"horizon"`    // months for which renting and buying are compared
}

// Part is what the arm moves. The gripper spans its width.
type Part struct {
	Mass   int `json:"mass"` // in grams
	Length int `json:"length"`
	Width  int `json:"width"`
	Height int `json:"height"`
}

// Point is where the middle of the gripped part is. The tool points down, turned by Heading about z.
type Point struct {
	X       int `json:"x"`
	Y       int `json:"y"`
	Z       int `json:"z"`
	Heading int `json:"heading"`
}

// Obstacle is an upright box; X, Y and Z are the middle of its bottom.
type Obstacle struct {
	Kind    ObstacleKind `json:"kind"`
	X       int          `json:"x"`
	Y       int          `json:"y"`
	Z       int          `json:"z"`
	Length  int          `json:"length"`
	Width   int          `json:"width"`
	Height  int          `json:"height"`
	Heading int          `json:"heading"`
}

// ObstacleKind is what an obstacle is.
type ObstacleKind string

// The kinds of obstacles.
const (
	Table    ObstacleKind = "TABLE"
	Conveyor ObstacleKind = "CONVEYOR"
	Fence    ObstacleKind = "FENCE"
	Box      ObstacleKind = "BOX"
)

// Plan is the answer to an Input.
type Plan struct {
	Outcome     shop.FitOutcome
	Checks      []Check
	Cycle       *Cycle // nil if a point is out of reach
	Costs       Costs
	Delivery    *shop.DeliveryEstimate // when the last product arrives, nil if one has no estimate
	NotChecked  []string
	Assumptions []string
	Products    []shop.Product
}

// Check is the result of a rule. Needed and Limit are in Unit; they are nil if the rule does not compare numbers.
type Check struct {
	Rule     Rule
	Outcome  shop.FitOutcome
	Message  string
	Needed   *float64
	Limit    *float64
	Unit     *string
	Remedies []Remedy
}

// Rule is a rule of the plan.
type Rule string

// The rules.
const (
	ReachPick  Rule = "REACH_PICK"
	ReachPlace Rule = "REACH_PLACE"
	Payload    Rule = "PAYLOAD"
	Moment     Rule = "MOMENT"
	Grip       Rule = "GRIP"
	Stroke     Rule = "STROKE"
	Force      Rule = "FORCE"
	Flange     Rule = "FLANGE"
	Voltage    Rule = "VOLTAGE"
	Current    Rule = "CURRENT"
	Interface  Rule = "INTERFACE"
	Load       Rule = "LOAD"
	Mounting   Rule = "MOUNTING"
	HitsFloor  Rule = "FLOOR"
	HitsTable  Rule = "TABLE" // or a conveyor, or a box
	HitsFence  Rule = "FENCE"
	Speed      Rule = "SPEED"
)

// Remedy is a change of the input with which a violated rule is met.
type Remedy struct {
	Message string
	Change  Change
}

// Change holds the fields to replace in an Input; nil fields stay.
type Change struct {
	ArmID       *string
	RailID      *string
	WithoutRail bool
	GripperID   *string
	StandHeight *int
	Lift        *int
	Pick        *Point
	Place       *Point
}

// Cycle is one cycle, beginning and ending above the pick point.
type Cycle struct {
	Duration     int // in milliseconds
	PartsPerHour int
	Energy       *float64 // in joules per part, nil if a power is not stated
	Slowest      Move
	Moves        []Move
	Pick         []float64 // values of the axes, the rail first
	Place        []float64
	Frames       []Frame
}

// Move is a part of the cycle. Axis names the axis that limits it.
type Move struct {
	Name     string
	Duration int
	Axis     string
}

// Frame is the cycle at a point in time.
type Frame struct {
	Time    int // in milliseconds
	Joints  []float64
	Holding bool
	Opening float64 // between the pads
}

// Costs is what the cell costs and saves.
type Costs struct {
	Price          *shop.Money // nil if a product has none
	KnownPrice     *shop.Money // of the products that have one, nil if none has
	PriceWithTax   *shop.Money
	RentOrBuy      *shop.BreakEven
	Payback        *float64 // in months
	LabourPerMonth *shop.Money
}

// Parts are the products with which cells can be planned.
type Parts struct {
	Arms     []Arm
	Rails    []Rail
	Grippers []Gripper
	Cameras  []shop.Product
}

// Arm is an arm whose axes turn about z, y, y, y, z, y.
type Arm struct {
	Product     shop.Product
	HasRail     bool
	Axes        []Axis // its own rail first
	Upper       float64
	Fore        float64
	Shoulder    float64
	WristOffset float64
	Wrist       float64
	Flange      float64
	Deck        float64 // of its own rail
	Stroke      float64 // of its own rail
}

// Axis is an axis of an arm or a rail.
type Axis struct {
	Name         string
	Unit         string
	Min          float64
	Max          float64
	Speed        float64
	Acceleration float64
}

// Rail is a rail that carries an arm.
type Rail struct {
	Product shop.Product
	Axis    Axis
	Deck    float64
	Stroke  float64
}

// Gripper is a gripper with two parallel fingers.
type Gripper struct {
	Product shop.Product
	Pads    float64
	Stroke  float64
}

// Make plans a cell with products from parts. now is the time from which the delivery counts. The errors name fields of
// the input, after at.
func Make(at string, in Input, parts *Parts, terms shop.Terms, now time.Time) (Plan, error) {
	_, plan, err := answer(at, in, parts, terms, now)
	return plan, err
}

func answer(at string, in Input, parts *Parts, terms shop.Terms, now time.Time) (*result, Plan, error) {
	if err := in.Check(at); err != nil {
		return nil, Plan{}, err
	}
	k, err := parts.kit(at, in)
	if err != nil {
		return nil, Plan{}, err
	}
	r := newResult(in, k, fitted{})
	r.remedies(parts)
	plan := Plan{Outcome: shop.Fits, Checks: r.checks, Products: k.products(), NotChecked: notChecked,
		Assumptions: r.assumptions()}
	for i := range r.checks {
		plan.Outcome = worse(plan.Outcome, r.checks[i].Outcome)
		if r.checks[i].Remedies == nil {
			r.checks[i].Remedies = []Remedy{}
		}
	}
	if r.motion != nil {
		plan.Cycle = r.cycle()
	}
	for i, p := range plan.Products {
		plan.Products[i] = p.WithDelivery(p.LeadTime(), now)
	}
	plan.Costs = r.costs(plan.Products, terms)
	plan.Delivery = delivery(plan.Products)
	return r, plan, nil
}

// cycle describes the motion.
func (r *result) cycle() *Cycle {
	c := &Cycle{Duration: int(math.Round(r.duration * 1000)), PartsPerHour: r.perHour(), Energy: r.energy(),
		Pick: r.robot.values(r.motion.down[0]), Place: r.robot.values(r.motion.lower[0]),
		Frames: r.robot.frames(r.in, r.motion)}
	for i := range r.motion.moves {
		m := &r.motion.moves[i]
		shown := Move{Name: m.name, Duration: int(math.Round(m.duration * 1000))}
		if m.axis >= 0 && m.duration > 0 {
			shown.Axis = axisName(m.axis)
		}
		c.Moves = append(c.Moves, shown)
	}
	if r.waiting > 0 {
		c.Moves = append(c.Moves, Move{Name: "Wait for the camera", Duration: int(math.Round(r.waiting * 1000))})
	}
	for _, m := range c.Moves {
		if m.Duration > c.Slowest.Duration || c.Slowest.Name == "" {
			c.Slowest = m
		}
	}
	return c
}

// energy returns the electrical energy of a cycle in joules: for each product, its mean power during moves and its
// power at standstill, for as long as it moves and stands. It is nil if a power is not stated.
func (r *result) energy() *float64 {
	gripping := 2 * r.robot.gripSeconds(r.in)
	moving := r.duration - gripping - r.waiting
	busy := map[*shop.Motion]float64{r.kit.arm.Product.Motion: moving}
	if r.kit.rail != nil {
		busy[r.kit.rail.Product.Motion] = moving
	}
	if r.kit.gripper != nil {
		busy[r.kit.gripper.Product.Motion] = gripping
	}
	if r.kit.camera != nil {
		busy[r.kit.camera.Motion] = min(r.duration, r.kit.camera.Motion.Camera.SceneSeconds)
	}
	sum := 0.0
	for motion, time := range busy {
		if motion.IdleWatts == nil || motion.MovingWatts == nil {
			return nil
		}
		sum += *motion.MovingWatts*time + *motion.IdleWatts*(r.duration-time)
	}
	return new(math.Round(sum))
}

// Work of a shift.
const (
	hoursPerShift = 8
	daysPerYear   = 250
)

// costs compares the price of the products with the labour that they replace.
func (r *result) costs(products []shop.Product, terms shop.Terms) (c Costs) {
	price, priced := terms.Money(0), true
	for _, p := range products {
		if p.Price == nil {
			priced = false
			continue
		}
		price = price.Plus(*p.Price)
		c.KnownPrice = &price
	}
	if priced {
		c.Price, c.PriceWithTax = &price, new(terms.WithTax(price))
	}
	c.RentOrBuy = r.kit.arm.Product.Pricing.BreakEven(false, r.in.Horizon)
	if r.in.LabourCost == nil {
		return c
	}
	perHour, _ := labour(*r.in.LabourCost)
	hours := decimal.NewFromInt(int64(r.in.Shifts * hoursPerShift * daysPerYear))
	month := perHour.Mul(hours).Div(decimal.NewFromInt(12))
	saved := terms.FromMajor(month.Round(0).IntPart())
	c.LabourPerMonth = &saved
	if priced && month.IsPositive() {
		months, _ := decimal.NewFromString(price.Decimal())
		tenths, _ := months.Div(month).Mul(decimal.NewFromInt(10)).Float64()
		c.Payback = new(math.Ceil(tenths-1e-9) / 10)
	}
	return c
}

// delivery returns when the last product arrives, nil if there is no estimate for one.
func delivery(products []shop.Product) *shop.DeliveryEstimate {
	var last shop.DeliveryEstimate
	for _, p := range products {
		if p.Delivery == nil {
			return nil
		}
		if p.Delivery.From.After(last.From) {
			last.From = p.Delivery.From
		}
		if p.Delivery.Until.After(last.Until) {
			last.Until = p.Delivery.Until
		}
		if p.Delivery.PayBy != nil {
			last.PayBy = p.Delivery.PayBy
		}
	}
	return &last
}

// notChecked lists what a plan says nothing about.
var notChecked = []string{
	"Safety: this is no risk assessment. ISO 10218-2 requires one for every robot cell.",
	"Collisions of the arm with itself and of cables with anything, and of the part with the fingers.",
	"Loads during an emergency stop, and vibration.",
	"The strength and the level of floor, stand and tables.",
	"The path that a robot program takes: it may be slower to keep away from objects.",
}

// assumptions lists what the figures of a plan depend on.
func (r *result) assumptions() []string {
	all := []string{
		"The tool points down at both points and above them. Joint angles are solved in closed form (Siciliano et " +
			"al., Robotics, section 2.12).",
		"Vertical moves are straight; between them all axes move evenly and together, with trapezoidal speed " +
			"profiles (Lynch and Park, Modern Robotics, section 9.2).",
		"Distances are those of capsules and boxes around links, gripper and part (Ericson, Real-Time Collision " +
			"Detection, chapters 4 and 5).",
		"Moments contain gravity and the accelerations of the moves (Siciliano et al., section 7.5).",
		"Energy is the mean power of a data sheet during moves and the power at standstill, for a cycle without " +
			"pauses.",
	}
	if g := r.robot.gripper; g != nil {
		all = append(all, fmt.Sprintf("The gripper holds by friction, with a coefficient of %g and a safety factor of "+
			"%g (Monkman et al., Robot Grippers, section 2.3).", g.Friction, g.Safety))
	} else {
		all = append(all, "Without a gripper, the middle of the flange moves to the points.")
	}
	if r.kit.camera != nil {
		all = append(all, "The camera stands beside the arm and recognises the next part while the arm is away.")
	}
	if r.robot.rail == nil && r.in.StandHeight > 0 {
		all = append(all, fmt.Sprintf("The stand is %d mm wide and its mass and price are not included.", standWidth))
	}
	if r.in.LabourCost != nil {
		all = append(all, fmt.Sprintf("The machine replaces one person for %d hours a shift on %d days a year. "+
			"Energy, service and integration are not included.", hoursPerShift, daysPerYear))
	}
	return all
}
