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

// NewLog returns a logger that writes JSON, or text. Lines whose context belongs to a request have its request_id, and
// its trace_id when it is traced. Personal data that errors quote is removed.
func NewLog(to io.Writer, json bool, level slog.Leveler) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if json {
		return slog.New(logHandler{slog.NewJSONHandler(to, options)})
	}
	return slog.New(logHandler{slog.NewTextHandler(to, options)})
}

// redact returns the text of an error without the values that it quotes: PostgreSQL and strconv quote values that they
// can't parse, and errors of package net contain the address of a client that has disconnected.
func redact(err error) string {
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
	if errors.As(err, &network) && network.Op != "dial" { // addresses that the shop dials are not personal
		text = strings.ReplaceAll(text, network.Error(), network.Op+": "+network.Err.Error())
	}
	return text
}

type logHandler struct{ slog.Handler }

func (h logHandler) Handle(ctx context.Context, record slog.Record) error {
	if hasError(record) { // avoids copying most records
		redacted := slog.NewRecord(record.Time, record.Level, record.Message, record.PC)
		record.Attrs(func(a slog.Attr) bool {
			redacted.AddAttrs(redactAttr(a))
			return true
		})
		record = redacted
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
	redacted := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		redacted[i] = redactAttr(a)
	}
	return logHandler{h.Handler.WithAttrs(redacted)}
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

// redactAttr returns the attribute without personal data: an error is replaced by its redacted text.
func redactAttr(a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindAny {
		if err, ok := a.Value.Any().(error); ok {
			return slog.String(a.Key, redact(err))
		}
	}
	return a
}

func (h logHandler) WithGroup(name string) slog.Handler { return logHandler{h.Handler.WithGroup(name)} }
