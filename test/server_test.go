// Package test tests the whole program: it runs the shop as the command orrery does, and sends requests to it.
package test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lib/pq"

	"orrery/app"
	"orrery/auth"
	"orrery/db/dbtest"
	"orrery/shop"
)

// password is the password of all accounts that tests register.
const password = "Vogon-Poetry-3!"

// TestMain runs the tests where the program runs: at the top of the repository, whose files some of them read.
func TestMain(m *testing.M) {
	if err := os.Chdir(".."); err != nil {
		panic(err)
	}
	auth.HashQuickly()
	code := m.Run()
	for _, dir := range made {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

// demoFolder and plainFolder return the data folder of a shop that was started once, with and without the accounts of
// the demo. Tests start with copies, since filling one takes ten times as long.
var (
	demoFolder  = sync.OnceValues(func() (string, error) { return fill("1") })
	plainFolder = sync.OnceValues(func() (string, error) { return fill("0") })

	madeMu sync.Mutex
	made   []string // folders that fill has made
)

func fill(demo string) (string, error) {
	dir, err := os.MkdirTemp("", "orrery-filled-")
	if err != nil {
		return "", err
	}
	madeMu.Lock()
	made = append(made, dir)
	madeMu.Unlock()
	if err := dbtest.Prepare(dir, "client/node_modules"); err != nil {
		return "", err
	}
	env := map[string]string{"PORT": "0", "DATA_DIR": dir, "DEMO": demo}
	config, err := app.ReadConfig(func(name string) string { return env[name] })
	if err != nil {
		return "", err
	}
	ctx, stop := context.WithCancel(context.Background())
	return dir, app.Run(ctx, config, slog.New(slog.DiscardHandler), func(string, bool) { stop() })
}

// server is a running shop and the test that sends requests to it.
type server struct {
	*testing.T
	url     string
	dataDir string
	stop    func() // starts the graceful stop
}

// start runs a shop until the test ends or stop is called, with a data folder and a port of its own. Without settings,
// which are environment variables, it is a demo that limits no requests and sends webhooks to private addresses.
func start(t *testing.T, log *slog.Logger, settings map[string]string) server {
	t.Helper()
	env := map[string]string{"PORT": "0", "DATA_DIR": t.TempDir(), "RATE_LIMIT": "0", "PRIVATE_WEBHOOKS": "1"}
	maps.Copy(env, settings)
	folder := demoFolder
	if env["DEMO"] == "0" {
		folder = plainFolder
	}
	filled, err := folder()
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("cp", "-a", filled+"/.", env["DATA_DIR"]).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	config, err := app.ReadConfig(func(name string) string { return env[name] })
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	s := server{t, "", env["DATA_DIR"], stop}
	listening, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- app.Run(ctx, config, log, func(url string, _ bool) { listening <- url }) }()
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections() // the stop would wait for connections without a request
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	select {
	case s.url = <-listening:
	case err := <-ended:
		ended <- err
		t.Fatal(err)
	case <-time.After(2 * time.Minute):
		t.Fatal("the shop does not start")
	}
	s.eventually("the shop is ready", func() bool {
		response, err := http.Get(s.url + "/readyz")
		if err != nil {
			return false
		}
		_ = response.Body.Close()
		return response.StatusCode == http.StatusOK
	})
	return s
}

// startDemo runs a demo shop without a log.
func startDemo(t *testing.T) server {
	t.Helper()
	return start(t, slog.New(slog.DiscardHandler), nil)
}

// with returns the same shop for a subtest.
func (s server) with(t *testing.T) server {
	s.T = t
	return s
}

// send sends a request with a JSON body, unless header says otherwise, and follows redirects.
func (s server) send(method, path, body string, header map[string]string) (status int, answer string) {
	s.Helper()
	request, err := http.NewRequestWithContext(s.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for name, value := range header {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(text)
}

// eventually fails the test if the condition does not become true within 20 seconds.
func (s server) eventually(what string, condition func() bool) {
	s.Helper()
	for end := time.Now().Add(20 * time.Second); !condition(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			s.Fatalf("%s: not within 20 s", what)
		}
	}
}

// result is the response to a GraphQL operation.
type result struct {
	Data   map[string]any
	Errors []struct {
		Message    string
		Extensions struct{ Code string }
	}
}

// execute sends a GraphQL operation.
func (s server) execute(token, query string, variables map[string]any) (r result) {
	s.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		s.Fatal(err)
	}
	request, err := http.NewRequest(http.MethodPost, s.url+"/graphql", bytes.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if err := json.NewDecoder(response.Body).Decode(&r); err != nil {
		s.Fatal(err)
	}
	return r
}

// bearer returns the header that sends a token; none for a visitor, who has none.
func bearer(token string) map[string]string {
	if token == "" {
		return nil
	}
	return map[string]string{"Authorization": "Bearer " + token}
}

// register creates an account and returns the token of its session.
func (s server) register(name, email string) string {
	s.Helper()
	made := s.execute("", `mutation ($name: String!, $email: String!, $password: String!) { userRegister(input: {name: $name, email: $email, password: $password}) { token } }`,
		map[string]any{"name": name, "email": email, "password": password})
	token, ok := made.Data["userRegister"].(map[string]any)["token"].(string)
	if !ok {
		s.Fatalf("not registered: %+v", made)
	}
	return token
}

// login signs in to an account that a test has registered and returns the token of the new session.
func (s server) login(email string) string {
	s.Helper()
	return s.loginWith(email, password)
}

// loginDemoAdmin signs in as the administrator of the demo.
func (s server) loginDemoAdmin() string {
	s.Helper()
	return s.loginWith("admin@orrery.example", "Orrery-Admin-1!")
}

func (s server) loginWith(email, password string) string {
	s.Helper()
	in := s.execute("", `mutation ($email: String!, $password: String!) { userLogin(input: {email: $email, password: $password}) { token } }`,
		map[string]any{"email": email, "password": password})
	token, ok := in.Data["userLogin"].(map[string]any)["token"].(string)
	if !ok {
		s.Fatalf("not signed in: %+v", in)
	}
	return token
}

// createAdmin creates the administrator admin@example.org and returns the token of a session.
func (s server) createAdmin() string {
	s.Helper()
	s.register("admin", "admin@example.org")
	if _, err := s.database("orrery").ExecContext(s.Context(), `UPDATE users SET role = 'admin' WHERE email = 'admin@example.org'`); err != nil {
		s.Fatal(err)
	}
	return s.login("admin@example.org")
}

// createKey creates an API key with the given scope, or without scopes, and returns its secret.
func (s server) createKey(admin, scope string) string {
	s.Helper()
	made := s.execute(admin, fmt.Sprintf(`mutation { apiKeyCreate(input: {name: "Example", scopes: [%s]}) { secret } }`, scope), nil)
	return made.Data["apiKeyCreate"].(map[string]any)["secret"].(string)
}

// createStaff registers an account whose role has the given scopes, and those that they need.
func (s server) createStaff(admin, email string, scopes ...shop.Scope) {
	s.Helper()
	s.register("Staff", email)
	made := s.execute(admin, `mutation ($role: StaffRoleCreateInput!) { staffRoleCreate(input: $role) { staffRole { id } } }`,
		map[string]any{"role": map[string]any{"name": email, "scopes": upper(scopes), "needsFactor": false}})
	role := made.Data["staffRoleCreate"].(map[string]any)["staffRole"].(map[string]any)["id"]
	found := s.execute(admin, `query ($email: String!) { customers(filter: {search: $email}) { nodes { id } } }`, map[string]any{"email": email})
	account := found.Data["customers"].(map[string]any)["nodes"].([]any)[0].(map[string]any)["id"]
	if _, err := s.database("orrery").ExecContext(s.Context(), `UPDATE users SET email_verified_at = now() WHERE id = $1`, account); err != nil {
		s.Fatal(err)
	}
	given := s.execute(admin, `mutation ($in: StaffRoleAssignInput!) { staffRoleAssign(input: $in) { customer { staffRole { id } } } }`,
		map[string]any{"in": map[string]any{"accountId": account, "roleId": role}})
	if len(given.Errors) > 0 || given.Data["staffRoleAssign"].(map[string]any)["customer"] == nil {
		s.Fatalf("no staff: %+v", given)
	}
}

// upper returns scopes as the GraphQL API spells them.
func upper(scopes []shop.Scope) (names []string) {
	for _, scope := range scopes {
		names = append(names, strings.ToUpper(string(scope)))
	}
	return names
}

// database connects to a database of the embedded PostgreSQL as its superuser.
func (s server) database(name string) *sql.DB {
	connector, err := pq.NewConnector(fmt.Sprintf("host=%s port=5432 user=postgres dbname=%s sslmode=disable", filepath.Join(s.dataDir, "postgres.socket"), name))
	if err != nil {
		s.Fatal(err)
	}
	pool := sql.OpenDB(connector)
	s.Cleanup(func() { _ = pool.Close() })
	return pool
}
