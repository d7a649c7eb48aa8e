package jobs

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/wneessen/go-mail"
)

// Mailer sends emails. An email that is sent again after a failure has the same id. Errors contain no personal data.
type Mailer interface {
	Send(ctx context.Context, id string, msg *mail.Msg) error
}

// smtpTimeout bounds each part of an SMTP session: connecting, greeting, sending. Their sum is less than the lease.
const smtpTimeout = 15 * time.Second

// SMTP sends emails through a mail server.
type SMTP struct {
	client *mail.Client
}

// NewSMTP returns a mailer for a URL such as smtps://user:password@host:465. The scheme smtps uses implicit TLS
// (default port 465). The scheme smtp (default port 587) uses STARTTLS if the server offers it, and requires it if
// there is a password.
func NewSMTP(address string) (*SMTP, error) {
	errSyntax := errors.New("must look like smtp://host:587 or smtps://user:password@host:465")
	at, err := url.Parse(address)
	if err != nil || at.Hostname() == "" || at.Path != "" && at.Path != "/" {
		return nil, errSyntax // the error of url.Parse would contain the password
	}
	options := []mail.Option{
		mail.WithTimeout(smtpTimeout),
		mail.WithTLSConfig(&tls.Config{ServerName: at.Hostname(), MinVersion: tls.VersionTLS12}),
	}
	port := 587
	switch {
	case at.Scheme == "smtps":
		port = 465
		options = append(options, mail.WithSSL())
	case at.Scheme == "smtp" && at.User == nil:
		options = append(options, mail.WithTLSPolicy(mail.TLSOpportunistic))
	case at.Scheme == "smtp":
		options = append(options, mail.WithTLSPolicy(mail.TLSMandatory))
	default:
		return nil, errSyntax
	}
	if at.User != nil {
		password, _ := at.User.Password()
		options = append(options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(at.User.Username()),
			mail.WithPassword(password))
	}
	if at.Port() != "" {
		if port, err = strconv.Atoi(at.Port()); err != nil {
			return nil, errSyntax
		}
	}
	client, err := mail.NewClient(at.Hostname(), append(options, mail.WithPort(port))...)
	if err != nil {
		return nil, errSyntax
	}
	return &SMTP{client}, nil
}

// Send delivers the email. The email counts as sent once the server has accepted it, even if the connection fails
// afterwards.
func (s *SMTP) Send(ctx context.Context, _ string, msg *mail.Msg) error {
	err := s.client.DialAndSendWithContext(ctx, msg)
	if err == nil || msg.IsDelivered() {
		return nil
	}
	var refusal *mail.SendError
	if errors.As(err, &refusal) {
		// The text of the error contains addresses.
		return fmt.Errorf("send through the mail server: %s: answer %d %s", refusal.Reason, refusal.ErrorCode(),
			refusal.EnhancedStatusCode())
	}
	return fmt.Errorf("reach the mail server: %w", err)
}

// Folder writes emails to files in a folder instead of sending them.
type Folder string

// Send writes the email to id.eml. An email that is sent again replaces its file.
func (f Folder) Send(_ context.Context, id string, msg *mail.Msg) error {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return err
	}
	partial := filepath.Join(string(f), id+".part")
	if err := write(partial, msg); err != nil {
		return err
	}
	return os.Rename(partial, filepath.Join(string(f), id+".eml"))
}

func write(path string, msg *mail.Msg) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = msg.WriteTo(file)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}
