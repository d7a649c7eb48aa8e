package shop

import "time"

// MaxOrderNotes is the maximum number of notes read per order.
const MaxOrderNotes = 100

// OrderNote is an administrator's internal note about an order. It is never shown to buyers.
type OrderNote struct {
	ID        string
	Text      string
	Author    *string // name; nil if the account was deleted
	CreatedAt time.Time
}

// OrderNoteAddInput is a new note.
type OrderNoteAddInput struct {
	OrderID string
	Text    string
}

// Normal returns the input trimmed, or its error.
func (in OrderNoteAddInput) Normal() (OrderNoteAddInput, error) {
	var c checker
	in.Text = c.text("text", "Note", in.Text, 2000, true)
	return in, c.found.Err()
}

// UnknownNoteOrder refuses a note about an order that does not exist.
func UnknownNoteOrder() *Error {
	return &Error{Code: NotFound, Field: "orderId", Message: "Order not found"}
}

// OrderNoteDeleteInput names a note to delete.
type OrderNoteDeleteInput struct {
	ID string
}
