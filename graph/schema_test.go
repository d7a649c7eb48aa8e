package graph_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
)

func schema(t *testing.T) *ast.Schema {
	t.Helper()
	names, err := filepath.Glob("schema/*.graphqls")
	if err != nil || len(names) == 0 {
		t.Fatalf("no schema files: %v", err)
	}
	var sources []*ast.Source
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, &ast.Source{Name: name, Input: string(text)})
	}
	parsed, err := gqlparser.LoadSchema(sources...)
	if err != nil {
		t.Fatalf("load the schema: %v", err)
	}
	return parsed
}

// The schema is written for its readers: every type, field, argument and enum value says what it is.
func TestSchemaIsDescribed(t *testing.T) {
	described := 0
	need := func(name, description string) {
		described++
		if description == "" {
			t.Errorf("%s has no description", name)
		}
	}
	arguments := func(of string, list ast.ArgumentDefinitionList) {
		for _, argument := range list {
			need(of+"("+argument.Name+":)", argument.Description)
		}
	}

	parsed := schema(t)
	for _, definition := range parsed.Types {
		if definition.BuiltIn {
			continue
		}
		need(definition.Name, definition.Description)
		for _, field := range definition.Fields {
			if field.Position == nil { // __schema and __type, which the parser adds
				continue
			}
			name := definition.Name + "." + field.Name
			need(name, field.Description)
			arguments(name, field.Arguments)
		}
		for _, value := range definition.EnumValues {
			need(definition.Name+"."+value.Name, value.Description)
		}
	}
	for _, directive := range parsed.Directives {
		if !directive.Position.Src.BuiltIn {
			need("@"+directive.Name, directive.Description)
			arguments("@"+directive.Name, directive.Arguments)
		}
	}
	if described == 0 {
		t.Fatal("nothing was looked at")
	}
}
