package test

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

var exampleTitle = regexp.MustCompile(`^# [^:\n]+: .+\n`)

// The examples of the playground are valid for the schema that /schema.graphql returns. Queries are also run.
func TestPlaygroundExamples(t *testing.T) {
	s := startDemo(t)
	admin := s.loginDemoAdmin()
	request, err := http.NewRequest(http.MethodGet, s.url+"/schema.graphql", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+admin)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	sdl, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := gqlparser.LoadSchema(&ast.Source{Input: string(sdl)})
	if err != nil {
		t.Fatal(err)
	}

	files, err := filepath.Glob("client/src/features/playground/examples/*.graphql")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	titles := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		title := exampleTitle.FindString(string(text))
		if title == "" || titles[title] {
			t.Errorf("%s has no title of its own", file)
		}
		titles[title] = true
		variables := map[string]any{}
		if given, err := os.ReadFile(strings.TrimSuffix(file, "graphql") + "json"); err == nil {
			if err := json.Unmarshal(given, &variables); err != nil {
				t.Errorf("%s: %v in its variables", file, err)
			}
		}
		document, errs := gqlparser.LoadQueryWithRules(schema, string(text), rules.NewDefaultRules())
		if len(errs) > 0 {
			t.Errorf("%s: %v", file, errs)
			continue
		}
		if len(document.Operations) != 1 {
			t.Errorf("%s has %d operations", file, len(document.Operations))
		}
		operation := document.Operations[0]
		if _, err := validator.VariableValues(schema, operation, variables); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if operation.Operation != ast.Query {
			continue
		}
		if answer := s.execute(admin, string(text), variables); len(answer.Errors) > 0 {
			t.Errorf("%s answers %+v", file, answer.Errors)
		}
	}
}
