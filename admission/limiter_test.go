package admission_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"orrery/admission"
	"orrery/shop"
	"orrery/telemetry"
)

// crowd sends requests to a limiter.
type crowd struct {
	t *testing.T
	*admission.Limiter
	acquired chan string
	release  []func()
	rejected map[string]int
}

// come sends requests of a caller, each once the one before has a slot, waits or was rejected.
func (c *crowd) come(caller string, requests int) {
	for range requests {
		go func() {
			request := &telemetry.Request{}
			_, release, err := c.Acquire(telemetry.With(context.Background(), request), caller)
			if err != nil {
				if !shop.IsUnavailable(err) || request.Refused != telemetry.Shed {
					c.t.Errorf("%s gets %v, operators %q", caller, err, request.Refused)
				}
				c.rejected[caller]++ // one at a time, see synctest.Wait
				return
			}
			c.release = append(c.release, release)
			c.acquired <- caller
		}()
		synctest.Wait()
	}
}

// out releases the oldest slot and returns the caller that gets it, or "".
func (c *crowd) out() string {
	release := c.release[0]
	c.release = c.release[1:]
	release()
	release() // without effect
	synctest.Wait()
	return c.in()
}

func (c *crowd) in() string {
	select {
	case caller := <-c.acquired:
		return caller
	default:
		return ""
	}
}

func newCrowd(t *testing.T, slots int) *crowd {
	return &crowd{t: t, Limiter: admission.NewQueue(slots, 16*slots, time.Second),
		acquired: make(chan string, 1000), rejected: map[string]int{}}
}

func TestCallersTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, 4) // three for one caller, and 64 wait
		c.come("much", 72)
		for range 3 {
			if got := c.in(); got != "much" {
				t.Errorf("%q is in", got)
			}
		}
		if got := c.in(); got != "" || c.rejected["much"] != 5 {
			t.Errorf("%q has a fourth slot, %d were rejected", got, c.rejected["much"])
		}
		c.come("little", 3)
		if got := c.in(); got != "little" || c.rejected["little"] != 0 || c.rejected["much"] != 7 {
			t.Errorf("%q has a slot, rejected are %v", got, c.rejected)
		}
		for i, want := range []string{"much", "little", "much", "little", "much", "much"} {
			if got := c.out(); got != want {
				t.Errorf("release %d serves %q, want %q", i, got, want)
			}
		}
		for range 80 {
			if len(c.release) > 0 {
				c.out()
			}
		}
		c.come("late", 3)
		for range 3 {
			if got := c.in(); got != "late" {
				t.Errorf("an idle limiter serves %q", got)
			}
		}
	})
}

func TestWaitsAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, 1)
		c.come("a", 1)
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		if _, _, err := c.Acquire(ctx, "gone"); err == nil || time.Since(began) != 300*time.Millisecond {
			t.Errorf("a caller that has gone waited %v: %v", time.Since(began), err)
		}
		if _, _, err := c.Acquire(t.Context(), "b"); !shop.IsUnavailable(err) || time.Since(began) != 1300*time.Millisecond {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		if got := c.in() + c.out(); got != "a" {
			t.Errorf("%q came in", got)
		}
		held, release, err := c.Acquire(t.Context(), "b")
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		if _, again, err := c.Acquire(held, "b"); err != nil {
			t.Error("a request with a slot waits for another")
		} else {
			again()
		}
	})
}

// A request that has yielded its slot blocks no other one, and resumes without a wait.
func TestYield(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, 1)
		held, release, err := c.Acquire(t.Context(), "login")
		if err != nil {
			t.Fatal(err)
		}
		yielded, resume := admission.Yield(held)
		_, resumeAgain := admission.Yield(held)
		c.come("reader", 1)
		if got := c.in(); got != "reader" {
			t.Errorf("while the slot is yielded, %q has it", got)
		}
		if _, _, err := c.Acquire(yielded, "login"); !shop.IsUnavailable(err) {
			t.Errorf("a request without its slot gets another: %v", err)
		}
		resume()
		resume() // without effect
		resumeAgain()
		c.come("reader", 1)
		if got := c.out(); got != "" {
			t.Errorf("%q gets the slot of the resumed request", got)
		}
		release()
		release()
		synctest.Wait()
		if got := c.in(); got != "reader" {
			t.Errorf("then %q is in", got)
		}
		_, resume = admission.Yield(held) // holds no slot any more
		resume()
		c.out()
		c.come("late", 1)
		if got := c.in(); got != "late" {
			t.Errorf("the idle limiter serves %q", got)
		}
		if _, resume := admission.Yield(t.Context()); resume == nil {
			t.Error("no resume without a slot")
		}
	})
}
