package rest

import (
	"net/http"
	"strconv"

	"orrery/admission"
	"orrery/auth"
	"orrery/pdf"
)

// invoice responds with the invoice of an order as a PDF, generated for each request.
func (a api) invoice(w http.ResponseWriter, r *http.Request) error {
	order, err := a.Store.Orders.Invoice(r.Context(), auth.Actor(r.Context()), r.PathValue("id"))
	if err != nil {
		return err
	}
	settings, err := a.Store.Content.Settings(r.Context())
	if err != nil {
		return err
	}
	outside, back := admission.Yield(r.Context()) // rendering may wait for other PDFs
	sheet, err := pdf.Invoice(outside, settings, order)
	back()
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/pdf")
	h.Set("Content-Length", strconv.Itoa(len(sheet)))
	h.Set("Content-Disposition", `attachment; filename="`+order.InvoiceFile()+`"`)
	_, _ = w.Write(sheet) // fails only if the client is gone
	return nil
}
