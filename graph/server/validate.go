package server

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/core"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// validatingExecutor parses and validates documents before gqlgen's executor, which then finds them in its cache.
// gqlgen's executor validates every document that parses, in time that is quadratic in several properties of the
// document, and reports every error. validatingExecutor rejects documents that would take too much work without
// validating them, and stops the validation after maxErrors errors.
type validatingExecutor struct {
	graphql.GraphExecutor
	schema      *ast.Schema
	documents   *documents
	suggestions bool // whether error messages may suggest names of the schema
}

func (e validatingExecutor) CreateOperationContext(
	ctx context.Context, params *graphql.RawParams,
) (*graphql.OperationContext, gqlerror.List) {
	document, cached := e.documents.Get(ctx, params.Query)
	var errs gqlerror.List
	if !cached {
		if document, errs = e.validate(params.Query); errs == nil {
			e.documents.Add(ctx, params.Query, document)
		}
	}
	if errs == nil && document.Operations.ForName(params.OperationName) == nil {
		errs = invalid(gqlerror.Errorf("operationName must be the name of one of the document's operations"))
	}
	if errs != nil {
		return &graphql.OperationContext{
			RawQuery:      params.Query,
			OperationName: params.OperationName,
			Headers:       params.Headers,
		}, errs
	}
	return e.GraphExecutor.CreateOperationContext(ctx, params)
}

// validatingTransport runs a transport with a validatingExecutor.
type validatingTransport struct {
	graphql.Transport
	executor validatingExecutor
}

func (t validatingTransport) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	t.executor.GraphExecutor = exec
	t.Transport.Do(w, r, t.executor)
}

// validate parses and validates text. The document is valid only if no errors are returned.
func (e validatingExecutor) validate(text string) (*ast.QueryDocument, gqlerror.List) {
	if len(text) > maxDocument {
		return nil, gqlerror.List{coded(codeComplexity, "document is longer than %d bytes", maxDocument)}
	}
	document, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: text}, maxTokens)
	if err != nil {
		var syntax *gqlerror.Error
		if !errors.As(err, &syntax) {
			syntax = gqlerror.Wrap(err)
		}
		errcode.Set(syntax, errcode.ParseFailed)
		return nil, gqlerror.List{syntax}
	}
	if len(document.Operations) == 0 {
		return nil, invalid(gqlerror.Errorf("no operation provided"))
	}
	w, refusal := measureWork(document)
	if refusal != nil {
		return nil, gqlerror.List{refusal}
	}
	if strings.Contains(text, `\u`) { // the only way to write a NUL character in a document
		if refusal := nulInDocument(document); refusal != nil {
			return nil, gqlerror.List{refusal}
		}
	}
	errs := validate(e.schema, document, rulesWithoutSuggestions())
	if e.suggestions && len(errs) > 0 && len(errs) <= maxSuggested && w.longest <= maxCompared {
		errs = validate(e.schema, document, rules.NewDefaultRules())
	}
	return document, invalid(errs...)
}

// invalid sets the code of validation errors.
func invalid(errs ...*gqlerror.Error) gqlerror.List {
	for _, err := range errs {
		errcode.Set(err, errcode.ValidationFailed)
	}
	return errs
}

// errorLimitReached is the panic value that ends a validation after maxErrors errors.
type errorLimitReached struct{}

// validate returns the first errors of a document, at most maxErrors. It applies the rules sorted by name.
func validate(schema *ast.Schema, document *ast.QueryDocument, r *rules.Rules) (errs gqlerror.List) {
	defer func() {
		if stopped := recover(); stopped != nil {
			if _, expected := stopped.(errorLimitReached); !expected {
				panic(stopped)
			}
		}
	}()
	var observers core.Events
	inner := r.GetInner()
	names := make([]string, 0, len(inner))
	for name := range inner {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		inner[name](&observers, func(options ...core.ErrorOption) {
			err := &gqlerror.Error{Rule: name}
			for _, option := range options {
				option(err)
			}
			if errs = append(errs, err); len(errs) == maxErrors {
				panic(errorLimitReached{})
			}
		})
	}
	validator.Walk(schema, document, &observers)
	return errs
}

// rulesWithoutSuggestions returns the default rules without suggestions, so that their messages contain no name of the
// schema that the document does not contain.
func rulesWithoutSuggestions() *rules.Rules {
	r := rules.NewDefaultRules()
	for name, without := range map[string]core.Rule{
		rules.FieldsOnCorrectTypeRule.Name: rules.FieldsOnCorrectTypeRuleWithoutSuggestions,
		rules.KnownArgumentNamesRule.Name:  rules.KnownArgumentNamesRuleWithoutSuggestions,
		rules.KnownTypeNamesRule.Name:      rules.KnownTypeNamesRuleWithoutSuggestions,
		rules.ScalarLeafsRule.Name:         rules.ScalarLeafsRuleWithoutSuggestions,
		rules.ValuesOfCorrectTypeRule.Name: rules.ValuesOfCorrectTypeRuleWithoutSuggestions,
	} {
		r.RemoveRule(name)
		r.AddRule(without.Name, without.RuleFunc)
	}
	return r
}

// work is an upper bound of the steps that the validation of a document takes: node visits and comparisons of pairs.
// The rules of gqlparser walk each operation and each fragment including the fragments that they spread. They compare
// all pairs of fields with the same response name, of fragments spread in the same selection set, and of such fragments
// with fields.
type work struct {
	fragments map[string]*ast.FragmentDefinition
	variables int // variables of the operation being measured
	steps     int
	longest   int // length of the longest name, or of a value that could be a misspelt name
}

// measureWork returns the work of a document. It rejects documents that take too much work, whose values are nested too
// deeply, or whose fragments spread themselves.
func measureWork(document *ast.QueryDocument) (*work, *gqlerror.Error) {
	w := &work{fragments: make(map[string]*ast.FragmentDefinition, len(document.Fragments))}
	for _, fragment := range document.Fragments {
		if w.fragments[fragment.Name] == nil {
			w.fragments[fragment.Name] = fragment
		}
	}
	if err := w.refuseCycles(document); err != nil {
		return w, err
	}
	for _, op := range document.Operations {
		w.variables = len(op.VariableDefinitions)
		for _, variable := range op.VariableDefinitions {
			w.name(variable.Variable)
			w.value(variable.DefaultValue, 1)
			w.directives(variable.Directives)
		}
		w.name(op.Name)
		w.directives(op.Directives)
		w.scope([]selections{{set: op.SelectionSet}})
	}
	for _, fragment := range document.Fragments {
		w.variables = 0
		w.name(fragment.TypeCondition)
		w.directives(fragment.Directives)
		w.scope([]selections{{set: fragment.SelectionSet}})
	}
	if w.steps > maxWork {
		return w, coded(codeComplexity,
			"document has too many selections, or too many of them with the same name, to be checked")
	}
	return w, nil
}

// step adds n steps and reports whether the total is within maxWork. Callers return early once it is not.
func (w *work) step(n int) (more bool) {
	w.steps += n
	return w.steps <= maxWork
}

// selections is a selection set and the number of inline fragments around it. Each of these fragments is also compared
// by itself.
type selections struct {
	set    ast.SelectionSet
	inline int
}

// fieldGroup holds the fields that are merged into one field of the response.
type fieldGroup struct {
	fields     []*ast.Field
	inline     int // maximum number of inline fragments around one of the fields
	arguments  int // maximum work of comparing the arguments of one of the fields
	selections int // total number of selections below the fields
}

// scope adds the work of the selection sets that are merged into one object of the response, including the objects
// below it.
func (w *work) scope(sets []selections) {
	groups := map[string]*fieldGroup{}
	var names []string // keeps the order of groups: the work of a document must not depend on map iteration
	fields, spreads := 0, 0
	var collect func(selections)
	collect = func(s selections) {
		for _, selection := range s.set {
			if !w.step(1) {
				return
			}
			switch selection := selection.(type) {
			case *ast.Field:
				fields++
				w.name(selection.Name)
				w.name(selection.Alias)
				w.directives(selection.Directives)
				group := groups[selection.Alias]
				if group == nil {
					group = &fieldGroup{}
					groups[selection.Alias] = group
					names = append(names, selection.Alias)
				}
				group.fields = append(group.fields, selection)
				group.inline = max(group.inline, s.inline)
				group.arguments = max(group.arguments, w.arguments(selection.Arguments))
				group.selections += len(selection.SelectionSet)
			case *ast.InlineFragment:
				w.name(selection.TypeCondition)
				w.directives(selection.Directives)
				collect(selections{selection.SelectionSet, s.inline + 1})
			case *ast.FragmentSpread:
				spreads++
				w.name(selection.Name)
				w.directives(selection.Directives)
				if fragment := w.fragments[selection.Name]; fragment != nil {
					collect(selections{fragment.SelectionSet, s.inline})
				}
			}
		}
	}
	for _, set := range sets {
		collect(set)
	}
	if !w.step(pairs(spreads) + spreads*fields) {
		return
	}
	for _, name := range names {
		group := groups[name]
		n := len(group.fields)
		if !w.step((pairs(n)*(1+group.arguments) + (n-1)*group.selections) * (1 + group.inline)) {
			return
		}
		if group.selections == 0 {
			continue
		}
		below := make([]selections, n)
		for i, field := range group.fields {
			below[i] = selections{field.SelectionSet, group.inline}
		}
		w.scope(below)
	}
}

func pairs(n int) int { return n * (n - 1) / 2 }

// arguments adds the work of visiting arguments and returns the work of comparing them with others.
func (w *work) arguments(arguments ast.ArgumentList) (comparing int) {
	for _, argument := range arguments {
		w.name(argument.Name)
		comparing += w.value(argument.Value, 1)
	}
	return comparing + len(arguments)*len(arguments)/8
}

func (w *work) directives(directives ast.DirectiveList) {
	for _, directive := range directives {
		w.step(1)
		w.name(directive.Name)
		w.arguments(directive.Arguments)
	}
}

// value adds the visits of a value and returns the number of values it consists of. A value is visited once for each
// value around it.
func (w *work) value(value *ast.Value, depth int) (size int) {
	if value == nil || !w.step(depth) {
		return 0
	}
	switch value.Kind {
	case ast.Variable: // the rules search it in the variables of the operation
		w.step(w.variables)
	case ast.EnumValue, ast.StringValue, ast.BlockValue:
		w.name(value.Raw)
	}
	size = 1
	for _, child := range value.Children {
		w.name(child.Name)
		size += w.value(child.Value, depth+1)
	}
	return size
}

func (w *work) name(name string) { w.longest = max(w.longest, len(name)) }

// refuseCycles rejects fragments that spread themselves, directly or indirectly: they can't be expanded.
func (w *work) refuseCycles(document *ast.QueryDocument) *gqlerror.Error {
	const visiting, visited = 1, 2
	state := make(map[string]int, len(document.Fragments))
	var follow func(ast.SelectionSet) *gqlerror.Error
	follow = func(set ast.SelectionSet) (err *gqlerror.Error) {
		for _, selection := range set {
			switch selection := selection.(type) {
			case *ast.Field:
				err = follow(selection.SelectionSet)
			case *ast.InlineFragment:
				err = follow(selection.SelectionSet)
			case *ast.FragmentSpread:
				fragment := w.fragments[selection.Name]
				switch {
				case state[selection.Name] == visiting:
					err = gqlerror.ErrorPosf(
						selection.Position, `Cannot spread fragment "%s" within itself.`, selection.Name)
					errcode.Set(err, errcode.ValidationFailed)
				case state[selection.Name] != visited && fragment != nil:
					state[selection.Name] = visiting
					err = follow(fragment.SelectionSet)
					state[selection.Name] = visited
				}
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	for _, fragment := range document.Fragments {
		if state[fragment.Name] == visited {
			continue
		}
		state[fragment.Name] = visiting
		if err := follow(fragment.SelectionSet); err != nil {
			return err
		}
		state[fragment.Name] = visited
	}
	return nil
}
