package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	netmail "net/mail"
	"strings"

	"github.com/wneessen/go-mail"

	"orrery/db/outbox"
	"orrery/shop"
)

// send words the mail of a job and hands it over.
func (r *Runner) send(ctx context.Context, job outbox.Job) error {
	if job.Late {
		return errors.New("it is too late for this mail")
	}
	open, known := openers[job.Kind]
	if !known {
		return errors.New("no such kind of job") // a newer version of the shop may know it, so it is tried again
	}
	content, err := open(job.Args)
	if err != nil {
		return err
	}
	content, owed, err := r.Store.Accounts.IssueLink(ctx, content)
	if err != nil || !owed {
		return err
	}
	letter, err := r.letter(job, content)
	if err != nil {
		return err
	}
	return r.Mailer.Send(ctx, job.ID, letter)
}

// openers turn the arguments of a job back into the mail that was enqueued, by kind.
var openers = map[string]func(json.RawMessage) (shop.Mail, error){
	shop.OrderConfirmationMail{}.Kind():    open[shop.OrderConfirmationMail],
	shop.OrderStatusMail{}.Kind():          open[shop.OrderStatusMail],
	shop.OrderReminderMail{}.Kind():        open[shop.OrderReminderMail],
	shop.PreOrderConfirmationMail{}.Kind(): open[shop.PreOrderConfirmationMail],
	shop.PreOrderMovedMail{}.Kind():        open[shop.PreOrderMovedMail],
	shop.ContactMail{}.Kind():              open[shop.ContactMail],
	shop.VerificationMail{}.Kind():         open[shop.VerificationMail],
	shop.PasswordResetMail{}.Kind():        open[shop.PasswordResetMail],
	shop.EmailChangeMail{}.Kind():          open[shop.EmailChangeMail],
	shop.EmailChangedMail{}.Kind():         open[shop.EmailChangedMail],
	shop.EmailChangeUndoneMail{}.Kind():    open[shop.EmailChangeUndoneMail],
	shop.PasswordChangedMail{}.Kind():      open[shop.PasswordChangedMail],
	shop.SecondFactorMail{}.Kind():         open[shop.SecondFactorMail],
	shop.AccountDeletedMail{}.Kind():       open[shop.AccountDeletedMail],
	shop.IdentityMail{}.Kind():             open[shop.IdentityMail],
	shop.NewsletterMail{}.Kind():           open[shop.NewsletterMail],
	shop.WebhookPausedMail{}.Kind():        open[shop.WebhookPausedMail],
}

func open[M shop.Mail](args json.RawMessage) (shop.Mail, error) {
	var m M
	if err := json.Unmarshal(args, &m); err != nil {
		return nil, errors.New("the arguments are not those of this kind")
	}
	return m, nil
}

// letter words the mail of a job in both forms. It has the same name and date however often the job is tried.
func (r *Runner) letter(job outbox.Job, content shop.Mail) (*mail.Msg, error) {
	from, err := address(shop.Recipient{Name: r.Brand.Name, Email: r.From})
	if err != nil {
		return nil, err
	}
	addressee := content.Addressee()
	if addressee == (shop.Recipient{}) {
		addressee = shop.Recipient{Name: r.Brand.Name, Email: r.Contact}
	}
	to, err := address(addressee)
	if err != nil {
		return nil, err
	}
	var subject, text, html bytes.Buffer
	page := page{Brand: r.Brand, Mail: content, origin: r.PublicURL}
	if err := errors.Join(
		texts[content.Kind()].ExecuteTemplate(&subject, "subject", page),
		texts[content.Kind()].ExecuteTemplate(&text, "letter", page),
		htmls[content.Kind()].ExecuteTemplate(&html, "letter", page),
	); err != nil {
		return nil, fmt.Errorf("word the mail: %w", err)
	}

	letter := mail.NewMsg(mail.WithNoDefaultUserAgent())
	letter.FromMailAddress(from)
	letter.ToMailAddress(to)
	if contact, ok := content.(shop.ContactMail); ok {
		// What is no address can't be answered with a click; the letter shows it as it was typed.
		if answer, err := address(contact.From); err == nil {
			letter.ReplyToMailAddress(answer)
		}
	}
	letter.Subject(strings.Join(strings.Fields(subject.String()), " "))
	letter.SetMessageIDWithValue(job.ID + from.Address[strings.LastIndexByte(from.Address, '@'):])
	letter.SetDateWithValue(job.CreatedAt)
	letter.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: absence notes stay away
	letter.SetBodyString(mail.TypeTextPlain, text.String())
	letter.AddAlternativeString(mail.TypeTextHTML, html.String())
	return letter, nil
}

// address reads an address strictly. The error does not repeat it.
func address(r shop.Recipient) (*netmail.Address, error) {
	parsed, err := netmail.ParseAddress(r.Email)
	if err != nil || parsed.Address != r.Email {
		return nil, errors.New("it goes to something that is no address")
	}
	return &netmail.Address{Name: r.Name, Address: r.Email}, nil
}
