package shop

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Limits of a statement.
const (
	MaxStatementBytes = 8 << 20
	maxStatementError = 100 // faults that are reported
)

// BankFile is the content of a file of a bank: the booked entries of one or more accounts.
type BankFile struct {
	Format   string   // such as camt.053.001.02
	Accounts []string // as PlainAccount returns them
	Entries  []BankEntry
	Pending  int // entries that the bank has not booked yet, which a later file repeats
	Outgoing int // entries of money that the company has spent
	Faults   []LineError
}

// BankEntry is money that arrived on an account, or that the bank has taken back.
type BankEntry struct {
	Account    string // as PlainAccount returns it
	BankID     string // of the transfer, given by the bank; empty if it gives none
	Amount     Money  // negative if the bank has taken it back
	Reversal   bool   // an earlier entry is undone, in either direction
	BookedOn   time.Time
	Payer      string // name; may be empty, as are the following
	PayerIBAN  string
	Reference  string // structured creditor reference
	EndToEndID string
	Text       string // unstructured remittance information

	Pending, Outgoing bool // of entries that are not stored
	Line              int
}

// StatementReader reads a file of a bank.
type StatementReader func(file io.Reader) (BankFile, error)

// Add adds what was read of an entry, or its fault.
func (f *BankFile) Add(entries []BankEntry, fault *LineError) {
	if fault != nil {
		if len(f.Faults) < maxStatementError {
			f.Faults = append(f.Faults, *fault)
		}
		return
	}
	for _, entry := range entries {
		switch {
		case entry.Pending:
			f.Pending++
		case entry.Outgoing:
			f.Outgoing++
		default:
			f.Entries = append(f.Entries, entry)
		}
	}
}

// OfAccounts refuses a file without accounts, or of accounts that are not the company's.
func (f BankFile) OfAccounts(known []string) error {
	if len(f.Accounts) == 0 {
		return &Error{Code: Invalid, Field: "file", Message: "The file contains no statement"}
	}
	for _, account := range f.Accounts {
		if !containsAccount(known, account) {
			return &Error{Code: Invalid, Field: "file", Message: fmt.Sprintf(
				"This is a statement of the account %s, which is not in the settings", Grouped4(account))}
		}
	}
	return nil
}

func containsAccount(known []string, account string) bool {
	for _, one := range known {
		if PlainAccount(one) == account {
			return true
		}
	}
	return false
}

// PlainAccount returns an IBAN or another account number in capitals and without spaces.
func PlainAccount(number string) string {
	return strings.ToUpper(strings.Join(strings.Fields(number), ""))
}

// Grouped4 returns a number in groups of four characters, as IBANs and references are printed.
func Grouped4(number string) string {
	var out strings.Builder
	for i, r := range number {
		if i > 0 && i%4 == 0 {
			out.WriteByte(' ')
		}
		out.WriteRune(r)
	}
	return out.String()
}

// StatementName returns the name of a file as it is stored.
func StatementName(name string) string {
	return Shortened(strings.ToValidUTF8(name, ""), 200)
}

// Shortened returns a text with at most limit characters.
func Shortened(text string, limit int) string {
	if runes := []rune(text); len(runes) > limit {
		return string(runes[:limit-1]) + "…"
	}
	return text
}

// content returns what identifies the entry beside the ID of the bank.
func (e BankEntry) content() string {
	return strings.Join([]string{e.Account, e.BookedOn.Format(time.DateOnly), fmt.Sprint(e.Amount.Minor),
		e.Amount.Currency, e.Payer, e.PayerIBAN, e.Reference, e.EndToEndID, e.Text}, "\x1f")
}

// IdentifiedEntry is an entry with the key under which it is stored once, however many files contain it.
type IdentifiedEntry struct {
	BankEntry
	Key     string
	Content string // equal for entries that only the key distinguishes
}

// Identified returns the entries with their keys. Entries without an ID of the bank are identified by their content,
// and identical ones by their sequence: a file that contains two of them is known to contain two. Some banks begin
// their IDs anew every day.
func (f BankFile) Identified() []IdentifiedEntry {
	seen := map[string]int{}
	out := make([]IdentifiedEntry, len(f.Entries))
	for i, e := range f.Entries {
		key := "content\x1f" + e.content()
		if e.BankID != "" {
			key = strings.Join([]string{"id", e.Account, e.BankID, e.BookedOn.Format(time.DateOnly),
				fmt.Sprint(e.Amount.Minor), e.Amount.Currency}, "\x1f")
		}
		seen[key]++
		out[i] = IdentifiedEntry{e, fmt.Sprintf("%s\x1f%d", key, seen[key]), e.content()}
	}
	return out
}
