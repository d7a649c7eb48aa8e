package db_test

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// The migrations up to number 77 have been released. One that is added below them stops the start of every database that has them.
func TestNoMigrationIsAddedBelowReleasedOnes(t *testing.T) {
	const released, count = 77, 46
	files, err := os.ReadDir("migrations")
	if err != nil {
		t.Fatal(err)
	}
	below := 0
	for _, file := range files {
		number, _, _ := strings.Cut(file.Name(), "_")
		n, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		if n <= released {
			below++
		}
	}
	if below != count {
		t.Errorf("%d migrations have a number up to %d, and %d were released: give a new one a higher number", below, released, count)
	}
}
