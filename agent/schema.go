package agent

import "orrery/shop"

// schema is a JSON Schema of the arguments of a tool, which describes them to a model.
type schema map[string]any

func text(description string) schema { return schema{"type": "string", "description": description} }

func whole(minimum int, description string) schema {
	return schema{"type": "integer", "minimum": minimum, "description": description}
}

func object(needed []string, properties map[string]schema) schema {
	s := schema{"type": "object", "properties": properties}
	if len(needed) > 0 {
		s["required"] = needed
	}
	return s
}

// closed returns the schema of an object that has no other properties.
func closed(needed []string, properties map[string]schema) schema {
	s := object(needed, properties)
	s["additionalProperties"] = false
	return s
}

func limited(most int, description string) schema {
	return schema{"type": "string", "maxLength": most, "description": description}
}

func productIDs(most int) schema {
	return schema{"type": "array", "items": productID, "minItems": 1, "maxItems": most,
		"description": "IDs of products, such as [\"3\", \"7\"]."}
}

// property returns the schema of a property of an object.
func (s schema) property(name string) schema { return s["properties"].(map[string]schema)[name] }

func list(of schema) schema { return schema{"type": "array", "items": of} }

var (
	metaSchema = object([]string{"ucp-agent"}, map[string]schema{
		"ucp-agent": object([]string{"profile"}, map[string]schema{
			"profile": {"type": "string", "format": "uri", "description": "Address of your platform's profile."}}),
		"idempotency-key": {"type": "string", "format": "uuid",
			"description": "Repeats of a change with the same key have no further effect."},
	})
	filterSchema = object(nil, map[string]schema{
		"categories": list(text("Words of a category, such as Industrial.")),
		"price": object(nil, map[string]schema{"min": whole(0, "Minor units, without tax."),
			"max": whole(0, "Minor units, without tax.")}),
	})
	contextSchema = object(nil, map[string]schema{
		"currency": text("Currency of the price filter, such as USD."),
	})
	searchSchema = object(nil, map[string]schema{
		"query": text("Words to search for, such as rail arm."), "filters": filterSchema, "context": contextSchema,
		"pagination": object(nil, map[string]schema{"cursor": text("From the previous response."),
			"limit": whole(1, "Page size, at most 50; 10 by default.")}),
	})
	lookupSchema = object([]string{"ids"}, map[string]schema{
		"ids":     {"type": "array", "items": text("ID of a product."), "minItems": 1, "maxItems": 20},
		"filters": filterSchema, "context": contextSchema})
	linesSchema = object([]string{"line_items"}, map[string]schema{
		"line_items": {"type": "array", "maxItems": shop.MaxCartLines, "items": object([]string{"item", "quantity"},
			map[string]schema{"item": object([]string{"id"}, map[string]schema{"id": text("ID of a product.")}),
				"quantity": whole(1, "Units; reduced to what is available.")})}})
	checkoutSchema = object(nil, map[string]schema{"line_items": linesSchema.property("line_items"),
		"cart_id": text("ID of a cart of yours, whose lines are used instead of line_items.")})
	productID = text("ID of a product, such as 3, as a search or an address /products/{id} names it.")
	partMass  = schema{"type": "integer", "minimum": 0, "maximum": shop.MaxPartGrams, "default": 0,
		"description": "Mass of the part to be handled, in grams."}
	anySchema     = object(nil, map[string]schema{})
	productSchema = object([]string{"id"}, map[string]schema{
		"id": text("ID of a product."), "filters": filterSchema, "context": contextSchema})
)

// nullable returns a schema that also accepts null.
func nullable(s schema) schema {
	s["type"] = []any{s["type"], "null"}
	return s
}

// Parts of the results of the shop's own tools.
var (
	priceSchema = nullable(object(nil, map[string]schema{
		"amount":   whole(0, "Minor units of the currency: 2599900 USD are 25,999.00 USD."),
		"currency": text("ISO 4217.")}))
	periodSchema = nullable(object(nil, map[string]schema{"from": text("First day, YYYY-MM-DD."),
		"until": text("Last day."), "payBy": text("Last day for the payment to arrive."),
		"text": text("The period in words.")}))
	offerSchema = object(nil, map[string]schema{"url": text("Page of the product."), "price": priceSchema,
		"priceWithTax": priceSchema, "stock": whole(0, "Units."), "delivery": periodSchema,
		"leadTime": nullable(text("Delivery time counted from payment.")),
		"warranty": nullable(text("How long the product is covered.")),
		"figures": list(object(nil, map[string]schema{"id": text("ID of the attribute."), "label": text("Name."),
			"value": text("As filters accept it."), "text": text("With its unit, such as 5 kg.")}))})
	outcomeSchema = nullable(text("Worst outcome: FITS, DOES_NOT_FIT, or NOT_STATED if a figure is missing. Null if " +
		"there is nothing to check."))
	checksSchema = list(object(nil, map[string]schema{"rule": text("Rule."), "outcome": outcomeSchema,
		"message": text("Sentence with the figures."), "needed": {"description": "Required value, in `unit`."},
		"limit": {"description": "Available value, in `unit`."},
		"unit":  {"description": "Such as g, mA, mm, N or N·m."}}))
	breakEvenSchema = nullable(object(nil, map[string]schema{
		"rentPerMonth": priceSchema, "purchase": priceSchema, "servicePerMonth": priceSchema,
		"breakEvenMonths": {"description": "Months after which buying costs less; null if it never does."},
		"months":          whole(1, "Months of use."), "rented": priceSchema, "bought": priceSchema}))
	planProperties = map[string]schema{"outcome": outcomeSchema, "checks": checksSchema,
		"cycle": nullable(object(nil, map[string]schema{"durationMs": whole(0, "Milliseconds."),
			"partsPerHour": whole(0, "Without pauses."),
			"energyJoules": {"description": "Electrical energy per part in joules; null if a power is not stated."},
			"pick": list(schema{"description": "Axis at the pick point: degrees; mm for a rail, which " +
				"comes first."})})),
		"costs": object(nil, map[string]schema{"price": priceSchema, "priceWithTax": priceSchema,
			"rentOrBuy":      breakEvenSchema,
			"paybackMonths":  {"description": "Months after which the products have cost as much as the labour."},
			"labourPerMonth": priceSchema}),
		"delivery": periodSchema, "notChecked": list(text("What the plan does not check.")),
		"assumptions": list(text("Assumption."))}
)

// resultSchema returns the schema of the result of one of the shop's own tools. After an error it has ucp and messages
// only.
func resultSchema(properties map[string]schema) schema {
	all := map[string]schema{"ucp": {"type": "object"},
		"url": text("Page that shows the same to a person, if there is one."),
		"messages": list(object(nil, map[string]schema{"type": text("error or info."),
			"code": text("Kind of the error."), "path": text("Wrong argument, such as $.lines[0].quantity."),
			"content": text("What is wrong.")}))}
	for name, of := range properties {
		all[name] = of
	}
	return object([]string{"ucp"}, all)
}
