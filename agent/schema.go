package agent

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
	productSchema = object([]string{"id"}, map[string]schema{
		"id": text("ID of a product."), "filters": filterSchema, "context": contextSchema})
)
