package pg

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"orrery/shop"
)

// Cursor is the place of a row in a list: the value that the list is sorted by, and the row's id.
type Cursor struct {
	List string `json:"l,omitempty"` // and its order; absent from cursors of former versions, which partners may have kept
	Key  string `json:"k"`
	ID   string `json:"i"`
}

// Encode returns the cursor as callers see it.
func (c Cursor) Encode(list string) string {
	c.List = list
	text, _ := json.Marshal(c) // strings always marshal
	return base64.RawURLEncoding.EncodeToString(text)
}

// DecodeCursor reads the cursor that a page begins after, if any.
func DecodeCursor(args shop.PageArgs) (c Cursor, err error) {
	if args.After == nil {
		return c, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(*args.After)
	switch {
	case err != nil, json.Unmarshal(raw, &c) != nil, c.ID == "", c.List != "" && c.List != args.List,
		strings.ContainsRune(c.Key+c.ID, 0): // which PostgreSQL can't store
		return c, shop.BadCursor("after")
	}
	return c, nil
}

// TimeCursor is a place in a list that is sorted by time.
func TimeCursor(at time.Time, id string) Cursor {
	return Cursor{Key: at.UTC().Format(time.RFC3339Nano), ID: id}
}

// DecodeTimeCursor returns the arguments of `($1::timestamptz IS NULL OR (created_at, id) < ($1, $2))`.
func DecodeTimeCursor(args shop.PageArgs) (at *time.Time, id *string, err error) {
	if args.After == nil {
		return nil, nil, nil
	}
	c, err := DecodeCursor(args)
	if err != nil {
		return nil, nil, err
	}
	parsed, err := time.Parse(time.RFC3339Nano, c.Key)
	if err != nil || !IsUUID(c.ID) {
		return nil, nil, shop.BadCursor("after")
	}
	return &parsed, &c.ID, nil
}

// NewPage makes a page of nodes, of which one more than args.First was asked for, to know whether there are more.
func NewPage[T any](args shop.PageArgs, nodes []T, cursor func(T) Cursor) shop.Page[T] {
	p := shop.Page[T]{HasPrevious: args.After != nil || (args.Offset != nil && *args.Offset > 0)}
	if len(nodes) > args.First {
		p.HasNext = true
		nodes = nodes[:args.First]
	}
	p.Nodes = nodes
	p.Cursor = func(i int) string { return cursor(nodes[i]).Encode(args.List) }
	return p
}

// DecodeNumberCursor is the cursor of a list that is sorted by a number, nil at its start.
func DecodeNumberCursor(args shop.PageArgs) (*int64, error) {
	if args.After == nil {
		return nil, nil
	}
	c, err := DecodeCursor(args)
	if err != nil {
		return nil, err
	}
	n, err := strconv.ParseInt(c.ID, 10, 64)
	if err != nil {
		return nil, shop.BadCursor("after")
	}
	return &n, nil
}
