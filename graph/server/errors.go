package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"reflect"
	"runtime/debug"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"orrery/graph/scalar"
	"orrery/shop"
)

// Values of extensions.code in addition to those of package shop and of gqlgen.
const (
	// codeUnknownDocument is Apollo's code for a request with the hash of a document that the server does not have. The
	// client must send the text of the document.
	codeUnknownDocument = "PERSISTED_QUERY_NOT_FOUND"
	codeBadRequest      = "BAD_REQUEST"    // not a valid GraphQL request
	codeBadUserInput    = "BAD_USER_INPUT" // a variable or an argument of the wrong form
	codeComplexity      = "COMPLEXITY_LIMIT_EXCEEDED"
	codeForbidden       = string(shop.Forbidden)
	codeInternal        = "INTERNAL"
	codeTimeout         = "TIMEOUT"
	codeTooLarge        = string(shop.TooLarge)
	codeMediaType       = string(shop.UnsupportedMedia)
)

// userErrors replaces an error that the caller can correct by a payload with nothing but that error, if the type of the
// field has userErrors.
func userErrors(ctx context.Context, next graphql.Resolver) (any, error) {
	result, err := next(ctx)
	if err == nil {
		return result, nil
	}
	errs := shop.UserErrors(err)
	payload := reflect.TypeOf(result)
	if errs == nil || payload == nil || payload.Kind() != reflect.Pointer || payload.Elem().Kind() != reflect.Struct {
		return result, err
	}
	refused := reflect.New(payload.Elem())
	field := refused.Elem().FieldByName("UserErrors")
	if !field.IsValid() {
		return result, err
	}
	field.Set(reflect.ValueOf([]*shop.Error(errs)))
	return refused.Interface(), nil
}

// errPanic replaces a panic that has been logged.
var errPanic = errors.New("panic")

// errorPresenter converts errors to those that the client receives, and logs internal errors.
type errorPresenter struct {
	log *slog.Logger
}

// recovered logs a panic of a resolver with its stack.
func (p errorPresenter) recovered(ctx context.Context, value any) error {
	p.log.ErrorContext(ctx, "panic in the graph", "panic", value, "stack", string(debug.Stack()))
	return errPanic
}

// present converts an error of a request to the one that the client receives. Errors of package shop and errors of the
// request keep their message; if the context has ended, the error is TIMEOUT. All other errors are logged and become
// "internal error".
func (p errorPresenter) present(ctx context.Context, err error) *gqlerror.Error {
	var at *gqlerror.Error
	if !errors.As(err, &at) {
		at = gqlerror.WrapPath(graphql.GetPath(ctx), err)
	}
	var refusal *shop.Error
	var refusals shop.Errors
	switch {
	case errors.Is(err, errPanic):
		return sanitised(at, codeInternal, "internal error")
	case at.Extensions["code"] != nil:
		return requestError(at)
	case errors.As(err, &refusals) && len(refusals) > 0:
		return refused(at, refusals[0], refusals.Error())
	case errors.As(err, &refusal):
		if refusal.Code == shop.Unavailable {
			p.log.WarnContext(ctx, "not available", "path", at.Path.String(), "error", err)
		}
		return refused(at, refusal, refusal.Message)
	case badArgument(ctx):
		field := graphql.GetFieldContext(ctx).Path()
		message, argument := at.Message, ast.Path(nil)
		if len(at.Path) > len(field) {
			argument = at.Path[len(field):]
			message = fmt.Sprintf("argument %s: %s", argument, message)
		}
		at.Path = field
		return withField(sanitised(at, codeBadUserInput, message), argument)
	case ctx.Err() != nil:
		return sanitised(at, codeTimeout, "the request took too long")
	}
	if at.Err != nil {
		err = at.Err // without the path
	}
	p.log.ErrorContext(ctx, "resolver failed", "field", fieldOf(ctx), "error", err)
	return sanitised(at, codeInternal, "internal error")
}

// fieldOf returns the current field as Type.field. Unlike the path of the response, it contains no aliases, which the
// client chooses.
func fieldOf(ctx context.Context) string {
	if fc := graphql.GetFieldContext(ctx); fc != nil && fc.Field.Field != nil {
		return fc.Object + "." + fc.Field.Name
	}
	return ""
}

// sanitised returns an error with the path and the locations of at and nothing else of it.
func sanitised(at *gqlerror.Error, code, message string) *gqlerror.Error {
	return &gqlerror.Error{
		Message:    message,
		Path:       at.Path,
		Locations:  at.Locations,
		Extensions: map[string]any{"code": code},
	}
}

func refused(at *gqlerror.Error, e *shop.Error, message string) *gqlerror.Error {
	out := sanitised(at, string(e.Code), message)
	if path := e.Path(); path != nil {
		out.Extensions["field"] = path
	}
	if e.RetryAfter > 0 {
		out.Extensions["retryAfter"] = math.Ceil(e.RetryAfter.Seconds())
	}
	return out
}

// requestError converts errors of variables, for which gqlparser sets the path of the variable in place of the path in
// the response. Other errors are returned unchanged.
func requestError(e *gqlerror.Error) *gqlerror.Error {
	if len(e.Path) < 2 || e.Path[0] != ast.PathName("variable") || e.Extensions["code"] != errcode.ValidationFailed {
		return e
	}
	message := e.Message
	if strings.HasSuffix(message, " as Int") { // gqlparser names a type of Go, or 0 in place of the value
		message = scalar.ErrInt.Error()
	}
	return withField(coded(codeBadUserInput, "variable $%s: %s", e.Path[1:], message), e.Path[1:])
}

// withField sets extensions.field to the path of an argument or a variable, unless that is unknown.
func withField(e *gqlerror.Error, at ast.Path) *gqlerror.Error {
	var field []string
	for _, step := range at {
		field = append(field, fmt.Sprint(step))
	}
	if field != nil {
		e.Extensions["field"] = field
	}
	return e
}

// badArgument reports whether an error occurred while the arguments of the current field were read: they are not yet
// set.
func badArgument(ctx context.Context) bool {
	fc := graphql.GetFieldContext(ctx)
	return fc != nil && fc.Args == nil && len(fc.Field.Arguments) > 0
}
