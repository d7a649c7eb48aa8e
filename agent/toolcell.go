package agent

import (
	"context"

	"orrery/shop"
	"orrery/shop/cell"
)

type fitInput struct {
	ProductIDs    []string `json:"productIds"`
	PartMassGrams int      `json:"partMassGrams"`
}

type fitBody struct {
	answered
	Outcome *shop.FitOutcome `json:"outcome"`
	shop.FitCheck
}

var fitSchema = closed([]string{"productIds"}, map[string]schema{"productIds": productIDs(shop.MaxProductIDs),
	"partMassGrams": partMass})

func (a *api) checkFit(ctx context.Context, asked request, in fitInput) (any, error) {
	check, err := a.Store.Catalogue.FitCheck(ctx, asked.actor, in.ProductIDs, in.PartMassGrams)
	if err != nil {
		return nil, err
	}
	return fitBody{a.answered("check_fit", comparePath(in.ProductIDs), "$.groups"), check.Outcome(), check}, nil
}

type (
	cellCheck struct {
		Rule     cell.Rule       `json:"rule"`
		Outcome  shop.FitOutcome `json:"outcome"`
		Message  string          `json:"message"`
		Needed   *float64        `json:"needed"`
		Limit    *float64        `json:"limit"`
		Unit     *string         `json:"unit"`
		Remedies []cellRemedy    `json:"remedies"`
	}
	cellRemedy struct {
		Message string     `json:"message"`
		Change  cellChange `json:"change"`
	}
	cellChange struct {
		ArmID       *string     `json:"armId,omitempty"`
		RailID      *string     `json:"railId,omitempty"`
		WithoutRail bool        `json:"withoutRail,omitempty"`
		GripperID   *string     `json:"gripperId,omitempty"`
		StandHeight *int        `json:"standHeight,omitempty"`
		Lift        *int        `json:"lift,omitempty"`
		Pick        *cell.Point `json:"pick,omitempty"`
		Place       *cell.Point `json:"place,omitempty"`
	}
	cellMove struct {
		Name       string `json:"name"`
		DurationMs int    `json:"durationMs"`
		Axis       string `json:"axis,omitempty"`
	}
	cellCycle struct {
		DurationMs   int        `json:"durationMs"`
		PartsPerHour int        `json:"partsPerHour"`
		EnergyJoules *float64   `json:"energyJoules"`
		Slowest      cellMove   `json:"slowest"`
		Moves        []cellMove `json:"moves"`
		Pick         []float64  `json:"pick"`
		Place        []float64  `json:"place"`
	}
	cellCosts struct {
		Price          *price     `json:"price"`
		PriceWithTax   *price     `json:"priceWithTax"`
		RentOrBuy      *breakEven `json:"rentOrBuy"`
		PaybackMonths  *float64   `json:"paybackMonths"`
		LabourPerMonth *price     `json:"labourPerMonth"`
	}
	cellProduct struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	planBody struct {
		answered
		Outcome     shop.FitOutcome `json:"outcome"`
		Checks      []cellCheck     `json:"checks"`
		Cycle       *cellCycle      `json:"cycle"`
		Costs       cellCosts       `json:"costs"`
		Delivery    *period         `json:"delivery"`
		Products    []cellProduct   `json:"products"`
		NotChecked  []string        `json:"notChecked"`
		Assumptions []string        `json:"assumptions"`
	}
)

// defaultCell holds what a cell has that its input does not say.
var defaultCell = cell.Input{Lift: 100, GripTime: 300, Shifts: 1, Horizon: 36}

var cellSchema = func() schema {
	number := func(low, high int, description string) schema {
		return schema{"type": "integer", "minimum": low, "maximum": high, "description": description}
	}
	otherwise := func(s schema, value int) schema { s["default"] = value; return s }
	heading := otherwise(number(-360, 360, "Turn about z in degrees."), 0)
	point := func(description string) schema {
		s := closed([]string{"x", "y", "z"}, map[string]schema{"x": number(-20_000, 20_000, "Millimetres along x."),
			"y":       number(-20_000, 20_000, "Millimetres along y."),
			"z":       number(0, 10_000, "Millimetres above the floor."),
			"heading": heading})
		s["description"] = description
		return s
	}
	part := closed([]string{"mass", "length", "width", "height"}, map[string]schema{
		"mass":   number(0, shop.MaxPartGrams, "Grams."),
		"length": number(1, 2000, "Millimetres along x when the part is picked with heading 0."),
		"width":  number(1, 2000, "Millimetres along y, which the gripper spans."),
		"height": number(1, 2000, "Millimetres.")})
	part["description"] = "The part that the arm moves."
	return closed([]string{"armId", "part", "pick", "place"}, map[string]schema{
		"armId":     text("ID of an arm whose axes are stated, such as 3."),
		"railId":    text("ID of a rail that carries the arm. Leave it out for an arm with its own rail."),
		"gripperId": text("ID of a gripper. Without one, the middle of the bare flange moves to the points."),
		"cameraId":  text("ID of a camera, which stands beside the arm."),
		"standHeight": otherwise(number(0, 1500, "Height of the stand under the arm in millimetres; 0 on a rail."),
			defaultCell.StandHeight),
		"part": part, "pick": point("Where parts are picked: the middle of the gripped part. The tool points down."),
		"place": point("Where parts are placed."),
		"obstacles": {"type": "array", "maxItems": cell.MaxObstacles,
			"description": "Upright boxes that must not be hit.",
			"items": closed([]string{"kind", "x", "y", "length", "width", "height"}, map[string]schema{
				"kind": {"type": "string", "enum": []string{"TABLE", "CONVEYOR", "FENCE", "BOX"},
					"description": "BOX is any other object, such as a machine."},
				"x":      number(-20_000, 20_000, "Middle along x in millimetres."),
				"y":      number(-20_000, 20_000, "Middle along y in millimetres."),
				"z":      otherwise(number(0, 10_000, "Height of the bottom above the floor in millimetres."), 0),
				"length": number(1, 20_000, "Size along x in millimetres."),
				"width":  number(1, 20_000, "Size along y in millimetres."),
				"height": number(1, 10_000, "Height in millimetres."), "heading": heading})},
		"lift": otherwise(number(0, 1000, "Height above pick and place between which the arm moves, in millimetres."),
			defaultCell.Lift),
		"gripTime": otherwise(number(0, 10_000, "Time to grip, and to release, in milliseconds each."),
			defaultCell.GripTime),
		"partsPerHour": otherwise(number(0, 100_000, "Required parts per hour; 0 if not stated."), 0),
		"shifts":       otherwise(number(1, 3, "Shifts a day, of 8 hours on 250 days a year."), defaultCell.Shifts),
		"labourCost": text("Labour cost per hour that the cell saves, in the currency of the shop, 0 to 10000 with " +
			"at most two decimals, such as `32.50`. Leave it out to leave out the payback."),
		"horizon": otherwise(number(1, shop.MaxHorizon, "Months of use for which renting and buying are compared."),
			defaultCell.Horizon),
	})
}()

func (a *api) planCell(ctx context.Context, asked request, in cell.Input) (any, error) {
	plan, err := a.Store.Catalogue.CellPlan(ctx, asked.actor, "", in)
	if err != nil {
		return nil, err
	}
	body := planBody{answered: a.answered("plan_cell", in.Path(), "$.products"), Outcome: plan.Outcome,
		Checks: []cellCheck{}, Delivery: periodOf(plan.Delivery), Products: []cellProduct{},
		NotChecked: plan.NotChecked, Assumptions: plan.Assumptions,
		Costs: cellCosts{amountIf(plan.Costs.Price), amountIf(plan.Costs.PriceWithTax),
			breakEvenOf(plan.Costs.RentOrBuy), plan.Costs.Payback, amountIf(plan.Costs.LabourPerMonth)}}
	for _, c := range plan.Checks {
		check := cellCheck{c.Rule, c.Outcome, c.Message, c.Needed, c.Limit, c.Unit, []cellRemedy{}}
		for _, r := range c.Remedies {
			check.Remedies = append(check.Remedies, cellRemedy{r.Message, cellChange(r.Change)})
		}
		body.Checks = append(body.Checks, check)
	}
	if c := plan.Cycle; c != nil {
		body.Cycle = &cellCycle{DurationMs: c.Duration, PartsPerHour: c.PartsPerHour, EnergyJoules: c.Energy,
			Slowest: moveOf(c.Slowest), Moves: []cellMove{}, Pick: c.Pick, Place: c.Place}
		for _, m := range c.Moves {
			body.Cycle.Moves = append(body.Cycle.Moves, moveOf(m))
		}
	}
	for _, p := range plan.Products {
		body.Products = append(body.Products, cellProduct{p.ID, p.Name, a.PublicURL + productPath(p.ID)})
	}
	return body, nil
}

func moveOf(m cell.Move) cellMove { return cellMove{m.Name, m.Duration, m.Axis} }
