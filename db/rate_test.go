package db_test

import (
	"fmt"
	"testing"

	"orrery/db/dbtest"
	"orrery/shop"
)

// Whoever has a network of addresses may try no more than somebody with one.
func TestAttemptsCountForANetwork(t *testing.T) {
	t.Parallel()
	s := dbtest.New(t).Store
	for i := range shop.ResetRequestPerAddress.Max + 1 {
		actor := shop.Actor{Address: fmt.Sprintf("2001:db8:1:2::%x", i+1)}
		err := s.Accounts.RequestPasswordReset(t.Context(), actor, shop.PasswordResetRequestInput{Email: fmt.Sprintf("r%d@example.org", i)})
		if refused := err != nil; refused != (i == shop.ResetRequestPerAddress.Max) {
			t.Fatalf("request %d of one /64: %v", i+1, err)
		}
	}
}
