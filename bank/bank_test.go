package bank

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"orrery/shop"
)

func read(t *testing.T, name string) shop.BankFile {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	found, err := Read(file)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return found
}

func describeEntry(e shop.BankEntry) string {
	return strings.Join([]string{e.Account, e.BankID, e.Amount.Decimal() + " " + e.Amount.Currency,
		fmt.Sprint(e.Reversal), e.BookedOn.Format("2006-01-02"), e.Payer, e.PayerIBAN, e.Reference, e.EndToEndID,
		e.Text}, "|")
}

func TestDialects(t *testing.T) {
	for name, want := range map[string]struct {
		format            string
		pending, outgoing int
		entries, faults   []string
	}{
		"polder.xml": {"camt.053.001.02", 1, 1, []string{
			"NL91ABNA0417164300|0000452310:NTRY:1|48397.80 EUR|false|2026-03-02|Mevr. A. Lovelace|NL20INGB0001234567|RF26OR100042||",
			"NL91ABNA0417164300|0000452310:NTRY:4|-75.00 EUR|true|2026-03-02|B. Pascal||||RF66 OR10 0001 taken back",
		}, nil},
		// The details of the second entry don't add up, so it stays one transfer.
		"rheinkasse.xml": {"camt.053.001.08", 0, 0, []string{
			"DE89370400440532013000||100.00 EUR|false|2026-03-03|Jürgen Müller & Söhne GmbH|DE02120300000000202051||RF26OR100042|SVWZ+Rechnung",
			"DE89370400440532013000||100.00 EUR|false|2026-03-03|Emmy Noether||||Danke",
			"DE89370400440532013000||150.00 EUR|false|2026-03-03|Emil Artin||||rf66or 100001",
			"DE89370400440532013000||300.00 EUR|false|2026-03-03|||||RF26OR100042 RF66OR100001",
		}, nil},
		"fjord.xml": {"camt.054.001.04", 0, 0, []string{
			"86011117947|*81234|1500.00 NOK|false|2026-03-04|Søren Kjær|15062323459|RF26 OR10 0042||For the arm",
			"86011117947||99.95 NOK|false|2026-03-04|||||Paid in cash: OR-100001",
			"86011117947||99.95 NOK|false|2026-03-04|||||Paid in cash: OR-100001",
		}, []string{"37 Amt: The entry has no valid amount", "43 BookgDt: The entry has no valid date"}},
	} {
		file := read(t, name)
		if file.Format != want.format || file.Pending != want.pending || file.Outgoing != want.outgoing {
			t.Errorf("%s: %s, %d pending, %d outgoing", name, file.Format, file.Pending, file.Outgoing)
		}
		var entries, faults []string
		for _, e := range file.Entries {
			entries = append(entries, describeEntry(e))
		}
		for _, f := range file.Faults {
			faults = append(faults, fmt.Sprintf("%d %s: %s", f.Line, f.Column, f.Message))
		}
		compare(t, name+" entries", entries, want.entries)
		compare(t, name+" faults", faults, want.faults)
	}
}

func compare(t *testing.T, what string, got, want []string) {
	t.Helper()
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("%s:\n%s\nwant\n%s", what, g, w)
	}
}

// Identical lines of a file without IDs of the bank are different transfers.
func TestEntriesAreIdentified(t *testing.T) {
	keys := map[string]bool{}
	for _, name := range []string{"polder.xml", "rheinkasse.xml", "fjord.xml", "fjord.xml"} {
		for _, e := range read(t, name).Identified() {
			keys[e.Key] = true
		}
	}
	if len(keys) != 9 {
		t.Errorf("%d keys", len(keys))
	}
}

// statement is a file with one entry.
func statement(day, id, refs, payer string) string {
	return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><A><Stmt><Acct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></Acct>
		<Ntry><Amt Ccy="EUR">10</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>` + day + `</Dt></BookgDt><AcctSvcrRef>` + id + `</AcctSvcrRef>
		<NtryDtls><TxDtls><Refs>` + refs + `</Refs><RltdPties><Dbtr><Nm>` + payer + `</Nm></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry></Stmt></A></Document>`
}

// The same amount in two files is one transfer only if the bank says so: otherwise the second one would be lost.
func TestTransfersOfTwoFiles(t *testing.T) {
	for name, c := range map[string]struct {
		first, second string
		same          bool
	}{
		"no ID":            {statement("2026-03-02", "NONREF", "", "A"), statement("2026-03-02", "NONREF", "", "B"), false},
		"a placeholder":    {statement("2026-03-02", "", "<TxId>NOTPROVIDED</TxId>", "A"), statement("2026-03-02", "", "<TxId>NOTPROVIDED</TxId>", "B"), false},
		"the payers' own":  {statement("2026-03-02", "", "<InstrId>1</InstrId>", "A"), statement("2026-03-02", "", "<InstrId>1</InstrId>", "B"), false},
		"numbers of a day": {statement("2026-03-02", "1", "", "A"), statement("2026-03-03", "1", "", "A"), false},
		"the bank's":       {statement("2026-03-02", "7", "<TxId>-</TxId>", "A"), statement("2026-03-02", "7", "", "B"), true},
	} {
		var keys []string
		for _, text := range []string{c.first, c.second} {
			file, err := Read(strings.NewReader(text))
			if err != nil || len(file.Entries) != 1 {
				t.Fatalf("%s: %v, %+v", name, err, file)
			}
			keys = append(keys, file.Identified()[0].Key)
		}
		if (keys[0] == keys[1]) != c.same {
			t.Errorf("%s: %q", name, keys)
		}
	}
}

func TestYearZero(t *testing.T) {
	file, err := Read(strings.NewReader(statement("0000-01-01", "", "", "")))
	if err != nil || len(file.Entries) != 0 || len(file.Faults) != 1 || file.Faults[0].Column != "BookgDt" {
		t.Errorf("%v, %+v", err, file)
	}
}

// All versions differ only in what Read ignores.
func TestVersions(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "polder.xml"))
	if err != nil {
		t.Fatal(err)
	}
	for version := 2; version <= 13; version++ {
		for _, message := range []string{"camt.053", "camt.054"} {
			format := fmt.Sprintf("%s.001.%02d", message, version)
			file, err := Read(strings.NewReader(strings.ReplaceAll(string(text), "camt.053.001.02", format)))
			if err != nil || file.Format != format || len(file.Entries) != 2 {
				t.Errorf("%s: %v, %d entries", format, err, len(file.Entries))
			}
		}
	}
}

func TestBadFiles(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "polder.xml"))
	if err != nil {
		t.Fatal(err)
	}
	polder := string(text)
	cut := func(before string) string { return polder[:strings.Index(polder, before)] }
	entry := polder[strings.Index(polder, "<Ntry>"):strings.Index(polder, "</Stmt>")]
	for name, c := range map[string]struct{ file, want string }{
		"empty":        {"", "The file ends early. Download it again. (line 1)"},
		"not XML":      {"Date;Amount\n1;2", "This is not an XML file (line 2)"},
		"PDF":          {"%PDF-1.7", "This is not an XML file (line 1)"},
		"truncated":    {cut("<AcctSvcrRef>0000452310:NTRY:3"), "The file ends early. Download it again. (line 47)"},
		"within a tag": {polder[:len(polder)-5], "The file ends early. Download it again. (line 61)"},
		"broken":       {strings.Replace(polder, "</Amt>", "</Amount>", 1), "This is not valid XML (line 9)"},
		"HTML":         {"<html><body>Please sign in</body></html>", "This is not an account statement in the format camt.053 or camt.054 (line 1)"},
		"a payment order": {strings.ReplaceAll(polder, "camt.053.001.02", "pain.001.001.03"),
			"This is a message pain.001.001.03, not an account statement camt.053 or camt.054 (line 2)"},
		"an account report": {strings.ReplaceAll(polder, "camt.053.001.02", "camt.052.001.02"),
			"This is a message camt.052.001.02, not an account statement camt.053 or camt.054 (line 2)"},
		"a missing entry": {strings.Replace(polder, "0004", "5", 1), "The statement should have 5 entries, but has 4. Download it again. (line 59)"},
		"no account":      {strings.Replace(polder, "NL91 ABNA 0417 1643 00", "", 1), "The statement names no account (line 31)"},
		"entities": {`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>` + cut("<BkTo"),
			"The file must not have a document type (line 1)"},
		"an entity":     {strings.Replace(polder, "Polder Bank", "&bank;", 1), "This is not valid XML (line 39)"},
		"two documents": {polder + polder, "The file goes on after the end of the document (line 63)"},
		"nested deeply": {cut("<Ntry>") + strings.Repeat("<Ntry>", 1000), "The file is nested too deeply, or an entry is too large (line 11)"},
		"too many entries": {cut("<TxsSummry>") + strings.Repeat("<Ntry></Ntry>", maxEntries+1),
			"The file has more than 20000 entries. Split it. (line 10)"},
		"too many transfers of a batch": {cut("<TxsSummry>") + `<Ntry><Amt Ccy="EUR">20001</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-03-02</Dt></BookgDt><NtryDtls>` +
			strings.Repeat(`<TxDtls><Amt Ccy="EUR">1</Amt></TxDtls>`, maxEntries+1) + `</NtryDtls></Ntry>`,
			"The file has more than 20000 entries. Split it. (line 10)"},
		"XML 1.1": {strings.Replace(polder, `version="1.0"`, `version="1.1"`, 1), "The file must be XML 1.0 (line 1)"},
		"UTF-16":  {strings.Replace(polder, "UTF-8", "UTF-16", 1), "The file must be encoded in UTF-8"},
		"an entry too large": {cut("<TxsSummry>") + "<Ntry>" + strings.Repeat("<A></A>", maxNodes) + entry,
			"The file is nested too deeply, or an entry is too large (line 10)"},
	} {
		file, err := Read(strings.NewReader(c.file))
		var refusal *shop.Error
		if !errors.As(err, &refusal) || refusal.Message != c.want || refusal.Field != "file" || len(file.Entries) > 0 {
			t.Errorf("%s: %v, %d entries", name, err, len(file.Entries))
		}
	}
}

// FuzzRead expects an error or sensible entries of every file.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"polder.xml", "rheinkasse.xml", "fjord.xml"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Read(strings.NewReader(text))
		var refusal *shop.Error
		if err != nil && !errors.As(err, &refusal) {
			t.Errorf("not a shop error: %v", err)
		}
		for _, e := range file.Entries {
			if e.Account == "" || e.BookedOn.IsZero() || strings.ContainsRune(e.Text+e.Payer+e.Reference, 0) {
				t.Errorf("%+v", e)
			}
		}
	})
}
