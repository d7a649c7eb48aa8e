package base_test

import (
	"encoding/hex"
	"testing"

	"orrery/db/base"
	"orrery/shop"
)

// Hashes are stored, so that a request that is repeated after an update must have the same one.
func TestRequestHash(t *testing.T) {
	quote := shop.QuoteCreateInput{Name: "Ada", Email: "ada@example.org", IdempotencyKey: "k",
		Lines: []*shop.QuoteLineInput{{ProductID: "1", Quantity: 2}}}
	preOrder := shop.PreOrderCreateInput{Name: "Ada", Email: "ada@example.org", Phone: "1", ProductID: new("2"), Quantity: 1,
		IdempotencyKey: new("k")}
	agent := shop.Actor{Platform: &shop.Platform{Profile: "https://agent.example/profile"}}
	for want, c := range map[string]struct {
		actor shop.Actor
		input any
	}{
		"65f27aaceaee8b7fdf34f1c66940bfc94e9be9c1569216e4f4fc4c3865bd3121": {shop.Actor{UserID: "u"}, quote},
		"a196b0ee0632c27a6d28f284f8dcdb57c3633b93532bae55fd96db0ec805a368": {agent, quote},
		"f34df609696ab6f1f322fb05eb4844a6f5fc787859960e09d1b2d0c152bbba61": {shop.Actor{UserID: "u"}, preOrder},
	} {
		if got, err := base.RequestHash(c.actor, c.input); err != nil || hex.EncodeToString(got) != want {
			t.Errorf("the hash of %+v is %x, %v, want %s", c.input, got, err, want)
		}
	}
}
