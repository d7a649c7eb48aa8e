package rest

import (
	"net/http"
	"strconv"

	"orrery/admission"
	"orrery/auth"
	"orrery/pdf"
)

// invoice prints an order's invoice anew each time.
func (d door) invoice(w http.ResponseWriter, r *http.Request) error {
	order, err := d.Store.Orders.Invoice(r.Context(), auth.Actor(r.Context()), r.PathValue("id"))
	if err != nil {
		return err
	}
	outside, back := admission.Yield(r.Context()) // it may wait for others' papers
	sheet, err := pdf.Invoice(outside, d.Brand, order)
	back()
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/pdf")
	h.Set("Content-Length", strconv.Itoa(len(sheet)))
	h.Set("Content-Disposition", `attachment; filename="`+order.InvoiceFile()+`"`)
	_, _ = w.Write(sheet) // a caller who has gone needs none
	return nil
}
