package shop

import (
	"errors"
	"net/mail"
	"strings"
	"testing"
)

// codes returns what is wrong as "field CODE" in order.
func codes(err error) string {
	var parts []string
	for _, e := range UserErrors(err) {
		parts = append(parts, strings.TrimSpace(e.Field+" "+string(e.Code)))
	}
	return strings.Join(parts, ", ")
}

func TestAddressesCanBeMailed(t *testing.T) {
	for address, valid := range map[string]bool{
		"ada@example.org": true, "a.b+c_d-e'f@sub.example.co": true, "änne@müller.example": true, "z@b.c": true, "{a}|b~!#$%&*/=?^`@b.cd": true,
		"<z1@b.cd>": false, "z@b..cd": false, "z;@b.cd": false, "z:@b.cd": false, ".z.@b.cd": false, "z..z@b.cd": false, "z@b.cd\u0007": false,
		"z\u0007@b.cd": false, "z@b.cd.": false, "z@.b.cd": false, "z,y@b.cd": false, "z(y)@b.cd": false, `"z"@b.cd`: false, `z\@b.cd`: false,
		"z\u0085@b.cd": false, "z\u200b@b.cd": false, "z\u00a0@b.cd": false, "z@[b.cd]": false, "z@[192.0.2.1]": true,
	} {
		_, err := NewsletterSubscribeInput{Email: address}.Normal()
		if codes(err) != map[bool]string{false: "email INVALID"}[valid] {
			t.Errorf("%q: %q", address, codes(err))
		}
		if parsed, err := mail.ParseAddress(address); valid && (err != nil || parsed.Address != address) {
			t.Errorf("%q is accepted, but mailed as %v (%v)", address, parsed, err)
		}
	}
	// Accounts with such addresses exist.
	if _, err := (UserLoginInput{"z@b..cd", "x"}).Normal(); err != nil {
		t.Error(err)
	}
}

func TestSingleLines(t *testing.T) {
	for text, fault := range map[string]string{
		"Ada Lovelace": "", " Ada\n": "", "Zo\u00eb \U0001F916": "", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645": "", "": "is required",
		"\u0007bell": "single line", "a\r\nBcc: x": "single line", "a\tb": "single line", "a\u0085b": "single line", "\u200b": "visible",
		"\u200b \u200b": "visible", "\u3164": "visible", "\ufe0f": "visible", "a\x00": "NUL", strings.Repeat("a\n", 60): "at most 100",
	} {
		var c checker
		c.line("name", "Name", text, 100, true)
		if err := c.found.Err(); (err == nil) != (fault == "") || err != nil && (len(c.found) != 1 || !strings.Contains(err.Error(), fault)) {
			t.Errorf("%q: %v, want %q", text, err, fault)
		}
	}
	const broken = "a\nb"
	for name, check := range map[string]func() error{
		"name": func() error { _, err := UserRegisterInput{broken, "ada@example.org", "aA1!aA1!"}.Normal(); return err },
		"name, subject": func() error {
			_, err := ContactMessageCreateInput{Name: broken, Email: "ada@example.org", Subject: broken, Message: broken}.Normal()
			return err
		},
		"name, phone, company, productName": func() error {
			_, err := PreOrderCreateInput{Name: broken, Email: "ada@example.org", Phone: broken, Company: new(broken), ProductName: new(broken), Message: new(broken), Quantity: 1}.Normal()
			return err
		},
		"title": func() error { _, err := MilestoneCreateInput{Title: broken, Description: broken}.Normal(); return err },
		"name, category": func() error {
			_, err := ProductInput{Name: new(broken), Category: new(broken), ShortDesc: new(broken)}.Normal(DefaultTerms())
			return err
		},
		"shippingInfo.address, shippingInfo.recipient": func() error {
			_, err := OrderAddressUpdateInput{ShippingInfo: ShippingInfoInput{Address: broken, City: "A", PostalCode: "1012 LG", Country: "NL", Recipient: new(broken), Notes: new(broken)}}.Normal()
			return err
		},
	} {
		if got := strings.ReplaceAll(codes(check()), " INVALID", ""); got != name {
			t.Errorf("refused %q, want %q", got, name)
		}
	}
}

func TestUserRegisterInput(t *testing.T) {
	good := UserRegisterInput{"Ada Lovelace", "ada@example.org", "aA1!aA1!"}
	for _, c := range []struct {
		name string
		in   UserRegisterInput
		want string
	}{
		{"good", good, ""},
		{"all missing", UserRegisterInput{}, "name REQUIRED, email REQUIRED, password REQUIRED"},
		{"blank name", UserRegisterInput{"  \t", good.Email, good.Password}, "name REQUIRED"},
		{"long name", UserRegisterInput{strings.Repeat("é", 101), good.Email, good.Password}, "name TOO_LONG"},
		{"NUL in the name", UserRegisterInput{"a\x00b", good.Email, good.Password}, "name INVALID"},
		{"no at", UserRegisterInput{good.Name, "ada.example.org", good.Password}, "email INVALID"},
		{"no dot", UserRegisterInput{good.Name, "ada@example", good.Password}, "email INVALID"},
		{"two ats", UserRegisterInput{good.Name, "a@b@example.org", good.Password}, "email INVALID"},
		{"space", UserRegisterInput{good.Name, "a b@example.org", good.Password}, "email INVALID"},
		{"long address", UserRegisterInput{good.Name, strings.Repeat("a", 250) + "@b.org", good.Password}, "email TOO_LONG"},
		{"weak", UserRegisterInput{good.Name, good.Email, "password"}, "password INVALID"},
		{"common", UserRegisterInput{good.Name, good.Email, "Password1!"}, "password INVALID"},
		{"the own name", UserRegisterInput{good.Name, good.Email, "Lovelace1!"}, "password INVALID"},
		{"the own address", UserRegisterInput{good.Name, "countess@b.c", "Countess1!"}, "password INVALID"},
		{"long password", UserRegisterInput{good.Name, good.Email, strings.Repeat("aA1!", 65)}, "password TOO_LONG"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := c.in.Normal(); codes(err) != c.want {
				t.Errorf("refusals %q, want %q", codes(err), c.want)
			}
		})
	}
	in, _ := UserRegisterInput{"  Ada ", " Ada@Example.ORG ", "aA1!aA1!"}.Normal()
	if in.Name != "Ada" || in.Email != "ada@example.org" {
		t.Errorf("normalised to %q, %q", in.Name, in.Email)
	}
}

func TestUserLoginInput(t *testing.T) {
	for _, c := range []struct{ email, password, want, message string }{
		{"a@b.c", "x", "", ""},
		{"", "x", "email REQUIRED", "Please fill in all fields"},
		{" ", "", "email REQUIRED, password REQUIRED", "Please fill in all fields"},
		{"a@b.c", "", "password REQUIRED", "Please fill in all fields"},
		{"a@b", "x", "email INVALID", "Please enter a valid email address"},
		{"a\x00@b.c", "x", "INVALID_CREDENTIALS", "Invalid email or password"},
		{"a@b.c", strings.Repeat("x", 257), "INVALID_CREDENTIALS", "Invalid email or password"},
	} {
		_, err := UserLoginInput{c.email, c.password}.Normal()
		if codes(err) != c.want || (err != nil && err.Error() != c.message) {
			t.Errorf("%q, %d bytes: %v (%s), want %s", c.email, len(c.password), err, codes(err), c.want)
		}
	}
}

func TestUserUpdateInput(t *testing.T) {
	text := func(s string) *string { return &s }
	ada := User{Email: "ada@example.org"}
	for _, c := range []struct {
		name        string
		in          UserUpdateInput
		want        string
		moves       bool
		becomes     string
		becomesMail string
	}{
		{"nothing", UserUpdateInput{}, "", false, "", ""},
		{"name", UserUpdateInput{Name: text(" Ada L ")}, "", false, "Ada L", ""},
		{"another address", UserUpdateInput{Email: text(" Countess@Example.org")}, "", true, "", "countess@example.org"},
		{"own address", UserUpdateInput{Email: text("ADA@example.org")}, "", false, "", "ada@example.org"},
		{"both wrong", UserUpdateInput{text(" "), text("x")}, "name REQUIRED, email INVALID", false, "", ""},
		{"blank address", UserUpdateInput{Email: text("")}, "email REQUIRED", false, "", ""},
		{"long name", UserUpdateInput{Name: text(strings.Repeat("é", 101))}, "name TOO_LONG", false, "", ""},
	} {
		in, err := c.in.Normal()
		if codes(err) != c.want {
			t.Errorf("%s: refusals %q, want %q", c.name, codes(err), c.want)
		}
		if err != nil {
			continue
		}
		if in.Moves(ada) != c.moves {
			t.Errorf("%s: moves %v, want %v", c.name, in.Moves(ada), c.moves)
		}
		if (in.Name != nil && *in.Name != c.becomes) || (in.Email != nil && *in.Email != c.becomesMail) {
			t.Errorf("%s: normalised to %q, %q", c.name, *in.Name, *in.Email)
		}
	}
}

func TestUserPasswordChangeInput(t *testing.T) {
	for _, c := range []struct{ current, next, want string }{
		{"x", "aA1!aA1!", ""},
		{"", "", "currentPassword REQUIRED, newPassword REQUIRED"},
		{strings.Repeat("x", 257), "aA1!aA1!", "currentPassword INVALID_CREDENTIALS"},
		{"x", "password", "newPassword INVALID"},
		{"x", "Password1!", "newPassword INVALID"},
		{"x", strings.Repeat("aA1!", 65), "newPassword TOO_LONG"},
	} {
		if _, err := (UserPasswordChangeInput{c.current, c.next}).Normal(); codes(err) != c.want {
			t.Errorf("%q to %q: %q, want %q", c.current, c.next, codes(err), c.want)
		}
	}
}

func TestLinkAddress(t *testing.T) {
	pending := "new@example.org"
	for _, c := range []struct {
		purpose Purpose
		user    User
		want    string
		some    bool
	}{
		{EmailVerification, User{Email: "a@b.c"}, "a@b.c", true},
		{EmailVerification, User{Email: "a@b.c", EmailVerified: true}, "", false},
		{EmailVerification, User{Email: "a@b.c", EmailVerified: true, PendingEmail: &pending}, pending, true},
		{EmailVerification, User{Email: "a@b.c", PendingEmail: &pending}, pending, true},
		{PasswordReset, User{Email: "a@b.c", PendingEmail: &pending}, "a@b.c", true},
		{PasswordReset, User{Email: "a@b.c", EmailVerified: true}, "a@b.c", true},
	} {
		if got, some := c.user.LinkAddress(c.purpose); some != c.some || (some && got != c.want) {
			t.Errorf("%s for %+v goes to %q (%v), want %q (%v)", c.purpose, c.user, got, some, c.want, c.some)
		}
	}
}

func TestActor(t *testing.T) {
	visitor, user, admin := Actor{}, Actor{UserID: "u", Role: RoleUser}, Actor{UserID: "a", Role: RoleAdmin}
	for _, c := range []struct {
		name  string
		rule  func(Actor) error
		wants [3]Code // visitor, user, admin
	}{
		{"needs a user", Actor.NeedUser, [3]Code{Unauthenticated, "", ""}},
		{"needs an admin", Actor.NeedAdmin, [3]Code{Unauthenticated, Forbidden, ""}},
	} {
		for i, actor := range []Actor{visitor, user, admin} {
			var refusal *Error
			code := Code("")
			if errors.As(c.rule(actor), &refusal) {
				code = refusal.Code
			}
			if code != c.wants[i] {
				t.Errorf("%s: actor %d gets %q, want %q", c.name, i, code, c.wants[i])
			}
		}
	}
}

func TestDevice(t *testing.T) {
	for agent, want := range map[string][2]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36":                            {"Chrome", "Windows"},
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0":              {"Edge", "Windows"},
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 OPR/120.0.0.0":                        {"Opera", "Linux"},
		"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0":                                                                     {"Firefox", "Linux"},
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15":                      {"Safari", "macOS"},
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.0.0 Mobile/15E148 Safari/604.1": {"Chrome", "iPhone"},
		"Mozilla/5.0 (iPad; CPU OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15":           {"Firefox", "iPad"},
		"Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36": {"Samsung Internet", "Android"},
		"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36":                             {"Chrome", "ChromeOS"},
		"curl/8.9.1":         {"curl", ""},
		"Go-http-client/1.1": {"", ""},
		"":                   {"", ""},
	} {
		if browser, system := Device(agent); browser != want[0] || system != want[1] {
			t.Errorf("%q is %q on %q, want %q", agent, browser, system, want)
		}
	}
}
