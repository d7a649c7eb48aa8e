package db

import (
	"encoding/base64"
	"encoding/json"
	"time"

	"orrery/shop"
)

// cursor is the place of a row in a list: the value it is ordered by and its id.
type cursor struct {
	Key string `json:"k"`
	ID  string `json:"i"`
}

func (c cursor) encode() string {
	text, _ := json.Marshal(c) // two strings always marshal
	return base64.RawURLEncoding.EncodeToString(text)
}

func decodeCursor(text *string) (c cursor, err error) {
	if text == nil {
		return c, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(*text)
	if err != nil || json.Unmarshal(raw, &c) != nil || c.ID == "" {
		return c, shop.BadCursor("after")
	}
	return c, nil
}

// timeCursor is the place in a list that is ordered by time, newest first.
func timeCursor(at time.Time, id string) cursor {
	return cursor{at.UTC().Format(time.RFC3339Nano), id}
}

// decodeTimeCursor returns the arguments of `($1::timestamptz IS NULL OR (created_at, id) < ($1, $2))`.
func decodeTimeCursor(text *string) (at *time.Time, id *string, err error) {
	if text == nil {
		return nil, nil, nil
	}
	c, err := decodeCursor(text)
	if err != nil {
		return nil, nil, err
	}
	parsed, err := time.Parse(time.RFC3339Nano, c.Key)
	if err != nil || !isUUID(c.ID) {
		return nil, nil, shop.BadCursor("after")
	}
	return &parsed, &c.ID, nil
}

// page cuts the one row too many that tells whether there is more.
func page[T any](args shop.PageArgs, nodes []T, place func(T) cursor) shop.Page[T] {
	p := shop.Page[T]{HasPrevious: args.After != nil || (args.Offset != nil && *args.Offset > 0)}
	if len(nodes) > args.First {
		p.HasNext = true
		nodes = nodes[:args.First]
	}
	p.Nodes = nodes
	p.Cursor = func(i int) string { return place(nodes[i]).encode() }
	return p
}
