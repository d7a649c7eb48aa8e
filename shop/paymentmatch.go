package shop

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// TransferReason is something that speaks for or against a transfer paying an order.
type TransferReason string

// The reasons. A match without any that speaks against it, by its reference and for the exact amount, is sure.
const (
	ByReference     TransferReason = "REFERENCE"      // the order's creditor reference, with valid check digits
	ByTypo          TransferReason = "REFERENCE_TYPO" // one wrong, missing or additional character, or two swapped
	ByNumber        TransferReason = "ORDER_NUMBER"
	ByName          TransferReason = "NAME" // payer and buyer have the same name
	AmountExact     TransferReason = "AMOUNT_EXACT"
	AmountLess      TransferReason = "AMOUNT_LESS"
	AmountMore      TransferReason = "AMOUNT_MORE"
	AmountComplete  TransferReason = "AMOUNT_COMPLETES" // together with other transfers that are undecided
	SeveralOrders   TransferReason = "SEVERAL_ORDERS"   // the amount is the sum of these orders
	OtherCurrency   TransferReason = "OTHER_CURRENCY"
	OrderIsPaid     TransferReason = "ORDER_PAID"
	OrderIsOff      TransferReason = "ORDER_CANCELLED"
	OrderIsReturned TransferReason = "ORDER_REFUNDED"
	TakenBack       TransferReason = "REVERSAL" // the bank undoes an earlier entry
	SeenBefore      TransferReason = "REPEATED" // another transfer says exactly the same
)

// weights order the proposals for a transfer.
var weights = map[TransferReason]int{ByReference: 100, ByTypo: 60, ByNumber: 50, AmountExact: 30, AmountComplete: 30,
	SeveralOrders: 20, ByName: 20, OrderIsPaid: -5, OrderIsReturned: -5, OrderIsOff: -5}

// MatchOrder is an order as far as transfers are compared with it.
type MatchOrder struct {
	ID     string
	Number string
	Names  []string // of the buyer, and of people and companies that the order names
	Status OrderStatus
	Open   Money
}

// awaits reports whether something is to be paid.
func (o MatchOrder) awaits() bool { return o.Status == OrderPendingPayment || o.Open.Minor > 0 }

// MatchOrderOf returns what transfers are compared with of an order.
func MatchOrderOf(o Order) MatchOrder {
	m := MatchOrder{ID: o.ID, Number: o.Number, Status: o.Status, Open: o.Open()}
	for _, name := range []string{o.Buyer.Name, o.ShippingInfo.Recipient, o.ShippingInfo.Company,
		o.BillingInfo.Recipient, o.BillingInfo.Company} {
		if name != "" && !slices.Contains(m.Names, name) {
			m.Names = append(m.Names, name)
		}
	}
	return m
}

// named reports whether a name in the order consists of these words, in any sequence.
func (o MatchOrder) named(words []string) bool {
	return slices.ContainsFunc(o.Names, func(name string) bool { return sameWords(words, nameWords(name)) })
}

// TransferProposal is the order, or the several orders, that a transfer may pay, with the reasons. The stored reasons
// are those that don't change with the orders; With adds the others.
type TransferProposal struct {
	OrderIDs []string         `json:"orderIds"`
	Reasons  []TransferReason `json:"reasons"`
	Orders   []Order          `json:"-"` // of the IDs; set by the store
}

// With returns the proposal with the reasons that the present states of its orders give.
func (p TransferProposal) With(e BankEntry, orders []MatchOrder) TransferProposal {
	p.Reasons = append(slices.Clone(p.Reasons), e.standing(orders)...)
	return p
}

func weight(reasons []TransferReason) (sum int) {
	for _, reason := range reasons {
		sum += weights[reason]
	}
	return sum
}

// MaxProposals is the maximum number of proposals for a transfer.
const MaxProposals = 5

// TransferMatch is the result of comparing a transfer with the orders.
type TransferMatch struct {
	Sure      *MatchOrder        // the order that it pays without any doubt; nil if there is a doubt
	Proposals []TransferProposal // otherwise, the likeliest first
	Completes []string           // IDs of the transfers that together pay the first proposal's order exactly
}

// Undecided returns the match with the sure order as a proposal, for a transfer about which a person decides.
func (m TransferMatch) Undecided() TransferMatch {
	if m.Sure != nil {
		m.Proposals = []TransferProposal{{OrderIDs: []string{m.Sure.ID}, Reasons: []TransferReason{ByReference}}}
		m.Sure = nil
	}
	return m
}

// Matcher compares transfers with orders. It is not safe for concurrent use.
type Matcher struct {
	byBody       map[string]*MatchOrder
	byWord       map[string][]*MatchOrder // words of the buyers' names, of orders that await payment
	heads, tails map[string][]*MatchOrder // halves of the references of orders that await payment
	byID         map[string]*MatchOrder
	parts        map[string][]part // of undecided transfers, by order
}

// part is an undecided transfer that pays less than is open.
type part struct {
	transferID string
	minor      int64
}

// NewMatcher returns a Matcher for the orders that await payment, and those that References and mentioned numbers name.
func NewMatcher(orders []MatchOrder) *Matcher {
	m := &Matcher{byBody: map[string]*MatchOrder{}, byWord: map[string][]*MatchOrder{},
		heads: map[string][]*MatchOrder{}, tails: map[string][]*MatchOrder{},
		byID: map[string]*MatchOrder{}, parts: map[string][]part{}}
	for _, o := range orders {
		if m.byID[o.ID] != nil {
			continue
		}
		m.byID[o.ID], m.byBody[ReferenceBody(o.Number)] = &o, &o
		if !o.awaits() {
			continue
		}
		for _, word := range nameWords(strings.Join(o.Names, " ")) {
			m.byWord[word] = append(m.byWord[word], &o)
		}
		reference := CreditorReference(o.Number)
		half := len(reference) / 2
		m.heads[reference[:half]] = append(m.heads[reference[:half]], &o)
		m.tails[reference[half:]] = append(m.tails[reference[half:]], &o)
	}
	return m
}

// Order returns the order with this ID, nil if the matcher doesn't know it. Its open amount may be changed when a
// payment is booked.
func (m *Matcher) Order(id string) *MatchOrder { return m.byID[id] }

// Bodies returns what the texts of a transfer may name orders by, for reading these orders.
func (e BankEntry) Bodies() []string {
	var bodies []string
	for _, text := range e.texts() {
		bodies = append(append(bodies, References(text)...), mentionedNumbers(text)...)
	}
	slices.Sort(bodies)
	return slices.Compact(bodies)
}

func (e BankEntry) texts() []string { return []string{e.Reference, e.Text, e.EndToEndID} }

// Match compares a transfer with the orders. repeated reports whether another transfer has the same content.
func (m *Matcher) Match(id string, e BankEntry, repeated bool) TransferMatch {
	named := m.named(e, References)
	mentioned := m.named(e, mentionedNumbers)
	if len(named) == 1 && !slices.ContainsFunc(mentioned, func(o *MatchOrder) bool { return o != named[0] }) &&
		e.Pays(*named[0]) {
		return TransferMatch{Sure: named[0]}
	}
	var found []TransferProposal
	propose := func(by TransferReason, orders ...*MatchOrder) {
		for _, o := range orders {
			if !slices.ContainsFunc(found, func(p TransferProposal) bool { return p.OrderIDs[0] == o.ID }) {
				found = append(found, TransferProposal{OrderIDs: []string{o.ID}, Reasons: e.traits(*o, by, repeated)})
			}
		}
	}
	propose(ByReference, named...)
	propose(ByNumber, mentioned...)
	if len(found) == 0 {
		propose(ByTypo, m.typos(e)...)
	}
	if len(found) == 0 {
		propose(ByName, m.sameName(e)...)
	}
	if p, ok := m.together(e, named, mentioned); ok {
		found = append(found, p)
	}
	slices.SortStableFunc(found, func(a, b TransferProposal) int {
		return cmp.Compare(weight(m.current(e, b).Reasons), weight(m.current(e, a).Reasons))
	})
	match := TransferMatch{Proposals: found[:min(len(found), MaxProposals)]}
	if len(match.Proposals) > 0 {
		match.Completes = m.completes(id, e, match.Proposals[0])
	}
	return match
}

// current returns the proposal with all of its reasons.
func (m *Matcher) current(e BankEntry, p TransferProposal) TransferProposal {
	orders := make([]MatchOrder, len(p.OrderIDs))
	for i, id := range p.OrderIDs {
		orders[i] = *m.byID[id]
	}
	return p.With(e, orders)
}

// Pays reports whether the transfer is exactly what the order awaits.
func (e BankEntry) Pays(o MatchOrder) bool {
	return o.awaits() && !e.Reversal && e.Amount.Minor > 0 && e.Amount == o.Open
}

// together proposes several orders that the transfer names, if it is exactly what they await together.
func (m *Matcher) together(e BankEntry, named, mentioned []*MatchOrder) (p TransferProposal, ok bool) {
	by := ByReference
	if len(mentioned) > 0 {
		by = ByNumber
	}
	p.Reasons = []TransferReason{by, SeveralOrders}
	for _, o := range append(slices.Clone(named), mentioned...) {
		if !slices.Contains(p.OrderIDs, o.ID) {
			p.OrderIDs = append(p.OrderIDs, o.ID)
		}
	}
	return p, len(p.OrderIDs) > 1 && slices.Contains(m.current(e, p).Reasons, AmountExact)
}

// named returns the orders that the texts of a transfer name.
func (m *Matcher) named(e BankEntry, names func(text string) []string) (orders []*MatchOrder) {
	for _, text := range e.texts() {
		for _, body := range names(text) {
			if o := m.byBody[body]; o != nil && !slices.Contains(orders, o) {
				orders = append(orders, o)
			}
		}
	}
	return orders
}

// typos returns the orders whose references are in the texts with one mistake. It leaves one half of the reference
// intact.
func (m *Matcher) typos(e BankEntry) (orders []*MatchOrder) {
	for _, text := range e.texts() {
		text = squeezed(text)
		for at := range len(text) {
			for _, half := range []struct {
				orders map[string][]*MatchOrder
				isTail bool
			}{{m.heads, false}, {m.tails, true}} {
				// References are at least 5 and at most 25 characters long.
				for length := minReference / 2; length <= maxReference/2+1 && at+length <= len(text); length++ {
					for _, o := range half.orders[text[at:at+length]] {
						reference, start := CreditorReference(o.Number), at
						if half.isTail {
							start = at - len(reference)/2
						}
						if start >= -1 && oneEditFrom(text, start, reference) && !slices.Contains(orders, o) {
							orders = append(orders, o)
						}
					}
				}
			}
		}
	}
	return orders
}

// sameName returns the orders whose buyer has the payer's name, at most MaxProposals, with the exact amount first.
func (m *Matcher) sameName(e BankEntry) (orders []*MatchOrder) {
	words := nameWords(e.Payer)
	for _, word := range words {
		for _, o := range m.byWord[word] {
			if !slices.Contains(orders, o) && o.named(words) {
				orders = append(orders, o)
			}
		}
	}
	slices.SortStableFunc(orders, func(a, b *MatchOrder) int {
		return cmp.Compare(boolToInt(b.Open == e.Amount), boolToInt(a.Open == e.Amount))
	})
	return orders[:min(len(orders), MaxProposals)]
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// traits returns the reasons that don't change with the order.
func (e BankEntry) traits(o MatchOrder, by TransferReason, repeated bool) []TransferReason {
	reasons := []TransferReason{by}
	if by != ByName && o.named(nameWords(e.Payer)) {
		reasons = append(reasons, ByName)
	}
	if e.Reversal {
		reasons = append(reasons, TakenBack)
	}
	if repeated {
		reasons = append(reasons, SeenBefore)
	}
	return reasons
}

// standing returns the reasons that the present states of the orders give: whether they await payment, and this amount.
func (e BankEntry) standing(orders []MatchOrder) (reasons []TransferReason) {
	var open int64
	for _, o := range orders {
		reason := TransferReason("")
		switch {
		case o.Open.Currency != e.Amount.Currency:
			reason = OtherCurrency
		case o.awaits():
			open += o.Open.Minor
			continue
		case o.Status == OrderCancelled:
			reason = OrderIsOff
		case o.Status == OrderRefunded:
			reason = OrderIsReturned
		default:
			reason = OrderIsPaid
		}
		if !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
	}
	switch {
	case len(reasons) > 0 || e.Amount.Minor < 0:
		return reasons
	case e.Amount.Minor == open:
		return []TransferReason{AmountExact}
	case e.Amount.Minor < open:
		return []TransferReason{AmountLess}
	}
	return []TransferReason{AmountMore}
}

// completes returns the undecided transfers that together with this one pay the proposed order exactly.
func (m *Matcher) completes(id string, e BankEntry, p TransferProposal) []string {
	if len(p.OrderIDs) != 1 || !slices.Contains(m.current(e, p).Reasons, AmountLess) {
		return nil
	}
	order := m.byID[p.OrderIDs[0]]
	parts := append(m.parts[order.ID], part{id, e.Amount.Minor})
	m.parts[order.ID] = parts
	var sum int64
	ids := make([]string, len(parts))
	for i, one := range parts {
		sum += one.minor
		ids[i] = one.transferID
	}
	if len(parts) < 2 || sum != order.Open.Minor {
		return nil
	}
	return ids
}

// Undecided tells the matcher of a transfer that was matched earlier and may pay a part of an order.
func (m *Matcher) Undecided(t Transfer) {
	if p := t.Proposals; len(p) > 0 && len(p[0].OrderIDs) == 1 && m.byID[p[0].OrderIDs[0]] != nil {
		m.completes(t.ID, t.Entry(), p[0])
	}
}

// legalForms are words of names that don't distinguish companies or people.
var legalForms = map[string]bool{"ab": true, "ag": true, "and": true, "bv": true, "co": true, "corp": true, "de": true,
	"der": true, "dr": true, "en": true, "et": true, "eur": true, "gmbh": true, "hr": true, "inc": true, "kg": true,
	"limited": true, "llc": true, "ltd": true, "mevr": true, "mr": true, "mrs": true, "ms": true, "nv": true,
	"plc": true, "prof": true, "sa": true, "sarl": true, "srl": true, "the": true, "und": true,
	"van": true, "von": true}

// nameWords returns the words of a name in lower case and without accents, legal forms and titles. Dots don't separate
// words, so that B.V. is one.
func nameWords(name string) (words []string) {
	plain := strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r), r == '.', r == '\'', r == '’':
			return -1
		case unicode.IsLetter(r), unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return ' '
	}, norm.NFD.String(name))
	for _, word := range strings.Fields(plain) {
		if !legalForms[word] && len(word) > 1 {
			words = append(words, word)
		}
	}
	return words
}

// sameWords reports whether one name has all words of the other. A single word is a name only as a whole.
func sameWords(a, b []string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 0 || len(a) == 1 && len(b) > 1 {
		return false
	}
	for _, word := range a {
		if !slices.Contains(b, word) {
			return false
		}
	}
	return true
}
