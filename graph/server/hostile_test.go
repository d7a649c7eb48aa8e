package server_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/core"

	"orrery/client"
	"orrery/graph"
	"orrery/graph/server"
)

// hostileBytes is how long a hostile document may be.
const hostileBytes = 64 << 10

// repeated writes n parts, in which # is the number of the part.
func repeated(n int, part string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(part, "#", fmt.Sprint(i)))
	}
	return b.String()
}

// wrapped opens n times, and closes as often.
func wrapped(n int, open, inside, end string) string {
	return strings.Repeat(open, n) + inside + strings.Repeat(end, n)
}

// hostileShapes are documents of any size whose parts meet each other in some way that costs a validator time.
var hostileShapes = map[string]func(n int) string{
	// Equal selections, which are compared in pairs.
	"equal fields":                func(n int) string { return "{product(id:1){" + strings.Repeat("id ", n) + "}}" },
	"equal fields with arguments": func(n int) string { return "{" + strings.Repeat("product(id:1){id}", n) + "}" },
	"equal fields with fields": func(n int) string {
		return "{" + strings.Repeat("product(id:1){id name price{amount}}", n) + "}"
	},
	"equal fields with other fields": func(n int) string { return "{" + repeated(n, "product(id:1){a#:id b#:id c#:id}") + "}" },
	"equal fields, few with many": func(n int) string {
		return "{" + strings.Repeat("product(id:1){"+repeated(n/16+1, "a#:id ")+"}", 16) + "}"
	},
	"equal fields, other arguments": func(n int) string { return "{" + repeated(n, "product(id:#){id}") + "}" },
	"equal fields, same arguments":  func(n int) string { return "{" + strings.Repeat("product("+repeated(20, "a#:1 ")+"){id}", n) + "}" },
	"equal fields, same lists": func(n int) string {
		return "{" + strings.Repeat("productsByIds(ids:["+repeated(20, "#,")+"]){id}", n) + "}"
	},
	"equal fields at two levels": func(n int) string {
		return "{" + strings.Repeat("product(id:1){"+strings.Repeat("id ", n)+"}", 4) + "}"
	},
	"equal aliases of other fields": func(n int) string { return "{product(id:1){" + strings.Repeat("a:id a:name ", n) + "}}" },
	"equal aliases, deep conflicts": func(n int) string {
		return "{" + strings.Repeat("product(id:1){price{a:amount} price{a:currency}}", n) + "}"
	},
	"equal introspection":              func(n int) string { return "{" + strings.Repeat("__schema{types{name fields{name}}}", n) + "}" },
	"equal fields in inline fragments": func(n int) string { return "{product(id:1){" + strings.Repeat("...{id}", n) + "}}" },
	"equal fields below nested inline fragments": func(n int) string {
		return "{product(id:1){" + wrapped(n/3+1, "...{", strings.Repeat("id ", n), "}") + "}}"
	},
	"equal fields between nested inline fragments": func(n int) string {
		return "{product(id:1){" + wrapped(n, "...{id ", "id", "}") + "}}"
	},
	"equal fields below other parents": func(n int) string {
		return "{" + repeated(n/20+1, "a#:product(id:1){"+strings.Repeat("id ", 20)+"}") + "}"
	},
	"nested equal fields": func(n int) string {
		fields := "id"
		for range 10 {
			fields = strings.Repeat("reviews{nodes{product{"+fields+"}}}", 2)
			if len(fields) > n*4 {
				break
			}
		}
		return "{product(id:1){" + fields + "}}"
	},

	// Fragments.
	"fragments in a row": func(n int) string {
		return "{...f0}" + repeated(n, "fragment f# on Query{...g# __typename}fragment g# on Query{__typename}")
	},
	"fragments that double": func(n int) string { return bomb(n) },
	"fragments in a chain": func(n int) string {
		var b strings.Builder
		b.WriteString("{...f0}")
		for i := range n {
			fmt.Fprintf(&b, "fragment f%d on Query{...f%d __typename}", i, i+1)
		}
		fmt.Fprintf(&b, "fragment f%d on Query{__typename}", n)
		return b.String()
	},
	"fragments in a chain, many spread each": func(n int) string {
		var b strings.Builder
		b.WriteString("{...f0}")
		for i := range n {
			fmt.Fprintf(&b, "fragment f%d on Query{%s __typename}", i, strings.Repeat(fmt.Sprintf("...f%d ", i+1), 8))
		}
		fmt.Fprintf(&b, "fragment f%d on Query{__typename}", n)
		return b.String()
	},
	"fragments beside each other": func(n int) string {
		return "{" + repeated(n, "...f# ") + "}" + repeated(n, "fragment f# on Query{__typename}")
	},
	"fragments beside each other, other fields": func(n int) string {
		return "{" + repeated(n, "...f# ") + "}" + repeated(n, "fragment f# on Query{a#:__typename}")
	},
	"fragments beside many fields": func(n int) string {
		return "{" + repeated(n, "...f# a#:__typename ") + "}" + repeated(n, "fragment f# on Query{b#:__typename}")
	},
	"fragments beside each other in equal fields": func(n int) string {
		return "{" + strings.Repeat("product(id:1){"+repeated(n, "...f# ")+"}", 8) + "}" + repeated(n, "fragment f# on Product{id}")
	},
	"fragments with many fields": func(n int) string {
		return "{" + repeated(16, "...f# ") + "}" + repeated(16, "fragment f# on Query{"+strings.Repeat("a:__typename ", n)+"}")
	},
	"one fragment many times": func(n int) string { return "{" + strings.Repeat("...f ", n) + "}fragment f on Query{__typename}" },
	"one large fragment many times": func(n int) string {
		return "{" + repeated(n, "a#:product(id:1){...f}") + "}fragment f on Product{" + repeated(n, "a#:id ") + "}"
	},
	"one fragment with a list many times": func(n int) string {
		return "{" + strings.Repeat("...f ", n) + "}fragment f on Query{productsByIds(ids:[" + repeated(n, "#,") + "]){id}}"
	},
	"unused fragments": func(n int) string { return "{__typename}" + repeated(n, "fragment f# on Query{__typename}") },
	"unused fragments that spread each other": func(n int) string {
		return "{__typename}" + repeated(n, "fragment f# on Query{"+repeated(20, "...f# ")+"}")
	},
	"equal fragments":   func(n int) string { return "{...f}" + strings.Repeat("fragment f on Query{__typename}", n) },
	"unknown fragments": func(n int) string { return "{" + repeated(n, "...f# ") + "}" },
	"a circle of fragments": func(n int) string {
		var b strings.Builder
		b.WriteString("{...f0}")
		for i := range n {
			fmt.Fprintf(&b, "fragment f%d on Query{...f%d}", i, (i+1)%n)
		}
		return b.String()
	},
	"circles through all fragments": func(n int) string {
		m := 1
		for m*m*2 < n {
			m++
		}
		return "{...f0}" + strings.ReplaceAll(repeated(m, "fragment f# on Query{ALL}"), "ALL", repeated(m, "...f# "))
	},
	"circles through fields": func(n int) string {
		m := 1
		for m*m*4 < n {
			m++
		}
		return "{product(id:1){...f0}}" +
			strings.ReplaceAll(repeated(m, "fragment f# on Product{ALL}"), "ALL", repeated(m, "reviews{nodes{product{...f#}}}"))
	},
	"fragments on unknown types": func(n int) string {
		return "{" + repeated(n, "...f# ") + "}" + repeated(n, "fragment f# on Produc#{id}")
	},
	"fragments on other types": func(n int) string { return "{product(id:1){" + strings.Repeat("...on User{id}", n) + "}}" },

	// Operations and variables.
	"operations":          func(n int) string { return repeated(n, "query q#{__typename}") },
	"equal operations":    func(n int) string { return strings.Repeat("query q{__typename}", n) },
	"nameless operations": func(n int) string { return strings.Repeat("{__typename}", n) },
	"operations that share fragments": func(n int) string {
		return repeated(n, "query q#{...f}") + "fragment f on Query{" + repeated(n, "a#:__typename ") + "}"
	},
	"operations that share a chain of fragments": func(n int) string {
		var b strings.Builder
		b.WriteString(repeated(n, "query q#{...f0}"))
		for i := range n {
			fmt.Fprintf(&b, "fragment f%d on Query{...f%d}", i, i+1)
		}
		fmt.Fprintf(&b, "fragment f%d on Query{__typename}", n)
		return b.String()
	},
	"operations that share equal fields": func(n int) string {
		return repeated(n/4+1, "query q#{...f}") + "fragment f on Query{product(id:1){" + strings.Repeat("id ", n) + "}}"
	},
	"subscriptions with many fields": func(n int) string {
		return "subscription{" + repeated(n, "a#:productChanged(ids:[1]){id}") + "}"
	},
	"variables":                func(n int) string { return "query(" + repeated(n, "$v#:ID ") + "){__typename}" },
	"variables of wrong types": func(n int) string { return "query(" + repeated(n, "$v#:Produ# ") + "){__typename}" },
	"equal variables":          func(n int) string { return "query(" + strings.Repeat("$v:ID ", n) + "){__typename}" },
	"variables with defaults":  func(n int) string { return "query(" + repeated(n, "$v#:[ID!]=[1,2,3] ") + "){__typename}" },
	"variables of nested types": func(n int) string {
		return "query($v:" + wrapped(n, "[", "ID", "]") + "){product(id:$v){id}}"
	},
	"uses of a variable": func(n int) string { return "query($v:ID!){" + repeated(n, "a#:product(id:$v){id}") + "}" },
	"uses of many variables": func(n int) string {
		return "query(" + repeated(n, "$v#:ID! ") + "){" + repeated(n, "a#:product(id:$v#){id}") + "}"
	},
	"uses of the last variable": func(n int) string {
		return "query(" + repeated(n, "$v#:ID! ") + "){productsByIds(ids:[" + strings.Repeat(fmt.Sprintf("$v%d ", n-1), n) + "]){id}}"
	},
	"uses of unknown variables": func(n int) string { return "{productsByIds(ids:[" + repeated(n, "$v# ") + "]){id}}" },
	"uses of variables in shared fragments": func(n int) string {
		return repeated(n/8+1, "query q#("+repeated(8, "$v#:ID! ")+"){...f}") +
			"fragment f on Query{productsByIds(ids:[" + strings.Repeat("$v7 ", n) + "]){id}}"
	},

	// Nesting.
	"nested fields": func(n int) string {
		return "{product(id:1){" + wrapped(n, "reviews{nodes{product{", "id", "}}}") + "}}"
	},
	"nested unknown fields":         func(n int) string { return "{" + wrapped(n, "a{", "a", "}") + "}" },
	"nested inline fragments":       func(n int) string { return "{" + wrapped(n, "...{", "__typename", "}") + "}" },
	"nested typed inline fragments": func(n int) string { return "{" + wrapped(n, "...on Query{", "__typename", "}") + "}" },
	"nested lists":                  func(n int) string { return "{productsByIds(ids:" + wrapped(n, "[", "1", "]") + "){id}}" },
	"nested lists for numbers":      func(n int) string { return "{products(first:" + wrapped(n, "[", "1", "]") + "){totalCount}}" },
	"nested objects":                func(n int) string { return "{products(filter:" + wrapped(n, "{search:", "1", "}") + "){totalCount}}" },
	"nested objects for numbers":    func(n int) string { return "{products(first:" + wrapped(n, "{a:", "1", "}") + "){totalCount}}" },
	"nested default values":         func(n int) string { return "query($v:Int=" + wrapped(n, "[", "1", "]") + "){__typename}" },
	"nested introspection":          func(n int) string { return "{__schema{types{" + wrapped(n, "ofType{", "name", "}") + "}}}" },
	"nested lists of introspection": func(n int) string { return "{__schema{" + wrapped(n, "types{fields{type{", "name", "}}}") + "}}" },
	"many introspections": func(n int) string {
		return "{" + repeated(n, `a#:__type(name:"Query"){fields{name args{name type{name}}}}`) + "}"
	},
	"many introspected types": func(n int) string { return "{__schema{" + repeated(n, "a#:types{name}") + "}}" },
	"introspection by doubling fragments": func(n int) string {
		var b strings.Builder
		b.WriteString("{__schema{types{...f0}}}")
		for i := range n {
			fmt.Fprintf(&b, "fragment f%d on __Type{ofType{...f%d}a:ofType{...f%d}}", i, i+1, i+1)
		}
		fmt.Fprintf(&b, "fragment f%d on __Type{name}", n)
		return b.String()
	},

	// Mistakes, each of which wants a message and suggestions.
	"unknown fields":               func(n int) string { return "{" + repeated(n, "produc# ") + "}" },
	"unknown fields below":         func(n int) string { return "{product(id:1){" + repeated(n, "nam# ") + "}}" },
	"long unknown fields":          func(n int) string { return "{" + repeated(20, strings.Repeat("product", n/20+1)+"# ") + "}" },
	"one long unknown field":       func(n int) string { return "{" + strings.Repeat("p", n) + "}" },
	"unknown arguments":            func(n int) string { return "{products(" + repeated(n, "filte#:1 ") + "){totalCount}}" },
	"unknown arguments of many":    func(n int) string { return "{" + repeated(n, "a#:products(filte:1){totalCount}") + "}" },
	"one long unknown argument":    func(n int) string { return "{products(" + strings.Repeat("f", n) + ":1){totalCount}}" },
	"equal arguments":              func(n int) string { return "{products(" + strings.Repeat("first:1 ", n) + "){totalCount}}" },
	"missing arguments":            func(n int) string { return "{" + repeated(n, "a#:product{id}") + "}" },
	"unknown input fields":         func(n int) string { return "{products(filter:{" + repeated(n, "searc#:1 ") + "}){totalCount}}" },
	"one long unknown input field": func(n int) string { return "{products(filter:{" + strings.Repeat("s", n) + ":1}){totalCount}}" },
	"equal input fields":           func(n int) string { return "{products(filter:{" + strings.Repeat(`search:"" `, n) + "}){totalCount}}" },
	"unknown enum values":          func(n int) string { return "{" + repeated(n, "a#:products(sortBy:NAM#){totalCount}") + "}" },
	"one long unknown enum value":  func(n int) string { return "{products(sortBy:" + strings.Repeat("N", n) + "){totalCount}}" },
	"one long string for an enum":  func(n int) string { return `{products(sortBy:"` + strings.Repeat("N", n) + `"){totalCount}}` },
	"long strings for enums": func(n int) string {
		return "{" + repeated(20, `a#:products(sortBy:"`+strings.Repeat("N", n/20+1)+`"){totalCount}`) + "}"
	},
	"one long unknown type":     func(n int) string { return "{...f}fragment f on " + strings.Repeat("Q", n) + "{id}" },
	"values of wrong types":     func(n int) string { return "{productsByIds(ids:[" + strings.Repeat("true ", n) + "]){id}}" },
	"fields without selections": func(n int) string { return "{" + repeated(n, "a#:product(id:1)") + "}" },
	"selections of leaves":      func(n int) string { return "{product(id:1){" + repeated(n, "a#:id{a}") + "}}" },
	"unknown directives":        func(n int) string { return "{__typename " + repeated(n, "@a# ") + "}" },
	"equal directives":          func(n int) string { return "{__typename " + strings.Repeat("@skip(if:false)", n) + "}" },
	"misplaced directives":      func(n int) string { return "query " + strings.Repeat("@skip(if:false)", n) + "{__typename}" },
	"directives of many":        func(n int) string { return "{" + repeated(n, "a#:__typename@skip(if:false)@include(if:true)") + "}" },
	"arguments of directives":   func(n int) string { return "{__typename @skip(" + repeated(n, "i#:1 ") + ")}" },

	// Much of one thing.
	"aliases":               func(n int) string { return "{" + aliases(n) + "}" },
	"aliases of lists":      func(n int) string { return "{" + repeated(n, "a#:products(first:1){totalCount}") + "}" },
	"a long list":           func(n int) string { return "{productsByIds(ids:[" + repeated(n, "# ") + "]){id}}" },
	"a long string":         func(n int) string { return `{product(id:"` + strings.Repeat("x", n) + `"){id}}` },
	"a long escaped string": func(n int) string { return `{product(id:"` + strings.Repeat(`\u0041`, n) + `"){id}}` },
	"a long block":          func(n int) string { return `{product(id:"""` + strings.Repeat("\n  x", n) + `"""){id}}` },
	"a block of quotes":     func(n int) string { return `{product(id:"""` + strings.Repeat(`""x`, n) + `"""){id}}` },
	"a long number":         func(n int) string { return "{products(first:" + strings.Repeat("9", n) + "){totalCount}}" },
	"long numbers": func(n int) string {
		return "{" + repeated(20, "a#:products(first:"+strings.Repeat("9", n/20+1)+"){totalCount}") + "}"
	},
	"a long name":      func(n int) string { return "{" + strings.Repeat("a", n) + ":__typename}" },
	"a long comment":   func(n int) string { return "#" + strings.Repeat("é", n) + "\n{__typename}" },
	"comments":         func(n int) string { return strings.Repeat("#\n", n) + "{__typename}" },
	"comments between": func(n int) string { return "{" + strings.Repeat("#\n", n) + "__typename}" },
	"commas":           func(n int) string { return "{" + strings.Repeat(",", n) + "__typename}" },
	"lines":            func(n int) string { return "{" + strings.Repeat("\r\n", n) + "__typename}" },
	"open braces":      func(n int) string { return strings.Repeat("{a", n) },
	"open brackets":    func(n int) string { return "{a(a:" + strings.Repeat("[", n) },
	"descriptions":     func(n int) string { return strings.Repeat(`"x" query q{__typename}`, n) },
}

// unexecuted is a handler that runs nothing of an operation but introspection.
func unexecuted(introspection bool) http.Handler {
	return server.NewHandler(server.Config{
		Schema:        unexecutedSchema{graph.NewSchema(&graph.Resolver{})},
		Log:           slog.New(slog.DiscardHandler),
		Introspection: func(context.Context) bool { return introspection },
	})
}

type unexecutedSchema struct{ graphql.ExecutableSchema }

func (s unexecutedSchema) Exec(ctx context.Context) graphql.ResponseHandler {
	if strings.Contains(graphql.GetOperationContext(ctx).RawQuery, "__schema") || strings.Contains(graphql.GetOperationContext(ctx).RawQuery, "__type(") {
		return s.ExecutableSchema.Exec(ctx)
	}
	return graphql.OneShot(succeed(ctx))
}

// hostileDocuments are a shape's documents of growing size, the last of them of 64 KB. Each is padded to 64 KB and different from all others,
// so that it was never parsed before.
func hostileDocuments(shape func(n int) string, each func(n int, document string)) {
	for n := 1; ; n += n/2 + 1 {
		document := shape(n)
		if len(document) > hostileBytes-16 || n > hostileBytes {
			return
		}
		each(n, document)
	}
}

// padded is a document at the length of hostileBytes that nobody has sent before.
func padded(document string, number int) string {
	unique := fmt.Sprintf("\n#%d", number)
	return document + strings.Repeat(" ", hostileBytes-len(document)-len(unique)) + unique
}

// processorTime is what this process has used, collecting its garbage included.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkHostileDocuments prints the processor time of the worst document of each shape, worst first, for those who may read the schema and for others:
//
//	go test ./graph/server -run '^$' -bench HostileDocuments -benchtime 1x
func BenchmarkHostileDocuments(b *testing.B) {
	type cost struct {
		shape  string
		n      int
		open   bool
		took   time.Duration
		answer string
	}
	number := 0
	for b.Loop() {
		var costs []cost
		for name, shape := range hostileShapes {
			for _, open := range []bool{true, false} {
				d, worst := unexecuted(open), cost{}
				hostileDocuments(shape, func(n int, document string) {
					least, answer := time.Hour, ""
					for range 5 {
						number++
						body, _ := json.Marshal(map[string]string{"query": padded(document, number)})
						request := post(string(body), "application/json")
						w := httptest.NewRecorder()
						began := processorTime(b)
						d.ServeHTTP(w, request)
						least = min(least, processorTime(b)-began)
						answer = w.Body.String()[:min(w.Body.Len(), 150)]
						if least < worst.took {
							break
						}
					}
					if least > worst.took {
						worst = cost{name, n, open, least, answer}
					}
				})
				costs = append(costs, worst)
			}
		}
		slices.SortFunc(costs, func(a, b cost) int { return cmp.Compare(b.took, a.took) })
		for _, c := range costs {
			fmt.Printf("%9.2f ms  %-45s n %-6d schema open %-5v %s\n", float64(c.took.Microseconds())/1000, c.shape, c.n, c.open, c.answer)
		}
	}
}

// No hostile document that is validated has the validator visit more, or compare more fields with each other, than the limit on its work
// says. Whatever would is refused unvalidated.
func TestHostileDocumentsAreRefusedUnvalidated(t *testing.T) {
	t.Parallel()
	schema := graph.NewSchema(&graph.Resolver{}).Schema()
	validated, refused := 0, 0
	for name, shape := range hostileShapes {
		hostileDocuments(shape, func(n int, text string) {
			document, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: text}, server.MaxTokens)
			if err != nil || len(document.Operations) == 0 {
				refused++
				return
			}
			steps, tooMuch := server.Work(document)
			if tooMuch {
				refused++
				return
			}
			validated++
			visits := 0
			var events core.Events
			events.OnField(func(*core.Walker, *ast.Field) { visits++ })
			events.OnInlineFragment(func(*core.Walker, *ast.InlineFragment) { visits++ })
			events.OnFragmentSpread(func(*core.Walker, *ast.FragmentSpread) { visits++ })
			events.OnValue(func(*core.Walker, *ast.Value) { visits++ })
			validator.Walk(schema, document, &events)
			if done := visits + comparisons(document); done > steps || steps > server.MaxWork {
				t.Errorf("%s, %d parts: %d visits and comparisons, and only %d were expected", name, n, done, steps)
			}
		})
	}
	if validated < 500 || refused < 500 {
		t.Errorf("%d documents were validated and %d refused", validated, refused)
	}
}

// comparisons counts the pairs of fields of the operations that have the same place in the answer.
func comparisons(document *ast.QueryDocument) (sum int) {
	for _, op := range document.Operations {
		at := map[string]int{}
		var unfold func(path string, set ast.SelectionSet)
		unfold = func(path string, set ast.SelectionSet) {
			for _, selection := range set {
				switch selection := selection.(type) {
				case *ast.Field:
					path := path + "." + selection.Alias
					at[path]++
					unfold(path, selection.SelectionSet)
				case *ast.InlineFragment:
					unfold(path, selection.SelectionSet)
				case *ast.FragmentSpread:
					if fragment := document.Fragments.ForName(selection.Name); fragment != nil {
						unfold(path, fragment.SelectionSet)
					}
				}
			}
		}
		unfold("", op.SelectionSet)
		for _, n := range at {
			sum += n * (n - 1) / 2
		}
	}
	return sum
}

// The document that took 0.2 s of validation for its 5.7 KB.
func TestManyEqualFieldsAreRefused(t *testing.T) {
	const tooMuch = "COMPLEXITY_LIMIT_EXCEEDED"
	for _, open := range []bool{true, false} {
		if a := newTestAPI(open).ask(t, "{product(id:1){"+strings.Repeat("id ", 1900)+"}} #1"); a.code() != tooMuch {
			t.Errorf("open %v: %q %.300s", open, a.code(), a.body)
		}
	}
	if a := newTestAPI(true).ask(t, "{__typename} #"+strings.Repeat("x", hostileBytes)); a.code() != tooMuch {
		t.Errorf("a longer document: %q %.300s", a.code(), a.body)
	}
}

// The documents of our client and those of the documentation stay far below the limits.
func TestHonestDocumentsHaveRoom(t *testing.T) {
	var clients map[string]string
	if err := json.Unmarshal(client.Operations, &clients); err != nil {
		t.Fatal(err)
	}
	documents := slices.Collect(maps.Values(clients))
	pages, err := filepath.Glob("../../docs/api/*.md")
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile("(?s)```graphql\n(.*?)```")
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range example.FindAllStringSubmatch(string(text), -1) {
			documents = append(documents, found[1])
		}
	}
	if len(documents) < 70 {
		t.Errorf("only %d documents were found", len(documents))
	}
	for _, text := range documents {
		document, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: text}, server.MaxTokens/2)
		if err != nil {
			t.Errorf("%v: %s", err, text)
			continue
		}
		if steps, refused := server.Work(document); refused || steps > server.MaxWork/4 || len(text) > hostileBytes/8 {
			t.Errorf("%d steps, refused %v: %s", steps, refused, text)
		}
	}
}
