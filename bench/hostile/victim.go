package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
)

// victim is the running shop, with its routes, its schema and the tokens that an attacker may have.
type victim struct {
	url, address string // address: host and port
	pid          int
	log          string
	tokens       []string // of an administrator, a customer and a visitor
	routes       []route
	schema       *ast.Schema
	pictures     []string
}

func newVictim(url string, pid int, log string) (*victim, error) {
	v := &victim{url: url, address: strings.TrimPrefix(url, "http://"), pid: pid, log: log, pictures: pictures()}
	for _, who := range [][2]string{
		{"admin@orrery.example", "Orrery-Admin-1!"}, {"customer@orrery.example", "Orrery-Customer-1!"},
	} {
		body, err := json.Marshal(map[string]string{"email": who[0], "password": who[1]})
		if err != nil {
			return nil, err
		}
		response, err := http.Post(url+"/api/v1/auth/login", "application/json", bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		var session struct{ Token string }
		err = json.NewDecoder(response.Body).Decode(&session)
		_ = response.Body.Close()
		if err != nil || session.Token == "" {
			return nil, fmt.Errorf("sign in as %s: %d, %v", who[0], response.StatusCode, err)
		}
		v.tokens = append(v.tokens, session.Token)
	}
	v.tokens = append(v.tokens, "")
	if err := v.readRoutes(); err != nil {
		return nil, err
	}
	return v, v.readSchema()
}

func (v *victim) readSchema() error {
	names, err := filepath.Glob("graph/schema/*.graphqls")
	if err != nil {
		return err
	}
	var sources []*ast.Source
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		sources = append(sources, &ast.Source{Name: name, Input: string(text)})
	}
	v.schema, err = gqlparser.LoadSchema(sources...)
	return err
}

// verify checks after the attacks that the shop is ready, that the sessions are valid and that the log has no errors.
func (v *victim) verify() (fails []string) {
	for _, want := range []struct{ path, token string }{
		{"/readyz", ""}, {"/api/v1/auth/me", v.tokens[0]}, {"/api/v1/auth/me", v.tokens[1]},
	} {
		request, err := http.NewRequest(http.MethodGet, v.url+want.path, nil)
		if err != nil {
			return append(fails, err.Error())
		}
		request.Header.Set("Authorization", "Bearer "+want.token)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			fails = append(fails, err.Error())
			continue
		}
		_ = response.Body.Close()
		if response.StatusCode != http.StatusOK {
			fails = append(fails, fmt.Sprintf("%s answers %d afterwards", want.path, response.StatusCode))
		}
	}
	log, err := os.ReadFile(v.log)
	if err != nil {
		return append(fails, err.Error())
	}
	for line := range strings.Lines(string(log)) {
		if strings.Contains(line, "level=ERROR") || strings.Contains(line, "panic") {
			fails = append(fails, "the log has "+line[:min(len(line), 600)])
		}
	}
	return fails
}
