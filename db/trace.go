package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strings"

	"github.com/XSAM/otelsql"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

// openTraced is sql.OpenDB with a span for each statement of what is traced: its text, which has no values in it. Nothing is wrapped
// while there are no traces.
func openTraced(connector driver.Connector, traces trace.TracerProvider) *sql.DB {
	if traces == nil {
		return sql.OpenDB(connector)
	}
	return otelsql.OpenDB(connector, otelsql.WithTracerProvider(traces),
		otelsql.WithAttributes(attribute.String("db.system.name", "postgresql")),
		otelsql.WithSpanNameFormatter(func(_ context.Context, method otelsql.Method, text string) string {
			verb, _, _ := strings.Cut(strings.TrimSpace(text), " ")
			switch {
			case method == otelsql.MethodConnPrepare:
				return "PREPARE"
			case verb == "":
				return string(method)
			}
			return verb
		}),
		otelsql.WithSpanOptions(otelsql.SpanOptions{
			DisableErrSkip: true, OmitConnResetSession: true, OmitRows: true, OmitConnectorConnect: true,
			// An error of PostgreSQL can quote a value.
			RecordError: func(error) bool { return false },
			SpanFilter: func(ctx context.Context, _ otelsql.Method, _ string, _ []driver.NamedValue) bool {
				return trace.SpanFromContext(ctx).IsRecording()
			},
		}))
}
