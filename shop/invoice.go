package shop

import "fmt"

// Invoiced refuses an order without an invoice: a cancelled order requires no payment, and an order past its retention
// period has no buyer. An invoice has the number of its order; there is one series.
func (o Order) Invoiced() error {
	if o.Status == OrderCancelled {
		return &Error{Code: NotAllowed, Message: "A cancelled order has no invoice"}
	}
	if o.ShippingInfo.Address == "" {
		return &Error{Code: NotAllowed, Message: fmt.Sprintf("Invoices are kept for %d years", BooksYears)}
	}
	return nil
}

// InvoiceFile returns the file name of the invoice.
func (o Order) InvoiceFile() string { return "invoice-" + o.Number + ".pdf" }

// Settled returns the word for the state of the payment, "" while it is pending.
func (o Order) Settled() string {
	switch o.Status {
	case OrderPendingPayment:
		return ""
	case OrderRefunded:
		return "Refunded"
	}
	return "Paid"
}
