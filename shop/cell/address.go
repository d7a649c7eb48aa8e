package cell

import (
	"strconv"
	"strings"
)

// Path returns the path of the page that shows the plan of the input, which must be checked, in the notation of
// client/src/features/plan/address.ts. There, labour costs are in hundredths.
func (in Input) Path() string {
	var fields []string
	add := func(letter string, numbers ...int) {
		words := make([]string, len(numbers))
		for i, n := range numbers {
			words[i] = strconv.Itoa(n)
		}
		fields = append(fields, letter+strings.Join(words, "_"))
	}
	spot := func(letter string, p Point) {
		if p.Heading == 0 {
			add(letter, p.X, p.Y, p.Z)
			return
		}
		add(letter, p.X, p.Y, p.Z, p.Heading)
	}
	fields = append(fields, "a"+in.ArmID)
	for _, chosen := range []struct {
		letter string
		id     *string
	}{{"r", in.RailID}, {"g", in.GripperID}, {"c", in.CameraID}} {
		if chosen.id != nil {
			fields = append(fields, chosen.letter+*chosen.id)
		}
	}
	add("m", in.Part.Mass)
	add("d", in.Part.Length, in.Part.Width, in.Part.Height)
	spot("f", in.Pick)
	spot("t", in.Place)
	add("h", in.StandHeight)
	add("l", in.Lift)
	add("i", in.GripTime)
	add("n", in.PartsPerHour)
	add("w", in.Shifts)
	add("u", in.Horizon)
	if in.LabourCost != nil {
		if cost, ok := labour(*in.LabourCost); ok {
			add("e", int(cost.Shift(2).IntPart()))
		}
	}
	for _, o := range in.Obstacles {
		letter := map[ObstacleKind]string{Table: "T", Conveyor: "V", Fence: "F", Box: "B"}[o.Kind]
		add(letter, o.X, o.Y, o.Length, o.Width, o.Height, o.Z, o.Heading)
	}
	return "/plan?v=1&p=" + strings.Join(fields, ".")
}
