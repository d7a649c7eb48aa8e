package shop

import (
	"cmp"
	"slices"
	"strings"
)

// MailWords are the words of an email that the owner can edit, with the values of its placeholders.
type MailWords struct {
	Subject string // on one line
	Heading string
	Opening []string // paragraphs, which may have several lines
	Closing []string
}

// Mail returns the words of an email from a section of TextMails. values are those of the section's placeholders.
func (d TextDocument) Mail(s Settings, section string, values map[string]string) MailWords {
	value := func(name string) ([]string, bool) {
		if own := strings.TrimSpace(values[name]); own != "" {
			return []string{own}, true
		}
		if _, ok := mailPlaceholders[name]; ok {
			return nil, true
		}
		return s.placeholder(name)
	}
	line := func(text string) string { return strings.Join(strings.Fields(fill(value, text, ", ", plain)), " ") }
	paragraphs := func(text string) []string {
		var all []string
		for part := range strings.SplitSeq(fill(value, text, "\n", plain), "\n\n") {
			if part = strings.TrimSpace(part); part != "" {
				all = append(all, part)
			}
		}
		return all
	}
	at := slices.IndexFunc(TextMails.Layout(), func(l TextLayout) bool { return l.Anchor == section })
	if at < 0 {
		return MailWords{}
	}
	edited, usual := d.Arrange(TextMails).Sections[at], TextMails.Layout()[at].usual
	// A line whose placeholder has no value is left out, but an email always has a subject and a heading.
	words := MailWords{Subject: cmp.Or(line(edited.Title), line(usual.Title)),
		Heading: cmp.Or(line(edited.Label), line(usual.Label)), Opening: paragraphs(edited.Body)}
	for _, item := range edited.Items {
		words.Closing = append(words.Closing, paragraphs(item.Text)...)
	}
	return words
}

// orUsual returns the section with the words that the shop begins with where it is blank.
func (s TextSection) orUsual(usual TextSection) TextSection {
	or := func(text, usual string) string {
		if strings.TrimSpace(text) == "" {
			return usual
		}
		return text
	}
	s.Label, s.Title, s.Body = or(s.Label, usual.Label), or(s.Title, usual.Title), or(s.Body, usual.Body)
	for i, item := range usual.Items {
		s.Items[i].Text = or(s.Items[i].Text, item.Text)
	}
	return s
}

// mailPlaceholders describe what the placeholders of emails stand for.
var mailPlaceholders = map[string]string{
	"date":     "Date of the order, or of the change",
	"due":      "Date on which payment is due",
	"expected": "Expected delivery",
	"number":   "Order number",
	"paid":     "Amount that has been paid",
	"previous": "Previously expected delivery",
	"product":  "Name of the product",
	"provider": "Name of the sign-in provider",
	"reserved": "Time until which the items are reserved",
	"to":       "Email address that the email goes to",
	"total":    "Total of the order",
}

// transfersTakeTime is the closing of reminders.
const transfersTakeTime = "If you paid in the last few days, you don't need to do anything: transfers take a day " +
	"or two."

// mailLayouts are the sections of TextMails, one for each email to customers and each of its cases. Title is the
// subject, label the heading of the HTML, body the opening.
func mailLayouts() []TextLayout {
	order := []string{"number", "date"}
	rest := "We've received {{paid}} of {{total}} for your order {{number}} of {{date}}. "
	all := []TextLayout{
		mailLayout("order-confirmation", "Your order {{number}}", "Thank you for your order",
			"We've received order {{number}} of {{date}}.", order...),
	}
	for _, status := range []OrderStatus{OrderPaid, OrderProcessing, OrderShipped, OrderDelivered, OrderCancelled,
		OrderRefunded} {
		text := "Your order {{number}} " + status.Verb() + " " + status.Words()
		all = append(all, mailLayout("order-"+strings.ToLower(string(status)), text, "Order {{number}}",
			text+".", "number"))
	}
	return append(all,
		mailLayout("order-address", "New delivery address for order {{number}}", "Delivery address changed",
			"Order {{number}} now ships to:", "number"),
		mailLayout("order-reminder", "Your order {{number}} is not paid yet", "Order {{number}}",
			"We haven't received payment for your order {{number}} of {{date}}. Its items are reserved until "+
				"{{reserved}}. After that, the order is cancelled.",
			"number", "date", "total", "reserved").closing(transfersTakeTime),
		mailLayout("order-reminder-of-rest", "Your order {{number}} is not paid in full yet", "Order {{number}}",
			rest+"Please pay the rest. We start once it arrives.",
			"number", "date", "total", "paid").closing(transfersTakeTime),
		mailLayout("order-due", "Payment for order {{number}} is due on {{due}}", "Order {{number}}",
			"Payment for your order {{number}} of {{date}} is due on {{due}}.",
			"number", "date", "total", "due").closing(transfersTakeTime),
		mailLayout("order-due-of-rest", "Payment for order {{number}} is due on {{due}}", "Order {{number}}",
			rest+"The rest is due on {{due}}.",
			"number", "date", "total", "paid", "due").closing(transfersTakeTime),
		mailLayout("preorder-confirmation", "Your pre-order of {{product}}", "We've received your pre-order",
			"Thank you. We've received your pre-order and will contact you soon. You don't need to pay anything yet.",
			"product", "expected"),
		mailLayout("preorder-of-unlisted-product", "Your pre-order", "We've received your pre-order",
			"Thank you. We've received your pre-order and will contact you soon. You don't need to pay anything yet.",
			"expected"),
		mailLayout("preorder-later", "Your pre-order of {{product}} will arrive later: {{expected}}",
			"Expected {{expected}}", "We're sorry: your pre-order will arrive later than planned.",
			"product", "expected", "previous"),
		mailLayout("preorder-sooner", "Your pre-order of {{product}} will arrive sooner: {{expected}}",
			"Expected {{expected}}", "Good news: your pre-order will arrive sooner than planned.",
			"product", "expected", "previous"),
		mailLayout("stock-alert", "Confirm your stock alert for {{product}}", "Confirm your stock alert",
			"Confirm that you want one email at {{to}} when {{product}} is back in stock.", "product", "to"),
		mailLayout("back-in-stock", "{{product}} is back in stock", "{{product}} is back in stock",
			"You asked us to tell you when {{product}} is back in stock. It is available now.", "product"),
		mailLayout("newsletter", "Confirm your newsletter subscription", "Confirm your subscription",
			"Confirm that you want our newsletter at {{to}}.", "to"),
		mailLayout("email-verification", "Verify your email address", "Verify your email address",
			"Verify that {{to}} is your email address.", "to"),
		mailLayout("email-change", "Email address change requested", "Email address change requested",
			"On {{date}}, someone asked to change the email address of your account. The change takes effect when the "+
				"link we sent to the new address is opened.", "date"),
		mailLayout("email-changed", "Your email address has changed", "Your email address has changed",
			"On {{date}}, the email address of your account was changed. Emails about orders and your account now go "+
				"to the new address.", "date"),
		mailLayout("email-change-undone", "Your email address change was undone",
			"Your email address change was undone",
			"On {{date}}, the owner of your account's previous email address restored it. This address can no longer "+
				"sign in, and all sessions have ended.", "date"),
		mailLayout("password-reset", "Set a new password", "Set a new password",
			"We received a request to reset your password."),
		mailLayout("password-changed", "Your password was changed", "Your password was changed",
			"Your password was changed on {{date}}.", "date"),
		mailLayout("two-step-sign-in-on", "Two-step sign-in was turned on", "Two-step sign-in was turned on",
			"Two-step sign-in was turned on on {{date}}.", "date"),
		mailLayout("two-step-sign-in-off", "Two-step sign-in was turned off", "Two-step sign-in was turned off",
			"Two-step sign-in was turned off on {{date}}.", "date"),
		mailLayout("provider-connected", "{{provider}} was connected to your account",
			"{{provider}} was connected to your account",
			"{{provider}} was connected to your account on {{date}}. You can now sign in with it.", "provider", "date"),
		mailLayout("provider-disconnected", "{{provider}} was disconnected from your account",
			"{{provider}} was disconnected from your account",
			"{{provider}} was disconnected from your account on {{date}}. You can no longer sign in with it.",
			"provider", "date"),
		mailLayout("account-deleted", "Your account was deleted", "Your account was deleted",
			"We deleted your account on {{date}}, as you asked. This is our last email to it.", "date"),
	)
}

func mailLayout(anchor, subject, heading, opening string, placeholders ...string) TextLayout {
	l := TextLayout{Anchor: anchor, Label: true, Title: true, Body: true,
		usual: TextSection{Anchor: anchor, Title: subject, Label: heading, Body: opening}}
	for _, name := range placeholders {
		l.Placeholders = append(l.Placeholders, TextPlaceholder{name, mailPlaceholders[name]})
	}
	return l
}

func (l TextLayout) closing(text string) TextLayout {
	l.Items, l.usual.Items = []string{"closing"}, []TextItem{{Key: "closing", Text: text}}
	return l
}
