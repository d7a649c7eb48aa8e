package cell

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"orrery/shop"
)

// MaxSaved is the maximum number of plans that an account keeps.
const MaxSaved = 100

const maxName = 100

// Saved is a plan that an account keeps. Its answer follows from the cell.
type Saved struct {
	ID        string
	Name      string
	Cell      Input
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Fields returns the cell as it is entered.
func (s Saved) Fields() map[string]any {
	var fields map[string]any
	text, err := json.Marshal(s.Cell)
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	if err != nil { // an Input always encodes
		panic(err)
	}
	return fields
}

// CreateInput is a plan to keep.
type CreateInput struct {
	Name string
	Cell Input
}

// UpdateInput changes a plan; nil fields stay.
type UpdateInput struct {
	ID   string
	Name *string
	Cell *Input
}

// DeleteInput names a plan to delete.
type DeleteInput struct{ ID string }

// Normal returns the input trimmed, or all its errors. Whether the products exist is not checked: a plan outlives them.
func (in CreateInput) Normal() (CreateInput, error) {
	c := checker{found: cellErrors(in.Cell)}
	in.Name = c.name(in.Name)
	return in, c.found.Err()
}

// Normal returns the input trimmed, or all its errors.
func (in UpdateInput) Normal() (UpdateInput, error) {
	var c checker
	if in.Cell != nil {
		c.found = cellErrors(*in.Cell)
	}
	if in.Name != nil {
		name := c.name(*in.Name)
		in.Name = &name
	}
	return in, c.found.Err()
}

func cellErrors(in Input) shop.Errors {
	errs := shop.UserErrors(in.Check("cell."))
	if len(in.ArmID) > maxName {
		errs = append(errs, &shop.Error{Code: shop.TooLong, Field: "cell.armId", Message: "Arm is too long"})
	}
	for name, id := range map[string]*string{"railId": in.RailID, "gripperId": in.GripperID, "cameraId": in.CameraID} {
		if id != nil && len(*id) > maxName {
			errs = append(errs, &shop.Error{Code: shop.TooLong, Field: "cell." + name, Message: "The ID is too long"})
		}
	}
	return errs
}

func (c *checker) name(name string) string {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		c.add(shop.Required, "name", "Name is required")
	case utf8.RuneCountInString(name) > maxName:
		c.add(shop.TooLong, "name", fmt.Sprintf("Name must be at most %d characters", maxName))
	case strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == utf8.RuneError }):
		c.add(shop.Invalid, "name", "Name contains characters that can't be stored")
	}
	return name
}

// UnknownPlan refuses a plan that does not exist or belongs to another account.
func UnknownPlan() *shop.Error { return shop.Unknown("Plan") }

// TooMany refuses a plan beyond MaxSaved.
func TooMany() *shop.Error {
	return &shop.Error{Code: shop.OutOfRange,
		Message: fmt.Sprintf("An account keeps at most %d plans. Delete one first.", MaxSaved)}
}

// QuoteInput is a request for a quote of the products of a plan.
type QuoteInput struct {
	Name           string
	Company        *string
	Email          string
	BillingInfo    *shop.BillingInfoInput
	Cell           Input
	Quantity       int // of cells
	IdempotencyKey string
}

// Quote returns the request for a quote of the products that have a price, with the appendix that describes the cell.
// The errors are NOT_FOR_SALE if none has one, and OUT_OF_RANGE for the quantity.
func (in QuoteInput) Quote(plan Plan, appendix *shop.QuoteAppendix) (shop.QuoteCreateInput, error) {
	if in.Quantity < 1 || in.Quantity > shop.MaxQuoteQuantity { // as the input names it, not as a field of each line
		return shop.QuoteCreateInput{}, shop.Errors{{Code: shop.OutOfRange, Field: "quantity",
			Message: fmt.Sprintf("Quantity must be between 1 and %d", shop.MaxQuoteQuantity)}}
	}
	cell, err := json.Marshal(in.Cell)
	if err != nil {
		return shop.QuoteCreateInput{}, err
	}
	q := shop.QuoteCreateInput{Name: in.Name, Company: in.Company, Email: in.Email, BillingInfo: in.BillingInfo,
		IdempotencyKey: in.IdempotencyKey, Cell: cell, Appendix: appendix}
	for _, p := range plan.Products {
		if p.Price != nil {
			q.Lines = append(q.Lines, &shop.QuoteLineInput{ProductID: p.ID, Quantity: in.Quantity})
		}
	}
	if q.Lines == nil {
		return q, shop.Errors{{Code: shop.NotForSale, Field: "cell",
			Message: "None of the products of the plan has a price yet"}}
	}
	return q, nil
}
