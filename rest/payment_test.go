package rest_test

import (
	"fmt"
	"strings"
	"testing"

	"orrery/shop"
)

// statementXML is a file of the bank with these entries.
func statementXML(entries ...string) string {
	return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
		<Acct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></Acct>` + strings.Join(entries, "\n") + `</Stmt></BkToCstmrStmt></Document>`
}

func entryXML(amount, text string) string {
	return `<Ntry><Amt Ccy="USD">` + amount + `</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt>
		<NtryDtls><TxDtls><RmtInf><Ustrd>` + text + `</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
}

func walkPayments(t *testing.T, c *contract) {
	_, err := c.SQL.Exec(`UPDATE orders SET status = 'PENDING_PAYMENT', user_id = (SELECT id FROM users LIMIT 1)`)
	c.must(err)
	order := c.texts(`SELECT number FROM orders WHERE status = 'PENDING_PAYMENT'`)[0]
	total := c.texts(`SELECT round(total_minor / 100.0, 2) FROM orders WHERE number = $1`, order)[0]
	reference := shop.CreditorReference(order)
	file := statementXML(entryXML("12.00", reference), entryXML(total, shop.Grouped4(reference)), entryXML("x", ""), entryXML("1.00", "Hello"))
	const path = "/statements?name=march.xml"
	c.call("POST", path, "", file).gives(401)
	c.call("POST", path, c.user, file).gives(403)
	c.call("POST", path, c.key(shop.WriteOrders), file).gives(403)
	r := c.call("POST", path, c.key(shop.WritePayments), file).gives(200).is("booked", 1).is("proposed", 1).is("waiting", 1).is("known", 0).
		is("statement.name", "march.xml").is("statement.format", "camt.053.001.08").is("statement.transfers", 3)
	r.is("lines.0.message", "The entry has no valid amount").is("lines.0.column", "Amt")
	again := c.call("POST", path, c.admin, file).gives(200).is("booked", 0).is("known", 3).is("statement._id", r.at("statement._id"))
	again.is("statement.transfers", 3)

	c.call("GET", "/statements", c.admin, nil).gives(200).is("data.0._id", r.at("statement._id")).is("next", nil)
	c.call("POST", "/statements?name=a%ffb.xml", c.admin, statementXML()).gives(400)
	booked := c.call("GET", "/transfers?state=BOOKED", c.admin, nil).gives(200)
	booked.is("data.0.bookedOn", "2026-03-02").is("data.0.amount", total).is("data.0.bookings.0.order.status", "PAID").
		is("data.0.bookings.0.order.open", "0.00").is("data.0.bookings.0.amount", total)
	c.call("GET", "/transfers?state=PROPOSED", c.admin, nil).gives(200).is("data.0.proposals.0.orders.0.number", order).
		is("data.0.proposals.0.reasons.0", "REFERENCE").is("data.0.proposals.0.reasons.1", "ORDER_PAID")
	first := c.call("GET", "/transfers?limit=1", c.admin, nil).gives(200)
	c.call("GET", fmt.Sprintf("/transfers?limit=2&after=%s", first.at("next")), c.admin, nil).gives(200).is("next", nil)
	c.call("GET", "/transfers?state=LOST", c.admin, nil).gives(422).at("errors.state")
	c.call("GET", "/transfers?after=x", c.admin, nil).gives(422).at("errors.after")
	c.call("GET", "/statements?limit=0", c.admin, nil).gives(422).at("errors.limit")

	for name, bad := range map[string]struct {
		file   string
		status int
		want   string
	}{
		"truncated": {file[:len(file)/2], 422, "The file ends early. Download it again."},
		"foreign":   {"<html></html>", 422, "This is not an account statement in the format camt.053 or camt.054 (line 1)"},
		"another account": {strings.Replace(file, "NL91ABNA0417164300", "DE89370400440532013000", 1), 422,
			"This is a statement of the account DE89 3704 0044 0532 0130 00, which is not in the settings"},
		"no XML":    {"a,b\n", 415, "The body must be application/xml"},
		"too large": {"<" + strings.Repeat("a", shop.MaxStatementBytes), 413, "The file must have at most 8 MiB"},
	} {
		r := c.call("POST", path, c.admin, bad.file).gives(bad.status)
		if !strings.Contains(fmt.Sprint(r.at("message")), bad.want) {
			t.Errorf("%s: %s", name, r.text)
		}
	}
	if n := c.count(`SELECT count(*) FROM transfers`); n != 3 {
		t.Errorf("%d transfers", n)
	}
}
