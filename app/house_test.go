package app

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

// house says which of our packages each package may import: app -> doors and jobs -> db -> shop, nothing back and
// nothing sideways. The doors (graph, rest, web) also ask auth who is calling. A package that is missing here has no room yet.
var house = map[string][]string{
	"orrery":                  {"app"},
	"orrery/app":              {"respcache", "auth", "blob", "client", "db", "db/dump", "db/embedded", "db/seed", "admission", "graph", "jobs", "telemetry", "rest", "shop", "web"},
	"orrery/graph":            {"respcache", "auth", "db", "admission", "graph/connection", "graph/gen", "graph/scalar", "telemetry", "shop"},
	"orrery/graph/gen":        {"graph/connection", "graph/scalar", "graph/wire", "shop"},
	"orrery/graph/connection": {"shop"},
	"orrery/graph/scalar":     {},
	"orrery/graph/wire":       {},
	"orrery/rest":             {"respcache", "auth", "blob", "db", "admission", "telemetry", "pdf", "shop"},
	"orrery/web":              {"respcache", "auth", "blob", "client", "db", "admission", "telemetry", "pdf", "shop"},
	"orrery/respcache":        {},
	"orrery/admission":        {"telemetry", "shop"},
	"orrery/telemetry":        {},
	"orrery/pdf":              {"shop"},
	"orrery/jobs":             {"db", "telemetry", "shop"},
	"orrery/auth":             {"db", "admission", "shop"},
	"orrery/db":               {"db/pg", "db/seed", "shop"},
	"orrery/db/pg":            {"shop"},
	"orrery/db/dbtest":        {"db", "db/embedded", "shop"},
	"orrery/db/dump":          {"db/embedded"},
	"orrery/db/embedded":      {},
	"orrery/db/seed":          {"shop"},
	"orrery/blob":             {"shop"},
	"orrery/client":           {},
	"orrery/shop":             {},
	"orrery/bench/binary":     {},
	"orrery/bench/buyers":     {},
	"orrery/bench/crash":      {"bench/binary", "bench/buyers"},
	"orrery/bench/faults":     {"bench/binary", "bench/buyers", "db/embedded"},
	"orrery/bench/hostile":    {"bench/binary"},
	"orrery/bench/lists":      {"bench/binary", "db/dbtest"},
	"orrery/bench/load":       {},
	"orrery/bench/scale":      {"bench/binary", "bench/load", "bench/wares", "db/dbtest"},
	"orrery/bench/strangers":  {"bench/binary"},
	"orrery/bench/topology":   {"bench/binary", "bench/buyers", "db/embedded"},
	"orrery/bench/wares":      {"bench/load"},
	"orrery/bench/works":      {"bench/binary", "bench/load", "bench/wares", "db/embedded"},
}

// imports maps each of our packages to what it imports outside of its tests.
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

func TestHouseImportsPointOneWay(t *testing.T) {
	for room, imported := range imports(t) {
		allowed, known := house[room]
		if !known {
			t.Errorf("%s has no place in the house: give it one in app/house_test.go", room)
		}
		for _, path := range imported {
			ours, isOurs := strings.CutPrefix(path, "orrery/")
			if isOurs && !slices.Contains(allowed, ours) {
				t.Errorf("%s imports %s", room, path)
			}
		}
	}
}

// Package pg knows lists and errors of the shop, and no noun.
func TestHousePlumbingNamesNoNoun(t *testing.T) {
	allowed := []string{"BadCursor", "MaxCount", "Page", "PageArgs", "Unreachable"}
	eachSelector(t, "db/pg/*.go", func(at token.Position, pkg, name string) {
		if pkg == "shop" && !slices.Contains(allowed, name) {
			t.Errorf("%s: pg names shop.%s", at, name)
		}
	})
}

// eachSelector calls found for each pkg.Name in the files of a pattern that are no tests.
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

// The rules of the shop are pure: no network, no files, no database, no clock, no chance, no logging.
func TestHouseShopIsPure(t *testing.T) {
	impure := []string{"crypto/rand", "database/sql", "io/fs", "log", "math/rand", "net", "os", "runtime", "syscall", "testing", "unsafe"}
	for _, path := range imports(t)["orrery/shop"] {
		for _, room := range impure {
			if path == room || strings.HasPrefix(path, room+"/") && path != "net/mail" && path != "net/netip" && path != "net/url" {
				t.Errorf("shop imports %s", path)
			}
		}
	}

	clock := []string{"After", "AfterFunc", "NewTicker", "NewTimer", "Now", "Since", "Sleep", "Tick", "Until"}
	eachSelector(t, "shop/*.go", func(at token.Position, pkg, name string) {
		if pkg == "time" && slices.Contains(clock, name) {
			t.Errorf("%s: shop reads the clock with time.%s", at, name)
		}
	})
}
