package main

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// graphCall returns a request with a mostly valid document and unusual variables.
func (v *victim) graphCall(d dice) attack {
	root, kind := v.schema.Query, "query"
	if d.chance(2) {
		root, kind = v.schema.Mutation, "mutation"
	}
	field := pick(d, root.Fields)
	for strings.HasPrefix(field.Name, "__") || field.Name == "userLogout" { // userLogout would end the session
		field = pick(d, root.Fields)
	}
	var heads, arguments, variables []string
	for _, argument := range field.Arguments {
		if !argument.Type.NonNull && d.chance(3) {
			continue
		}
		heads = append(heads, "$"+argument.Name+": "+argument.Type.String())
		arguments = append(arguments, argument.Name+": $"+argument.Name)
		drawn := v.input(d, argument.Name, argument.Type, 3000)
		variables = append(variables, fmt.Sprintf("%q:%s", argument.Name, drawn))
	}
	document := kind
	if len(heads) > 0 {
		document += " (" + strings.Join(heads, ", ") + ")"
	}
	document += " { " + field.Name
	if len(arguments) > 0 {
		document += "(" + strings.Join(arguments, ", ") + ")"
	}
	document += v.selection(d, field.Type.Name(), 1+d.IntN(5)) + " }"
	return v.graphBody(d, document, "{"+strings.Join(variables, ",")+"}")
}

// input returns a JSON value of the type t, with a chance of 1 in 12 one of any type. Lists have at most the given
// number of items, lists in lists two.
func (v *victim) input(d dice, name string, t *ast.Type, most int) string {
	if d.chance(12) {
		return value(d)
	}
	if t.Elem != nil {
		items := make([]string, min(most, pick(d, []int{0, 1, 2, 30, 3000})))
		for i := range items {
			items[i] = v.input(d, name, t.Elem, 2)
			if len(items[i]) > 200 {
				items[i] = `"x"`
			}
		}
		return "[" + strings.Join(items, ",") + "]"
	}
	definition := v.schema.Types[t.Name()]
	switch {
	case definition.Kind == ast.InputObject:
		var members []string
		for _, field := range definition.Fields {
			if field.Type.NonNull || !d.chance(3) {
				members = append(members, fmt.Sprintf("%q:%s", field.Name, v.input(d, field.Name, field.Type, most)))
			}
		}
		return "{" + strings.Join(members, ",") + "}"
	case definition.Kind == ast.Enum:
		return fmt.Sprintf("%q", pick(d, definition.EnumValues).Name)
	case t.Name() == "Int", t.Name() == "Float":
		return pick(d, []string{number(d), "0", "1", "2", "100"})
	case t.Name() == "Boolean":
		return pick(d, []string{"true", "false"})
	}
	if valid, ok := validValues[name]; ok && !d.chance(3) {
		return valid
	}
	return quoted(d, text(d))
}

// selection returns a selection set of all fields of a type that need no arguments, to the given depth.
func (v *victim) selection(d dice, of string, depth int) string {
	definition := v.schema.Types[of]
	if len(definition.Fields) == 0 {
		return ""
	}
	names := []string{"__typename"}
	for _, field := range definition.Fields {
		needs := slices.ContainsFunc(field.Arguments, func(a *ast.ArgumentDefinition) bool {
			return a.Type.NonNull && a.DefaultValue == nil
		})
		if needs || depth == 0 && len(v.schema.Types[field.Type.Name()].Fields) > 0 {
			continue
		}
		names = append(names, field.Name+v.selection(d, field.Type.Name(), depth-1))
	}
	return " { " + strings.Join(names, " ") + " }"
}

var words = []string{"{", "}", "(", ")", "[", "]", ":", "!", "$", "...", "@", "|", "=", "&", `"`, `"""`, "#", "\n", ",",
	"query", "mutation", "subscription", "fragment", "on", "me", "product", "products", "id", "User", "__schema",
	"__type", "@skip(if: true)", "@include", "true", "null", "1e999999999", "-", "0x", "\\u{110000}", "\x00", "\xff",
	"\ufeff", "first: 1", "type", "extend", "schema", "directive"}

// graphJunk returns a request with an invalid document, or with one that is too expensive.
func (v *victim) graphJunk(d dice) attack {
	n := pick(d, []int{5, 50, 1000, 5000})
	var document string
	switch d.IntN(14) {
	case 0, 1, 2:
		for range 1 + d.IntN(300) {
			document += pick(d, words) + pick(d, []string{" ", "", "\n"})
		}
	case 3:
		document = strings.Repeat("{ me ", n) + strings.Repeat("}", n)
	case 4:
		document = "{ products(filter: " + strings.Repeat("[", n) + strings.Repeat("]", n) + ") { totalCount } }"
	case 5:
		document = "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }"
	case 6:
		document = "{ ...F0 }"
		for i := range min(n, 60) {
			document += fmt.Sprintf(" fragment F%d on Query { a%d: __typename ...F%d b: __typename ...F%d }",
				i, i, i+1, i+1)
		}
		document += fmt.Sprintf(" fragment F%d on Query { me { id } }", min(n, 60))
	case 7:
		document = "{"
		for i := range n {
			document += fmt.Sprintf(" a%d: products(first: 100) { nodes { id } }", i)
		}
		document += "}"
	case 8:
		document = "query (" + strings.Repeat("$a: Int ", n) + ") { me { id } }"
	case 9:
		document = "{ me { id " + strings.Repeat("@skip(if: false) ", n) + "} }"
	case 10:
		document = strings.Repeat("query A { me { id } } ", n)
	case 11:
		document = `{ product(id: ` +
			pick(d, []string{quoted(d, text(d)), number(d), "{}", "[1]", "$x", "PENDING"}) + `) { id name } }`
	case 12:
		document = "{ __schema { types { fields { type { " +
			strings.Repeat("ofType { ", min(n, 50)) + "name" + strings.Repeat(" }", min(n, 50)) + " } } } } }"
	default:
		document = "#" + strings.Repeat("x", 50*n) + "\n{ me { " + strings.Repeat("id ", n) + "} }"
	}
	return v.graphBody(d, document, pick(d, []string{"null", "{}", `{"a":` + value(d) + "}", value(d)}))
}

// graphBody returns a GraphQL-over-HTTP request for a document, sometimes a malformed one.
func (v *victim) graphBody(d dice, document, variables string) attack {
	a := attack{method: "POST", target: "/graphql", headers: []string{v.caller(d), media(d, "application/json")}}
	if d.chance(5) {
		a.headers = append(a.headers, "Accept: application/graphql-response+json")
	}
	if d.chance(15) && len(document)+len(variables) < 9_000 {
		a.method, a.target = "GET", "/graphql?query="+url.QueryEscape(document)+"&variables="+url.QueryEscape(variables)
		return a
	}
	a.body = `{"query":` + quoted(d, document) + `,"variables":` + variables
	switch d.IntN(12) {
	case 0:
		a.body += `,"operationName":` + value(d)
	case 1:
		a.body += `,"extensions":` + pick(d, []string{value(d), `{"persistedQuery":{"version":1,"sha256Hash":"00"}}`})
	case 2:
		a.body += `,"query":"{me{id}}","variables":` + value(d)
	}
	a.body += "}"
	if d.chance(4) {
		a.body = corrupted(d, a.body)
	}
	if d.chance(20) {
		a.missing = 1 + d.IntN(5000)
	}
	if d.chance(30) {
		a.method = pick(d, []string{"PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "BREW"})
	}
	return a
}
