package main

import (
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
)

// counter is the slog.Handler of PostgreSQL's log. It counts the logged statements.
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
