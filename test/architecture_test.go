package test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mayImport lists the packages of this module that each package may import outside of its tests:
// app -> graph, rest, agent, web, jobs -> auth -> db -> shop. Every package has to be listed.
var mayImport = map[string][]string{
	"orrery": {"app"},
	"orrery/app": {"agent", "respcache", "auth", "blob", "client", "db", "db/dump", "db/embedded",
		"admission", "graph", "graph/server", "jobs", "telemetry", "rest", "shop", "stripe", "web"},
	"orrery/agent": {"admission", "auth", "db", "db/outbox", "shop", "shop/cell", "telemetry"},
	"orrery/graph": {"auth", "db", "db/outbox", "graph/connection", "graph/gen",
		"graph/server", "shop", "shop/cell"},
	"orrery/graph/server":     {"respcache", "auth", "admission", "telemetry", "graph/scalar", "shop"},
	"orrery/graph/gen":        {"graph/connection", "graph/scalar", "graph/wire", "shop", "shop/cell"},
	"orrery/graph/connection": {"shop"},
	"orrery/graph/scalar":     {},
	"orrery/graph/wire":       {},
	"orrery/rest": {"respcache", "auth", "bank", "blob", "db", "admission", "telemetry", "pdf", "shop",
		"shop/cell"},
	"orrery/web": {"respcache", "auth", "blob", "db", "admission", "telemetry", "pdf", "shop",
		"web/ssr"},
	"orrery/web/ssr":   {"telemetry"},
	"orrery/respcache": {},
	"orrery/admission": {"telemetry", "shop"},
	"orrery/telemetry": {},
	"orrery/pdf":       {"shop"},
	"orrery/jobs":      {"db", "db/outbox", "telemetry", "shop"},
	"orrery/auth":      {"db", "admission", "shop"},
	"orrery/db": {"db/account", "db/agent", "db/base", "db/cart", "db/catalogue", "db/content", "db/ops", "db/order", "db/outbox",
		"db/partner", "db/payment", "db/pg", "db/preorder", "db/quote", "db/user", "shop"},
	"orrery/db/ops": {"db/base", "db/catalogue", "db/content", "db/order", "db/pg", "shop"},
	"orrery/db/account": {"db/base", "db/cart", "db/catalogue", "db/content", "db/ops", "db/order", "db/pg",
		"db/preorder", "db/quote", "db/user", "shop"},
	"orrery/db/agent":          {"db/base", "db/cart", "db/pg", "shop"},
	"orrery/db/payment":        {"db/base", "db/order", "db/pg", "shop"},
	"orrery/db/quote":          {"db/base", "db/catalogue", "db/order", "db/pg", "shop", "shop/cell"},
	"orrery/db/preorder":       {"db/base", "db/catalogue", "db/pg", "db/user", "shop"},
	"orrery/db/order":          {"db/base", "db/cart", "db/catalogue", "db/pg", "db/user", "shop"},
	"orrery/db/cart":           {"db/base", "db/catalogue", "db/pg", "shop"},
	"orrery/db/partner":        {"db/base", "db/outbox", "db/pg", "shop"},
	"orrery/db/content":        {"db/base", "db/catalogue", "db/pg", "shop"},
	"orrery/db/catalogue":      {"db/base", "db/pg", "shop", "shop/cell"},
	"orrery/db/user":           {"db/base", "db/pg", "shop", "shop/cell"},
	"orrery/db/outbox":         {"db/base", "db/order", "db/pg", "shop"},
	"orrery/db/base":           {"db/pg", "shop"},
	"orrery/db/pg":             {"shop"},
	"orrery/db/dbtest":         {"auth", "db", "db/embedded", "shop"},
	"orrery/db/dump":           {"db/embedded"},
	"orrery/db/embedded":       {},
	"orrery/db/seed":           {"shop"},
	"orrery/bank":              {"shop"},
	"orrery/blob":              {"shop"},
	"orrery/client":            {},
	"orrery/shop":              {},
	"orrery/shop/cell":         {"shop"},
	"orrery/stripe":            {"shop"},
	"orrery/bench/binary":      {},
	"orrery/bench/buyers":      {},
	"orrery/bench/crash":       {"bench/binary", "bench/buyers"},
	"orrery/bench/crawl":       {"bench/binary", "bench/wares"},
	"orrery/bench/faults":      {"bench/binary", "bench/buyers", "db/embedded"},
	"orrery/bench/hostile":     {"bench/binary"},
	"orrery/bench/lists":       {"bench/binary", "bench/buyers", "db/dbtest"},
	"orrery/bench/load":        {},
	"orrery/bench/scale":       {"bench/binary", "bench/load", "bench/wares", "db/dbtest"},
	"orrery/bench/strangers":   {"bench/binary"},
	"orrery/bench/subscribers": {"bench/binary", "bench/buyers"},
	"orrery/bench/topology":    {"bench/binary", "bench/buyers", "db/embedded"},
	"orrery/bench/wares":       {"bench/load"},
	"orrery/bench/works":       {"bench/binary", "bench/load", "bench/wares", "db/embedded", "db/outbox"},
	"orrery/test":              {},
}

// maxFiles is the maximum number of Go files in a folder, not counting tests, generated files and files of a noun, whose
// names begin with that of a file of the schema, such as orderplace.go.
const maxFiles = 20

// imports maps each package of this module to the packages that it imports outside of its tests.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	found := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		found[words[0]] = words[1:]
	}
	return found
}

func TestImportsPointOneWay(t *testing.T) {
	for importer, imported := range imports(t) {
		allowed, listed := mayImport[importer]
		if !listed {
			t.Errorf("%s is not listed in mayImport, test/architecture_test.go", importer)
		}
		for _, name := range allowed {
			if !slices.Contains(imported, "orrery/"+name) {
				t.Errorf("%s may import %s and does not; remove it from mayImport, test/architecture_test.go", importer, name)
			}
		}
		for _, path := range imported {
			name, isOurs := strings.CutPrefix(path, "orrery/")
			if isOurs && !slices.Contains(allowed, name) {
				t.Errorf("%s imports %s", importer, path)
			}
		}
	}
}

func TestFoldersAreSmall(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .GoFiles " "}}`, "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	nouns, err := filepath.Glob("graph/schema/*.graphqls")
	if err != nil || len(nouns) == 0 {
		t.Fatalf("no schema: %v", err)
	}
	ofNoun := func(name string) bool {
		return slices.ContainsFunc(nouns, func(schema string) bool {
			return strings.HasPrefix(name, strings.TrimSuffix(filepath.Base(schema), ".graphqls"))
		})
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		folder, files := words[0], 0
		for _, name := range words[1:] {
			if !ofNoun(name) && !strings.HasSuffix(name, ".generated.go") {
				files++
			}
		}
		if files > maxFiles {
			t.Errorf("%s has %d files that belong to no noun, more than %d: split it", folder, files, maxFiles)
		}
	}
}

// Package pg may use the pagination and the errors of package shop, and no entity.
func TestPGNamesNothingOfTheShop(t *testing.T) {
	allowed := []string{"BadCursor", "MaxCount", "Page", "PageArgs", "Unreachable"}
	eachSelector(t, "db/pg/*.go", func(at token.Position, pkg, name string) {
		if pkg == "shop" && !slices.Contains(allowed, name) {
			t.Errorf("%s: pg names shop.%s", at, name)
		}
	})
}

// eachSelector calls found for each pkg.Name in the files that match pattern, except tests.
func eachSelector(t *testing.T, pattern string, found func(at token.Position, pkg, name string)) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if use, ok := n.(*ast.SelectorExpr); ok {
				if pkg, ok := use.X.(*ast.Ident); ok {
					found(set.Position(use.Pos()), pkg.Name, use.Sel.Name)
				}
			}
			return true
		})
	}
}

// Package shop does no I/O, reads no clock, draws no random numbers and logs nothing.
func TestShopIsPure(t *testing.T) {
	impure := []string{"crypto/rand", "database/sql", "io/fs", "log", "math/rand", "net", "os", "runtime", "syscall",
		"testing", "unsafe"}
	all := imports(t)
	for _, pure := range []string{"orrery/shop", "orrery/shop/cell"} {
		for _, path := range all[pure] {
			for _, prefix := range impure {
				if path == prefix || strings.HasPrefix(path, prefix+"/") &&
					path != "net/mail" && path != "net/netip" && path != "net/url" {
					t.Errorf("%s imports %s", pure, path)
				}
			}
		}
	}

	clock := []string{"After", "AfterFunc", "NewTicker", "NewTimer", "Now", "Since", "Sleep", "Tick", "Until"}
	for _, files := range []string{"shop/*.go", "shop/cell/*.go"} {
		eachSelector(t, files, func(at token.Position, pkg, name string) {
			if pkg == "time" && slices.Contains(clock, name) {
				t.Errorf("%s: shop reads the clock with time.%s", at, name)
			}
		})
	}
}
