package shop

import "time"

// ProductVersion is an entry of a product's history.
type ProductVersion struct {
	Version   int
	CreatedAt time.Time
	Author    *string         // current name; nil if no account stored it, or the account was deleted
	Changes   []ProductChange // from the version before; empty for the oldest one
}

// ProductVersionRestoreInput names a version to make the present one.
type ProductVersionRestoreInput struct {
	ID      string
	Version int
}

// KeptProductVersions is the number of versions that a product keeps, besides the base of its draft.
const KeptProductVersions = 100

// UnknownProductVersion refuses a version that the history does not have.
func UnknownProductVersion() *Error {
	return &Error{Code: NotFound, Field: "version", Message: "This version is no longer kept. Reload the product."}
}
