package shop

import (
	"fmt"
	"time"
)

// Rates of an agent's changes, by the host of its profile and by its network address.
var (
	ChangesPerAgent        = Rate{"agent-changes", 300, time.Hour}
	ChangesPerAgentAddress = Rate{"agent-changes-address", 300, time.Hour}
)

// PreparedPage is the path, up to the ID, of the page where a person takes over what an agent has prepared.
const PreparedPage = "/checkout?from="

const (
	// AgentSessionLife is how long an agent's cart or checkout lasts after its last change.
	AgentSessionLife = 48 * time.Hour
	// AgentRequestHours is how long the response to a request with an idempotency key is repeated.
	AgentRequestHours = 48
	// AgentRequestTimeout is how long a request with an idempotency key may be in progress.
	AgentRequestTimeout = time.Minute
)

// AgentSessionKind distinguishes carts from checkouts.
type AgentSessionKind string

// The kinds.
const (
	AgentCart     AgentSessionKind = "cart"
	AgentCheckout AgentSessionKind = "checkout"
)

// AgentSessionStatus is the status of a cart or checkout.
type AgentSessionStatus string

// The statuses.
const (
	AgentSessionOpen      AgentSessionStatus = "open"
	AgentSessionCanceled  AgentSessionStatus = "canceled"
	AgentSessionCompleted AgentSessionStatus = "completed" // by a person's order
)

// NoAccount is the actor of entries of the audit log that an agent has caused.
const NoAccount = "00000000-0000-0000-0000-000000000000"

// AuditAgentSession is a cart or checkout of an agent.
const AuditAgentSession AuditObject = "agent_sessions"

// AgentSession is a cart or checkout that an agent prepares. A person takes a checkout over and orders.
type AgentSession struct {
	ID        string
	Agent     string // URL of the profile
	Kind      AgentSessionKind
	Status    AgentSessionStatus
	CartID    *string
	Lines     []AgentLine // as requested
	Version   int
	ExpiresAt time.Time
	Order     *Order // of a completed checkout, with ID and number only

	Cart     Cart // what is available of the lines
	Problems []AgentProblem
}

// Assistant returns the host that names the agent to people.
func (s AgentSession) Assistant() string { return Platform{Profile: s.Agent}.Host() }

// ProblemTexts returns the problems as sentences.
func (s AgentSession) ProblemTexts() []string {
	texts := []string{}
	for _, p := range s.Problems {
		texts = append(texts, p.Message)
	}
	return texts
}

// AgentLine is a line as an agent requests it.
type AgentLine struct {
	ProductID string `json:"item"`
	Quantity  int    `json:"quantity"`
}

// AgentProblem is a line that can't be ordered.
type AgentProblem struct {
	ProductID string
	Code      Code // NOT_FOUND, NOT_FOR_SALE or OUT_OF_STOCK
	Message   string
}

// AgentSessionInput is what an agent requests of a cart or checkout. A checkout may take the lines of a cart.
type AgentSessionInput struct {
	Kind    AgentSessionKind
	CartID  string
	Lines   []AgentLine
	Webhook string
}

const maxAgentQuantity = 1_000_000

// Normal returns the input with one line for each product, or an error.
func (in AgentSessionInput) Normal() (AgentSessionInput, error) {
	if len(in.Lines) > MaxCartLines {
		return in, &Error{Code: OutOfRange, Field: "line_items", Message: "line_items has at most 100 entries"}
	}
	lines, at := []AgentLine{}, map[string]int{}
	for i, line := range in.Lines {
		if line.ProductID == "" || len(line.ProductID) > 100 {
			return in, &Error{Code: Invalid, Field: "line_items",
				Message: fmt.Sprintf("line_items[%d].item.id is not an ID", i)}
		}
		if line.Quantity < 1 || line.Quantity > maxAgentQuantity {
			return in, &Error{Code: OutOfRange, Field: "line_items",
				Message: fmt.Sprintf("line_items[%d].quantity must be between 1 and %d", i, maxAgentQuantity)}
		}
		if before, ok := at[line.ProductID]; ok {
			lines[before].Quantity = min(lines[before].Quantity+line.Quantity, maxAgentQuantity)
			continue
		}
		at[line.ProductID] = len(lines)
		lines = append(lines, line)
	}
	in.Lines = lines
	return in, nil
}

// Prepared returns the session with the cart of those of its lines that can be ordered, at current prices, and the
// problems of the others. An order is refused for the same reasons.
func (t Terms) Prepared(s AgentSession, products map[string]Product) AgentSession {
	s.Problems = nil
	var items []CartItem
	var warnings []CartWarning
	for _, line := range s.Lines {
		p, known := products[line.ProductID]
		if !known || !p.Listed {
			s.Problems = append(s.Problems, AgentProblem{line.ProductID, NotFound, "There is no such product"})
			continue
		}
		quantity, reduced, err := p.Quantity(line.Quantity)
		if err != nil {
			code := NotForSale
			if !p.ComingSoon && p.Price != nil {
				code = OutOfStock
			}
			s.Problems = append(s.Problems, AgentProblem{line.ProductID, code, err.Error()})
			continue
		}
		items = append(items, CartItem{ID: line.ProductID, Product: p, Quantity: quantity, AddedPrice: *p.Price})
		warnings = append(warnings, reduced...)
	}
	s.Cart = t.NewCart(items, warnings...)
	return s
}

// UnknownAgentSession refuses a session that does not exist, has expired, or is not the actor's.
func UnknownAgentSession() *Error { return Unknown("Checkout") }

// ClosedAgentSession refuses to change a session that is canceled or completed.
func ClosedAgentSession() *Error {
	return &Error{Code: NotAllowed, Field: "id", Message: "This checkout can't be changed any more"}
}

// AgentSessionChanged refuses to take over a checkout that has changed since it was shown.
func AgentSessionChanged() *Error {
	return &Error{Code: Conflict, Field: "version",
		Message: "Your assistant has changed this meanwhile. Review it and try again."}
}

// AgentRequest identifies a request with an idempotency key.
type AgentRequest struct {
	Operation string
	Key       string
	Hash      []byte // of the request
}

// AgentResponse is the response to a request with an idempotency key.
type AgentResponse struct {
	Status int
	Body   []byte
}

// AgentKeyReused refuses a key that belongs to another request.
func AgentKeyReused() *Error {
	return &Error{Code: KeyReused, Field: "idempotency_key",
		Message: "This idempotency key was already used with other parameters"}
}

// AgentKeyInProgress refuses a repetition while the first request is in progress.
func AgentKeyInProgress() *Error {
	return &Error{Code: Conflict, Field: "idempotency_key", RetryAfter: time.Second,
		Message: "A request with this idempotency key is in progress"}
}

// PreparedOrder is an order of what an agent has prepared, without personal data, for that agent.
type PreparedOrder struct {
	Order
	CheckoutID string
	Returns    []OrderReturn // oldest first
}

// OrderReturn is money that the shop returned of an order.
type OrderReturn struct {
	ID        string    `db:"id"`
	Minor     int64     `db:"minor"` // negative
	CreatedAt time.Time `db:"created_at"`
}

// TakePreparedInput puts the lines of a prepared checkout into the actor's cart if the version is still the one given.
type TakePreparedInput struct {
	ID      string
	Version int
}
