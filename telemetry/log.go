package telemetry

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"strconv"
	"strings"

	"github.com/lib/pq"
	"go.opentelemetry.io/otel/trace"
)

// NewLog writes JSON, or text for people. Lines whose context belongs to a request have its request_id, and the trace_id when it is
// traced. Errors lose what they quote of people.
func NewLog(to io.Writer, json bool, level slog.Leveler) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if json {
		return slog.New(logHandler{slog.NewJSONHandler(to, options)})
	}
	return slog.New(logHandler{slog.NewTextHandler(to, options)})
}

// discreet is an error without what it quotes: PostgreSQL repeats values that it can't read, numbers that are none are repeated by
// strconv, and the network names the address of a caller who has gone.
func discreet(err error) string {
	text := err.Error()
	var data *pq.Error
	if errors.As(err, &data) && data.Code.Class() == "22" {
		text = strings.ReplaceAll(text, data.Error(), "pq: "+data.Code.Name()+" ("+string(data.Code)+")")
	}
	var number *strconv.NumError
	if errors.As(err, &number) {
		text = strings.ReplaceAll(text, number.Error(), number.Func+": "+number.Err.Error())
	}
	var network *net.OpError
	if errors.As(err, &network) && network.Op != "dial" { // what we call is ours
		text = strings.ReplaceAll(text, network.Error(), network.Op+": "+network.Err.Error())
	}
	return text
}

type logHandler struct{ slog.Handler }

func (h logHandler) Handle(ctx context.Context, record slog.Record) error {
	if hasError(record) { // most have none
		told := slog.NewRecord(record.Time, record.Level, record.Message, record.PC)
		record.Attrs(func(a slog.Attr) bool {
			told.AddAttrs(plain(a))
			return true
		})
		record = told
	}
	if id := RequestID(ctx); id != "" {
		record.AddAttrs(slog.String("request_id", id))
	}
	if span := trace.SpanContextFromContext(ctx); span.IsValid() {
		record.AddAttrs(slog.String("trace_id", span.TraceID().String()))
	}
	return h.Handler.Handle(ctx, record)
}

func (h logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	told := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		told[i] = plain(a)
	}
	return logHandler{h.Handler.WithAttrs(told)}
}

func hasError(record slog.Record) (has bool) {
	record.Attrs(func(a slog.Attr) bool {
		if a.Value.Kind() == slog.KindAny {
			_, has = a.Value.Any().(error)
		}
		return !has
	})
	return has
}

// plain is an attribute that may be written down.
func plain(a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindAny {
		if err, ok := a.Value.Any().(error); ok {
			return slog.String(a.Key, discreet(err))
		}
	}
	return a
}

func (h logHandler) WithGroup(name string) slog.Handler { return logHandler{h.Handler.WithGroup(name)} }
