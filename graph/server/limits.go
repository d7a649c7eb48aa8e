package server

import (
	"context"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/99designs/gqlgen/graphql/handler/extension"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// What one request may cost. A request beyond a limit is refused before anything of it runs.
const (
	maxBody        = 256 << 10        // bytes of a POST body
	maxDocument    = 64 << 10         // bytes of a document
	maxTokens      = 2000             // lexical tokens of a document
	maxWork        = 10_000           // steps that validation of a document takes at most, see work
	maxDepth       = 12               // fields inside each other, introspection aside
	maxFields      = 2000             // fields after every fragment is unfolded
	maxComplexity  = 10_000           // fields times the sizes of the lists around them
	maxGiven       = 50_000           // values in variables times the places where variables are used
	maxSchemaLists = 24               // lists of the schema that introspection reads, that of all types counting ten times
	maxErrors      = 20               // errors shown for one document
	maxSuggested   = 3                // errors for which names of the schema are suggested
	maxCompared    = 100              // bytes of the longest name to which names of the schema are compared
	requestTimeout = 10 * time.Second // from the first byte of the request to the answer
	cachedQueries  = 200              // parsed documents kept; each may hold maxBody of text
)

// shapeLimit refuses operations that are nested too deep or unfold too far, and introspection where it is not open.
// It has to run before the complexity limit: that one follows every path through the fragments, and their number
// doubles with each fragment that spreads the next one twice.
type shapeLimit struct {
	introspection bool
}

func (shapeLimit) ExtensionName() string { return "ShapeLimit" }

func (shapeLimit) Validate(graphql.ExecutableSchema) error { return nil }

func (l shapeLimit) MutateOperationContext(_ context.Context, op *graphql.OperationContext) *gqlerror.Error {
	s := measure(op.Operation.SelectionSet, map[string]shape{})
	switch {
	case s.introspects && !l.introspection:
		return introspectionClosed()
	case s.schemaLists > maxSchemaLists:
		return coded(codeComplexity, "operation reads more lists of the schema than one introspection takes")
	case s.depth > maxDepth:
		return coded(codeComplexity, "operation is nested %d fields deep, which exceeds the limit of %d", s.depth, maxDepth)
	case s.fields > maxFields:
		return coded(codeComplexity, "operation unfolds to more than %d fields", maxFields)
	case s.uses*valuesIn(op.Variables) > maxGiven:
		return coded(codeComplexity, "the variables hold too many values to be used %d times", s.uses)
	}
	op.DisableIntrospection = !l.introspection
	return nil
}

func introspectionClosed() *gqlerror.Error {
	return coded(codeForbidden, "introspection is not open to this caller")
}

// shape is what an operation looks like once its fragments are unfolded.
type shape struct {
	depth       int
	fields      int // counted up to maxFields + 1
	introspects bool
	schemaLists int // counted up to maxSchemaLists + 1
	uses        int // of variables, counted up to maxGiven + 1
}

// measure looks at every fragment once; done holds those that it knows. Validation has already refused cycles.
func measure(set ast.SelectionSet, done map[string]shape) shape {
	var sum shape
	for _, selection := range set {
		var s shape
		switch selection := selection.(type) {
		case *ast.Field:
			s = measure(selection.SelectionSet, done)
			s.fields++
			s.depth++
			s.schemaLists += schemaLists(selection)
			for _, argument := range selection.Arguments {
				s.uses += usesIn(argument.Value)
			}
			if strings.HasPrefix(selection.Name, "__") {
				s.depth = 1 // nesting in here is limited by a validation rule of its own
				s.introspects = s.introspects || selection.Name != "__typename"
			}
		case *ast.InlineFragment:
			s = measure(selection.SelectionSet, done)
		case *ast.FragmentSpread:
			known, ok := done[selection.Name]
			if !ok {
				known = measure(selection.Definition.SelectionSet, done)
				done[selection.Name] = known
			}
			s = known
		}
		sum.depth = max(sum.depth, s.depth)
		sum.fields = min(sum.fields+s.fields, maxFields+1)
		sum.introspects = sum.introspects || s.introspects
		sum.schemaLists = min(sum.schemaLists+s.schemaLists, maxSchemaLists+1)
		sum.uses = min(sum.uses+s.uses, maxGiven+1)
	}
	return sum
}

// usesIn counts the variables in a value.
func usesIn(value *ast.Value) (uses int) {
	if value.Kind == ast.Variable {
		return 1
	}
	for _, child := range value.Children {
		uses += usesIn(child.Value)
	}
	return uses
}

// valuesIn counts a value and all that it holds.
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

// schemaLists weighs a field of the types of introspection by the lists that it reads.
func schemaLists(field *ast.Field) int {
	switch {
	case !strings.HasPrefix(field.ObjectDefinition.Name, "__") || field.Definition.Type.Elem == nil:
		return 0
	case field.Name == "types":
		return 10
	}
	return 1
}

// coded makes an error of the request itself, which the caller may see as it is.
func coded(code, format string, args ...any) *gqlerror.Error {
	err := gqlerror.Errorf(format, args...)
	errcode.Set(err, code)
	return err
}

// tellCost adds extensions.cost to every answer: what the operation cost and what one may cost at most.
func tellCost(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	if stats := extension.GetComplexityStats(ctx); stats != nil {
		graphql.RegisterExtension(ctx, "cost", map[string]int{"requested": stats.Complexity, "limit": stats.ComplexityLimit})
	}
	return next(ctx)
}
