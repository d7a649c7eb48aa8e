//go:build ignore

// Command generate runs gqlgen with the plugin enums, and removes code from its output that this API does not need: the
// goroutines for the elements of lists, which are in memory; the resolver calls for fields that are in memory; and
// @defer, since responses are sent in one piece. This saves a quarter of the code and, by bench/works, of the processor
// time of a list and a detail. The templates of gqlgen cannot be replaced, so its output is edited; the command fails
// if gqlgen no longer generates the code that it replaces.
package main

import (
	"bytes"
	"fmt"
	"go/constant"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/99designs/gqlgen/api"
	"github.com/99designs/gqlgen/codegen/config"
	"github.com/vektah/gqlparser/v2/ast"
	"golang.org/x/tools/imports"
)

const folder = "graph/gen"

// rewriting is a replacement in the code that gqlgen generates.
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

	// The map serves unmarshalers that call each other, which are not used here. It costs 60 closures for each request.
	replace(`(?s)\tinputUnmarshalMap := .*?\n\t\)\n`, ``),
	replace(`\t*ctx = graphql\.WithUnmarshalerMap\(.*\n`, ``),
}

// inMemory matches the code for a field whose value is a field of its object, or the result of a method that does no
// I/O.
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

// pattern returns the regular expression that matches text, with a group of that name for each <name>. The group
// matches anything but a newline.
func pattern(text string) *regexp.Regexp {
	return regexp.MustCompile(
		regexp.MustCompile(`<(\w+)>`).ReplaceAllString(regexp.QuoteMeta(text), `(?P<$1>[^\n]+?)`),
	)
}

// leaf matches the function that creates the context of a field without fields below it.
var leaf = regexp.MustCompile(
	`\) (fieldContext_\w+)\(_ context\.Context, .*\n\treturn graphql\.NewScalarFieldContext\(`)

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
	if err := api.Generate(c, api.AddPlugin(enums{})); err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(folder, "*.generated.go"))
	if err != nil {
		return err
	}
	matched := map[*regexp.Regexp]bool{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, r := range rewritings {
			matched[r.from] = matched[r.from] || r.from.Match(text)
			text = r.from.ReplaceAll(text, []byte(r.to))
		}
		matched[inMemory] = matched[inMemory] || inMemory.Match(text)
		if text, err = imports.Process(name, withWire(writeDirectly(text)), nil); err != nil {
			return err
		}
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return err
		}
	}
	for _, r := range append(rewritings, rewriting{from: inMemory}) {
		if !matched[r.from] {
			return fmt.Errorf("gqlgen no longer writes what we replace: %s", r.from)
		}
	}
	return nil
}

// enums is a plugin of gqlgen that maps the values of each enum to the constants of its type in package shop. A
// constant belongs to the value that its text, or else its name without the first word of the type's name, equals
// except for case and underscores.
type enums struct{}

var firstWord = regexp.MustCompile(`^[A-Z][a-z]*`)

func (enums) Name() string { return "enums" }

func (enums) MutateConfig(c *config.Config) error {
	const shop = "orrery/shop"
	declared := c.Packages.LoadWithTypes(shop).Types.Scope()
	for name, enum := range c.Schema.Types {
		model := c.Models[name]
		if enum.Kind != ast.Enum || len(model.EnumValues) > 0 || !strings.HasPrefix(model.Model[0], shop+".") {
			continue
		}
		constants := map[string]string{}
		for _, constantName := range declared.Names() {
			value, ok := declared.Lookup(constantName).(*types.Const)
			if ok && value.Type().String() == model.Model[0] {
				short := strings.TrimPrefix(constantName, firstWord.FindString(name))
				constants[letters(short)] = shop + "." + constantName
				constants[letters(constant.StringVal(value.Val()))] = shop + "." + constantName
			}
		}
		model.EnumValues = map[string]config.EnumValue{}
		for _, value := range enum.EnumValues {
			found, ok := constants[letters(value.Name)]
			if !ok {
				return fmt.Errorf("no constant of type %s is %s", model.Model[0], value.Name)
			}
			model.EnumValues[value.Name] = config.EnumValue{Value: found}
		}
		c.Models[name] = model
	}
	return nil
}

func letters(text string) string { return strings.ToLower(strings.ReplaceAll(text, "_", "")) }

// writeDirectly replaces the resolver call of fields that are in memory by a call of the marshaler. Fields with fields
// below them add themselves to the context, from which errors derive their path.
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

// withWire adds the import of package wire to files that use it.
func withWire(text []byte) []byte {
	const after = "\"github.com/99designs/gqlgen/graphql\"\n"
	if !bytes.Contains(text, []byte("wire.")) {
		return text
	}
	return []byte(strings.Replace(string(text), after, after+"\t\"orrery/graph/wire\"\n", 1))
}
