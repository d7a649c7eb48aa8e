package test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// forgedTokens checks that only tokens that the shop has signed are accepted, for the session that they name, until
// they expire.
func (a target) forgedTokens() {
	secret, err := os.ReadFile(filepath.Join(a.dataDir, "jwt-secret"))
	if err != nil {
		a.Fatal(err)
	}
	parts := strings.Split(a.tokens["owner"], ".")
	var real struct {
		Header map[string]any
		Claims jwt.MapClaims
	}
	for i, into := range []any{&real.Header, &real.Claims} {
		text, err := jwt.NewParser().DecodeSegment(parts[i])
		if err != nil || json.Unmarshal(text, into) != nil {
			a.Fatal(parts[i])
		}
	}
	forge := func(method jwt.SigningMethod, key any, header map[string]any, claims jwt.MapClaims) string {
		token := jwt.NewWithClaims(method, jwt.MapClaims{})
		for name, value := range real.Header {
			if name != "alg" {
				token.Header[name] = value
			}
		}
		for name, value := range header {
			token.Header[name] = value
			if value == nil {
				delete(token.Header, name)
			}
		}
		all := token.Claims.(jwt.MapClaims)
		for _, some := range []jwt.MapClaims{real.Claims, claims} {
			for name, value := range some {
				all[name] = value
				if value == nil {
					delete(all, name)
				}
			}
		}
		text, err := token.SignedString(key)
		if err != nil {
			a.Fatal(err)
		}
		return text
	}
	hs := jwt.SigningMethodHS256
	pair, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		a.Fatal(err)
	}
	public, err := x509.MarshalPKIXPublicKey(crypto.PublicKey(&pair.PublicKey))
	if err != nil {
		a.Fatal(err)
	}
	published := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public})
	if answer := a.ask(forge(hs, secret, nil, nil), `{ me { id } }`, nil); !strings.Contains(answer, a.user) {
		a.Fatalf("a correctly signed token is refused: %s", answer)
	}
	type anything = map[string]any
	admin := strings.Split(a.tokens["admin"], ".")
	for reason, token := range map[string]string{
		"another key":                           forge(hs, []byte(strings.Repeat("x", 32)), nil, nil),
		"an empty key":                          forge(hs, []byte{}, nil, nil),
		"alg none":                              forge(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nil, nil),
		"alg none without kid":                  forge(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, anything{"kid": nil}, nil),
		"alg nOnE":                              strings.Join([]string{"eyJhbGciOiJuT25FIiwidHlwIjoiSldUIn0", parts[1], ""}, "."),
		"another hash with our key":             forge(jwt.SigningMethodHS512, secret, nil, nil),
		"RS256 where HS256 is meant":            forge(jwt.SigningMethodRS256, pair, nil, nil),
		"a public key as the secret":            forge(hs, published, nil, nil),
		"a key that the token brings":           forge(jwt.SigningMethodRS256, pair, anything{"jwk": anything{"kty": "RSA"}, "jku": "https://evil.example/keys"}, nil),
		"a kid that is a file":                  forge(hs, []byte{}, anything{"kid": "../../../../../../dev/null"}, nil),
		"a kid that is SQL":                     forge(hs, []byte("x"), anything{"kid": "x' UNION SELECT 'x"}, nil),
		"a kid that is an object":               forge(hs, secret, anything{"kid": anything{"$ne": ""}}, nil),
		"no end":                                forge(hs, secret, nil, jwt.MapClaims{"exp": nil}),
		"an end that was":                       forge(hs, secret, nil, jwt.MapClaims{"exp": time.Now().Add(-time.Second).Unix()}),
		"a time that is to come":                forge(hs, secret, nil, jwt.MapClaims{"nbf": time.Now().Add(time.Hour).Unix()}),
		"another issuer":                        forge(hs, secret, nil, jwt.MapClaims{"iss": "https://evil.example"}),
		"another audience":                      forge(hs, secret, nil, jwt.MapClaims{"aud": "another service"}),
		"a session of somebody else":            forge(hs, secret, nil, jwt.MapClaims{"sub": strings.Replace(a.user, a.user[:8], "00000000", 1)}),
		"a session that never was":              forge(hs, secret, nil, jwt.MapClaims{"sid": unknownID}),
		"no session":                            forge(hs, secret, nil, jwt.MapClaims{"sid": nil}),
		"a session that is SQL":                 forge(hs, secret, nil, jwt.MapClaims{"sid": "' OR 1=1 --"}),
		"a role of one's own choice, unsigned":  forge(hs, []byte("x"), nil, jwt.MapClaims{"role": "admin"}),
		"the claims of another, our signature":  parts[0] + "." + admin[1] + "." + parts[2],
		"a token without its signature":         parts[0] + "." + parts[1] + ".",
		"a session that has ended":              a.tokens["ended"],
		"two tokens":                            a.tokens["owner"] + ", " + a.tokens["admin"],
		"a key of another length":               "ork_" + strings.Repeat("0", 8),
		"a token that is megabytes, cut at 32K": strings.Repeat("a.", 8<<10),
	} {
		if answer := a.ask(token, `{ me { id } }`, nil); !strings.Contains(answer, `{"me":null}`) && !strings.Contains(answer, "UNAUTHENTICATED") {
			a.Errorf("graph, %s: %s", reason, answer)
		}
		if status, answer := a.send("GET", "/api/v1/auth/me", "", bearer(token)); status != http.StatusUnauthorized {
			a.Errorf("REST, %s: %d %s", reason, status, answer)
		}
	}
	// The role is that of the account, not of the token.
	if answer := a.ask(forge(hs, secret, nil, jwt.MapClaims{"role": "admin", "admin": true}), `{ customers { totalCount } }`, nil); !strings.Contains(answer, "FORBIDDEN") {
		a.Errorf("a role in the token counts: %s", answer)
	}
	// Tokens are accepted in the Authorization header only.
	for reason, how := range map[string]func() (int, string){
		"in the address": func() (int, string) {
			return a.send("GET", "/api/v1/auth/me?token="+a.tokens["owner"]+"&access_token="+a.tokens["owner"], "", nil)
		},
		"in a cookie": func() (int, string) {
			return a.send("GET", "/api/v1/auth/me", "", map[string]string{"Cookie": "token=" + a.tokens["owner"] + "; Authorization=Bearer " + a.tokens["owner"]})
		},
		"as a password": func() (int, string) {
			return a.send("GET", "/api/v1/auth/me", "", map[string]string{"Authorization": "Basic " + a.tokens["owner"]})
		},
	} {
		if status, answer := how(); status != http.StatusUnauthorized {
			a.Errorf("a token %s: %d %s", reason, status, answer)
		}
	}
}

// sessionFixation checks that each sign-in creates a new session, which the client cannot choose.
func (a target) sessionFixation() {
	session := func(token string) string {
		var claims struct{ Sid string }
		text, err := jwt.NewParser().DecodeSegment(strings.Split(token, ".")[1])
		if err != nil || json.Unmarshal(text, &claims) != nil || claims.Sid == "" {
			a.Fatalf("no session in %s", text)
		}
		return claims.Sid
	}
	attackers := a.login("other@example.org")
	body := fmt.Sprintf(`{"email": "owner@example.org", "password": %q, "sid": %q, "sessionId": %q, "token": %q}`, password, session(attackers), session(attackers), attackers)
	status, answer := a.send("POST", "/api/v1/auth/login?sid="+session(attackers), body,
		map[string]string{"Authorization": "Bearer " + attackers, "Cookie": "sid=" + session(attackers), "X-Session-Id": session(attackers)})
	var in struct{ Token string }
	if err := json.Unmarshal([]byte(answer), &in); err != nil || status != http.StatusOK {
		a.Fatalf("%d %s", status, answer)
	}
	again := a.login("owner@example.org")
	if session(in.Token) == session(attackers) || session(in.Token) == session(again) {
		a.Error("a session is used again")
	}
	if answer := a.ask(attackers, `{ me { email } }`, nil); !strings.Contains(answer, "other@example.org") {
		a.Errorf("the attacker's session has become %s", answer)
	}
	a.ask(again, `mutation { userLogout { loggedOut } }`, nil)
	if answer := a.ask(again, `{ me { id } }`, nil); !strings.Contains(answer, `{"me":null}`) {
		a.Errorf("a session outlives its end: %s", answer)
	}
}

// mailedToken waits for an email to an address with a link to a page and returns the token of the link.
func (a target) mailedToken(page, to string) string {
	a.Helper()
	link := regexp.MustCompile(page + `\?token=([\w-]{43})`)
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		for _, email := range a.emails() {
			if found := link.FindStringSubmatch(email); found != nil && strings.Contains(email, "<"+to+">") {
				return found[1]
			}
		}
	}
	a.Fatalf("no link to %s was mailed to %s", page, to)
	return ""
}

// registerByREST creates an account and returns the token of its session.
func (a target) registerByREST(email string) string {
	a.Helper()
	status, answer := a.send("POST", "/api/v1/auth/register", fmt.Sprintf(`{"name": "Test Person", "email": %q, "password": %q}`, email, password), nil)
	var in struct{ Token string }
	if err := json.Unmarshal([]byte(answer), &in); err != nil || status != http.StatusCreated {
		a.Fatalf("%d %s", status, answer)
	}
	return in.Token
}

const newPassword = "Rooks-Fly-2!"

// setPassword resets the password of an account, and expects that only the new one signs in.
func (a target) setPassword(token, email string) {
	a.Helper()
	if answer := a.ask("", `mutation ($input: PasswordResetInput!) { passwordReset(input: $input) { reset userErrors { message } } }`,
		map[string]any{"input": map[string]any{"token": token, "newPassword": newPassword}}); !strings.Contains(answer, `"reset":true`) {
		a.Errorf("the owner sets no password: %s", answer)
	}
	body := `{"email": %q, "password": %q}`
	if status, answer := a.send("POST", "/api/v1/auth/login", fmt.Sprintf(body, email, newPassword), nil); status != http.StatusOK {
		a.Errorf("the owner does not get in: %d %s", status, answer)
	}
	if status, answer := a.send("POST", "/api/v1/auth/login", fmt.Sprintf(body, email, password), nil); status != http.StatusUnauthorized {
		a.Errorf("the password of before signs in: %d %s", status, answer)
	}
}

// squattedAddresses checks that registering the address of somebody else does not lock its owner out.
func (a target) squattedAddresses() {
	const email = "squatted@example.org"
	squatter := a.registerByREST(email)
	if answer := a.ask(squatter, `mutation { secondFactorBegin { setup { secret } userErrors { code message } } }`, nil); !strings.Contains(answer, "NOT_ALLOWED") {
		a.Errorf("a second step before the address is verified: %s", answer)
	}
	a.ask("", `mutation { passwordResetRequest(input: {email: "`+email+`"}) { received } }`, nil)
	a.setPassword(a.mailedToken("reset-password", email), email)
	for _, path := range []string{"/api/v1/auth/me", "/api/v1/auth/me/data", "/api/v1/cart"} {
		if status, answer := a.send("GET", path, "", bearer(squatter)); status != http.StatusUnauthorized {
			a.Errorf("the squatter reads %s: %d %s", path, status, answer)
		}
	}
}

// stolenSessions checks that a stolen session suffices neither to take over the account with another email address nor
// to delete it.
func (a target) stolenSessions() {
	const owner, thief = "robbed@example.org", "robber@example.org"
	session := a.registerByREST(owner)
	a.mailedToken("verify-email", owner) // an email sent after the change would go to the new address
	verify := func(token string) string {
		return a.ask("", `mutation ($token: String!) { emailVerify(input: {token: $token}) { verified userErrors { code } } }`, map[string]any{"token": token})
	}
	if status, answer := a.send("PUT", "/api/v1/auth/me/update", `{"email": "`+thief+`"}`, bearer(session)); status != http.StatusOK {
		a.Fatalf("%d %s", status, answer)
	}
	if answer := verify(a.mailedToken("verify-email", thief)); !strings.Contains(answer, `"verified":true`) {
		a.Fatal(answer)
	}
	link := a.mailedToken("undo-email", owner)
	if status, answer := a.send("POST", "/api/v1/auth/me/delete", `{"password": "`+password+`"}`, bearer(session)); status != http.StatusUnprocessableEntity {
		a.Errorf("the account is destroyed: %d %s", status, answer)
	}
	if status, answer := a.send("POST", "/api/v1/auth/register", `{"name": "Eve", "email": "`+owner+`", "password": "`+password+`"}`, nil); status != http.StatusConflict {
		a.Errorf("the former address is registered: %d %s", status, answer)
	}
	a.send("PUT", "/api/v1/auth/me/update", `{"email": "robber.again@example.org"}`, bearer(session))
	verify(a.mailedToken("verify-email", "robber.again@example.org"))
	answer := a.ask("", `mutation ($token: String!) { emailChangeUndo(input: {token: $token}) { email passwordResetToken userErrors { code } } }`,
		map[string]any{"token": link})
	reset := regexp.MustCompile(`"passwordResetToken":"([^"]+)"`).FindStringSubmatch(answer)
	if reset == nil {
		a.Fatalf("the owner undoes nothing: %s", answer)
	}
	if status, answer := a.send("GET", "/api/v1/auth/me", "", bearer(session)); status != http.StatusUnauthorized {
		a.Errorf("the stolen session goes on: %d %s", status, answer)
	}
	a.setPassword(reset[1], owner)
}
