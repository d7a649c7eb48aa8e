package pdf

import (
	"context"
	"fmt"

	"orrery/shop"
)

// Invoice returns the invoice of an order as a PDF: the items, and how to pay the order or that it is paid.
func Invoice(ctx context.Context, from shop.Settings, o shop.Order) ([]byte, error) {
	return withRenderer(ctx, func() ([]byte, error) { return invoice(from, o) })
}

func invoice(from shop.Settings, o shop.Order) ([]byte, error) {
	s := newSheet(from, "Invoice "+o.Number, o.CreatedAt)
	s.termsVersion = o.TermsVersion
	facts := []fact{{"Number", o.Number}, {"Date", date(o.CreatedAt)}}
	if o.Payment != nil {
		facts = append(facts, fact{"Payment due", date(o.Payment.DueAt)})
	} else {
		facts = append(facts, fact{"Payment", o.Settled()})
	}
	s.opening("Invoice", append(facts, fact{"Total", o.TotalPrice.Words()})...)
	to := o.BillingInfo.Lines(o.Buyer.Name)
	if to == nil {
		to = []string{o.ShippingInfo.Company, o.Buyer.Name}
	}
	to = append(append(to, o.Buyer.Email), o.BillingInfo.References()...)
	s.parties(party{"For", to}, party{"Deliver to", o.ShippingInfo.Lines(o.Buyer.Name)}, s.seller())
	s.items(o)
	s.need(sumsHeight)
	s.sums(o.Subtotal, o.TaxPercent, o.Tax, o.Shipping, "Total", o.TotalPrice)
	s.payment(o)
	return s.bytes()
}

func (s *sheet) items(o shop.Order) {
	s.need(30)
	s.lineHeads(o.TotalPrice.Currency)
	for i, item := range o.OrderItems {
		names := s.wrap(heading, quantity-nameAt-16, item.ProductName)
		var notes []string
		if item.IsPreorder {
			notes = []string{"Pre-order"}
			if item.ExpectedDelivery != nil {
				notes = []string{"Pre-order, expected " + date(*item.ExpectedDelivery)}
			}
		} else if item.Delivery != nil {
			notes = []string{"Arrives " + item.Delivery.Words()}
		}
		if s.need(float64(len(names))*heading.leading() + float64(len(notes))*quiet.leading() + 3) {
			s.lineHeads(o.TotalPrice.Currency)
		}
		s.write(figure, left, s.y, fmt.Sprintf("%02d", i+1))
		s.writeRight(figure, quantity, s.y, fmt.Sprint(item.Quantity))
		s.writeRight(figure, price, s.y, item.Price.Grouped())
		s.writeRight(figure, right, s.y, item.LineTotal().Grouped())
		s.y = s.column(heading, nameAt, s.y, names)
		s.y = s.column(quiet, nameAt, s.y+0.4, notes) + 0.2
		s.rule(left, right, s.y-1.6, line)
		s.y += 3.6
	}
}

// payment writes the bank details while a payment is due, and otherwise that no amount is due.
func (s *sheet) payment(o shop.Order) {
	p := o.Payment
	if p == nil {
		notes := map[bool]string{false: "No payment is due.", true: "The amount was refunded."}
		s.need(12)
		s.write(heading, left, s.y, o.Settled())
		s.write(quiet, left, s.y+quiet.leading()+0.8, notes[o.Status == shop.OrderRefunded])
		return
	}
	facts := []fact{{"Account holder", p.AccountHolder}, {"IBAN", p.IBAN}, {"BIC", p.BIC},
		{"Reference", p.PrintedReference()}, {"Amount", p.Amount.Words()}, {"Due", date(p.DueAt)}}
	s.need(16 + plateHeight(3, facts))
	s.write(heading, left, s.y, "How to pay")
	s.y = s.column(quiet, left, s.y+5, s.wrap(quiet, right-left,
		fmt.Sprintf("Bank transfer, due %s. Include the reference so we can match your payment to this "+
			"order.", date(p.DueAt)))) + 1.5
	s.plate(3, facts)
}
