package agent

import (
	"encoding/json"
	"net/http"
	"strings"
)

// specified are the pages and schemas of the capabilities, below the address of the specification.
var specified = map[string]struct{ spec, schema string }{
	searchCapability:   {"catalog/search", "catalog_search"},
	lookupCapability:   {"catalog/lookup", "catalog_lookup"},
	cartCapability:     {"cart", "cart"},
	checkoutCapability: {"checkout", "checkout"},
	orderCapability:    {"order", "order"},
}

const specification = "https://ucp.dev/" + version

// profileConfig says what the capability checkout of this shop lacks: agents can't complete an order, and persons can't
// link their account to an agent.
var profileConfig = map[string]any{"completion": "buyer_handoff", "identity_linking": "not_supported"}

// profile serves the profile of the shop.
func (a *api) profile(w http.ResponseWriter, _ *http.Request) {
	service := func(transport, path, schema string) map[string]any {
		return map[string]any{"version": version, "spec": specification + "/specification/overview",
			"transport": transport, "endpoint": a.PublicURL + path,
			"schema": specification + "/services/shopping/" + schema}
	}
	capabilities := map[string]any{}
	for _, name := range capabilityNames {
		at := specified[name]
		capability := map[string]any{"version": version, "spec": specification + "/specification/" + at.spec,
			"schema": specification + "/schemas/shopping/" + at.schema + ".json"}
		if name == checkoutCapability {
			capability["config"] = profileConfig
		}
		capabilities[name] = []any{capability}
	}
	for _, t := range a.tools {
		if name := a.capabilityOf(t.Name); t.op == nil && name != "" {
			capabilities[name] = []any{map[string]any{"version": ownVersion, "spec": a.PublicURL + "/developers",
				"schema": a.PublicURL + schemasPath + t.Name + ".json"}}
		}
	}
	text, err := json.Marshal(map[string]any{
		"ucp": map[string]any{"version": version, "services": map[string]any{"dev.ucp.shopping": []any{
			service("rest", restPath, "rest.openapi.json"), service("mcp", mcpPath, "mcp.openrpc.json"),
		}}, "capabilities": capabilities, "payment_handlers": map[string]any{}},
		"signing_keys": a.keys,
	})
	if err != nil {
		panic(err) // maps and strings always encode
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "public, max-age=300")
	_, _ = w.Write(text)
}

// relevant returns the capabilities that a response about one of them states.
func relevant(capability string) map[string][]any {
	if capability == "" {
		return nil
	}
	return map[string][]any{capability: {map[string]string{"version": version}}}
}

// absolute returns the address of a path of the shop.
func (a *api) absolute(path string) string {
	if strings.HasPrefix(path, "/") {
		return a.PublicURL + path
	}
	return path
}
