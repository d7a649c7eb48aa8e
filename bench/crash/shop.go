package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"orrery/bench/binary"
)

// stock is what the two products of the load begin with.
const stock = 1_000_000

// shop is the running binary and its data folder.
type shop struct {
	dir string

	mu      sync.RWMutex
	url     string
	process *exec.Cmd
}

// start runs the binary and waits until it answers.
func (s *shop) start() error {
	process, url, err := binary.Start(s.dir)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.url, s.process = url, process
	return nil
}

// kill ends the shop, or its PostgreSQL, the hard way. The shop ends with its PostgreSQL.
func (s *shop) kill(postgres bool) error {
	victim := s.process.Process.Pid
	if postgres {
		var err error
		if victim, err = binary.Postmaster(s.dir); err != nil {
			return err
		}
	}
	if err := syscall.Kill(victim, syscall.SIGKILL); err != nil {
		return err
	}
	_ = s.process.Wait()
	return nil
}

func (s *shop) stop() {
	_ = s.process.Process.Signal(syscall.SIGTERM)
	_ = s.process.Wait()
}

// prepare fills the shelves and registers the buyers.
func (s *shop) prepare(buyers int) ([]string, error) {
	pool, err := binary.Database(s.dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = pool.Close() }()
	if _, err := pool.Exec(`UPDATE products SET stock = $1 WHERE id IN (1, 3)`, stock); err != nil {
		return nil, err
	}
	tokens := make([]string, buyers)
	for i := range tokens {
		var out struct{ UserRegister struct{ Token string } }
		err := s.ask("", `mutation ($input: UserRegisterInput!) { userRegister(input: $input) { token } }`, map[string]any{"input": map[string]any{
			"name": "Buyer", "email": fmt.Sprintf("buyer-%d@example.org", i), "password": "aA1!aA1!"}}, &out)
		if err != nil || out.UserRegister.Token == "" {
			return nil, fmt.Errorf("register: %v", err)
		}
		tokens[i] = out.UserRegister.Token
	}
	return tokens, nil
}

var client = &http.Client{Timeout: 10 * time.Second}

// ask sends a document. Any error means that nobody knows whether it was carried out.
func (s *shop) ask(token, query string, variables map[string]any, into any) error {
	s.mu.RLock()
	url := s.url
	s.mu.RUnlock()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodPost, url+"/graphql", bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	var answer struct {
		Data   json.RawMessage
		Errors []struct{ Message string }
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	if len(answer.Errors) > 0 {
		return errors.New(answer.Errors[0].Message)
	}
	return json.Unmarshal(answer.Data, into)
}
