package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/url"
)

// admin gives the email address an account with the role admin and prints a link to set its password, which works once.
// It asks for no authorisation, since a user who can run it can access the database anyway.
func admin(ctx context.Context, c Config, email string, log *slog.Logger, out io.Writer) error {
	b, err := openBackend(ctx, c, log, nil)
	if err != nil {
		return err
	}
	defer b.close()
	return b.makeAdmin(ctx, c, email, out)
}

// makeAdmin does the work of admin.
func (b backend) makeAdmin(ctx context.Context, c Config, email string, out io.Writer) error {
	token, err := b.accounts.MakeAdmin(ctx, email)
	if err != nil {
		return err
	}
	origin := c.publicURL
	if origin == "" {
		origin = "http://" + c.listenAddress()
	}
	_, err = fmt.Fprintf(out, "Open this link within an hour to set the admin's password. It works once:\n"+
		"%s/reset-password?%s\n",
		origin, url.Values{"token": {token}}.Encode())
	return err
}
