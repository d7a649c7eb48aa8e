package main

import (
	"testing"
	"time"
)

// TestTopology is the bench with shorter breaks. Of machines without PgBouncer and HAProxy it asks nothing.
func TestTopology(t *testing.T) {
	t.Chdir("../..")
	if err := missing(); err != nil {
		t.Skip(err)
	}
	if err := run(200*time.Millisecond, t.Output()); err != nil {
		t.Fatal(err)
	}
}
