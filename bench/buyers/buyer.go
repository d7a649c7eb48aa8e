package buyers

import (
	"context"
	"fmt"
	"time"
)

// Products are the IDs of the products that a Buyer orders.
var Products = []string{"1", "3"}

// Buyer fills a cart and places an order in a loop. A request whose outcome is unknown is repeated with its idempotency
// key.
type Buyer struct {
	Shop
	token, name string

	Email    string
	Pause    time.Duration // after each order and each failure
	Orders   []string      // numbers of the acknowledged orders
	Repeated int           // order requests that were sent again
	// Tried, if set, is called after each request with its error and its duration. Bought, if set, is called after each
	// acknowledged order, which is then the last of Orders.
	Tried  func(err error, took time.Duration)
	Bought func()
}

const (
	add = `mutation ($id: ID!, $key: String!) { cartItemAdd(input: {productId: $id, idempotencyKey: $key}) ` +
		`{ userErrors { message } } }`
	place = `mutation ($key: String!) { orderPlace(input: {idempotencyKey: $key, ` +
		`shippingInfo: {address: "Damrak 1", city: "Amsterdam",
		postalCode: "1012 LG", country: "NL"}}) { order { number } userErrors { code message } } }`
)

// Buy places orders until ctx is done.
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

const minPause = 20 * time.Millisecond // after a failure

// until calls do until it succeeds, for at most a minute, and returns the number of attempts. After ctx is done it
// stops only after more than 100 attempts, so that the outcome of the last request is known.
func (b *Buyer) until(ctx context.Context, do func() error) (tries int) {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(max(minPause, b.Pause)) {
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
