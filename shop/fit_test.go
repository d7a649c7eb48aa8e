package shop

import (
	"fmt"
	"strings"
	"testing"
)

// The machines of the table, with the figures of the seed.
var (
	fitFixed = Engineering{Kind: KindArm, PayloadGrams: new(6000), MassGrams: new(24000), ToolFlange: "ISO 9409-1-50-4-M6", Mounting: "190 mm, four M8",
		Supply: &Supply{100, 240, AlternatingCurrent, nil}, Outlet: &Supply{24, 24, DirectCurrent, new(2000)},
		Interfaces: []string{"EtherCAT", "PROFINET"}, ToolInterfaces: []string{"RS-485", "digital I/O"}}
	fitRailArm = Engineering{Kind: KindArm, HasRail: true, PayloadGrams: new(6000), PayloadNote: "up to 2 m/s²", MassGrams: new(96000)}
	fitGripper = Engineering{Kind: KindGripper, PayloadGrams: new(3000), MassGrams: new(900), RobotFlange: "iso 9409-1-50-4-m6",
		Supply: &Supply{24, 24, DirectCurrent, new(1000)}, Interfaces: []string{"RS-485"}}
	fitSlider   = Engineering{Kind: KindRail, PayloadGrams: new(40000), Mounting: "190 mm, four M8", Interfaces: []string{"ethercat"}}
	fitPlatform = Engineering{Kind: KindMobileBase, PayloadGrams: new(100000), Outlet: &Supply{24, 24, DirectCurrent, new(10000)}}
	fitCamera   = Engineering{Kind: KindOther, MassGrams: new(700)}
)

// with is a machine with other figures.
func with(e Engineering, change func(*Engineering)) Engineering {
	change(&e)
	return e
}

func TestFit(t *testing.T) {
	for name, c := range map[string]struct {
		machines []Engineering // numbered from 1
		part     int
		want     string // group by group: numbers, then rule, outcome and message of each line
		outcome  FitOutcome
	}{
		"nothing to check":   {[]Engineering{fitCamera, fitSlider, fitPlatform}, 500, "", ""},
		"no products at all": {nil, 500, "", ""},
		"an arm alone":       {[]Engineering{fitFixed}, 3000, "1: PAYLOAD FITS Part 3 kg leaves 3 kg of 6 kg", Fits},
		"no part yet":        {[]Engineering{fitFixed}, 0, "1: PAYLOAD FITS The arm's payload is 6 kg", Fits},
		"an arm on its own rail": {[]Engineering{fitRailArm}, 6001,
			"1: PAYLOAD DOES_NOT_FIT Part 6.001 kg is 0.001 kg more than the arm's payload of 6 kg (up to 2 m/s²)", FitsNot},
		"a gripper alone": {[]Engineering{fitGripper}, 3500, "1: GRIP DOES_NOT_FIT Part 3.5 kg is 0.5 kg more than the gripper's payload of 3 kg", FitsNot},
		"arm and gripper": {[]Engineering{fitFixed, fitGripper}, 3000, `1+2: PAYLOAD FITS Gripper 0.9 kg and part 3 kg leave 2.1 kg of 6 kg
GRIP FITS Part 3 kg leaves 0 kg of 3 kg: no reserve
FLANGE FITS Both are ISO 9409-1-50-4-M6
VOLTAGE FITS The gripper needs 24 V DC, the arm's tool connector supplies 24 V DC
CURRENT FITS The gripper draws up to 1 A, the arm's tool connector supplies 2 A
INTERFACE FITS Both have RS-485`, Fits},
		"named in the other order, and twice, is the same": {[]Engineering{fitGripper, fitFixed}, 5100, `2+1: PAYLOAD FITS Gripper 0.9 kg and part 5.1 kg leave 0 kg of 6 kg: no reserve
GRIP DOES_NOT_FIT Part 5.1 kg is 2.1 kg more than the gripper's payload of 3 kg
FLANGE FITS Both are ISO 9409-1-50-4-M6
VOLTAGE FITS The gripper needs 24 V DC, the arm's tool connector supplies 24 V DC
CURRENT FITS The gripper draws up to 1 A, the arm's tool connector supplies 2 A
INTERFACE FITS Both have RS-485`, FitsNot},
		"a gram too much, and nothing else in common": {[]Engineering{fitFixed, with(fitGripper, func(e *Engineering) {
			e.RobotFlange, e.PayloadGrams = "ISO 9409-1-63-4-M6", new(9000)
			e.Supply, e.Interfaces = &Supply{12, 23, DirectCurrent, new(2001)}, []string{"IO-Link", "PROFINET"}
		})}, 5101, `1+2: PAYLOAD DOES_NOT_FIT Gripper 0.9 kg and part 5.101 kg are 0.001 kg more than the arm's payload of 6 kg
GRIP FITS Part 5.101 kg leaves 3.899 kg of 9 kg
FLANGE DOES_NOT_FIT The arm's tool flange is ISO 9409-1-50-4-M6, the gripper's flange is ISO 9409-1-63-4-M6
VOLTAGE DOES_NOT_FIT The gripper needs 12 to 23 V DC, the arm's tool connector supplies 24 V DC
CURRENT DOES_NOT_FIT The gripper draws up to 2.001 A, the arm's tool connector supplies 2 A
INTERFACE DOES_NOT_FIT The arm's tool connector has RS-485 and digital I/O, the gripper has IO-Link and PROFINET`, FitsNot},
		"a range takes what lies in it, and only of its kind": {[]Engineering{with(fitFixed, func(e *Engineering) { e.Outlet = &Supply{24, 24, AlternatingCurrent, new(1000)} }),
			with(fitGripper, func(e *Engineering) { e.Supply = &Supply{12, 24, DirectCurrent, new(1000)} })}, 0, `1+2: PAYLOAD FITS Gripper 0.9 kg leaves 5.1 kg of 6 kg
GRIP FITS The gripper's payload is 3 kg
FLANGE FITS Both are ISO 9409-1-50-4-M6
VOLTAGE DOES_NOT_FIT The gripper needs 12 to 24 V DC, the arm's tool connector supplies 24 V AC
CURRENT FITS The gripper draws up to 1 A, the arm's tool connector supplies 1 A
INTERFACE FITS Both have RS-485`, FitsNot},
		"nothing stated is no guess": {[]Engineering{{Kind: KindArm}, {Kind: KindGripper}}, 1, `1+2: PAYLOAD NOT_STATED The arm's payload is not stated
GRIP NOT_STATED The gripper's payload is not stated
FLANGE NOT_STATED The arm's tool flange is not stated
VOLTAGE NOT_STATED The output voltage of the arm's tool connector is not stated
CURRENT NOT_STATED The output current of the arm's tool connector is not stated
INTERFACE NOT_STATED The interfaces of the arm's tool connector are not stated`, FitUnknown},
		"nothing stated of the gripper": {[]Engineering{fitFixed, {Kind: KindGripper}}, 1, `1+2: PAYLOAD NOT_STATED The gripper's mass is not stated
GRIP NOT_STATED The gripper's payload is not stated
FLANGE NOT_STATED The gripper's flange is not stated
VOLTAGE NOT_STATED The supply voltage of the gripper is not stated
CURRENT NOT_STATED The current draw of the gripper is not stated
INTERFACE NOT_STATED The interfaces of the gripper are not stated`, FitUnknown},
		"arm and rail": {[]Engineering{fitFixed, fitSlider}, 15999, `1: PAYLOAD DOES_NOT_FIT Part 15.999 kg is 9.999 kg more than the arm's payload of 6 kg
1+2: LOAD FITS Arm 24 kg and part 15.999 kg leave 0.001 kg of 40 kg
MOUNTING FITS Both are 190 mm, four M8
INTERFACE FITS Both have ethercat`, FitsNot},
		"the heaviest gripper stands on the rail": {[]Engineering{with(fitFixed, func(e *Engineering) { e.MassGrams, e.Mounting = new(38000), "220 mm" }), fitSlider,
			fitGripper, with(fitGripper, func(e *Engineering) { e.MassGrams = new(2000) })}, 1,
			"1+2: LOAD DOES_NOT_FIT Arm 38 kg, gripper 2 kg and part 0.001 kg are 0.001 kg more than the rail's payload of 40 kg", FitsNot},
		"an arm with its own rail goes on no other": {[]Engineering{fitRailArm, fitSlider}, 0, `1: PAYLOAD FITS The arm's payload is 6 kg (up to 2 m/s²)
1+2: MOUNTING DOES_NOT_FIT The arm is mounted on its own rail and can't be mounted on anything else`, FitsNot},
		"nor on a mobile base": {[]Engineering{fitRailArm, fitPlatform}, 0, `1: PAYLOAD FITS The arm's payload is 6 kg (up to 2 m/s²)
1+2: MOUNTING DOES_NOT_FIT The arm is mounted on its own rail and can't be mounted on anything else`, FitsNot},
		"arm and mobile base": {[]Engineering{fitFixed, fitPlatform}, 2000, `1: PAYLOAD FITS Part 2 kg leaves 4 kg of 6 kg
1+2: LOAD FITS Arm 24 kg and part 2 kg leave 74 kg of 100 kg
MOUNTING NOT_STATED The pattern of the mobile base's platform is not stated
VOLTAGE DOES_NOT_FIT The arm needs 100 to 240 V AC, the mobile base supplies 24 V DC
CURRENT NOT_STATED The current draw of the arm is not stated`, FitsNot},
	} {
		products := []Product{{ID: "99", Name: "Without figures"}}
		for i := range c.machines {
			p := Product{ID: fmt.Sprint(i + 1), Name: "M"}
			p.Engineering = &c.machines[i]
			products = append(products, p, p)
		}
		check := Fit(products, c.part)
		var groups []string
		for _, group := range check.Groups {
			var ids, lines []string
			for _, p := range group.Products {
				ids = append(ids, p.ID)
			}
			for _, l := range group.Lines {
				lines = append(lines, fmt.Sprintf("%s %s %s", l.Rule, l.Outcome, l.Message))
				if l.Limit != nil && (*l.Limit < *l.Needed) != (l.Outcome == FitsNot) {
					t.Errorf("%s: %d of %d %s are %s", name, *l.Needed, *l.Limit, *l.Unit, l.Outcome)
				}
			}
			groups = append(groups, strings.Join(ids, "+")+": "+strings.Join(lines, "\n"))
		}
		if got := strings.Join(groups, "\n"); got != c.want && (len(c.machines) < 4 || !strings.Contains(got, c.want)) {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
		if got := check.Outcome(); (got == nil) != (c.outcome == "") || got != nil && *got != c.outcome {
			t.Errorf("%s: all in all %v, want %q", name, got, c.outcome)
		}
	}
}

func TestFitInput(t *testing.T) {
	ids := func(n int) []string { return make([]string, n) }
	for name, c := range map[string]struct {
		ids  []string
		part int
		want string
	}{
		"least": {ids(1), 0, ""}, "most": {ids(20), 1_000_000, ""}, "none": {ids(0), 0, "productIds OUT_OF_RANGE"},
		"too many, too heavy": {ids(21), 1_000_001, "productIds OUT_OF_RANGE, partMassGrams OUT_OF_RANGE"},
		"lighter than air":    {ids(1), -1, "partMassGrams OUT_OF_RANGE"},
	} {
		if err := CheckFitInput(c.ids, c.part); codes(err) != c.want {
			t.Errorf("%s: %q, want %q", name, codes(err), c.want)
		}
	}
}

func TestEngineeringInput(t *testing.T) {
	for name, c := range map[string]struct {
		in   EngineeringInput
		want string
	}{
		"nothing stated": {EngineeringInput{Kind: KindOther}, ""},
		"least and most": {EngineeringInput{Kind: KindArm, PayloadGrams: new(1), ReachMM: new(100_000), MassGrams: new(100_000_000),
			Supply: &SupplyInput{1, 1000, AlternatingCurrent, new(1_000_000)}, Interfaces: make([]string, 20)}, ""},
		"below and above": {EngineeringInput{Kind: KindArm, PayloadGrams: new(0), ReachMM: new(100_001), MassGrams: new(-1)},
			"engineering.payloadGrams OUT_OF_RANGE, engineering.reachMm OUT_OF_RANGE, engineering.massGrams OUT_OF_RANGE"},
		"long words": {EngineeringInput{Kind: KindArm, ToolFlange: new(strings.Repeat("x", 101)), Interfaces: []string{"", strings.Repeat("x", 101)}},
			"engineering.toolFlange TOO_LONG, engineering.interfaces.1 TOO_LONG"},
		"a range upside down": {EngineeringInput{Kind: KindArm, Supply: &SupplyInput{24, 12, DirectCurrent, new(0)}, Outlet: &SupplyInput{0, 1001, DirectCurrent, nil}},
			"engineering.supply.maxVolts OUT_OF_RANGE, engineering.supply.milliamps OUT_OF_RANGE, engineering.outlet.minVolts OUT_OF_RANGE, engineering.outlet.maxVolts OUT_OF_RANGE"},
		"eleven interfaces": {EngineeringInput{Kind: KindArm, ToolInterfaces: strings.Split("a b c d e f g h i j k", " ")}, "engineering.toolInterfaces OUT_OF_RANGE"},
	} {
		if _, err := (ProductInput{ID: "1", Engineering: &c.in}).Normal(DefaultTerms()); codes(err) != c.want {
			t.Errorf("%s: %q, want %q", name, codes(err), c.want)
		}
	}
	edit, err := ProductInput{ID: "1", Engineering: &EngineeringInput{Kind: KindArm, ToolFlange: new(" A "), Interfaces: []string{" IO-Link ", "", "io-link"}}}.Normal(DefaultTerms())
	if e := edit.Content.Engineering; err != nil || e.ToolFlange != "A" || strings.Join(e.Interfaces, ",") != "IO-Link" {
		t.Errorf("normalised to %+v, %v", e, err)
	}
}
