package graph_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql/errcode"

	"orrery/graph"
)

// codesIn returns the codes that the sources of a folder declare as constants: of type Code, or with a name that begins with code.
func codesIn(t *testing.T, folder string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no sources in %s: %v", folder, err)
	}
	codes := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 {
				return true
			}
			text, ok := spec.Values[0].(*ast.BasicLit)
			of, _ := spec.Type.(*ast.Ident)
			if ok && text.Kind == token.STRING && (of != nil && of.Name == "Code" || strings.HasPrefix(spec.Names[0].Name, "code")) {
				code, err := strconv.Unquote(text.Value)
				if err != nil {
					t.Fatal(err)
				}
				codes[code] = true
			}
			return true
		})
	}
	return codes
}

// The documents list exactly the codes that occur, and the schema those that userErrors have.
func TestCodesAreDocumented(t *testing.T) {
	codes := codesIn(t, "../shop")
	maps.Copy(codes, codesIn(t, "server"))
	codes[errcode.ParseFailed], codes[errcode.ValidationFailed] = true, true
	if len(codes) < 25 {
		t.Errorf("only %d codes were found in the sources", len(codes))
	}
	text, err := os.ReadFile("../docs/api/pages.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([A-Z_]+)` \\|").FindAllStringSubmatch(string(text), -1) {
		documented[row[1]] = true
	}
	if want, got := slices.Sorted(maps.Keys(codes)), slices.Sorted(maps.Keys(documented)); !slices.Equal(want, got) {
		t.Errorf("docs/api/pages.md lists\n%v\nand the sources have\n%v", got, want)
	}
	for _, value := range graph.NewSchema(&graph.Resolver{}).Schema().Types["UserErrorCode"].EnumValues {
		if !documented[value.Name] {
			t.Errorf("the schema has %s", value.Name)
		}
	}
}

// The field of an error is one of the input.
func TestErrorsNameAFieldOfTheInput(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	for field, c := range map[string]struct {
		query     string
		variables vars
	}{
		"accountId": {`mutation { payload: staffRoleAssign(input: {accountId: "` + noSuchID + `"}) { userErrors { code field } } }`, nil},
		"restore":   {`mutation { payload: settingsRestore(input: {restore: 99, version: 1}) { userErrors { code field } } }`, nil},
		"quantity": {`mutation ($input: CellPlanInput!) { payload: cellPlanQuote(input: {name: "A", email: "a@example.org", cell: $input,
			quantity: 0, idempotencyKey: "k"}) { userErrors { code field } } }`, cell(nil)},
	} {
		if got := d.must(admin, c.query, c.variables).at("payload.userErrors.0.field"); fmt.Sprint(got) != "["+field+"]" {
			t.Errorf("the field is %v, want %s", got, field)
		}
	}
	r := d.ask(admin, `{ deliveries(webhookId: "3") { nodes { id } } }`, nil)
	if r.code() != "NOT_FOUND" || fmt.Sprint(r.Errors[0].Extensions.Field) != "[webhookId]" {
		t.Errorf("an argument: %+v", r.Errors)
	}
}
