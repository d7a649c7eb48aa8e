package app

import (
	"bytes"
	"context"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"orrery/shop"
)

// The command works on a data folder that nobody has started a shop in, and its link makes somebody an admin.
func TestAdmin(t *testing.T) {
	ctx, log := context.Background(), slog.New(slog.DiscardHandler)
	c := Config{dataDir: prepared(t), publicURL: "https://shop.example"}
	var out bytes.Buffer
	if err := admin(ctx, c, "not an address", log, &out); err == nil || out.Len() > 0 {
		t.Errorf("no address at all: %v, %q", err, out.String())
	}
	if err := admin(ctx, c, " Boss@Shop.example", log, &out); err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`(?m)^https://shop\.example/reset-password\?token=([A-Za-z0-9_-]{43})$`).FindStringSubmatch(out.String())
	if link == nil {
		t.Fatalf("no link in %q", out.String())
	}

	b, err := openBackend(ctx, c, log, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	if err := b.accounts.ResetPassword(ctx, shop.Actor{}, shop.PasswordResetInput{Token: link[1], NewPassword: "aA1!aA1!"}); err != nil {
		t.Fatal(err)
	}
	in, err := b.accounts.Login(ctx, shop.Actor{}, shop.UserLoginInput{Email: "boss@shop.example", Password: "aA1!aA1!"})
	if err != nil || in.User.Role != shop.RoleAdmin {
		t.Errorf("signed in as %v: %v", in.User, err)
	}
}

func TestCommandsAreKnown(t *testing.T) {
	for _, args := range [][]string{{"admin"}, {"admin", "a@b.c", "d@e.f"}, {"serve"}} {
		err := command(context.Background(), args)
		if err == nil || !strings.HasPrefix(err.Error(), "usage: ") {
			t.Errorf("%q: %v", args, err)
		}
	}
}
