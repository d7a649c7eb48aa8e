package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"runtime/debug"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"orrery/shop"
)

// Values of extensions.code beside those of package shop and of gqlgen.
const (
	// A caller sent the hash of a document in its place, and nobody here knows the document: the text is wanted. Apollo's name.
	codeUnknownDocument = "PERSISTED_QUERY_NOT_FOUND"
	codeBadRequest      = "BAD_REQUEST"    // not a GraphQL request at all
	codeBadUserInput    = "BAD_USER_INPUT" // a variable or an argument of the wrong form
	codeComplexity      = "COMPLEXITY_LIMIT_EXCEEDED"
	codeForbidden       = string(shop.Forbidden)
	codeInternal        = "INTERNAL"
	codeTimeout         = "TIMEOUT"
)

// errPanic stands for a panic that has been logged.
var errPanic = errors.New("panic")

// errorDesk decides what of an error the caller sees, and logs the rest.
type errorDesk struct {
	log *slog.Logger
}

// recovered logs a panic of a resolver with its stack.
func (d errorDesk) recovered(ctx context.Context, value any) error {
	d.log.ErrorContext(ctx, "panic in the graph", "panic", value, "stack", string(debug.Stack()))
	return errPanic
}

// present turns any error of a request into what the caller sees: refusals of the shop and faults of the request as
// they are, and everything else as "internal error".
func (d errorDesk) present(ctx context.Context, err error) *gqlerror.Error {
	var at *gqlerror.Error
	if !errors.As(err, &at) {
		at = gqlerror.WrapPath(graphql.GetPath(ctx), err)
	}
	var refusal *shop.Error
	var refusals shop.Errors
	switch {
	case errors.Is(err, errPanic):
		return shown(at, codeInternal, "internal error")
	case at.Extensions["code"] != nil:
		return requestError(at)
	case errors.As(err, &refusals) && len(refusals) > 0:
		return refused(at, refusals[0], refusals.Error())
	case errors.As(err, &refusal):
		if refusal.Code == shop.Unavailable {
			d.log.WarnContext(ctx, "not available", "path", at.Path.String(), "error", err)
		}
		return refused(at, refusal, refusal.Message)
	case badArgument(ctx):
		field := graphql.GetFieldContext(ctx).Path()
		message := at.Message
		if len(at.Path) > len(field) {
			message = fmt.Sprintf("argument %s: %s", at.Path[len(field):], message)
		}
		at.Path = field
		return shown(at, codeBadUserInput, message)
	case ctx.Err() != nil:
		return shown(at, codeTimeout, "the request took too long")
	}
	if at.Err != nil {
		err = at.Err // without the path
	}
	d.log.ErrorContext(ctx, "resolver failed", "field", fieldOf(ctx), "error", err)
	return shown(at, codeInternal, "internal error")
}

// fieldOf names a field as the schema does; the path of the answer has names that the caller has made up.
func fieldOf(ctx context.Context) string {
	if fc := graphql.GetFieldContext(ctx); fc != nil && fc.Field.Field != nil {
		return fc.Object + "." + fc.Field.Name
	}
	return ""
}

// shown keeps where an error happened, and nothing else of it.
func shown(at *gqlerror.Error, code, message string) *gqlerror.Error {
	return &gqlerror.Error{
		Message:    message,
		Path:       at.Path,
		Locations:  at.Locations,
		Extensions: map[string]any{"code": code},
	}
}

func refused(at *gqlerror.Error, e *shop.Error, message string) *gqlerror.Error {
	out := shown(at, string(e.Code), message)
	if path := e.Path(); path != nil {
		out.Extensions["field"] = path
	}
	if e.RetryAfter > 0 {
		out.Extensions["retryAfter"] = math.Ceil(e.RetryAfter.Seconds())
	}
	return out
}

// requestError renames the faults of variables, whose path gqlparser writes where the path of a result belongs.
func requestError(e *gqlerror.Error) *gqlerror.Error {
	if len(e.Path) < 2 || e.Path[0] != ast.PathName("variable") || e.Extensions["code"] != errcode.ValidationFailed {
		return e
	}
	return coded(codeBadUserInput, "variable $%s: %s", e.Path[1:], e.Message)
}

// badArgument reports whether the error arose while the arguments of a field were read: they are not set by then.
func badArgument(ctx context.Context) bool {
	fc := graphql.GetFieldContext(ctx)
	return fc != nil && fc.Args == nil && len(fc.Field.Arguments) > 0
}
