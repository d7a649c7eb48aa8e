package buyers

import (
	"context"
	"fmt"
	"time"
)

// Products are what they buy.
var Products = []string{"1", "3"}

// Buyer fills a cart and orders, over and over. A request whose outcome is unknown is repeated with its key.
type Buyer struct {
	Shop
	token, name string

	Email    string
	Pause    time.Duration // after each order
	Orders   []string      // numbers of what was acknowledged
	Repeated int           // requests to order that were sent again
	// Tried, when set, is told how each request went and how long it took; Bought of each acknowledged order, the last of Orders.
	Tried  func(err error, took time.Duration)
	Bought func()
}

const (
	add   = `mutation ($id: ID!, $key: String!) { cartItemAdd(input: {productId: $id, idempotencyKey: $key}) { userErrors { message } } }`
	place = `mutation ($key: String!) { orderPlace(input: {idempotencyKey: $key, shippingInfo: {address: "Damrak 1", city: "Amsterdam",
		postalCode: "1012 LG", country: "NL"}}) { order { number } userErrors { code message } } }`
)

// Buy goes on until ctx ends.
func (b *Buyer) Buy(ctx context.Context) {
	for n := 0; ctx.Err() == nil; n++ {
		for _, id := range Products {
			var out any
			variables := map[string]any{"id": id, "key": fmt.Sprintf("%s-%d-%s", b.name, n, id)}
			b.until(ctx, func() error { return b.Ask(b.token, add, variables, &out) })
		}
		var out struct {
			OrderPlace struct{ Order *struct{ Number string } }
		}
		key := fmt.Sprintf("%s-%d", b.name, n)
		tries := b.until(ctx, func() error { return b.Ask(b.token, place, map[string]any{"key": key}, &out) })
		b.Repeated += tries - 1
		if out.OrderPlace.Order != nil {
			b.Orders = append(b.Orders, out.OrderPlace.Order.Number)
			if b.Bought != nil {
				b.Bought()
			}
		}
		time.Sleep(b.Pause)
	}
}

// until tries again until it works, and once the load is over a little longer, so that every outcome is known.
func (b *Buyer) until(ctx context.Context, do func() error) (tries int) {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		tries++
		began := time.Now()
		err := do()
		if b.Tried != nil {
			b.Tried(err, time.Since(began))
		}
		if err == nil || (ctx.Err() != nil && tries > 100) {
			return tries
		}
	}
	return tries
}
