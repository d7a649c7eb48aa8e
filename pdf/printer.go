package pdf

import (
	"context"
	"fmt"

	"golang.org/x/sync/semaphore"
)

// renderers limits how many PDFs the process renders concurrently, for all APIs: each takes 20 MB and 50 ms.
var renderers = semaphore.NewWeighted(2)

// withRenderer calls render when a renderer is free. It returns the context's error if ctx ends before that.
func withRenderer(ctx context.Context, render func() ([]byte, error)) ([]byte, error) {
	if err := renderers.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("wait for a printer: %w", err)
	}
	defer renderers.Release(1) // even if render panics
	return render()
}
