package server

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/99designs/gqlgen/graphql/handler/extension"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// Limits of one request. A request that exceeds a limit is rejected before any of it is executed.
const (
	maxBody           = 256 << 10        // bytes of a POST body
	maxDocument       = 64 << 10         // bytes of a document
	maxTokens         = 2000             // lexical tokens of a document
	maxWork           = 10_000           // steps that the validation of a document may take; see work
	maxDepth          = 12               // nesting of fields, without those of introspection
	maxFields         = 2000             // fields after the expansion of fragments
	maxComplexity     = 10_000           // fields multiplied by the sizes of the lists around them
	maxVariableValues = 50_000           // values in variables multiplied by the number of uses of variables
	maxSchemaLists    = 24               // lists of the schema that introspection reads; that of all types counts as 10
	maxErrors         = 20               // errors reported for one document
	maxSuggested      = 3                // suggestions are made only up to this number of errors
	maxCompared       = 100              // bytes of the longest name in a document for which suggestions are made
	requestTimeout    = 10 * time.Second // from the start of the handler to the response
	cachedQueries     = 200              // cached parsed documents, each with up to maxBody of text
)

// shapeLimit rejects operations that are nested too deeply or expand to too many fields, null in @skip and @include,
// and introspection where it is not allowed. It must run before the complexity limit, which follows every path through
// the fragments: the number of paths doubles with each fragment that spreads the next one twice.
type shapeLimit struct {
	introspection bool
}

func (shapeLimit) ExtensionName() string { return "ShapeLimit" }

func (shapeLimit) Validate(graphql.ExecutableSchema) error { return nil }

func (l shapeLimit) MutateOperationContext(_ context.Context, op *graphql.OperationContext) *gqlerror.Error {
	s := measure(op.Operation.SelectionSet, op.Variables, map[string]shape{})
	switch {
	case s.null != "": // gqlgen would panic, after the mutation
		return withField(coded(codeBadUserInput, "variable $%s: cannot be null in @skip or @include", s.null),
			ast.Path{ast.PathName(s.null)})
	case s.introspects && !l.introspection:
		return introspectionClosed()
	case s.schemaLists > maxSchemaLists:
		return coded(codeComplexity, "operation reads more lists of the schema than one introspection takes")
	case s.depth > maxDepth:
		return coded(codeComplexity,
			"operation is nested %d fields deep, which exceeds the limit of %d", s.depth, maxDepth)
	case s.fields > maxFields:
		return coded(codeComplexity, "operation unfolds to more than %d fields", maxFields)
	case s.uses*valuesIn(op.Variables) > maxVariableValues:
		return coded(codeComplexity, "the variables hold too many values to be used %d times", s.uses)
	}
	op.DisableIntrospection = !l.introspection
	return nil
}

func introspectionClosed() *gqlerror.Error {
	return coded(codeForbidden, "introspection is not open to this caller")
}

// shape holds the measures of an operation after the expansion of its fragments.
type shape struct {
	depth       int
	fields      int // counted up to maxFields + 1
	introspects bool
	schemaLists int    // counted up to maxSchemaLists + 1
	uses        int    // uses of variables, counted up to maxVariableValues + 1
	null        string // variable of @skip or @include that is null, empty if there is none
}

// measure returns the shape of a selection set. It visits each fragment once; done holds the shapes of those
// that were visited. Validation has already rejected cycles.
func measure(set ast.SelectionSet, variables map[string]any, done map[string]shape) shape {
	var sum shape
	for _, selection := range set {
		var s shape
		var conditions ast.DirectiveList
		switch selection := selection.(type) {
		case *ast.Field:
			conditions = selection.Directives
			s = measure(selection.SelectionSet, variables, done)
			s.fields++
			s.depth++
			s.schemaLists += schemaLists(selection)
			for _, argument := range selection.Arguments {
				s.uses += usesIn(argument.Value)
			}
			if strings.HasPrefix(selection.Name, "__") {
				s.depth = 1 // a validation rule limits the nesting of introspection
				s.introspects = s.introspects || selection.Name != "__typename"
			}
		case *ast.InlineFragment:
			conditions = selection.Directives
			s = measure(selection.SelectionSet, variables, done)
		case *ast.FragmentSpread:
			conditions = selection.Directives
			known, ok := done[selection.Name]
			if !ok {
				known = measure(selection.Definition.SelectionSet, variables, done)
				done[selection.Name] = known
			}
			s = known
		}
		sum.null = cmp.Or(sum.null, s.null, nullCondition(conditions, variables))
		sum.depth = max(sum.depth, s.depth)
		sum.fields = min(sum.fields+s.fields, maxFields+1)
		sum.introspects = sum.introspects || s.introspects
		sum.schemaLists = min(sum.schemaLists+s.schemaLists, maxSchemaLists+1)
		sum.uses = min(sum.uses+s.uses, maxVariableValues+1)
	}
	return sum
}

// nullCondition returns the variable of @skip or @include that is null, empty if there is none. Validation permits a
// nullable variable that has a default.
func nullCondition(conditions ast.DirectiveList, variables map[string]any) string {
	for _, name := range []string{"skip", "include"} {
		if condition := conditions.ForName(name); condition != nil {
			if at := condition.Arguments.ForName("if").Value; at.Kind == ast.Variable && variables[at.Raw] == nil {
				return at.Raw
			}
		}
	}
	return ""
}

// usesIn returns the number of variables in a value.
func usesIn(value *ast.Value) (uses int) {
	if value.Kind == ast.Variable {
		return 1
	}
	for _, child := range value.Children {
		uses += usesIn(child.Value)
	}
	return uses
}

// valuesIn returns the number of values in value, itself included.
func valuesIn(value any) int {
	sum := 1
	switch value := value.(type) {
	case map[string]any:
		for _, member := range value {
			sum += valuesIn(member)
		}
	case []any:
		for _, entry := range value {
			sum += valuesIn(entry)
		}
	}
	return sum
}

// schemaLists returns the weight of a field of introspection: 10 for the list of all types, 1 for other lists and 0 for
// all other fields.
func schemaLists(field *ast.Field) int {
	switch {
	case !strings.HasPrefix(field.ObjectDefinition.Name, "__") || field.Definition.Type.Elem == nil:
		return 0
	case field.Name == "types":
		return 10
	}
	return 1
}

// coded returns an error of the request itself. Its message is shown to the client unchanged.
func coded(code, format string, args ...any) *gqlerror.Error {
	err := gqlerror.Errorf(format, args...)
	errcode.Set(err, code)
	return err
}

// addCost adds extensions.cost to every response: the cost of the operation and the maximum.
func addCost(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	if stats := extension.GetComplexityStats(ctx); stats != nil {
		graphql.RegisterExtension(ctx, "cost", map[string]int{
			"requested": stats.Complexity,
			"limit":     stats.ComplexityLimit,
		})
	}
	return next(ctx)
}
