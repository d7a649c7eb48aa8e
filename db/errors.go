package db

import (
	"errors"

	"github.com/lib/pq"

	"orrery/shop"
)

// broken says which rule of the shop a constraint stands for.
var broken = map[string]shop.Error{
	"products_stock_check": {Code: shop.OutOfStock, Message: "Somebody else was faster: this is out of stock now"},
	"users_email_key":      *shop.EmailTaken("email"),

	// The product was deleted while the transaction ran.
	"cart_items_product_id_fkey":  *shop.UnknownProduct(),
	"preorders_product_id_fkey":   *shop.UnknownProduct(),
	"quote_lines_product_id_fkey": *shop.UnknownProduct(),

	"order_notes_order_id_fkey": *shop.UnknownNoteOrder(),
}

// refusal turns a broken constraint into the shop's words; other errors stay as they are.
func refusal(err error) error {
	var pqErr *pq.Error
	if errors.As(err, &pqErr) {
		if known, ok := broken[pqErr.Constraint]; ok {
			return &known
		}
	}
	return err
}

// malformed tells whether PostgreSQL could not read a parameter as the type that the statement needs (class 22).
func malformed(err error) bool {
	var pqErr *pq.Error
	return errors.As(err, &pqErr) && pqErr.Code.Class() == "22"
}
