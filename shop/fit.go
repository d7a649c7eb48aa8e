package shop

import (
	"fmt"
	"strings"
)

// MaxPartGrams bounds the mass of the part in a fit check.
const MaxPartGrams = 1_000_000

// FitCheck says whether products work together, and with a part of that mass. It warns and forbids nothing (decisions: fit check).
type FitCheck struct {
	PartMassGrams int        `json:"partMassGrams"`
	Groups        []FitGroup `json:"groups"` // empty when there is nothing to check
}

// FitGroup is one product, or two that are put together, with what was checked of them.
type FitGroup struct {
	Products []FitProduct `json:"products"`
	Lines    []FitLine    `json:"lines"`
}

// FitProduct names a checked product.
type FitProduct struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// FitLine is a rule and how it came out. Needed and Limit are in the Unit, nil when the rule does not compare numbers.
type FitLine struct {
	Rule    FitRule    `json:"rule"`
	Outcome FitOutcome `json:"outcome"`
	Message string     `json:"message"`
	Needed  *int       `json:"needed,omitempty"`
	Limit   *int       `json:"limit,omitempty"`
	Unit    *string    `json:"unit,omitempty"`
}

// FitRule is what is checked.
type FitRule string

// The rules.
const (
	FitPayload   FitRule = "PAYLOAD"   // what hangs on the arm against what it lifts
	FitGrip      FitRule = "GRIP"      // the part against what the gripper holds
	FitFlange    FitRule = "FLANGE"    // flange against flange
	FitVoltage   FitRule = "VOLTAGE"   // what is given against what is needed
	FitCurrent   FitRule = "CURRENT"   // what is drawn against what is given
	FitInterface FitRule = "INTERFACE" // one that both have
	FitLoad      FitRule = "LOAD"      // what stands on a rail or a mobile base against what it carries
	FitMounting  FitRule = "MOUNTING"  // base against carriage or platform
)

// FitOutcome is how a rule came out.
type FitOutcome string

// The outcomes.
const (
	Fits       FitOutcome = "FITS"
	FitsNot    FitOutcome = "DOES_NOT_FIT"
	FitUnknown FitOutcome = "NOT_STATED" // a figure is missing; nothing is guessed
)

// Outcome is the worst of all lines, nil when there is none.
func (f FitCheck) Outcome() *FitOutcome {
	var worst *FitOutcome
	for _, group := range f.Groups {
		for _, line := range group.Lines {
			if worst == nil || *worst == Fits || line.Outcome == FitsNot {
				worst = &line.Outcome
			}
		}
	}
	return worst
}

// CheckFitInput refuses numbers of products and masses out of range.
func CheckFitInput(productIDs []string, partMassGrams int) error {
	var c checker
	c.number("productIds", "The number of productIds", len(productIDs), 1, MaxProductIDs)
	c.partMass("partMassGrams", &partMassGrams)
	return c.found.Err()
}

func (c *checker) partMass(field string, grams *int) {
	if grams != nil {
		c.number(field, "Mass of the part in grams", *grams, 0, MaxPartGrams)
	}
}

// Fit checks products, each once, with a part of that mass: every arm with every gripper, rail and mobile base; arms and
// grippers that have no partner by themselves. Products without engineering figures are passed over.
func Fit(products []Product, partMassGrams int) FitCheck {
	check := FitCheck{PartMassGrams: partMassGrams, Groups: []FitGroup{}}
	of := map[ProductKind][]Product{}
	seen := map[string]bool{}
	for _, p := range products {
		if p.Engineering != nil && !seen[p.ID] {
			seen[p.ID] = true
			of[p.Engineering.Kind] = append(of[p.Engineering.Kind], p)
		}
	}
	add := func(lines []FitLine, products ...Product) {
		group := FitGroup{Lines: lines}
		for _, p := range products {
			group.Products = append(group.Products, FitProduct{p.ID, p.Name})
		}
		check.Groups = append(check.Groups, group)
	}
	arms, grippers := of[KindArm], of[KindGripper]
	for _, arm := range arms {
		for _, gripper := range grippers {
			add(fitTool(*arm.Engineering, *gripper.Engineering, partMassGrams), arm, gripper)
		}
		if len(grippers) == 0 {
			add([]FitLine{fitPayload(*arm.Engineering, nil, partMassGrams)}, arm)
		}
		for _, rail := range of[KindRail] {
			add(fitRail(*arm.Engineering, *rail.Engineering, grippers, partMassGrams), arm, rail)
		}
		for _, base := range of[KindMobileBase] {
			add(fitBase(*arm.Engineering, *base.Engineering, grippers, partMassGrams), arm, base)
		}
	}
	if len(arms) == 0 {
		for _, gripper := range grippers {
			add([]FitLine{fitGrip(*gripper.Engineering, partMassGrams)}, gripper)
		}
	}
	return check
}

func fitTool(arm, gripper Engineering, part int) []FitLine {
	return []FitLine{
		fitPayload(arm, &gripper, part),
		fitGrip(gripper, part),
		fitSame(FitFlange, arm.ToolFlange, gripper.RobotFlange, "the arm's tool flange", "the gripper's flange"),
		fitVoltage(arm.Outlet, gripper.Supply, "the arm's tool connector", "the gripper"),
		fitCurrent(arm.Outlet, gripper.Supply, "the arm's tool connector", "the gripper"),
		fitInterface(arm.ToolInterfaces, gripper.Interfaces, "the arm's tool connector", "the gripper"),
	}
}

func fitRail(arm, rail Engineering, grippers []Product, part int) []FitLine {
	if arm.HasRail {
		return []FitLine{ownRail}
	}
	return []FitLine{
		fitLoad(arm, rail, grippers, part),
		fitSame(FitMounting, arm.Mounting, rail.Mounting, "the pattern of the arm's base", "the pattern of the rail's carriage"),
		fitInterface(arm.Interfaces, rail.Interfaces, "the arm's controller", "the rail"),
	}
}

func fitBase(arm, base Engineering, grippers []Product, part int) []FitLine {
	if arm.HasRail {
		return []FitLine{ownRail}
	}
	return []FitLine{
		fitLoad(arm, base, grippers, part),
		fitSame(FitMounting, arm.Mounting, base.Mounting, "the pattern of the arm's base", "the pattern of the mobile base's platform"),
		fitVoltage(base.Outlet, arm.Supply, "the mobile base", "the arm"),
		fitCurrent(base.Outlet, arm.Supply, "the mobile base", "the arm"),
	}
}

var ownRail = FitLine{Rule: FitMounting, Outcome: FitsNot,
	Message: "The arm comes mounted on a rail of its own and is not made to stand on anything else"}

// fitPayload is what the arm lifts less the gripper, if any, and the part.
func fitPayload(arm Engineering, gripper *Engineering, part int) FitLine {
	switch {
	case arm.PayloadGrams == nil:
		return unknown(FitPayload, "The arm's payload is not stated")
	case gripper != nil && gripper.MassGrams == nil:
		return unknown(FitPayload, "The gripper's mass is not stated")
	case gripper == nil && part == 0:
		return FitLine{Rule: FitPayload, Outcome: Fits, Needed: new(0), Limit: arm.PayloadGrams, Unit: new("g"),
			Message: "The arm lifts " + arm.payload()}
	}
	var loads []load
	if gripper != nil {
		loads = append(loads, load{"gripper", *gripper.MassGrams})
	}
	return weigh(FitPayload, append(loads, load{"part", part}), *arm.PayloadGrams, arm.payload(), "that the arm lifts")
}

// fitGrip is what the gripper holds less the part.
func fitGrip(gripper Engineering, part int) FitLine {
	if gripper.PayloadGrams == nil {
		return unknown(FitGrip, "What the gripper holds is not stated")
	}
	if part == 0 {
		return FitLine{Rule: FitGrip, Outcome: Fits, Needed: new(0), Limit: gripper.PayloadGrams, Unit: new("g"),
			Message: "The gripper holds " + gripper.payload()}
	}
	return weigh(FitGrip, []load{{"part", part}}, *gripper.PayloadGrams, gripper.payload(), "that the gripper holds")
}

// fitLoad is what a rail or a mobile base carries less the arm, the heaviest of the grippers and the part.
func fitLoad(arm, carrier Engineering, grippers []Product, part int) FitLine {
	switch {
	case carrier.PayloadGrams == nil:
		return unknown(FitLoad, "The load that it carries is not stated")
	case arm.MassGrams == nil:
		return unknown(FitLoad, "The arm's mass is not stated")
	}
	loads := []load{{"arm", *arm.MassGrams}}
	heaviest := 0
	for _, gripper := range grippers {
		if gripper.Engineering.MassGrams == nil {
			return unknown(FitLoad, "The gripper's mass is not stated")
		}
		heaviest = max(heaviest, *gripper.Engineering.MassGrams)
	}
	if heaviest > 0 {
		loads = append(loads, load{"gripper", heaviest})
	}
	return weigh(FitLoad, append(loads, load{"part", part}), *carrier.PayloadGrams, carrier.payload(), "that it carries")
}

// load is something that weighs.
type load struct {
	name  string
	grams int
}

// weigh compares loads with a limit, both ends included: to leave nothing is a fit, which is said.
func weigh(rule FitRule, loads []load, limit int, limitText, doing string) FitLine {
	var names []string
	sum := 0
	for _, l := range loads {
		if l.grams > 0 {
			names = append(names, l.name+" "+Kilograms(l.grams))
			sum += l.grams
		}
	}
	said := listed(names)
	said = strings.ToUpper(said[:1]) + said[1:]
	several := len(names) > 1
	line := FitLine{Rule: rule, Outcome: Fits, Needed: &sum, Limit: &limit, Unit: new("g")}
	switch left := limit - sum; {
	case left < 0:
		line.Outcome = FitsNot
		line.Message = fmt.Sprintf("%s %s %s more than the %s %s", said, verb(several, "are", "is"), Kilograms(-left), limitText, doing)
	case left == 0:
		line.Message = fmt.Sprintf("%s %s 0 kg of %s: nothing in reserve", said, verb(several, "leave", "leaves"), limitText)
	default:
		line.Message = fmt.Sprintf("%s %s %s of %s", said, verb(several, "leave", "leaves"), Kilograms(left), limitText)
	}
	return line
}

// payload is the figure with its condition.
func (e Engineering) payload() string {
	text := Kilograms(*e.PayloadGrams)
	if e.PayloadNote != "" {
		text += " (" + e.PayloadNote + ")"
	}
	return text
}

// fitSame compares two designations, whatever their case and spaces.
func fitSame(rule FitRule, offered, wanted, offering, wanting string) FitLine {
	switch plain := func(s string) string { return strings.ToUpper(strings.Join(strings.Fields(s), "")) }; {
	case offered == "":
		return unknown(rule, upper(offering)+" is not stated")
	case wanted == "":
		return unknown(rule, upper(wanting)+" is not stated")
	case plain(offered) != plain(wanted):
		return FitLine{Rule: rule, Outcome: FitsNot, Message: fmt.Sprintf("%s is %s, %s is %s", upper(offering), offered, wanting, wanted)}
	}
	return FitLine{Rule: rule, Outcome: Fits, Message: "Both are " + offered}
}

// fitVoltage wants all that may be given to be within what is taken.
func fitVoltage(given, taken *Supply, giving, taking string) FitLine {
	switch {
	case given == nil:
		return unknown(FitVoltage, "What "+giving+" gives is not stated")
	case taken == nil:
		return unknown(FitVoltage, "What "+taking+" needs is not stated")
	}
	line := FitLine{Rule: FitVoltage, Outcome: Fits, Message: fmt.Sprintf("%s needs %s, %s gives %s", upper(taking), taken, giving, given)}
	if given.Current != taken.Current || given.MinVolts < taken.MinVolts || given.MaxVolts > taken.MaxVolts {
		line.Outcome = FitsNot
	}
	return line
}

func fitCurrent(given, taken *Supply, giving, taking string) FitLine {
	switch {
	case given == nil || given.Milliamps == nil:
		return unknown(FitCurrent, "The current that "+giving+" gives is not stated")
	case taken == nil || taken.Milliamps == nil:
		return unknown(FitCurrent, "The current that "+taking+" draws is not stated")
	}
	line := FitLine{Rule: FitCurrent, Outcome: Fits, Needed: taken.Milliamps, Limit: given.Milliamps, Unit: new("mA"),
		Message: fmt.Sprintf("%s draws up to %s, %s gives %s", upper(taking), thousandths(*taken.Milliamps, "A"), giving, thousandths(*given.Milliamps, "A"))}
	if *taken.Milliamps > *given.Milliamps {
		line.Outcome = FitsNot
	}
	return line
}

// fitInterface wants one that both have.
func fitInterface(offered, understood []string, offering, understanding string) FitLine {
	switch {
	case len(offered) == 0:
		return unknown(FitInterface, "The interfaces of "+offering+" are not stated")
	case len(understood) == 0:
		return unknown(FitInterface, "The interfaces of "+understanding+" are not stated")
	}
	var both []string
	for _, name := range understood {
		if hasFold(offered, name) {
			both = append(both, name)
		}
	}
	if len(both) == 0 {
		return FitLine{Rule: FitInterface, Outcome: FitsNot, Message: fmt.Sprintf("%s has %s, %s has %s", upper(offering),
			listed(offered), understanding, listed(understood))}
	}
	return FitLine{Rule: FitInterface, Outcome: Fits, Message: "Both have " + listed(both)}
}

func unknown(rule FitRule, message string) FitLine {
	return FitLine{Rule: rule, Outcome: FitUnknown, Message: message}
}

// Kilograms writes grams as kilograms, with as many decimals as there are.
func Kilograms(grams int) string { return thousandths(grams, "kg") }

func thousandths(value int, unit string) string {
	text := fmt.Sprintf("%d.%03d", value/1000, value%1000)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + " " + unit
}

// listed joins names as people do: a, b and c.
func listed(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

func verb(several bool, plural, singular string) string {
	if several {
		return plural
	}
	return singular
}
