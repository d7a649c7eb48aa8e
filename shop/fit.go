package shop

import (
	"fmt"
	"slices"
	"strings"
)

// MaxPartGrams limits the mass of the part in a fit check.
const MaxPartGrams = 1_000_000

// FitCheck states whether products are compatible with each other and with a part of the given mass. It only warns; it
// never blocks an order.
type FitCheck struct {
	PartMassGrams int        `json:"partMassGrams"`
	Groups        []FitGroup `json:"groups"` // empty if there is nothing to check
}

// FitGroup holds the checks of one product, or of two products that are used in combination.
type FitGroup struct {
	Products []FitProduct `json:"products"`
	Lines    []FitLine    `json:"lines"`
}

// FitProduct names a checked product.
type FitProduct struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// FitLine is the result of a rule. Needed and Limit are in Unit; they are nil if the rule does not compare numbers.
type FitLine struct {
	Rule    FitRule    `json:"rule"`
	Outcome FitOutcome `json:"outcome"`
	Message string     `json:"message"`
	Needed  *int       `json:"needed,omitempty"`
	Limit   *int       `json:"limit,omitempty"`
	Unit    *string    `json:"unit,omitempty"`
}

// FitRule is a compatibility rule.
type FitRule string

// The rules.
const (
	FitPayload   FitRule = "PAYLOAD"   // load on the arm against its payload
	FitGrip      FitRule = "GRIP"      // the part against the gripper's payload
	FitFlange    FitRule = "FLANGE"    // flange against flange
	FitVoltage   FitRule = "VOLTAGE"   // voltage provided against voltage required
	FitCurrent   FitRule = "CURRENT"   // current drawn against current provided
	FitInterface FitRule = "INTERFACE" // at least one common interface
	FitLoad      FitRule = "LOAD"      // load on a rail or a mobile base against its payload
	FitMounting  FitRule = "MOUNTING"  // base against carriage or platform
)

// FitOutcome is the result of a rule.
type FitOutcome string

// The outcomes.
const (
	Fits       FitOutcome = "FITS"
	FitsNot    FitOutcome = "DOES_NOT_FIT"
	FitUnknown FitOutcome = "NOT_STATED" // a figure is missing and is not estimated
)

// Outcome returns the worst outcome of all lines, nil if there are none.
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

// CheckFitInput refuses a number of products or a mass out of range.
func CheckFitInput(productIDs []string, partMassGrams int) error {
	var c checker
	c.number("productIds", "The number of productIds", len(productIDs), 1, MaxProductIDs)
	c.partMass("partMassGrams", &partMassGrams)
	return c.found.Err()
}

func (c *checker) partMass(field string, grams *int) {
	if grams != nil {
		c.number(field, "Part mass in grams", *grams, 0, MaxPartGrams)
	}
}

// Fit checks products, each once, with a part of the given mass: every arm with every gripper, rail and mobile base,
// and arms and grippers without a partner alone. Products without engineering figures are skipped.
func Fit(products []Product, partMassGrams int) FitCheck {
	check := FitCheck{PartMassGrams: partMassGrams, Groups: []FitGroup{}}
	byKind := map[ProductKind][]Product{}
	seen := map[string]bool{}
	for _, p := range products {
		if p.Engineering != nil && !seen[p.ID] {
			seen[p.ID] = true
			byKind[p.Engineering.Kind] = append(byKind[p.Engineering.Kind], p)
		}
	}
	add := func(lines []FitLine, products ...Product) {
		group := FitGroup{Lines: lines}
		for _, p := range products {
			group.Products = append(group.Products, FitProduct{p.ID, p.Name})
		}
		check.Groups = append(check.Groups, group)
	}
	arms, grippers := byKind[KindArm], byKind[KindGripper]
	for _, arm := range arms {
		for _, gripper := range grippers {
			add(fitTool(*arm.Engineering, *gripper.Engineering, partMassGrams), arm, gripper)
		}
		if len(grippers) == 0 {
			add([]FitLine{fitPayload(*arm.Engineering, nil, partMassGrams)}, arm)
		}
		for _, rail := range byKind[KindRail] {
			add(fitRail(*arm.Engineering, *rail.Engineering, grippers, partMassGrams), arm, rail)
		}
		for _, base := range byKind[KindMobileBase] {
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
		return []FitLine{onOwnRail}
	}
	return []FitLine{
		fitLoad(arm, rail, "the rail", grippers, part),
		fitSame(FitMounting, arm.Mounting, rail.Mounting,
			"the pattern of the arm's base", "the pattern of the rail's carriage"),
		fitInterface(arm.Interfaces, rail.Interfaces, "the arm's controller", "the rail"),
	}
}

func fitBase(arm, base Engineering, grippers []Product, part int) []FitLine {
	if arm.HasRail {
		return []FitLine{onOwnRail}
	}
	return []FitLine{
		fitLoad(arm, base, "the mobile base", grippers, part),
		fitSame(FitMounting, arm.Mounting, base.Mounting,
			"the pattern of the arm's base", "the pattern of the mobile base's platform"),
		fitVoltage(base.Outlet, arm.Supply, "the mobile base", "the arm"),
		fitCurrent(base.Outlet, arm.Supply, "the mobile base", "the arm"),
	}
}

var onOwnRail = FitLine{Rule: FitMounting, Outcome: FitsNot,
	Message: "The arm is mounted on its own rail and can't be mounted on anything else"}

// fitPayload compares the arm's payload with the gripper, if any, and the part.
func fitPayload(arm Engineering, gripper *Engineering, part int) FitLine {
	switch {
	case arm.PayloadGrams == nil:
		return unknown(FitPayload, "The arm's payload is not stated")
	case gripper != nil && gripper.MassGrams == nil:
		return unknown(FitPayload, "The gripper's mass is not stated")
	case gripper == nil && part == 0:
		return FitLine{Rule: FitPayload, Outcome: Fits, Needed: new(0), Limit: arm.PayloadGrams, Unit: new("g"),
			Message: "The arm's payload is " + arm.payload()}
	}
	var loads []load
	if gripper != nil {
		loads = append(loads, load{"gripper", *gripper.MassGrams})
	}
	return weigh(FitPayload, append(loads, load{"part", part}), *arm.PayloadGrams, arm.payload(), "the arm's payload")
}

// fitGrip compares the gripper's payload with the part.
func fitGrip(gripper Engineering, part int) FitLine {
	if gripper.PayloadGrams == nil {
		return unknown(FitGrip, "The gripper's payload is not stated")
	}
	if part == 0 {
		return FitLine{Rule: FitGrip, Outcome: Fits, Needed: new(0), Limit: gripper.PayloadGrams, Unit: new("g"),
			Message: "The gripper's payload is " + gripper.payload()}
	}
	return weigh(FitGrip, []load{{"part", part}}, *gripper.PayloadGrams, gripper.payload(), "the gripper's payload")
}

// fitLoad compares the payload of a rail or a mobile base with the arm, the heaviest gripper and the part.
func fitLoad(arm, carrier Engineering, name string, grippers []Product, part int) FitLine {
	switch {
	case carrier.PayloadGrams == nil:
		return unknown(FitLoad, upper(name)+"'s payload is not stated")
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
	return weigh(FitLoad, append(loads, load{"part", part}), *carrier.PayloadGrams, carrier.payload(),
		name+"'s payload")
}

// load is a named mass.
type load struct {
	name  string
	grams int
}

// weigh compares the sum of loads with a limit. A sum equal to the limit fits, and the message says that there is no
// reserve.
func weigh(rule FitRule, loads []load, limit int, limitText, limitName string) FitLine {
	var names []string
	sum := 0
	for _, l := range loads {
		if l.grams > 0 {
			names = append(names, l.name+" "+Kilograms(l.grams))
			sum += l.grams
		}
	}
	subject := listed(names)
	subject = strings.ToUpper(subject[:1]) + subject[1:]
	several := len(names) > 1
	line := FitLine{Rule: rule, Outcome: Fits, Needed: &sum, Limit: &limit, Unit: new("g")}
	switch left := limit - sum; {
	case left < 0:
		line.Outcome = FitsNot
		line.Message = fmt.Sprintf("%s %s %s more than %s of %s", subject, verb(several, "are", "is"),
			Kilograms(-left), limitName, limitText)
	case left == 0:
		line.Message = fmt.Sprintf("%s %s 0 kg of %s: no reserve", subject,
			verb(several, "leave", "leaves"), limitText)
	default:
		line.Message = fmt.Sprintf("%s %s %s of %s", subject, verb(several, "leave", "leaves"),
			Kilograms(left), limitText)
	}
	return line
}

// payload returns the payload with its condition.
func (e Engineering) payload() string {
	text := Kilograms(*e.PayloadGrams)
	if e.PayloadNote != "" {
		text += " (" + e.PayloadNote + ")"
	}
	return text
}

// fitSame compares two designations, ignoring case and spaces.
func fitSame(rule FitRule, provided, required, providedName, requiredName string) FitLine {
	switch plain := func(s string) string { return strings.ToUpper(strings.Join(strings.Fields(s), "")) }; {
	case provided == "":
		return unknown(rule, upper(providedName)+" is not stated")
	case required == "":
		return unknown(rule, upper(requiredName)+" is not stated")
	case plain(provided) != plain(required):
		return FitLine{Rule: rule, Outcome: FitsNot,
			Message: fmt.Sprintf("%s is %s, %s is %s", upper(providedName), provided, requiredName, required)}
	}
	return FitLine{Rule: rule, Outcome: Fits, Message: "Both are " + provided}
}

// fitVoltage requires the provided voltage range to lie within the accepted one.
func fitVoltage(outlet, supply *Supply, source, consumer string) FitLine {
	switch {
	case outlet == nil:
		return unknown(FitVoltage, "The output voltage of "+source+" is not stated")
	case supply == nil:
		return unknown(FitVoltage, "The supply voltage of "+consumer+" is not stated")
	}
	line := FitLine{Rule: FitVoltage, Outcome: Fits,
		Message: fmt.Sprintf("%s needs %s, %s supplies %s", upper(consumer), supply, source, outlet)}
	if outlet.Current != supply.Current || outlet.MinVolts < supply.MinVolts || outlet.MaxVolts > supply.MaxVolts {
		line.Outcome = FitsNot
	}
	return line
}

func fitCurrent(outlet, supply *Supply, source, consumer string) FitLine {
	switch {
	case outlet == nil || outlet.Milliamps == nil:
		return unknown(FitCurrent, "The output current of "+source+" is not stated")
	case supply == nil || supply.Milliamps == nil:
		return unknown(FitCurrent, "The current draw of "+consumer+" is not stated")
	}
	line := FitLine{Rule: FitCurrent, Outcome: Fits, Needed: supply.Milliamps, Limit: outlet.Milliamps, Unit: new("mA"),
		Message: fmt.Sprintf("%s draws up to %s, %s supplies %s", upper(consumer), thousandths(*supply.Milliamps, "A"),
			source, thousandths(*outlet.Milliamps, "A"))}
	if *supply.Milliamps > *outlet.Milliamps {
		line.Outcome = FitsNot
	}
	return line
}

// fitInterface requires a common interface.
func fitInterface(provided, supported []string, provider, consumer string) FitLine {
	switch {
	case len(provided) == 0:
		return unknown(FitInterface, "The interfaces of "+provider+" are not stated")
	case len(supported) == 0:
		return unknown(FitInterface, "The interfaces of "+consumer+" are not stated")
	}
	var both []string
	for _, name := range supported {
		if hasFold(provided, name) {
			both = append(both, name)
		}
	}
	if len(both) == 0 {
		return FitLine{Rule: FitInterface, Outcome: FitsNot,
			Message: fmt.Sprintf("%s has %s, %s has %s", upper(provider), listed(provided),
				consumer, listed(supported))}
	}
	return FitLine{Rule: FitInterface, Outcome: Fits, Message: "Both have " + listed(both)}
}

func unknown(rule FitRule, message string) FitLine {
	return FitLine{Rule: rule, Outcome: FitUnknown, Message: message}
}

// Kilograms formats grams as kilograms, without trailing zeros.
func Kilograms(grams int) string { return thousandths(grams, "kg") }

func thousandths(value int, unit string) string {
	text := fmt.Sprintf("%d.%03d", value/1000, value%1000)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + " " + unit
}

// listed joins names as in "a, b and c".
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

// FitsWith reports whether the product can be combined with another one: rules apply to both, and none says that they
// don't fit.
func (p Product) FitsWith(other Product) bool {
	check := Fit([]Product{p, other}, 0)
	combined := slices.ContainsFunc(check.Groups, func(g FitGroup) bool { return len(g.Products) == 2 })
	return combined && *check.Outcome() != FitsNot
}

// Counterparts returns the connections that fit another one, such as `ARM ISO9409-1-50-4-M6`: its kind
// and, without spaces, its flange or hole pattern.
func Counterparts(connection string) (fitting []string) {
	kind, pattern, _ := strings.Cut(connection, " ")
	kinds := []ProductKind{KindArm}
	if ProductKind(kind) == KindArm {
		kinds = []ProductKind{KindGripper, KindRail, KindMobileBase}
	}
	for _, kind := range kinds {
		fitting = append(fitting, string(kind)+" "+pattern)
	}
	return fitting
}
