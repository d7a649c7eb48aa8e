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

// The command makes a shop and its first administrator out of flags and answers, once.
func TestInit(t *testing.T) {
	ctx, log := context.Background(), slog.New(slog.DiscardHandler)
	c := Config{dataDir: t.TempDir(), publicURL: "https://shop.example", demo: true}
	full := []string{"-name", "Acme Robots", "-email", "hello@acme.example", "-country", "de", "-admin", "boss@acme.example"}
	for name, step := range map[string]struct {
		args []string
		want string
	}{
		"nothing":           {nil, "-name is missing"},
		"no administrator":  {full[:6], "-admin is missing"},
		"no country":        {append(full[:4:4], "-country", "XX", "-admin", "x"), "-country: Default country must be a code of two letters, such as NL; -admin: Please enter a valid email address"},
		"no time zone":      {append(full[:len(full):len(full)], "-time-zone", "Berlin"), "-time-zone: Time zone must be the name of one, such as Europe/Amsterdam or UTC"},
		"an unknown flag":   {[]string{"-colour", "red"}, "-colour"},
		"a word":            {[]string{"please"}, `"please" is no flag`},
		"an address of two": {append(full[2:], "-name", "A\nB"), "-name: Shop name must be a single line"},
	} {
		var out bytes.Buffer
		err := setUp(ctx, c, step.args, false, log, strings.NewReader(""), &out)
		if err == nil || !strings.Contains(err.Error(), step.want) || out.Len() > 0 {
			t.Errorf("%s: %v, %q", name, err, out.String())
		}
	}

	var out bytes.Buffer
	if err := setUp(ctx, c, []string{"-h"}, true, log, strings.NewReader(""), &out); err != nil || !strings.Contains(out.String(), "-legal-name") {
		t.Errorf("-h: %v, %q", err, out.String())
	}
	out.Reset()
	answers := "Acme GmbH\n\nde\nDamm 1\n\nBerlin\nGermany\nEurope/Berlin\nBoss@Acme.example\n"
	if err := setUp(ctx, c, []string{"-email", "hello@acme.example", "-name", "Acme Robots"}, true, log, strings.NewReader(answers), &out); err != nil {
		t.Fatal(err, out.String())
	}
	if !strings.HasPrefix(out.String(), "Legal name of the company (optional): Country") || !strings.Contains(out.String(), "Acme Robots is set up.") {
		t.Errorf("asked %q", out.String())
	}
	link := regexp.MustCompile(`(?m)^https://shop\.example/reset-password\?token=([A-Za-z0-9_-]{43})$`).FindStringSubmatch(out.String())
	if link == nil {
		t.Fatalf("no link in %q", out.String())
	}
	if err := setUp(ctx, c, full, false, log, strings.NewReader(""), &out); err == nil || !strings.Contains(err.Error(), "already has a shop") {
		t.Errorf("once more: %v", err)
	}

	b, err := openBackend(ctx, c, log, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	settings, err := b.store.Content.Settings(ctx)
	if err != nil || settings.Name != "Acme Robots" || settings.LegalName != "Acme GmbH" || settings.Country != "DE" || settings.TimeZone != "Europe/Berlin" ||
		settings.Address() != "Damm 1, Berlin, Germany" {
		t.Errorf("%+v, %v", settings, err)
	}
	for requested, want := range map[bool]bool{false: false, true: true} {
		c.demoRequested = requested
		if demo, err := prepareShop(ctx, c, b, log); err != nil || demo != want {
			t.Errorf("with DEMO %v it is the demo: %v, %v", requested, demo, err)
		}
	}
	if err := b.accounts.ResetPassword(ctx, shop.Actor{}, shop.PasswordResetInput{Token: link[1], NewPassword: "aA1!aA1!"}); err != nil {
		t.Fatal(err)
	}
	if in, err := b.accounts.Login(ctx, shop.Actor{}, shop.UserLoginInput{Email: "boss@acme.example", Password: "aA1!aA1!"}); err != nil || in.User.Role != shop.RoleAdmin {
		t.Errorf("signed in as %v: %v", in.User, err)
	}
}
