package main

import (
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
)

// counter counts the statements in PostgreSQL's log. It is that log's handler.
type counter struct {
	slog.Handler
	seen atomic.Int64
}

func (c *counter) Enabled(context.Context, slog.Level) bool { return true }

func (c *counter) Handle(_ context.Context, line slog.Record) error {
	if strings.HasPrefix(line.Message, "LOG:  execute ") || strings.HasPrefix(line.Message, "LOG:  statement: ") {
		c.seen.Add(1)
	}
	return nil
}
