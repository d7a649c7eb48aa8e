package rest

import (
	"encoding/json"
	"mime"
	"net/http"
	"time"

	"orrery/auth"
	"orrery/bank"
	"orrery/shop"
)

// importStatement handles POST /api/v1/statements, whose body is a file of the bank. It is for administrators and for
// API keys with WRITE_PAYMENTS.
func (a api) importStatement(w http.ResponseWriter, r *http.Request) error {
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if media != "application/xml" && media != "text/xml" {
		return &shop.Error{Code: shop.UnsupportedMedia, Message: "The body must be application/xml"}
	}
	result, err := a.Store.Payments.Import(r.Context(), auth.Actor(r.Context()), bank.Read, r.URL.Query().Get("name"),
		importedFile(w, r, shop.MaxStatementBytes))
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"statement": statementOf(result.Statement), "booked": result.Booked,
		"proposed": result.Proposed, "waiting": result.Waiting, "known": result.Known, "pending": result.Pending,
		"outgoing": result.Outgoing,
		"lines":    mapSlice(result.Faults, func(e shop.LineError) lineError { return lineError(e) })})
}

type statementBody struct {
	ID        string    `json:"_id"`
	Name      string    `json:"name"`
	Format    string    `json:"format"`
	Transfers int       `json:"transfers"`
	CreatedAt time.Time `json:"createdAt"`
}

func statementOf(s shop.Statement) statementBody { return statementBody(s) }

type transferBody struct {
	ID            string             `json:"_id"`
	State         shop.TransferState `json:"state"`
	Account       string             `json:"account"`
	BookedOn      string             `json:"bookedOn"`
	Amount        json.Number        `json:"amount"`
	Currency      string             `json:"currency"`
	Reversal      bool               `json:"reversal"`
	Payer         string             `json:"payer"`
	PayerIBAN     string             `json:"payerIban"`
	Reference     string             `json:"reference"`
	EndToEndID    string             `json:"endToEndId"`
	Text          string             `json:"text"`
	IgnoredReason *string            `json:"ignoredReason"`
	Version       int                `json:"version"`
	CreatedAt     time.Time          `json:"createdAt"`
	Proposals     []proposalBody     `json:"proposals"`
	Bookings      []bookingBody      `json:"bookings"`
}

type proposalBody struct {
	Orders  []transferOrderBody   `json:"orders"`
	Reasons []shop.TransferReason `json:"reasons"`
}

type bookingBody struct {
	Order  transferOrderBody `json:"order"`
	Amount json.Number       `json:"amount"`
}

type transferOrderBody struct {
	ID     string           `json:"_id"`
	Number string           `json:"number"`
	Status shop.OrderStatus `json:"status"`
	Open   json.Number      `json:"open"`
}

func transferOf(t shop.Transfer) transferBody {
	order := func(o shop.Order) transferOrderBody {
		return transferOrderBody{o.ID, o.Number, o.Status, money(o.Open())}
	}
	return transferBody{ID: t.ID, State: t.State, Account: t.Account, BookedOn: t.BookedOn.Format(time.DateOnly),
		Amount: money(t.Amount), Currency: t.Amount.Currency, Reversal: t.Reversal, Payer: t.Payer,
		PayerIBAN: t.PayerIBAN, Reference: t.Reference, EndToEndID: t.EndToEndID, Text: t.Text,
		IgnoredReason: t.IgnoredReason,
		Version:       t.Version, CreatedAt: t.CreatedAt,
		Proposals: mapSlice(t.Proposals, func(p shop.TransferProposal) proposalBody {
			return proposalBody{mapSlice(p.Orders, order), p.Reasons}
		}),
		Bookings: mapSlice(t.Bookings, func(b shop.TransferBooking) bookingBody {
			return bookingBody{order(b.Order), money(b.Payment.Amount)}
		})}
}

// transfers handles GET /api/v1/transfers.
func (a api) transfers(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	args, err := pageArgs(query)
	if err != nil {
		return err
	}
	state, err := enumParam(query, "state", shop.TransferBooked, shop.TransferProposed, shop.TransferWaiting,
		shop.TransferIgnored)
	if err != nil {
		return err
	}
	page, err := a.Store.Payments.Transfers(r.Context(), auth.Actor(r.Context()),
		shop.TransferFilter{State: state}, shop.TransfersNewest, args)
	if err != nil {
		return renameFields(err, pageArgFields)
	}
	return writeSuccess(w, http.StatusOK, fields{"data": mapSlice(page.Nodes, transferOf), "next": next(page)})
}

// statements handles GET /api/v1/statements.
func (a api) statements(w http.ResponseWriter, r *http.Request) error {
	args, err := pageArgs(r.URL.Query())
	if err != nil {
		return err
	}
	page, err := a.Store.Payments.Statements(r.Context(), auth.Actor(r.Context()), args)
	if err != nil {
		return renameFields(err, pageArgFields)
	}
	return writeSuccess(w, http.StatusOK, fields{"data": mapSlice(page.Nodes, statementOf), "next": next(page)})
}
