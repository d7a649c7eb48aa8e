package pg

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"orrery/shop"
)

// Cursor is the position of a row in a list: the value that the list is sorted by, and the ID of the row.
type Cursor struct {
	// List is the name of the list and its sort order. It is absent from cursors of former versions, which partners may
	// have stored.
	List string `json:"l,omitempty"`
	Key  string `json:"k"`
	ID   string `json:"i"`
}

// Encode returns the opaque form of the cursor for clients.
func (c Cursor) Encode(list string) string {
	c.List = list
	text, _ := json.Marshal(c) // strings always marshal
	return base64.RawURLEncoding.EncodeToString(text)
}

// DecodeCursor decodes the cursor in args.After. It returns the zero Cursor if there is none.
func DecodeCursor(args shop.PageArgs) (c Cursor, err error) {
	if args.After == nil {
		return c, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(*args.After)
	switch {
	case err != nil, json.Unmarshal(raw, &c) != nil, c.ID == "", c.List != "" && c.List != args.List,
		strings.ContainsRune(c.Key+c.ID, 0): // PostgreSQL rejects NUL in text
		return c, shop.BadCursor("after")
	}
	return c, nil
}

// TimeCursor returns a cursor for a list that is sorted by time.
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

// NewPage returns a page of nodes. The nodes must have been queried with a limit of args.First+1, which shows whether
// there is a next page.
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

// DecodeNumberCursor decodes the cursor of a list that is sorted by a number. It returns nil if there is none.
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
