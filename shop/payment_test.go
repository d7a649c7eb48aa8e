package shop

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestCreditorReference(t *testing.T) {
	// 539007547034 is the example of the European Payments Council.
	for number, want := range map[string]string{"OR-100042": "RF26OR100042", "539007547034": "RF18539007547034",
		"A-B-1": CreditorReference("AB1")} {
		got := CreditorReference(number)
		if got != want || !validReference(got) {
			t.Errorf("%s: %s", number, got)
		}
	}
}

func TestEveryTypoIsRevealed(t *testing.T) {
	reference := CreditorReference("OR-100042")
	const signs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for i := range reference {
		for _, sign := range signs {
			typo := reference[:i] + string(sign) + reference[i+1:]
			sameKind := sign <= '9' == isDigit(reference[i])
			if typo != reference && sameKind && validReference(typo) {
				t.Errorf("%s is valid", typo)
			}
		}
		if i > 0 && reference[i] != reference[i-1] {
			typo := reference[:i-1] + string(reference[i]) + string(reference[i-1]) + reference[i+1:]
			if validReference(typo) || !oneEdit(typo, reference) {
				t.Errorf("%s is valid, or not one edit away", typo)
			}
		}
	}
}

func TestReferencesInText(t *testing.T) {
	for text, want := range map[string]string{
		"RF26OR100042":                      "OR100042",
		"rf26 or10 0042":                    "OR100042",
		"Invoice RF26-OR10-0042, thank you": "OR100042",
		"/RFB/RF26OR100042/":                "OR100042",
		"RF 26 OR 100042 and RF66OR100001":  "OR100042 OR100001",
		"RF27OR100042":                      "",
		"RF":                                "",
		"":                                  "",
		"Straße RF26OR100042 ÄÖ":            "OR100042",
		strings.Repeat("RF", 300) + "26OR100042 other": "OR100042",
	} {
		// What follows a reference may make another one by chance.
		got := References(text)
		for _, body := range strings.Fields(want) {
			if !slices.Contains(got, body) {
				t.Errorf("%q: %q", text, got)
			}
		}
		if want == "" && len(got) > 0 {
			t.Errorf("%q: %q", text, got)
		}
	}
	for text, want := range map[string]string{
		"order OR-100042": "OR100042",
		"or 100042":       "OR100042",
		"OR100042.":       "OR100042",
		"RF26OR100042":    "",
		"paid 2026 12":    "",
		"Rechnung 100042": "RECHNUNG100042",
	} {
		got := slices.DeleteFunc(mentionedNumbers(text), func(body string) bool { return body != "OR100042" && want != body })
		if strings.Join(slices.Compact(got), " ") != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func usd(cents int64) Money { return Money{cents, "USD"} }

func TestMatch(t *testing.T) {
	orders := []MatchOrder{
		{"1", "OR-100001", []string{"Ada Lovelace"}, OrderPendingPayment, usd(11000)},
		{"2", "OR-100002", []string{"Grace Hopper"}, OrderPendingPayment, usd(11000)},
		{"3", "OR-100003", []string{"Grace Hopper"}, OrderPendingPayment, usd(5500)},
		{"4", "OR-100004", []string{"Émile Borel"}, OrderPaid, usd(0)},
		{"5", "OR-100005", []string{"Émile Borel"}, OrderCancelled, usd(0)},
		{"6", "OR-100006", []string{"Émile Borel"}, OrderRefunded, usd(0)},
		{"7", "OR-100007", []string{"Aristocles", "Plato"}, OrderPendingPayment, usd(700)},
	}
	rf := func(n int) string { return CreditorReference(fmt.Sprintf("OR-%d", 100000+n)) }
	for name, c := range map[string]struct {
		entry    BankEntry
		repeated bool
		want     string
	}{
		"exact":             {BankEntry{Amount: usd(11000), Reference: rf(1)}, false, "sure 1"},
		"in the text":       {BankEntry{Amount: usd(11000), Text: "Ref " + Grouped4(strings.ToLower(rf(1)))}, false, "sure 1"},
		"end to end":        {BankEntry{Amount: usd(11000), EndToEndID: rf(1)}, false, "sure 1"},
		"another payer":     {BankEntry{Amount: usd(11000), Reference: rf(1), Payer: "Grace Hopper"}, false, "sure 1"},
		"too little":        {BankEntry{Amount: usd(10999), Reference: rf(1)}, false, "1 REFERENCE AMOUNT_LESS"},
		"too much":          {BankEntry{Amount: usd(11001), Reference: rf(1), Payer: "LOVELACE, ADA"}, false, "1 REFERENCE NAME AMOUNT_MORE"},
		"other currency":    {BankEntry{Amount: Money{11000, "EUR"}, Reference: rf(1)}, false, "1 REFERENCE OTHER_CURRENCY"},
		"paid":              {BankEntry{Amount: usd(11000), Reference: rf(4)}, false, "4 REFERENCE ORDER_PAID"},
		"paid and repeated": {BankEntry{Amount: usd(11000), Reference: rf(4)}, true, "4 REFERENCE REPEATED ORDER_PAID"},
		"cancelled":         {BankEntry{Amount: usd(11000), Reference: rf(5), Payer: "Emile BOREL"}, false, "5 REFERENCE NAME ORDER_CANCELLED"},
		"refunded":          {BankEntry{Amount: usd(11000), Reference: rf(6)}, false, "6 REFERENCE ORDER_REFUNDED"},
		"taken back":        {BankEntry{Amount: usd(-11000), Reversal: true, Reference: rf(4)}, false, "4 REFERENCE REVERSAL ORDER_PAID"},
		"returned":          {BankEntry{Amount: usd(11000), Reversal: true, Reference: rf(1)}, false, "1 REFERENCE REVERSAL AMOUNT_EXACT"},
		"two references":    {BankEntry{Amount: usd(16500), Text: rf(2) + " " + rf(3)}, false, "2+3 REFERENCE SEVERAL_ORDERS AMOUNT_EXACT; 2 REFERENCE AMOUNT_MORE; 3 REFERENCE AMOUNT_MORE"},
		"for one of two":    {BankEntry{Amount: usd(11000), Text: rf(2) + " " + rf(3)}, false, "2 REFERENCE AMOUNT_EXACT; 3 REFERENCE AMOUNT_MORE"},
		"another number":    {BankEntry{Amount: usd(11000), Reference: rf(1), Text: "not OR-100002"}, false, "1 REFERENCE AMOUNT_EXACT; 2 ORDER_NUMBER AMOUNT_EXACT"},
		"its own number":    {BankEntry{Amount: usd(11000), Reference: rf(1), Text: "Order OR-100001"}, false, "sure 1"},
		"only a number":     {BankEntry{Amount: usd(11000), Text: "Order or-100001"}, false, "1 ORDER_NUMBER AMOUNT_EXACT"},
		"a wrong digit":     {BankEntry{Amount: usd(11000), Text: rf(1)[:11] + "9"}, false, "1 REFERENCE_TYPO AMOUNT_EXACT"},
		"a missing digit":   {BankEntry{Amount: usd(11000), Text: "x" + rf(1)[:5] + rf(1)[6:]}, false, "1 REFERENCE_TYPO AMOUNT_EXACT"},
		"a swap":            {BankEntry{Amount: usd(11000), Text: "FR" + rf(1)[2:]}, false, "1 REFERENCE_TYPO AMOUNT_EXACT"},
		"an O for a 0":      {BankEntry{Amount: usd(11000), Text: strings.Replace(rf(1), "00001", "O0001", 1)}, false, "1 REFERENCE_TYPO AMOUNT_EXACT"},
		"two wrong digits":  {BankEntry{Amount: usd(11000), Text: rf(1)[:2] + "00" + rf(1)[4:10] + "99"}, false, ""},
		"a name":            {BankEntry{Amount: usd(5500), Payer: "Mrs. Grace Hopper"}, false, "3 NAME AMOUNT_EXACT; 2 NAME AMOUNT_LESS"},
		"a longer name":     {BankEntry{Amount: usd(700), Payer: "Plato of Athens"}, false, ""},
		"a company's name":  {BankEntry{Amount: usd(700), Payer: "PLATO B.V."}, false, "7 NAME AMOUNT_EXACT"},
		"an unknown one":    {BankEntry{Amount: usd(11000), Payer: "Nobody", Text: "Hello"}, false, ""},
		"an unknown order":  {BankEntry{Amount: usd(11000), Reference: rf(99)}, false, ""},
		"nothing":           {BankEntry{Amount: usd(11000)}, false, ""},
	} {
		m := NewMatcher(orders)
		match := m.Match("t", c.entry, c.repeated)
		var got []string
		if match.Sure != nil {
			got = append(got, "sure "+match.Sure.ID)
		}
		for _, p := range match.Proposals {
			words := []string{strings.Join(p.OrderIDs, "+")}
			for _, reason := range m.current(c.entry, p).Reasons {
				words = append(words, string(reason))
			}
			got = append(got, strings.Join(words, " "))
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, want %q", name, strings.Join(got, "; "), c.want)
		}
	}
}

func TestPartsThatCompleteAnOrder(t *testing.T) {
	m := NewMatcher([]MatchOrder{{"1", "OR-100001", nil, OrderPendingPayment, usd(1000)}})
	m.Undecided(Transfer{ID: "early", Amount: usd(200), Proposals: []TransferProposal{{OrderIDs: []string{"1"}}}})
	m.Undecided(Transfer{ID: "elsewhere", Amount: usd(200), Proposals: []TransferProposal{{OrderIDs: []string{"2"}}}})
	reference := CreditorReference("OR-100001")
	if got := m.Match("a", BankEntry{Amount: usd(300), Reference: reference}, false).Completes; got != nil {
		t.Errorf("early: %v", got)
	}
	got := m.Match("b", BankEntry{Amount: usd(500), Reference: reference}, false).Completes
	if !slices.Equal(got, []string{"early", "a", "b"}) {
		t.Errorf("%v", got)
	}
}

func TestOpenAmounts(t *testing.T) {
	for name, c := range map[string]struct {
		status   OrderStatus
		received int64 // -1: none was recorded
		paid     int64
		open     int64
		settled  OrderStatus
		refund   string // what marking it as refunded records
	}{
		"new":               {OrderPendingPayment, -1, 0, 1000, OrderPendingPayment, ""},
		"a part":            {OrderPendingPayment, 400, 400, 600, OrderPendingPayment, "[-400]"},
		"all":               {OrderPendingPayment, 1000, 1000, 0, OrderPaid, "[-1000]"},
		"more":              {OrderPendingPayment, 1100, 1100, -100, OrderPaid, "[-1100]"},
		"an older payment":  {OrderShipped, -1, 1000, 0, OrderShipped, "[1000 -1000]"},
		"an undone payment": {OrderPaid, 0, 0, 1000, OrderPendingPayment, ""},
		"undone too late":   {OrderShipped, 0, 0, 1000, OrderShipped, ""},
		"cancelled":         {OrderCancelled, 400, 400, -400, OrderCancelled, "[-400]"},
		"refunded":          {OrderRefunded, -1, 0, 0, OrderRefunded, ""},
		"refunded in full":  {OrderRefunded, 0, 0, 0, OrderRefunded, ""},
	} {
		o := Order{Status: c.status, TotalPrice: usd(1000)}
		if c.received >= 0 {
			o.Received = new(usd(c.received))
		}
		settled, _ := o.Settle()
		var refund []int64
		for _, amount := range o.ManualPayments(OrderRefunded) {
			refund = append(refund, amount.Minor)
		}
		if o.Paid() != usd(c.paid) || o.Open() != usd(c.open) || settled != c.settled ||
			strings.TrimPrefix(fmt.Sprint(refund), "[]") != c.refund {
			t.Errorf("%s: paid %v, open %v, %s, %v", name, o.Paid(), o.Open(), settled, refund)
		}
	}
	if settled, _ := (Order{Status: OrderPendingPayment, TotalPrice: usd(0)}).Settle(); settled != OrderPaid {
		t.Errorf("an order that costs nothing is %s", settled)
	}
	for _, c := range []struct {
		status                       OrderStatus
		received, returned, disputed int64
		settled                      OrderStatus
		open                         int64
	}{
		{OrderPaid, 1000, 1000, 0, OrderRefunded, 0},
		{OrderShipped, 1000, 1000, 0, OrderRefunded, 0},
		{OrderPaid, 1000, 400, 0, OrderPaid, 0},
		{OrderPaid, 100, 100, 900, OrderPendingPayment, 900},
		{OrderProcessing, 100, 100, 900, OrderProcessing, 900},
		{OrderCancelled, 400, 400, 0, OrderRefunded, 0},
		// Paid twice: one payment is refunded, the other one disputed.
		{OrderPaid, 1000, 1000, 1000, OrderPendingPayment, 1000},
		{OrderShipped, 1000, 1000, 1000, OrderShipped, 1000},
		{OrderShipped, 2000, 1000, 0, OrderShipped, 0}, // the dispute is won
		{OrderShipped, 1000, 0, 1000, OrderShipped, 0}, // nothing is refunded
	} {
		o := Order{Status: c.status, ExpiredAt: new(time.Time), TotalPrice: usd(1000), Received: new(usd(c.received)),
			ReturnedMinor: c.returned, DisputedMinor: c.disputed}
		if settled, _ := o.Settle(); settled != c.settled || o.Open().Minor != c.open {
			t.Errorf("%+v: %s, open %d", c, settled, o.Open().Minor)
		}
	}
	lapsed := Order{Status: OrderCancelled, ExpiredAt: new(time.Time), TotalPrice: usd(1000), Received: new(usd(1000))}
	if to, stock := lapsed.Settle(); to != OrderPaid || stock != StockTaken {
		t.Errorf("lapsed: %s, %d", to, stock)
	}
	lapsed.Received = new(usd(1500))
	if amounts := lapsed.ManualPayments(OrderPaid); len(amounts) > 0 { // the excess is still to be returned
		t.Errorf("lapsed and paid too much: %v", amounts)
	}
}

func TestShares(t *testing.T) {
	order := func(open int64) Order {
		return Order{Number: "OR-1", Status: OrderPendingPayment, TotalPrice: usd(open)}
	}
	paid := Order{Number: "OR-2", Status: OrderPaid, TotalPrice: usd(10)}
	for name, c := range map[string]struct {
		amount int64
		orders []Order
		want   string
	}{
		"one":             {100, []Order{order(100)}, "[100]"},
		"too much":        {150, []Order{order(100)}, "[150]"},
		"a paid one":      {150, []Order{paid}, "[150]"},
		"taken back":      {-150, []Order{paid}, "[-150]"},
		"two":             {150, []Order{order(100), order(50)}, "[100 50]"},
		"two, too much":   {170, []Order{order(100), order(50)}, "[100 70]"},
		"two, too little": {120, []Order{order(100), order(50)}, "[100 20]"},
		"none left":       {100, []Order{order(100), order(50)}, "Nothing of the transfer is left for the order OR-1"},
		"nothing open":    {100, []Order{paid, order(50)}, "Nothing is open on the order OR-2"},
		"two taken back":  {-150, []Order{order(100), order(50)}, "Nothing of the transfer is left for the order OR-1"},
		"euros":           {100, []Order{{Number: "OR-3", TotalPrice: Money{100, "EUR"}}}, "The order OR-3 is in EUR, the transfer in USD. Exchange the amount at your bank, then record the payment on the order."},
	} {
		shares, err := Transfer{Amount: usd(c.amount)}.Shares(c.orders)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			var minors []int64
			for _, share := range shares {
				minors = append(minors, share.Minor)
			}
			got = fmt.Sprint(minors)
		}
		if got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
