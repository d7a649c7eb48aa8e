package shop

import "fmt"

// Invoiced refuses an order without an invoice: nothing is asked for one that was called off, and nobody knows whom one was for that the
// books have forgotten. An invoice has its order's number; there
// is one series (decisions: the administration).
func (o Order) Invoiced() error {
	if o.Status == OrderCancelled {
		return &Error{Code: NotAllowed, Message: "A cancelled order has no invoice"}
	}
	if o.ShippingInfo.Address == "" {
		return &Error{Code: NotAllowed, Message: fmt.Sprintf("Invoices are kept for %d years", BooksYears)}
	}
	return nil
}

// InvoiceFile is what the invoice is called when it is saved.
func (o Order) InvoiceFile() string { return "invoice-" + o.Number + ".pdf" }

// Settled is the word for what became of the money; empty while it is waited for.
func (o Order) Settled() string {
	switch o.Status {
	case OrderPendingPayment:
		return ""
	case OrderRefunded:
		return "Refunded"
	}
	return "Paid"
}
