package base

import (
	"orrery/db/pg"
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

// Refusal turns a violated constraint into the error of the shop that it stands for; other errors stay as they are.
func Refusal(err error) error {
	if known, ok := broken[pg.Violated(err)]; ok {
		return &known
	}
	return err
}
