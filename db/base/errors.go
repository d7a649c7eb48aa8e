package base

import (
	"orrery/db/pg"
	"orrery/shop"
)

// constraintErrors maps the name of a constraint to the error for its violation.
var constraintErrors = map[string]shop.Error{
	"products_stock_check": {Code: shop.OutOfStock, Message: "This just went out of stock"},
	"users_email_key":      *shop.EmailTaken("email"),

	// The product was deleted while the transaction ran.
	"cart_items_product_id_fkey":   *shop.UnknownProduct(),
	"preorders_product_id_fkey":    *shop.UnknownProduct(),
	"quote_lines_product_id_fkey":  *shop.UnknownProduct(),
	"stock_alerts_product_id_fkey": *shop.UnknownProduct(),

	"order_notes_order_id_fkey": *shop.UnknownNoteOrder(),

	"attributes_pkey":      *shop.AttributeTaken("id"),
	"attributes_label_key": *shop.AttributeTaken("label"),

	"staff_roles_name_key":           *shop.StaffRoleNameTaken(),
	"users_staff_role_id_fkey":       *shop.StaffRoleInUse(),
	"staff_invitations_role_id_fkey": *shop.UnknownStaffRole(),
}

// Refusal returns the shop's error for a violated constraint; other errors are returned unchanged.
func Refusal(err error) error {
	if known, ok := constraintErrors[pg.Violated(err)]; ok {
		return &known
	}
	return err
}
