// Package cell plans robot cells: whether an arm reaches, carries and moves a part without hitting anything, how long
// that takes and what it costs. Lengths are millimetres with z up, angles degrees; the origin is on the floor below the
// first axis of the arm, on a rail below the arm when the carriage is at the start of its stroke.
package cell

import "orrery/shop"

// Input is a cell to plan.
type Input struct {
	ArmID        string     `json:"armId"`
	RailID       *string    `json:"railId,omitempty"`    // nil if the arm stands on the floor, a stand or its own rail
	GripperID    *string    `json:"gripperId,omitempty"` // nil for the bare flange
	CameraID     *string    `json:"cameraId,omitempty"`
	StandHeight  int        `json:"standHeight,omitempty"`
	Part         Part       `json:"part"`
	Pick         Point      `json:"pick"`
	Place        Point      `json:"place"`
	Obstacles    []Obstacle `json:"obstacles,omitempty"`
	Lift         int        `json:"lift"`
	GripTime     int        `json:"gripTime"` // in milliseconds, once to grip and once to release
	PartsPerHour int        `json:"partsPerHour,omitempty"`
	Shifts       int        `json:"shifts"`
	LabourCost   *string    `json:"labourCost,omitempty"` // per hour, a decimal number in the shop's currency
	Horizon      int        `json:"horizon"`              // months for which renting and buying are compared
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
	Heading int `json:"heading,omitempty"`
}

// Obstacle is an upright box; X, Y and Z are the middle of its bottom.
type Obstacle struct {
	Kind    ObstacleKind `json:"kind"`
	X       int          `json:"x"`
	Y       int          `json:"y"`
	Z       int          `json:"z,omitempty"`
	Length  int          `json:"length"`
	Width   int          `json:"width"`
	Height  int          `json:"height"`
	Heading int          `json:"heading,omitempty"`
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
	Shifts      *int
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
