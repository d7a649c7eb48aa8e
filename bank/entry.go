package bank

import (
	"strings"
	"time"

	"orrery/shop"
)

// all returns the elements at a path below n, such as NtryDtls/TxDtls.
func (n *node) all(path string) []*node {
	name, rest, more := strings.Cut(path, "/")
	var found []*node
	for _, child := range n.children {
		switch {
		case child.name != name:
		case more:
			found = append(found, child.all(rest)...)
		default:
			found = append(found, child)
		}
	}
	return found
}

// textAt returns the first text that isn't empty at one of the paths, with white space collapsed.
func (n *node) textAt(paths ...string) string {
	for _, path := range paths {
		for _, found := range n.all(path) {
			if text := squeeze(found.text); text != "" {
				return text
			}
		}
	}
	return ""
}

// idAt is like textAt, for IDs: it skips what means that there is none.
func (n *node) idAt(paths ...string) string {
	for _, path := range paths {
		if id := n.textAt(path); !placeholder(id) {
			return id
		}
	}
	return ""
}

// squeeze collapses white space.
func squeeze(text string) string { return strings.Join(strings.Fields(text), " ") }

// amountAt returns the first amount at one of the paths. It is positive.
func (n *node) amountAt(paths ...string) (shop.Money, bool) {
	for _, path := range paths {
		for _, found := range n.all(path) {
			amount, ok := shop.Terms{Currency: strings.ToUpper(squeeze(found.currency))}.Parse(squeeze(found.text))
			return amount, ok && len(amount.Currency) == 3 && amount.Minor >= 0
		}
	}
	return shop.Money{}, false
}

// entries returns the transfers of an entry. A batch has one for each of its details, unless these don't add up to the
// entry: then the entry is one transfer with the texts of all, which a person has to look at.
func entries(n *node, account string) ([]shop.BankEntry, *shop.LineError) {
	whole, fault := entryOf(n, account)
	if fault != nil {
		return nil, fault
	}
	details := n.all("NtryDtls/TxDtls")
	if len(details) == 1 {
		describe(&whole, details[0])
	}
	if len(details) <= 1 {
		return []shop.BankEntry{whole.signed()}, nil
	}
	parts, sum := make([]shop.BankEntry, len(details)), int64(0)
	for i, detail := range details {
		amount, ok := detail.amountAt("Amt", "AmtDtls/TxAmt/Amt", "AmtDtls/InstdAmt/Amt")
		if !ok || amount.Currency != whole.Amount.Currency {
			return []shop.BankEntry{whole.joined(details)}, nil
		}
		part := whole
		part.Amount, part.BankID = amount, "" // the ID of the entry is that of the batch
		part.credit = direction(detail, whole.credit)
		describe(&part, detail)
		parts[i] = part.signed()
		if part.credit == whole.credit {
			sum += amount.Minor
		} else {
			sum -= amount.Minor
		}
	}
	if sum != whole.Amount.Minor {
		return []shop.BankEntry{whole.joined(details)}, nil
	}
	return parts, nil
}

// entry is a shop.BankEntry whose amount has no sign yet.
type entry struct {
	shop.BankEntry
	credit bool
}

// entryOf reads what an entry says about all of its transfers.
func entryOf(n *node, account string) (e entry, fault *shop.LineError) {
	e.Account, e.Line = account, n.line
	wrong := func(column, message string) (entry, *shop.LineError) {
		return e, &shop.LineError{Line: n.line, Column: column, Message: message}
	}
	var ok bool
	if e.Amount, ok = n.amountAt("Amt"); !ok {
		return wrong("Amt", "The entry has no valid amount")
	}
	switch n.textAt("CdtDbtInd") {
	case "CRDT", "DBIT":
		e.credit = direction(n, false)
	default:
		return wrong("CdtDbtInd", "The entry must be CRDT or DBIT")
	}
	if e.BookedOn, ok = dateAt(n, "BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm"); !ok {
		return wrong("BookgDt", "The entry has no valid date")
	}
	e.Reversal = n.textAt("RvslInd") == "true" || n.textAt("RvslInd") == "1"
	if status := n.textAt("Sts/Cd", "Sts"); status != "" && status != "BOOK" {
		e.Pending = true
	}
	e.BankID = shop.Shortened(n.idAt("AcctSvcrRef"), 100)
	e.Text = shop.Shortened(n.textAt("AddtlNtryInf"), 500)
	return e, nil
}

func direction(n *node, fallback bool) (credit bool) {
	switch n.textAt("CdtDbtInd") {
	case "CRDT":
		return true
	case "DBIT":
		return false
	}
	return fallback
}

// dateAt returns the first date at one of the paths. Times are cut: the bank's day counts.
func dateAt(n *node, paths ...string) (time.Time, bool) {
	text := n.textAt(paths...)
	if len(text) < len(time.DateOnly) {
		return time.Time{}, false
	}
	day, err := time.Parse(time.DateOnly, text[:len(time.DateOnly)])
	return day, err == nil && day.Year() > 0 // PostgreSQL has no year 0
}

// describe sets what the details say about one transfer.
func describe(e *entry, detail *node) {
	// InstrId is the payer's: two payers may give the same one.
	if id := detail.idAt("Refs/AcctSvcrRef", "Refs/TxId"); id != "" {
		e.BankID = shop.Shortened(id, 100)
	}
	e.EndToEndID = shop.Shortened(detail.idAt("Refs/EndToEndId"), 100)
	// From version 08 on, a party is wrapped in Pty. The ultimate debtor is on whose behalf the transfer was made.
	e.Payer = shop.Shortened(detail.textAt("RltdPties/UltmtDbtr/Pty/Nm", "RltdPties/UltmtDbtr/Nm",
		"RltdPties/Dbtr/Pty/Nm", "RltdPties/Dbtr/Nm"), 140)
	e.PayerIBAN = shop.Shortened(shop.PlainAccount(detail.textAt("RltdPties/DbtrAcct/Id/IBAN",
		"RltdPties/DbtrAcct/Id/Othr/Id")), 40)
	e.Reference = shop.Shortened(detail.textAt("RmtInf/Strd/CdtrRefInf/Ref"), 100)
	if len(detail.all("RtrInf")) > 0 {
		e.Reversal = true
	}
	e.Text = remittance(detail, e.Text)
}

// remittance returns the unstructured text of a transfer. Banks without one put it into fields of their own.
func remittance(detail *node, entryText string) string {
	var lines []string
	for _, line := range detail.all("RmtInf/Ustrd") {
		lines = append(lines, squeeze(line.text))
	}
	for _, line := range detail.all("RmtInf/Strd/AddtlRmtInf") {
		lines = append(lines, squeeze(line.text))
	}
	text := squeeze(strings.Join(lines, " "))
	if text == "" {
		text = detail.textAt("AddtlTxInf")
	}
	if text == "" {
		text = entryText
	}
	return shop.Shortened(text, 500)
}

// placeholder reports whether a bank means no value.
func placeholder(id string) bool {
	switch strings.ToUpper(id) {
	case "", "NOTPROVIDED", "NONREF", "NOT PROVIDED", "-":
		return true
	}
	return false
}

// joined returns the entry as one transfer, with the references and texts of its details.
func (e entry) joined(details []*node) shop.BankEntry {
	var texts []string
	for _, detail := range details {
		part := e
		part.Text = ""
		describe(&part, detail)
		texts = append(texts, part.Reference, part.Text)
	}
	e.Text = shop.Shortened(squeeze(strings.Join(texts, " ")), 500)
	return e.signed()
}

// signed returns the entry with the sign of its amount. Money that was spent is of no interest; money that the bank has
// taken back is.
func (e entry) signed() shop.BankEntry {
	if !e.credit {
		e.Outgoing = !e.Reversal
		e.Amount.Minor = -e.Amount.Minor
	}
	return e.BankEntry
}
