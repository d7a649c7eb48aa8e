package agent

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"orrery/db"
	"orrery/db/outbox"
	"orrery/shop"
)

// Notifier makes the requests that tell agents about changes of their orders.
type Notifier struct {
	Store     *db.Store
	PublicURL string
	Key       *ecdsa.PrivateKey // signs
}

// Request returns the request for a delivery: the order as it is now, signed with the key of the shop. It returns nil
// if the order no longer exists.
func (n Notifier) Request(ctx context.Context, d outbox.DueDelivery) (*http.Request, error) {
	agent := shop.Actor{Platform: &shop.Platform{Profile: d.Agent, Scopes: []shop.Scope{shop.ReadPreparedOrders}}}
	found, err := n.Store.Orders.Prepared(ctx, agent, d.Event.ObjectID)
	var refusal *shop.Error
	switch {
	case errors.As(err, &refusal) && refusal.Code == shop.NotFound:
		return nil, nil
	case err != nil:
		return nil, err
	}
	body, err := json.Marshal(orderOf(found, n.PublicURL))
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, d.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	public, err := jwkOf(n.Key)
	if err != nil {
		return nil, err
	}
	h := request.Header
	h.Set("Content-Type", "application/json")
	h.Set("User-Agent", "Orrery-Agents")
	h.Set("UCP-Agent", `profile="`+n.PublicURL+ProfilePath+`"`)
	h.Set("Webhook-Id", d.Event.ID)
	h.Set("Webhook-Timestamp", strconv.FormatInt(d.Event.CreatedAt.Unix(), 10))
	return request, Signer{public.ID, n.Key}.SignRequest(request, body, n.Store.Now())
}
