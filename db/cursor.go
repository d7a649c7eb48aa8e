package db

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"orrery/shop"
)

// cursor is the place of a row in a list: the value it is ordered by and its id.
type cursor struct {
	List string `json:"l,omitempty"` // and its order; absent from cursors of former versions, which partners may have kept
	Key  string `json:"k"`
	ID   string `json:"i"`
}

func (c cursor) encode(list string) string {
	c.List = list
	text, _ := json.Marshal(c) // strings always marshal
	return base64.RawURLEncoding.EncodeToString(text)
}

func decodeCursor(args shop.PageArgs) (c cursor, err error) {
	if args.After == nil {
		return c, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(*args.After)
	switch {
	case err != nil, json.Unmarshal(raw, &c) != nil, c.ID == "", c.List != "" && c.List != args.List,
		strings.ContainsRune(c.Key+c.ID, 0): // for which PostgreSQL has no room
		return c, shop.BadCursor("after")
	}
	return c, nil
}

// timeCursor is the place in a list that is ordered by time, newest first.
func timeCursor(at time.Time, id string) cursor {
	return cursor{Key: at.UTC().Format(time.RFC3339Nano), ID: id}
}

// decodeTimeCursor returns the arguments of `($1::timestamptz IS NULL OR (created_at, id) < ($1, $2))`.
func decodeTimeCursor(args shop.PageArgs) (at *time.Time, id *string, err error) {
	if args.After == nil {
		return nil, nil, nil
	}
	c, err := decodeCursor(args)
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
	p.Cursor = func(i int) string { return place(nodes[i]).encode(args.List) }
	return p
}
