package scalar

import (
	"errors"

	"github.com/99designs/gqlgen/graphql"
)

// ErrInt refuses a value for an Int.
var ErrInt = errors.New("must be a number of 32 bits without a decimal point or an exponent")

// MarshalInt encodes i in digits.
func MarshalInt(i int) graphql.Marshaler { return graphql.MarshalInt(i) }

// UnmarshalInt decodes a number. Unlike graphql.UnmarshalInt it refuses text, and numbers of more than 32 bits.
func UnmarshalInt(v any) (int, error) {
	n, err := graphql.UnmarshalInt32(v)
	if _, isText := v.(string); isText || err != nil {
		return 0, ErrInt
	}
	return int(n), nil
}
