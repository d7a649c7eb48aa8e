package jobs

import (
	"strings"
	"time"

	"orrery/shop"
)

// editable returns the section of shop.TextMails that has the words of an email, with the values of its placeholders.
// The section is empty for an email to the company or to its staff, whose words are in its templates.
func editable(m shop.Mail) (section string, values map[string]string) {
	values = map[string]string{"to": m.Addressee().Email}
	on := func(at time.Time) { values["date"] = date(at) }
	order := func(o shop.Order) (of string) {
		values["number"], values["total"], values["paid"] = o.Number, o.TotalPrice.Words(), o.Paid().Words()
		on(o.CreatedAt)
		if o.Payment != nil {
			values["due"] = date(o.Payment.DueAt)
		}
		if o.ReservedUntil != nil {
			values["reserved"] = minute(*o.ReservedUntil)
		}
		if o.Paid().Minor > 0 {
			return "-of-rest"
		}
		return ""
	}
	switch m := m.(type) {
	case shop.OrderConfirmationMail:
		order(m.Order)
		return "order-confirmation", values
	case shop.OrderStatusMail:
		values["number"] = m.Number
		return "order-" + strings.ToLower(string(m.Status)), values
	case shop.OrderAddressMail:
		values["number"] = m.Number
		return "order-address", values
	case shop.OrderReminderMail:
		return "order-reminder" + order(m.Order), values
	case shop.OrderDueMail:
		return "order-due" + order(m.Order), values
	case shop.PreOrderConfirmationMail:
		values["expected"], values["product"] = date(m.ExpectedDelivery), m.ProductName
		if m.ProductName == "" {
			return "preorder-of-unlisted-product", values
		}
		return "preorder-confirmation", values
	case shop.PreOrderMovedMail:
		values["expected"], values["previous"], values["product"] = date(m.After), date(m.Before), m.ProductName
		if m.Later() {
			return "preorder-later", values
		}
		return "preorder-sooner", values
	case shop.StockAlertMail:
		values["product"] = m.ProductName
		return "stock-alert", values
	case shop.BackInStockMail:
		values["product"] = m.ProductName
		return "back-in-stock", values
	case shop.NewsletterMail:
		return "newsletter", values
	case shop.VerificationMail:
		return "email-verification", values
	case shop.EmailChangeMail:
		on(m.At)
		return "email-change", values
	case shop.EmailChangedMail:
		on(m.At)
		return "email-changed", values
	case shop.EmailChangeUndoneMail:
		on(m.At)
		return "email-change-undone", values
	case shop.PasswordResetMail:
		return "password-reset", values
	case shop.PasswordChangedMail:
		on(m.At)
		return "password-changed", values
	case shop.SecondFactorMail:
		on(m.At)
		if m.On {
			return "two-step-sign-in-on", values
		}
		return "two-step-sign-in-off", values
	case shop.IdentityMail:
		on(m.At)
		values["provider"] = m.Provider.Label()
		if m.Linked {
			return "provider-connected", values
		}
		return "provider-disconnected", values
	case shop.AccountDeletedMail:
		on(m.At)
		return "account-deleted", values
	}
	return "", nil
}
