package shop_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"orrery/shop"
)

// A kind that is missing from EventKinds could be published, but neither followed nor sent to webhooks.
func TestEventKindsAreComplete(t *testing.T) {
	source, err := os.ReadFile("event.go")
	if err != nil {
		t.Fatal(err)
	}
	declared := regexp.MustCompile(`EventKind = "([a-z_.]+)"`).FindAllStringSubmatch(string(source), -1)
	if len(declared) == 0 {
		t.Fatal("no kinds are declared in event.go")
	}
	for _, kind := range declared {
		if kind := shop.EventKind(kind[1]); kind != shop.EventWebhookTested && !slices.Contains(shop.EventKinds(), kind) {
			t.Errorf("EventKinds lacks %s", kind)
		}
	}
}
