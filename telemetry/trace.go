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

// w3c propagates traces between processes in the header traceparent (W3C Trace Context).
var w3c = propagation.TraceContext{}

// OpenTraces returns a provider that sends traces by OTLP over HTTP, configured by the environment variables OTEL_*.
// The provider is nil when they name no endpoint. closing sends the remaining spans.
func OpenTraces(ctx context.Context, env func(string) string, log *slog.Logger) (
	provider trace.TracerProvider, closing func(context.Context) error, err error,
) {
	nothing := func(context.Context) error { return nil }
	if env("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && env("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" ||
		env("OTEL_SDK_DISABLED") == "true" || env("OTEL_TRACES_EXPORTER") == "none" {
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
	about, err := resource.New(ctx, resource.WithAttributes(attribute.String("service.name", tracerName)),
		resource.WithTelemetrySDK(), resource.WithFromEnv())
	if err != nil {
		return nil, nothing, fmt.Errorf("read OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	sdk := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about))
	return sdk, sdk.Shutdown, nil
}

// Span begins a child of the span in ctx. It costs nothing when ctx is not traced.
func Span(ctx context.Context, name string, attributes ...attribute.KeyValue) (context.Context, trace.Span) {
	parent := trace.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return ctx, noop.Span{}
	}
	return parent.TracerProvider().Tracer(tracerName).Start(ctx, name, trace.WithAttributes(attributes...))
}

// Begin begins a new trace for work that no request caused; provider may be nil.
func Begin(ctx context.Context, provider trace.TracerProvider, name string, attributes ...attribute.KeyValue) (
	context.Context, trace.Span,
) {
	if provider == nil {
		return ctx, noop.Span{}
	}
	return provider.Tracer(tracerName).Start(ctx, name, trace.WithNewRoot(), trace.WithAttributes(attributes...))
}

// Carry adds the trace of ctx to the headers of an outgoing request.
func Carry(ctx context.Context, to http.Header) { w3c.Inject(ctx, propagation.HeaderCarrier(to)) }

// beginRequest begins the span of a request in the trace of its caller.
func beginRequest(provider trace.TracerProvider, r *http.Request) (context.Context, trace.Span) {
	ctx := w3c.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	return provider.Tracer(tracerName).Start(ctx, known(r.Method), trace.WithSpanKind(trace.SpanKindServer))
}

// endRequest sets the name, the attributes and the status of the span of a request, and ends it.
func endRequest(span trace.Span, r *Request, method, path string, status int) {
	span.SetName(method + " " + r.Route)
	span.SetAttributes(attribute.String("http.request.method", method), attribute.String("http.route", r.Route),
		attribute.String("url.path", path), attribute.Int("http.response.status_code", status),
		attribute.String("orrery.request_id", r.ID))
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}
