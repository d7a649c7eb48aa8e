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

// Mailer hands letters over. A letter that comes again after a failure has the same id. Errors hold no personal data.
type Mailer interface {
	Send(ctx context.Context, id string, letter *mail.Msg) error
}

// smtpTimeout bounds each part of a conversation: connecting, greeting, sending. Together they stay below the lease.
const smtpTimeout = 15 * time.Second

// SMTP sends letters through a mail server.
type SMTP struct {
	client *mail.Client
}

// NewSMTP reads an address such as smtps://user:password@host:465. smtps is TLS from the start (port 465); smtp (587) turns to
// TLS when the server offers it, and insists on it before a password leaves.
func NewSMTP(address string) (*SMTP, error) {
	shape := errors.New("must look like smtp://host:587 or smtps://user:password@host:465")
	at, err := url.Parse(address)
	if err != nil || at.Hostname() == "" || at.Path != "" && at.Path != "/" {
		return nil, shape // the parser's own words would show the password
	}
	options := []mail.Option{mail.WithTimeout(smtpTimeout), mail.WithTLSConfig(&tls.Config{ServerName: at.Hostname(), MinVersion: tls.VersionTLS12})}
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
		return nil, shape
	}
	if at.User != nil {
		password, _ := at.User.Password()
		options = append(options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(at.User.Username()),
			mail.WithPassword(password))
	}
	if at.Port() != "" {
		if port, err = strconv.Atoi(at.Port()); err != nil {
			return nil, shape
		}
	}
	client, err := mail.NewClient(at.Hostname(), append(options, mail.WithPort(port))...)
	if err != nil {
		return nil, shape
	}
	return &SMTP{client}, nil
}

// Send delivers the letter. It counts as sent once the server has said so, whatever happens to the connection then.
func (s *SMTP) Send(ctx context.Context, _ string, letter *mail.Msg) error {
	err := s.client.DialAndSendWithContext(ctx, letter)
	if err == nil || letter.IsDelivered() {
		return nil
	}
	var refusal *mail.SendError
	if errors.As(err, &refusal) {
		// Its own words hold addresses.
		return fmt.Errorf("send through the mail server: %s: answer %d %s", refusal.Reason, refusal.ErrorCode(),
			refusal.EnhancedStatusCode())
	}
	return fmt.Errorf("reach the mail server: %w", err)
}

// Folder keeps letters as files instead of sending them.
type Folder string

// Send writes the letter to id.eml. A letter that comes again replaces its file.
func (f Folder) Send(_ context.Context, id string, letter *mail.Msg) error {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return err
	}
	half := filepath.Join(string(f), id+".part")
	if err := write(half, letter); err != nil {
		return err
	}
	return os.Rename(half, filepath.Join(string(f), id+".eml"))
}

func write(path string, letter *mail.Msg) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = letter.WriteTo(file)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}
