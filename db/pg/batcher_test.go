package pg_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"orrery/db/pg"
)

// A batch runs in a goroutine of its own, which no caller's recover covers.
func TestABatchThatPanicsIsAnError(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const bad, concurrent = 13, 2
		free := make(chan struct{})
		load := pg.NewBatcher(func(_ context.Context, keys []int) ([]int, error) {
			if keys[0] == bad {
				panic("no such thing")
			}
			<-free
			return keys, nil
		}).Load
		for range concurrent {
			go func() { _, _ = load(t.Context(), 1) }()
		}
		synctest.Wait()
		failed := make(chan error, 1)
		go func() {
			_, err := load(t.Context(), bad)
			failed <- err
		}()
		synctest.Wait() // it waits for the next batch
		close(free)
		if err := <-failed; err == nil || !strings.Contains(err.Error(), "no such thing") {
			t.Errorf("the read that panicked said %v", err)
		}
		if found, err := load(t.Context(), 2); err != nil || found[0] != 2 {
			t.Errorf("the next one found %v, %v", found, err)
		}
	})
}
