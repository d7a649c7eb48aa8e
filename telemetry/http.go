package telemetry

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/trace"
)

// Observers receive what is recorded of requests. Log is required.
type Observers struct {
	Log     *slog.Logger
	Metrics *Metrics
	Traces  trace.TracerProvider // nil: nothing is traced
}

// Begin begins to observe a request. The caller passes the status and the size of the response to end. The id of the
// request is generated, since an id that the client chose could mislead a reader of the log.
func (o Observers) Begin(r *http.Request) (observed *http.Request, end func(status int, bytes int64)) {
	start := time.Now()
	about := &Request{ID: uuid.Must(uuid.NewV7()).String()}
	ctx := r.Context()
	var span trace.Span
	if o.Traces != nil {
		ctx, span = beginRequest(o.Traces, r)
	}
	observed = r.WithContext(With(ctx, about))
	return observed, func(status int, bytes int64) {
		took := time.Since(start)
		if about.Route == "" {
			about.Route = Other
			if observed.Pattern != "" && observed.Pattern != "/" {
				about.Route = observed.Pattern
			}
		}
		method, path := known(observed.Method), about.Path(observed.URL.Path)
		o.Metrics.count(about, method, status, took)
		o.logRequest(observed.Context(), about, method, path, status, bytes, took)
		if span != nil {
			endRequest(span, about, method, path, status)
		}
	}
}

// known returns the method if it is a standard one, otherwise Other: clients can send arbitrary methods.
func known(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions:
		return method
	}
	return Other
}

// logRequest writes the log line of a request. It calls the handler directly, which saves determining the source line.
func (o Observers) logRequest(
	ctx context.Context, about *Request, method, path string, status int, bytes int64, took time.Duration,
) {
	to := o.Log.Handler()
	if !to.Enabled(ctx, slog.LevelInfo) {
		return
	}
	line := slog.NewRecord(time.Now(), slog.LevelInfo, "request", 0)
	line.AddAttrs(slog.String("method", method), slog.String("path", path), slog.Int("status", status),
		slog.Int64("bytes", bytes), slog.Float64("ms", float64(took.Microseconds())/1000))
	if about.Operation != "" {
		line.AddAttrs(slog.String("operation", about.Operation))
	}
	if about.Refused != "" {
		line.AddAttrs(slog.String("refused", about.Refused))
	}
	_ = to.Handle(ctx, line) // an error of the log can't be logged
}
