package agent

import (
	"context"
	"strings"

	"orrery/shop"
)

type quoteLineSent struct {
	ProductID string `json:"productId"`
	Quantity  *int   `json:"quantity"`
	Plan      string `json:"plan"`
}

type quoteSent struct {
	Name           string                 `json:"name"`
	Company        *string                `json:"company"`
	Email          string                 `json:"email"`
	BillingInfo    *shop.BillingInfoInput `json:"billingInfo"`
	Lines          []quoteLineSent        `json:"lines"`
	PartMassGrams  *int                   `json:"partMassGrams"`
	IdempotencyKey string                 `json:"idempotencyKey"`
}

type (
	quoteLine struct {
		ProductID *string    `json:"productId"`
		Name      string     `json:"name"`
		Quantity  int        `json:"quantity"`
		UnitPrice *price     `json:"unitPrice"`
		LineTotal *price     `json:"lineTotal"`
		Plan      *shop.Plan `json:"plan"`
	}
	quoteBody struct {
		answered
		Number     string         `json:"number"`
		PDF        string         `json:"pdf"`
		ValidUntil string         `json:"validUntil"`
		Lines      []quoteLine    `json:"lines"`
		Subtotal   price          `json:"subtotal"`
		TaxPercent string         `json:"taxPercent"`
		Tax        price          `json:"tax"`
		Shipping   price          `json:"shipping"`
		Total      price          `json:"total"`
		Fit        *shop.FitCheck `json:"fit"`
	}
)

var quoteSchema = closed([]string{"name", "email", "lines", "idempotencyKey"}, map[string]schema{
	"name":    limited(100, "Name of the person for whom the quote is."),
	"company": limited(100, "Company of that person."),
	"email": limited(254, "Email address of that person, who must know that you pass it on. Nothing is sent "+
		"there now."),
	"billingInfo": billingSchema,
	"lines": {"type": "array", "minItems": 1, "maxItems": shop.MaxQuoteLines, "description": "What is quoted.",
		"items": closed([]string{"productId"}, map[string]schema{
			"productId": text("ID of a product that has a price. The stock is not checked."),
			"quantity": {"type": "integer", "minimum": 1, "maximum": shop.MaxQuoteQuantity, "default": 1,
				"description": "Units."},
			"plan": {"type": "string", "enum": []string{"RENTAL", "PURCHASE", "SERVICE"}, "description": "Plan to " +
				"quote, which the product must offer: rent by the month, purchase, or purchase with service by the " +
				"month. Without one the price of the product is quoted."},
		})},
	"partMassGrams": {"type": "integer", "minimum": 0, "maximum": shop.MaxPartGrams, "description": "Mass of the " +
		"part to be handled, in grams. If given, the quote states whether its products fit together with it."},
	"idempotencyKey": limited(100, "A unique text for this quote, such as a UUID. A repetition with the same "+
		"arguments returns the same quote."),
})

var billingSchema = func() schema {
	s := closed(nil, map[string]schema{
		"recipient":  limited(100, "Name, if it is not that of the person."),
		"company":    limited(100, "Company."),
		"address":    limited(200, "Street and number. Address, city, postal code and country are given together."),
		"city":       limited(100, "City."),
		"postalCode": limited(20, "Postal code."),
		"country":    limited(2, "Two letters, as in ISO 3166-1, such as NL."),
		"vatNumber": text("VAT number. One of the EU or Northern Ireland has the prefix of the country and matching " +
			"check digits; others have 4 to 20 letters and digits. It requires a company."),
		"purchaseOrderNumber": limited(50, "Number of the customer's purchase order."),
	})
	s["description"] = "What the invoice of an order of the quote states about its recipient. Leave it out if the " +
		"person has told you none of it."
	return s
}()

// createQuote creates a quote. Its link is a secret of the agent and the person for whom the quote is.
func (a *api) createQuote(ctx context.Context, asked request, sent quoteSent) (any, error) {
	in := shop.QuoteCreateInput{Name: sent.Name, Company: sent.Company, Email: sent.Email,
		BillingInfo:   sent.BillingInfo,
		PartMassGrams: sent.PartMassGrams, IdempotencyKey: sent.IdempotencyKey}
	for _, line := range sent.Lines {
		of := &shop.QuoteLineInput{ProductID: line.ProductID, Quantity: 1}
		if line.Quantity != nil {
			of.Quantity = *line.Quantity
		}
		if line.Plan != "" {
			of.Plan = new(shop.PlanKind(strings.ToLower(line.Plan)))
		}
		in.Lines = append(in.Lines, of)
	}
	q, key, err := a.Store.Quotes.Create(ctx, asked.actor, in)
	if err != nil {
		return nil, err
	}
	body := quoteBody{answered: a.answered("create_quote", q.Page(key), "$.lines"), Number: q.Number,
		PDF: a.PublicURL + q.Path(key), ValidUntil: q.ValidUntil.UTC().Format("2006-01-02"), Lines: []quoteLine{},
		Subtotal: amountOf(q.Subtotal), TaxPercent: q.TaxPercent, Tax: amountOf(q.Tax), Shipping: amountOf(q.Shipping),
		Total: amountOf(q.Total), Fit: q.Fit}
	for _, line := range q.Lines {
		body.Lines = append(body.Lines, quoteLine{line.ProductID, line.ProductName, line.Quantity,
			amountIf(line.UnitPrice), amountIf(line.LineTotal()), line.Plan})
	}
	return body, nil
}
