//go:build ignore

// Command generate runs gqlgen, and takes from what it writes what our answers have no use for: goroutines for the elements of
// lists, which are in memory; for fields that are in memory, what serves resolvers; and @defer, since answers are sent in one
// piece. That is a third of a list's price, and a quarter of the code. It fails when gqlgen writes something else than it did.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/99designs/gqlgen/api"
	"github.com/99designs/gqlgen/codegen/config"
	"golang.org/x/tools/imports"
)

const folder = "graph/gen"

// rewriting replaces what gqlgen writes.
type rewriting struct {
	from *regexp.Regexp
	to   string
}

func replace(from, to string) rewriting { return rewriting{regexp.MustCompile(from), to} }

var rewritings = []rewriting{
	replace(`graphql\.MarshalSliceConcurrently\(`, `wire.List(`),

	replace(`\tdeferredFieldSet := .*\n\tdeferLabelToView := .*\n`, ``),
	replace(`(?s)\t*if field\.IsDeferred\(\) \{.*?continue\n\t*\}\n`, ``),
	replace(`(?s)\n\tatomic\.AddInt32\(&ec\.Deferred,.*?\n\t\}\)\n`, ``),

	// For unmarshalers that want to be told of each other; 60 closures for each request.
	replace(`(?s)\tinputUnmarshalMap := .*?\n\t\)\n`, ``),
	replace(`\t*ctx = graphql\.WithUnmarshalerMap\(.*\n`, ``),

	replace(`graphql\.NewFieldSet\(`, `wire.NewFieldSet(`),
	replace(`fs \*graphql\.FieldSet\b`, `fs *wire.FieldSet`),
}

// inMemory is how gqlgen writes a field whose value is a part of its object, or a method of it that asks for nothing.
var inMemory = pattern(`return graphql.ResolveField(
		ctx,
		ec.OperationContext,
		field,
		func(ctx context.Context, field graphql.CollectedField) (*graphql.FieldContext, error) {
			return ec.<context>(ctx, field)
		},
		func(ctx context.Context) (any, error) {
			return obj.<value>, nil
		},
		nil,
		func(ctx context.Context, selections ast.SelectionSet, v <type>) graphql.Marshaler {
			return ec.<marshal>(ctx, selections, v)
		},
		true,
		<required>,
	)`)

// pattern matches the text with anything but a new line in place of <name>.
func pattern(text string) *regexp.Regexp {
	return regexp.MustCompile(regexp.MustCompile(`<(\w+)>`).ReplaceAllString(regexp.QuoteMeta(text), `(?P<$1>[^\n]+?)`))
}

// leaf is the context of a field that has none below it.
var leaf = regexp.MustCompile(`\) (fieldContext_\w+)\(_ context\.Context, .*\n\treturn graphql\.NewScalarFieldContext\(`)

func main() {
	if err := generate(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate() error {
	c, err := config.LoadConfigFromDefaultLocations()
	if err != nil {
		return err
	}
	if err := api.Generate(c); err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(folder, "*.generated.go"))
	if err != nil {
		return err
	}
	known := map[*regexp.Regexp]bool{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, r := range rewritings {
			known[r.from] = known[r.from] || r.from.Match(text)
			text = r.from.ReplaceAll(text, []byte(r.to))
		}
		known[inMemory] = known[inMemory] || inMemory.Match(text)
		if text, err = imports.Process(name, withWire(writeDirectly(text)), nil); err != nil {
			return err
		}
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return err
		}
	}
	for _, r := range append(rewritings, rewriting{from: inMemory}) {
		if !known[r.from] {
			return fmt.Errorf("gqlgen no longer writes what we replace: %s", r.from)
		}
	}
	return nil
}

// writeDirectly hands values that are in memory to their marshalers. What is below them learns where it is.
func writeDirectly(text []byte) []byte {
	leaves := map[string]bool{}
	for _, found := range leaf.FindAllSubmatch(text, -1) {
		leaves[string(found[1])] = true
	}
	return inMemory.ReplaceAllFunc(text, func(field []byte) []byte {
		found := inMemory.FindSubmatch(field)
		part := func(name string) string { return string(found[inMemory.SubexpIndex(name)]) }
		ctx := "wire.Within(ctx, field)"
		if leaves[part("context")] {
			ctx = "ctx"
		}
		return []byte("return ec." + part("marshal") + "(" + ctx + ", field.Selections, obj." + part("value") + ")")
	})
}

// withWire imports our package where it is called.
func withWire(text []byte) []byte {
	const after = "\"github.com/99designs/gqlgen/graphql\"\n"
	if !bytes.Contains(text, []byte("wire.")) {
		return text
	}
	return []byte(strings.Replace(string(text), after, after+"\t\"orrery/graph/wire\"\n", 1))
}
