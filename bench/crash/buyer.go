package main

import (
	"context"
	"fmt"
	"time"
)

// buyer fills a cart and orders, over and over. A request whose outcome is unknown is repeated with its key.
type buyer struct {
	*shop
	token, name string
	orders      []string // numbers of what was acknowledged
	repeated    int
}

const (
	add   = `mutation ($id: ID!) { cartItemAdd(input: {productId: $id}) { userErrors { message } } }`
	place = `mutation ($key: String!) { orderPlace(input: {idempotencyKey: $key, shippingInfo: {address: "Damrak 1", city: "Amsterdam",
		postalCode: "1012 LG", country: "NL"}}) { order { number } userErrors { code message } } }`
)

func (b *buyer) buy(ctx context.Context) {
	for n := 0; ctx.Err() == nil; n++ {
		for _, id := range []string{"1", "3"} {
			var out any
			b.until(ctx, func() error { return b.ask(b.token, add, map[string]any{"id": id}, &out) })
		}
		var out struct {
			OrderPlace struct{ Order *struct{ Number string } }
		}
		key := fmt.Sprintf("%s-%d", b.name, n)
		tries := b.until(ctx, func() error { return b.ask(b.token, place, map[string]any{"key": key}, &out) })
		b.repeated += tries - 1
		if out.OrderPlace.Order != nil {
			b.orders = append(b.orders, out.OrderPlace.Order.Number)
		}
	}
}

// until tries again until it works, and once the load is over a little longer, so that every outcome is known.
func (b *buyer) until(ctx context.Context, do func() error) (tries int) {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		tries++
		if do() == nil || (ctx.Err() != nil && tries > 100) {
			return tries
		}
	}
	return tries
}
