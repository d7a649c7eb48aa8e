package telemetry

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/trace"
)

// Observers are who learns of requests. Log is needed.
type Observers struct {
	Log     *slog.Logger
	Metrics *Metrics
	Traces  trace.TracerProvider // nil: nothing is traced
}

// Begin begins to observe a request. The caller tells end what was answered; the id of the request is its own, since one that
// the caller chose could lead a reader of the log astray.
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
		o.tell(observed.Context(), about, method, path, status, bytes, took)
		if span != nil {
			endRequest(span, about, method, path, status)
		}
	}
}

// known is a method that there is: callers can make up any.
func known(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return Other
}

// tell writes the one line of a request. It asks the handler itself: where in the source the line comes from need not be found out.
func (o Observers) tell(ctx context.Context, about *Request, method, path string, status int, bytes int64, took time.Duration) {
	to := o.Log.Handler()
	if !to.Enabled(ctx, slog.LevelInfo) {
		return
	}
	line := slog.NewRecord(time.Now(), slog.LevelInfo, "request", 0)
	line.AddAttrs(slog.String("method", method), slog.String("path", path), slog.Int("status", status), slog.Int64("bytes", bytes),
		slog.Float64("ms", float64(took.Microseconds())/1000))
	if about.Operation != "" {
		line.AddAttrs(slog.String("operation", about.Operation))
	}
	if about.Refused != "" {
		line.AddAttrs(slog.String("refused", about.Refused))
	}
	_ = to.Handle(ctx, line) // there is nobody left to tell
}
