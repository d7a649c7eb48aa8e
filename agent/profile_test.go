package agent_test

import (
	"encoding/json"
	"io"
	"net/http"
	"testing"
)

func TestProfile(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	response, err := http.Get(s.url + "/.well-known/ucp")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if got := response.Header.Get("Cache-Control"); got != "public, max-age=300" {
		t.Errorf("Cache-Control: %s", got)
	}
	var profile map[string]any
	if err := json.Unmarshal(text, &profile); err != nil {
		t.Fatal(err)
	}
	checkSchema(t, "discovery/profile_schema.json#/$defs/business_profile", profile)
	checkSchema(t, "discovery/profile_schema.json#/$defs/platform_profile", profile) // with spec and schema everywhere
	r := reply{t: t, body: profile, text: string(text)}
	r.is("ucp.version", version)
	for i, endpoint := range []string{"/ucp/v1", "/ucp/mcp"} {
		service := r.at("ucp.services").(map[string]any)["dev.ucp.shopping"].([]any)[i].(map[string]any)
		if service["endpoint"] != s.url+endpoint {
			t.Errorf("endpoint %v, want %s", service["endpoint"], s.url+endpoint)
		}
	}
	r.is("signing_keys.0.crv", "P-256")
	if private := r.at("signing_keys.0.d"); private != nil {
		t.Error("the profile contains a private key")
	}
}
