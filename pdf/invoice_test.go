package pdf_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"orrery/pdf"
	"orrery/shop"
)

// invoiced is an order of so many lines, with what its status says about the money.
func invoiced(status shop.OrderStatus, lines int) shop.Order {
	o := shop.Order{Number: "OR-100042", Status: status, CreatedAt: at, Subtotal: usd(4399800), TaxPercent: "10", Tax: usd(439980),
		Shipping: usd(0), TotalPrice: usd(4839780),
		Buyer:        shop.Buyer{Name: "Ada King", Email: "ada@example.org"},
		ShippingInfo: shop.ShippingInfo{Address: "Damrak 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL"}}
	for i := range lines {
		o.OrderItems = append(o.OrderItems, shop.OrderItem{ProductName: fmt.Sprintf("Machine %02d", i), Quantity: 2, Price: usd(1299900)})
	}
	o.OrderItems[0] = shop.OrderItem{ProductName: "Mobile Assistant", Quantity: 1, Price: usd(1800000), IsPreorder: true,
		ExpectedDelivery: new(at.AddDate(0, 0, 60))}
	if o.Payment = o.PaymentDue(); o.Payment != nil {
		o.PayTo(company().Bank)
	}
	return o
}

// company is the one of the seed.
func company() shop.Settings {
	s := shop.DefaultSettings()
	s.Name, s.Email = "Orrery Robotics", "hello@orrery.example"
	s.Office = shop.Office{Street: "Keizersgracht 241", PostalCode: "1016 EA", City: "Amsterdam", Country: "Netherlands"}
	s.Bank = shop.BankAccount{Holder: "Orrery Robotics B.V.", IBAN: "NL91 ABNA 0417 1643 00", BIC: "ABNANL2A"}
	return s
}

func bill(t *testing.T, o shop.Order) []byte {
	t.Helper()
	out, err := pdf.Invoice(t.Context(), company(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(out) > 100_000 {
		t.Errorf("%d bytes, want less than 100 KB", len(out))
	}
	return out
}

func TestInvoiceSaysEverything(t *testing.T) {
	for status, want := range map[shop.OrderStatus][]string{
		shop.OrderPendingPayment: {"Payment due|March 16, 2026|Total|$48,397.80", "How to pay|Bank transfer, due March 16, 2026.",
			"Account holder|Orrery Robotics B.V.|IBAN|NL91 ABNA 0417 1643 00|BIC|ABNANL2A|Reference|RF26 OR10 0042|Amount|$48,397.80|Due|March 16, 2026"},
		shop.OrderShipped:  {"Payment|Paid|Total", "Paid|No payment is due."},
		shop.OrderRefunded: {"Payment|Refunded|Total", "Refunded|The amount was refunded."},
	} {
		read := pages(t, bill(t, invoiced(status, 2)))
		if len(read) != 1 {
			t.Fatalf("%d pages for a usual invoice", len(read))
		}
		for _, want := range append(want, "Orrery Robotics|Invoice|Number|OR-100042|Date|March 2, 2026|",
			"For|Deliver to|From|Ada King|ada@example.org|Ada King|Damrak 1|1012 LG Amsterdam, NL|Orrery Robotics|Keizersgracht 241|1016 EA Amsterdam, Netherlands|hello@orrery.example",
			"Unit price, USD|Amount, USD|01|1|18,000.00|18,000.00|Mobile Assistant|Pre-order, expected May 1, 2026|02|2|12,999.00|25,998.00|Machine 01",
			"Subtotal|43,998.00|Tax (10%)|4,399.80|Shipping|Free|Total|$48,397.80", "Page 1 of 1") {
			if !strings.Contains(read[0], want) {
				t.Errorf("%s: %q is missing in\n%s", status, want, read[0])
			}
		}
		if asked := strings.Contains(read[0], "IBAN"); asked != (status == shop.OrderPendingPayment) {
			t.Errorf("%s: asks for money: %v", status, asked)
		}
	}
	kept := invoiced(shop.OrderPaid, 1)
	kept.TermsVersion = new(2)
	if read := pages(t, bill(t, kept))[0]; !strings.Contains(read, "Terms version 2 · Page 1 of 1") {
		t.Errorf("without the terms: %s", read)
	}
	far := company()
	far.Office.Street = strings.Repeat("A long street ", 8)
	out, err := pdf.Invoice(t.Context(), far, kept)
	if err != nil {
		t.Fatal(err)
	}
	if read := pages(t, out)[0]; strings.Contains(read, "Terms version") || !strings.Contains(read, "Page 1 of 1") {
		t.Errorf("over the company: %s", read)
	}
	unknown := invoiced(shop.OrderPaid, 1)
	unknown.TaxPercent, unknown.Shipping = "", usd(2500)
	if read := pages(t, bill(t, unknown))[0]; !strings.Contains(read, "|Tax|4,399.80|Shipping|25.00|") {
		t.Errorf("without a rate: %s", read)
	}
}

// An invoice for a company is addressed to it, and states its numbers.
func TestInvoiceOfACompany(t *testing.T) {
	in := invoiced(shop.OrderPaid, 1)
	in.ShippingInfo.Company, in.ShippingInfo.Recipient = "ACME B.V.", "Bob"
	in.ShippingInfo.Phone, in.ShippingInfo.Notes = "+31 20 1", "Lift gate"
	in.BillingInfo = shop.BillingInfo{VATNumber: "NL004495445B01", PurchaseOrderNumber: "PO-4711"}
	const numbers, delivery = "ada@example.org|VAT no. NL004495445B01|Purchase order PO-4711|", "ACME B.V.|Bob|Damrak 1|1012 LG Amsterdam, NL|"
	read := pages(t, bill(t, in))[0]
	if !strings.Contains(read, "|ACME B.V.|Ada King|"+numbers+delivery) || strings.Contains(read, "Lift gate") || strings.Contains(read, "+31 20 1") {
		t.Errorf("to the delivery address: %s", read)
	}
	in.BillingInfo.Company, in.BillingInfo.Address, in.BillingInfo.City = "ACME GmbH", "Weg 1", "Berlin"
	in.BillingInfo.PostalCode, in.BillingInfo.Country = "10115", "DE"
	if read := pages(t, bill(t, in))[0]; !strings.Contains(read, "|ACME GmbH|Ada King|Weg 1|10115 Berlin, DE|"+numbers+delivery) {
		t.Errorf("to another address: %s", read)
	}
}

func TestInvoiceFlowsToMorePages(t *testing.T) {
	read := pages(t, bill(t, invoiced(shop.OrderPendingPayment, 100)))
	if len(read) < 3 {
		t.Fatalf("%d pages", len(read))
	}
	all := strings.Join(read, "\n")
	for i := 1; i < 100; i++ {
		if n := strings.Count(all, fmt.Sprintf("Machine %02d", i)); n != 1 {
			t.Errorf("machine %d stands %d times", i, n)
		}
	}
	for i, page := range read {
		if !strings.Contains(page, fmt.Sprintf("Page %d of %d", i+1, len(read))) || i > 0 && !strings.Contains(page, "Invoice OR-100042") {
			t.Errorf("page %d has no number, or does not say what it belongs to:\n%s", i+1, page)
		}
		if strings.Contains(page, "Machine") != strings.Contains(page, "Unit price, USD") {
			t.Errorf("page %d has lines without their head, or a head without lines:\n%s", i+1, page)
		}
	}
}

func TestInvoiceIsTheSameEachTime(t *testing.T) {
	first := bill(t, invoiced(shop.OrderPaid, 3))
	if !bytes.Equal(first, bill(t, invoiced(shop.OrderPaid, 3))) {
		t.Error("the same invoice makes other bytes")
	}
	if bytes.Equal(first, bill(t, invoiced(shop.OrderRefunded, 3))) {
		t.Error("what has been paid back makes the same bytes")
	}
}

// Whatever people and streets are called, it prints and stays in its columns.
func TestInvoiceNames(t *testing.T) {
	for name, want := range map[string]string{"Ада Кинг": "Ада Кинг", "Ελένη": "Ελένη", "李明": "", strings.Repeat("W", 100): "WWWW", "Żółć": "Żółć"} {
		in := invoiced(shop.OrderPendingPayment, 1)
		in.Buyer.Name, in.ShippingInfo.Address = name, name
		in.OrderItems[0].ProductName = strings.Repeat("Long name ", 20)
		whole := strings.ReplaceAll(pages(t, bill(t, in))[0], "|", "")
		if strings.Count(whole, want) < 2 || !strings.Contains(whole, "ada@example.org") {
			t.Errorf("%q: %q is missing in\n%s", name, want, whole)
		}
	}
}
