// Package buyers are the people of the benches who fill carts and order, over and over, whatever happens to the shop meanwhile.
package buyers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"
)

// Shop is where they buy. URL says where it is at the moment.
type Shop struct{ URL func() string }

var client = &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

// ErrRefused is the error of an answer that says when to come back.
var ErrRefused = errors.New("503 with Retry-After")

// Ask sends a document. Any error means that nobody knows whether it was carried out.
func (s Shop) Ask(token, query string, variables map[string]any, into any) error {
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodPost, s.URL()+"/graphql", bytes.NewReader(body))
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

// Password is that of all of them.
const Password = "Conveyor-belt-7!"

var registered atomic.Int64

// Register makes so many accounts.
func (s Shop) Register(number int) ([]*Buyer, error) {
	all := make([]*Buyer, number)
	for i := range all {
		b := &Buyer{Shop: s, name: fmt.Sprint(registered.Add(1))}
		b.Email = "buyer-" + b.name + "@example.org"
		var out struct{ UserRegister struct{ Token string } }
		err := s.Ask("", `mutation ($input: UserRegisterInput!) { userRegister(input: $input) { token } }`, map[string]any{"input": map[string]any{
			"name": "Buyer", "email": b.Email, "password": Password}}, &out)
		if err != nil || out.UserRegister.Token == "" {
			return nil, fmt.Errorf("register: %v", err)
		}
		b.token = out.UserRegister.Token
		all[i] = b
	}
	return all, nil
}
