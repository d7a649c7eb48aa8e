package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

const tracerName = "orrery"

// w3c carries a trace from one program to the next by the header traceparent.
var w3c = propagation.TraceContext{}

// OpenTraces sends traces by OTLP over HTTP, as the variables OTEL_* of the environment say. The provider is nil when they name no
// receiver. Closing sends what is left.
func OpenTraces(ctx context.Context, env func(string) string, log *slog.Logger) (provider trace.TracerProvider, closing func(context.Context) error, err error) {
	nothing := func(context.Context) error { return nil }
	if env("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && env("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" || env("OTEL_SDK_DISABLED") == "true" ||
		env("OTEL_TRACES_EXPORTER") == "none" {
		return nil, nothing, nil
	}
	for _, name := range []string{"OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"} {
		if protocol := env(name); protocol != "" && protocol != "http/protobuf" {
			return nil, nothing, fmt.Errorf("%s must be http/protobuf, not %q", name, protocol)
		}
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, nothing, fmt.Errorf("open the exporter of traces: %w", err)
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces", "error", err) }))
	about, err := resource.New(ctx, resource.WithAttributes(attribute.String("service.name", tracerName)), resource.WithTelemetrySDK(),
		resource.WithFromEnv())
	if err != nil {
		return nil, nothing, fmt.Errorf("read OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	sdk := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about))
	return sdk, sdk.Shutdown, nil
}

// Span begins a part of what ctx belongs to. It costs nothing where nothing is traced.
func Span(ctx context.Context, name string, attributes ...attribute.KeyValue) (context.Context, trace.Span) {
	around := trace.SpanFromContext(ctx)
	if !around.IsRecording() {
		return ctx, noop.Span{}
	}
	return around.TracerProvider().Tracer(tracerName).Start(ctx, name, trace.WithAttributes(attributes...))
}

// Begin begins a trace of what no request has asked for; provider may be nil.
func Begin(ctx context.Context, provider trace.TracerProvider, name string, attributes ...attribute.KeyValue) (context.Context, trace.Span) {
	if provider == nil {
		return ctx, noop.Span{}
	}
	return provider.Tracer(tracerName).Start(ctx, name, trace.WithNewRoot(), trace.WithAttributes(attributes...))
}

// Carry tells the receiver of a request which trace it belongs to.
func Carry(ctx context.Context, to http.Header) { w3c.Inject(ctx, propagation.HeaderCarrier(to)) }

// beginRequest begins a request's span in its caller's trace.
func beginRequest(provider trace.TracerProvider, r *http.Request) (context.Context, trace.Span) {
	ctx := w3c.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	return provider.Tracer(tracerName).Start(ctx, known(r.Method), trace.WithSpanKind(trace.SpanKindServer))
}

// endRequest names the span by what has become known of the request.
func endRequest(span trace.Span, r *Request, method, path string, status int) {
	span.SetName(method + " " + r.Route)
	span.SetAttributes(attribute.String("http.request.method", method), attribute.String("http.route", r.Route),
		attribute.String("url.path", path), attribute.Int("http.response.status_code", status), attribute.String("orrery.request_id", r.ID))
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}
