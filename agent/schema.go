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
	anySchema     = object(nil, map[string]schema{})
	productSchema = object([]string{"id"}, map[string]schema{
		"id": text("ID of a product."), "filters": filterSchema, "context": contextSchema})
)
