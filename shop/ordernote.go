package shop

import "time"

// MaxOrderNotes is how many notes of an order are read.
const MaxOrderNotes = 100

// OrderNote is what an administrator has written down about an order for the others. Buyers never see it.
type OrderNote struct {
	ID        string
	Text      string
	Author    *string // name; nil when the account is gone
	CreatedAt time.Time
}

// OrderNoteAddInput is a new note.
type OrderNoteAddInput struct {
	OrderID string
	Text    string
}

// Normal returns the input trimmed, or what is wrong with it.
func (in OrderNoteAddInput) Normal() (OrderNoteAddInput, error) {
	var c checker
	in.Text = c.text("text", "Note", in.Text, 2000, true)
	return in, c.found.Err()
}

// UnknownNoteOrder refuses a note about an order that is not there.
func UnknownNoteOrder() *Error {
	return &Error{Code: NotFound, Field: "orderId", Message: "Order not found"}
}

// OrderNoteDeleteInput names a note to delete.
type OrderNoteDeleteInput struct {
	ID string
}
