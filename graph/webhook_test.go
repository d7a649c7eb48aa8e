package graph_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"orrery/shop"
)

const (
	hookCreate = `mutation ($input: WebhookCreateInput!) { webhookCreate(input: $input) {
		webhook { id url kinds pausedAt } secret userErrors { code field message } } }`
	hookTest   = `mutation ($input: WebhookInput!) { webhookTest(input: $input) { webhook { id } userErrors { code } } }`
	hookResume = `mutation ($input: WebhookInput!) { webhookResume(input: $input) { webhook { id pausedAt } userErrors { code } } }`
	hookDelete = `mutation ($input: WebhookInput!) { webhookDelete(input: $input) { deletedId userErrors { code } } }`
	hookList   = `{ webhooks { nodes { id url } } }`
	hookLog    = `query ($id: ID!) { deliveries(webhookId: $id) { nodes { id event { kind } attempts dueAt deliveredAt lastStatus lastError } } }`
	hookReplay = `mutation ($input: DeliveryInput!) { deliveryReplay(input: $input) { delivery { id attempts } userErrors { code } } }`
)

// Administrators run webhooks, from the first to the last; sending is the matter of jobs.
func TestWebhooksForAdmins(t *testing.T) {
	d := newServer(t)
	admin, user := d.admin("root@example.org"), d.register("ada@example.org")
	r := d.must(admin, hookCreate, vars{"input": vars{"url": "https://erp.example/hook", "kinds": []any{"stock.changed", "stock.changed"}}})
	id := r.at("webhookCreate.webhook.id").(string)
	r.is("webhookCreate.webhook.kinds", []any{"stock.changed"})
	if !strings.HasPrefix(r.at("webhookCreate.secret").(string), "whsec_") {
		t.Error("the secret is not written as Standard Webhooks has it")
	}
	for field, bad := range map[string]vars{
		"url":   {"url": "ftp://erp.example"},
		"kinds": {"url": "https://erp.example", "kinds": []any{"stock.vanished"}},
	} {
		d.must(admin, hookCreate, vars{"input": bad}).is("webhookCreate.userErrors.0.field", []any{field})
	}
	for _, bad := range []string{"", "erp.example", "https://", "https://name:word@erp.example", "https://" + strings.Repeat("a", 2000)} {
		d.must(admin, hookCreate, vars{"input": vars{"url": bad}}).is("webhookCreate.userErrors.0.field", []any{"url"})
	}
	for _, host := range []string{"127.0.0.1", "10.0.0.1:8080", "169.254.169.254", "[::1]", "[::ffff:127.0.0.1]", "[fe80::1%25eth0]", "[fec0::1%25eth0]", "localhost", "LOCALHOST.:8080", "erp.localhost"} {
		r := d.must(admin, hookCreate, vars{"input": vars{"url": "http://" + host + "/hook"}})
		r.is("webhookCreate.webhook", nil)
		r.is("webhookCreate.userErrors.0.field", []any{"url"})
		r.is("webhookCreate.userErrors.0.message", "The URL must be public: localhost and private addresses are not allowed")
	}
	for _, host := range []string{"8.8.8.8", "[2606:4700::1111]:8443", "localhost.example"} {
		public := d.must(admin, hookCreate, vars{"input": vars{"url": "https://" + host + "/hook"}}).at("webhookCreate.webhook.id")
		d.must(admin, hookDelete, vars{"input": vars{"id": public}})
	}

	d.must(admin, hookTest, vars{"input": vars{"id": id}}).is("webhookTest.webhook.id", id)
	if _, err := d.Store.Outbox.PublishEvents(context.Background()); err != nil {
		t.Fatal(err)
	}
	log := d.must(admin, hookLog, vars{"id": id})
	log.is("deliveries.nodes.0.event.kind", "webhook.tested")
	log.is("deliveries.nodes.0.deliveredAt", nil)
	d.must(admin, hookReplay, vars{"input": vars{"id": log.at("deliveries.nodes.0.id")}}).is("deliveryReplay.delivery.attempts", 0)
	log.is("deliveries.nodes.0.dueAt", d.Clock.Now().Format(time.RFC3339))
	due, _, err := d.Store.Outbox.TakeDelivery(context.Background(), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	d.Clock.Advance(shop.WebhookPatience)
	if err := d.Store.Outbox.FailDelivery(context.Background(), due, nil, "no answer"); err != nil {
		t.Fatal(err)
	}
	paused := d.must(admin, hookLog, vars{"id": id})
	paused.is("deliveries.nodes.0.dueAt", nil)
	paused.is("deliveries.nodes.0.lastError", "no answer")
	d.must(admin, hookResume, vars{"input": vars{"id": id}}).is("webhookResume.webhook.pausedAt", nil)
	d.Clock.Advance(time.Minute)
	d.must(admin, hookReplay, vars{"input": vars{"id": log.at("deliveries.nodes.0.id")}})
	d.must(admin, `{ auditEntries(filter: { object: DELIVERY }) { nodes { objectId } } }`, nil).
		is("auditEntries.nodes.0.objectId", log.at("deliveries.nodes.0.id"))
	for _, token := range []string{"", user} {
		for _, query := range []string{hookList, hookLog, hookTest, hookDelete} {
			if code := d.ask(token, query, vars{"id": id, "input": vars{"id": id}}).code(); code != "UNAUTHENTICATED" && code != "FORBIDDEN" {
				t.Errorf("%q gets %s", query, code)
			}
		}
	}
	d.must(admin, hookDelete, vars{"input": vars{"id": id}}).is("webhookDelete.deletedId", id)
	d.must(admin, hookDelete, vars{"input": vars{"id": id}}).is("webhookDelete.userErrors.0.code", "NOT_FOUND")
	d.must(admin, hookList, nil).is("webhooks.nodes", []any{})
}
