package pdf

import (
	"context"
	"fmt"

	"golang.org/x/sync/semaphore"
)

// printers bounds how many papers this process prints at once, whichever door they are for: each takes 20 MB and 50 ms.
var printers = semaphore.NewWeighted(2)

// inTurn prints when a printer is free. The context's error when the caller has gone by then.
func inTurn(ctx context.Context, print func() ([]byte, error)) ([]byte, error) {
	if err := printers.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("wait for a printer: %w", err)
	}
	defer printers.Release(1) // even when printing panics
	return print()
}
