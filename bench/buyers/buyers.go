// Package buyers simulates customers for the benchmarks. They fill carts and place orders in a loop, also while the
// shop fails.
package buyers

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"
)

// Shop is a client of a shop.
type Shop struct {
	URL     func() string // the current base URL
	Timeout time.Duration // of a request; 0: that of the client
}

var client = &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

// ErrRefused is returned for a 503 response with a Retry-After header.
var ErrRefused = errors.New("503 with Retry-After")

// Ask sends a GraphQL document and decodes the data of the response into the value that into points to. After an error
// it is unknown whether the operation was executed.
func (s Shop) Ask(token, query string, variables map[string]any, into any) error {
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return err
	}
	ctx := context.Background()
	if s.Timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, s.Timeout)
		defer cancel()
		ctx = limited
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL()+"/graphql", bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode == http.StatusServiceUnavailable && response.Header.Get("Retry-After") != "" {
		return ErrRefused
	}
	var answer struct {
		Data   json.RawMessage
		Errors []struct{ Message string }
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return fmt.Errorf("%s: %w", response.Status, err)
	}
	if len(answer.Errors) > 0 {
		return errors.New(answer.Errors[0].Message)
	}
	return json.Unmarshal(answer.Data, into)
}

// Password is the password of every registered account.
const Password = "Conveyor-belt-7!"

var registered atomic.Int64

// Register creates number accounts.
func (s Shop) Register(number int) ([]*Buyer, error) {
	all := make([]*Buyer, number)
	for i := range all {
		b := &Buyer{Shop: s, name: fmt.Sprint(registered.Add(1))}
		b.Email = "buyer-" + b.name + "@example.org"
		var out struct{ UserRegister struct{ Token string } }
		err := s.Ask("", `mutation ($input: UserRegisterInput!) { userRegister(input: $input) { token } }`,
			map[string]any{"input": map[string]any{"name": "Buyer", "email": b.Email, "password": Password}}, &out)
		if err != nil || out.UserRegister.Token == "" {
			return nil, fmt.Errorf("register: %v", err)
		}
		b.token = out.UserRegister.Token
		all[i] = b
	}
	return all, nil
}

// SignIn returns a session token of the demo's administrator.
func (s Shop) SignIn() (token string, err error) {
	var out struct{ UserLogin struct{ Token string } }
	err = s.Ask("", `mutation {
		userLogin(input: {email: "admin@orrery.example", password: "Orrery-Admin-1!"}) { token } }`, nil, &out)
	if err == nil && out.UserLogin.Token == "" {
		err = errors.New("the administrator can't sign in")
	}
	return out.UserLogin.Token, err
}

// Verify marks the addresses of all registered accounts as verified: an unverified address receives only a few mails
// a day.
func Verify(pool *sql.DB) error {
	_, err := pool.Exec(`UPDATE users SET email_verified_at = now() WHERE email LIKE 'buyer-%@example.org'`)
	return err
}
