package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
)

// route is an operation of the shop's OpenAPI document.
type route struct {
	method, path string
	query        []string
	fields       []string // of the request body
	form         bool
}

func (v *victim) readRoutes() error {
	response, err := http.Get(v.url + "/api/v1/openapi.json")
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	type schema struct {
		Ref        string `json:"$ref"`
		Properties map[string]any
	}
	var described struct {
		Paths      map[string]map[string]json.RawMessage
		Components struct{ Schemas map[string]schema }
	}
	if err := json.NewDecoder(response.Body).Decode(&described); err != nil {
		return err
	}
	for at, operations := range described.Paths {
		for method, text := range operations {
			if method == "parameters" {
				continue
			}
			var operation struct {
				Parameters  []struct{ Name, In string }
				RequestBody struct {
					Content map[string]struct{ Schema schema }
				}
			}
			if err := json.Unmarshal(text, &operation); err != nil {
				return err
			}
			r := route{method: strings.ToUpper(method), path: "/api/v1" + at}
			for _, p := range operation.Parameters {
				if p.In == "query" {
					r.query = append(r.query, p.Name)
				}
			}
			for media, content := range operation.RequestBody.Content {
				r.form = media == "multipart/form-data"
				body := content.Schema
				if body.Ref != "" {
					body = described.Components.Schemas[path.Base(body.Ref)]
				}
				for field := range body.Properties {
					r.fields = append(r.fields, field)
				}
			}
			slices.Sort(r.fields)
			v.routes = append(v.routes, r)
		}
	}
	slices.SortFunc(v.routes, func(a, b route) int { return strings.Compare(a.path+a.method, b.path+b.method) })
	if len(v.routes) == 0 {
		return errors.New("the shop describes no routes")
	}
	return nil
}

// restCall returns an unusual request to a random route. A logout is sent without a token, since it would end the
// session.
func (v *victim) restCall(d dice) attack {
	r := pick(d, v.routes)
	a := attack{method: r.method, target: r.path, headers: []string{v.caller(d)}}
	if strings.HasSuffix(r.path, "/logout") {
		a.headers = nil
	}
	for strings.Contains(a.target, "{") {
		from, to := strings.Index(a.target, "{"), strings.Index(a.target, "}")
		id := pick(d, []string{"1", "3", "99", text(d)})
		a.target = a.target[:from] + url.PathEscape(id[:min(len(id), 6000)]) + a.target[to+1:]
	}
	var query []string
	for _, name := range r.query {
		query = append(query, name+"="+url.QueryEscape(pick(d, []string{"1", "2", number(d), text(d)})))
	}
	if len(query) > 0 {
		a.target += "?" + strings.Join(query, "&")
	}
	if d.chance(10) {
		a.method = pick(d, []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
			"PROPFIND", "get", "X"})
	}
	switch {
	case r.form:
		return v.fill(d, r, a)
	case len(r.fields) > 0 || d.chance(5):
		a.body = corrupted(d, object(d, r.fields))
		a.headers = append(a.headers, media(d, "application/json"))
		if d.chance(12) {
			a.missing = 1 + d.IntN(1000)
		}
	}
	return a
}
