package jobs

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	netmail "net/mail"
	"strings"
	"unicode"

	"github.com/wneessen/go-mail"

	"orrery/db/outbox"
	"orrery/shop"
)

// send renders the email of a job and passes it to the mailer.
func (r *Runner) send(ctx context.Context, job outbox.Job) error {
	if job.Late {
		return errors.New("it is too late for this mail")
	}
	decode, known := decoders[job.Kind]
	if !known {
		return errors.New("no such kind of job") // retried, since a newer version of the shop may have this kind
	}
	content, err := decode(job.Args)
	if err != nil {
		return err
	}
	content, send, err := r.Store.Accounts.IssueLink(ctx, content)
	if err != nil || !send {
		return err
	}
	settings, err := r.Store.Content.Settings(ctx)
	if err != nil {
		return err
	}
	words, err := r.words(ctx, settings, content)
	if err != nil {
		return err
	}
	msg, err := r.compose(settings, job, content, words)
	if err != nil {
		return err
	}
	return r.Mailer.Send(ctx, job.ID, msg)
}

// words returns the words of the email that the owner can edit, none for an email to the company or to its staff.
func (r *Runner) words(ctx context.Context, s shop.Settings, content shop.Mail) (none shop.MailWords, err error) {
	section, values := editable(content)
	if section == "" {
		return none, nil
	}
	texts, err := r.Store.Content.MailTexts(ctx)
	return texts.Mail(s, section, values), err
}

// decoders decode the arguments of a job into the email that was enqueued, by kind.
var decoders = map[string]func(json.RawMessage) (shop.Mail, error){
	shop.OrderConfirmationMail{}.Kind():    decode[shop.OrderConfirmationMail],
	shop.OrderStatusMail{}.Kind():          decode[shop.OrderStatusMail],
	shop.OrderAddressMail{}.Kind():         decode[shop.OrderAddressMail],
	shop.OrderReminderMail{}.Kind():        decode[shop.OrderReminderMail],
	shop.OrderDueMail{}.Kind():             decode[shop.OrderDueMail],
	shop.PreOrderConfirmationMail{}.Kind(): decode[shop.PreOrderConfirmationMail],
	shop.PreOrderMovedMail{}.Kind():        decode[shop.PreOrderMovedMail],
	shop.ContactMail{}.Kind():              decode[shop.ContactMail],
	shop.VerificationMail{}.Kind():         decode[shop.VerificationMail],
	shop.PasswordResetMail{}.Kind():        decode[shop.PasswordResetMail],
	shop.EmailChangeMail{}.Kind():          decode[shop.EmailChangeMail],
	shop.EmailChangedMail{}.Kind():         decode[shop.EmailChangedMail],
	shop.EmailChangeUndoneMail{}.Kind():    decode[shop.EmailChangeUndoneMail],
	shop.PasswordChangedMail{}.Kind():      decode[shop.PasswordChangedMail],
	shop.SecondFactorMail{}.Kind():         decode[shop.SecondFactorMail],
	shop.AccountDeletedMail{}.Kind():       decode[shop.AccountDeletedMail],
	shop.IdentityMail{}.Kind():             decode[shop.IdentityMail],
	shop.NewsletterMail{}.Kind():           decode[shop.NewsletterMail],
	shop.StockAlertMail{}.Kind():           decode[shop.StockAlertMail],
	shop.StaffInvitationMail{}.Kind():      decode[shop.StaffInvitationMail],
	shop.BackInStockMail{}.Kind():          decode[shop.BackInStockMail],
	shop.LowStockMail{}.Kind():             decode[shop.LowStockMail],
	shop.WebhookPausedMail{}.Kind():        decode[shop.WebhookPausedMail],
}

func decode[M shop.Mail](args json.RawMessage) (shop.Mail, error) {
	var m M
	if err := json.Unmarshal(args, &m); err != nil {
		return nil, errors.New("the arguments are not those of this kind")
	}
	return m, nil
}

// compose renders the email of a job as plain text and HTML. Its Message-ID and Date are the same for each attempt.
func (r *Runner) compose(s shop.Settings, job outbox.Job, content shop.Mail, words shop.MailWords) (*mail.Msg, error) {
	from, err := address(shop.Recipient{Name: s.Name, Email: cmp.Or(s.MailFrom, r.From)})
	if err != nil {
		return nil, err
	}
	addressee := content.Addressee()
	addressee.Name = addressee.MailedName()
	if addressee == (shop.Recipient{}) {
		addressee = shop.Recipient{Name: s.Name, Email: cmp.Or(s.Notices(), from.Address)}
	}
	to, err := address(addressee)
	if err != nil {
		return nil, err
	}
	var subject, text, html bytes.Buffer
	data := templateData{Shop: s, Mail: content, Words: words, origin: r.PublicURL}
	if err := errors.Join(
		texts[content.Kind()].ExecuteTemplate(&subject, "subject", data),
		texts[content.Kind()].ExecuteTemplate(&text, "layout", data),
		htmls[content.Kind()].ExecuteTemplate(&html, "layout", data),
	); err != nil {
		return nil, fmt.Errorf("render the mail: %w", err)
	}

	msg := mail.NewMsg(mail.WithNoDefaultUserAgent())
	msg.FromMailAddress(from)
	msg.ToMailAddress(to)
	if contact, ok := content.(shop.ContactMail); ok {
		// An invalid address gets no Reply-To header; the email shows it as the visitor entered it.
		if replyTo, err := address(contact.From); err == nil {
			msg.ReplyToMailAddress(replyTo)
		}
	}
	msg.Subject(strings.Join(strings.Fields(subject.String()), " "))
	msg.SetMessageIDWithValue(job.ID + from.Address[strings.LastIndexByte(from.Address, '@'):])
	msg.SetDateWithValue(job.CreatedAt)
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: prevents automatic replies
	msg.SetBodyString(mail.TypeTextPlain, text.String())
	msg.AddAlternativeString(mail.TypeTextHTML, html.String())
	return msg, nil
}

// address returns the address of a recipient, which must be a bare address. Names from before single lines were checked
// may have line breaks, which become spaces. The error doesn't contain the address.
func address(r shop.Recipient) (*netmail.Address, error) {
	parsed, err := netmail.ParseAddress(r.Email)
	if err != nil || parsed.Address != r.Email {
		return nil, errors.New("it goes to something that is no address")
	}
	breaks := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
	return &netmail.Address{Name: strings.Join(strings.FieldsFunc(r.Name, breaks), " "), Address: r.Email}, nil
}
