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

// validatingExecutor parses and validates documents in front of gqlgen's executor, which then finds them in its cache. The executor alone
// validates all that parses, and validation takes time that is quadratic in several properties of a document, and reports
// every error. Here documents that take too much work are refused unvalidated, and validation stops after maxErrors.
type validatingExecutor struct {
	graphql.GraphExecutor
	schema      *ast.Schema
	documents   *documents
	suggestions bool // whether messages may suggest names of the schema
}

func (e validatingExecutor) CreateOperationContext(ctx context.Context, params *graphql.RawParams) (*graphql.OperationContext, gqlerror.List) {
	if _, known := e.documents.Get(ctx, params.Query); !known {
		document, errs := e.validate(params.Query)
		if errs != nil {
			return &graphql.OperationContext{RawQuery: params.Query, OperationName: params.OperationName, Headers: params.Headers}, errs
		}
		e.documents.Add(ctx, params.Query, document)
	}
	return e.GraphExecutor.CreateOperationContext(ctx, params)
}

// validatingTransport has a transport use a validatingExecutor.
type validatingTransport struct {
	graphql.Transport
	executor validatingExecutor
}

func (t validatingTransport) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	t.executor.GraphExecutor = exec
	t.Transport.Do(w, r, t.executor)
}

// validate returns the parsed document if it is valid.
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
	if strings.Contains(text, `\u`) { // no other way to write one
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

// invalid marks errors as those of validation.
func invalid(errs ...*gqlerror.Error) gqlerror.List {
	for _, err := range errs {
		errcode.Set(err, errcode.ValidationFailed)
	}
	return errs
}

// enough ends a validation that has found maxErrors.
type enough struct{}

// validate returns the first errors of a document, at most maxErrors.
func validate(schema *ast.Schema, document *ast.QueryDocument, r *rules.Rules) (errs gqlerror.List) {
	defer func() {
		if stopped := recover(); stopped != nil {
			if _, ours := stopped.(enough); !ours {
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
				panic(enough{})
			}
		})
	}
	validator.Walk(schema, document, &observers)
	return errs
}

// rulesWithoutSuggestions are the default rules, whose messages name nothing of the schema that the document does not name.
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

// work estimates from above how many steps the validation of a document takes: visits of nodes, and comparisons of pairs. The
// rules of gqlparser walk each operation and each fragment with all that they spread, and compare all pairs of fields with the same response
// name, of fragments that are spread beside each other, and of such fragments with fields.
type work struct {
	fragments map[string]*ast.FragmentDefinition
	variables int // of the operation that is measured
	steps     int
	longest   int // the longest name, or value that could be meant as one
}

// measureWork refuses documents that take too much work, whose values are nested too deeply, or whose fragments spread themselves.
func measureWork(document *ast.QueryDocument) (*work, *gqlerror.Error) {
	w := &work{fragments: make(map[string]*ast.FragmentDefinition, len(document.Fragments))}
	for _, fragment := range document.Fragments {
		if w.fragments[fragment.Name] == nil {
			w.fragments[fragment.Name] = fragment
		}
	}
	if err := w.refuseCircles(document); err != nil {
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
		return w, coded(codeComplexity, "document has too many selections, or too many of them with the same name, to be checked")
	}
	return w, nil
}

// step adds to the work; everything returns early once it is too much.
func (w *work) step(n int) (more bool) {
	w.steps += n
	return w.steps <= maxWork
}

// selections is a selection set inside of so many inline fragments, each of which is compared by itself as well.
type selections struct {
	set    ast.SelectionSet
	inline int
}

// sameName are fields that make one field of the answer.
type sameName struct {
	fields     []*ast.Field
	inline     int // the most inline fragments around one of them
	arguments  int // the most work that it takes to compare the arguments of one of them
	selections int // of all of them together
}

// scope adds what selection sets take that make one object of the answer, and all that is below.
func (w *work) scope(sets []selections) {
	groups := map[string]*sameName{}
	var names []string // a document takes the same work each time
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
					group = &sameName{}
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

// arguments returns the work of comparing these with others, beside adding that of visiting them.
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

// value adds the visits of a value, which is looked at once for each value around it, and returns how many values it consists of.
func (w *work) value(value *ast.Value, depth int) (size int) {
	if value == nil || !w.step(depth) {
		return 0
	}
	switch value.Kind {
	case ast.Variable: // is looked for among those of the operation
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

// refuseCircles refuses fragments that spread themselves, which no unfolding would end.
func (w *work) refuseCircles(document *ast.QueryDocument) *gqlerror.Error {
	const begun, done = 1, 2
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
				case state[selection.Name] == begun:
					err = gqlerror.ErrorPosf(selection.Position, `Cannot spread fragment "%s" within itself.`, selection.Name)
					errcode.Set(err, errcode.ValidationFailed)
				case state[selection.Name] != done && fragment != nil:
					state[selection.Name] = begun
					err = follow(fragment.SelectionSet)
					state[selection.Name] = done
				}
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	for _, fragment := range document.Fragments {
		if state[fragment.Name] == done {
			continue
		}
		state[fragment.Name] = begun
		if err := follow(fragment.SelectionSet); err != nil {
			return err
		}
		state[fragment.Name] = done
	}
	return nil
}
