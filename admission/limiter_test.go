package admission_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"orrery/admission"
	"orrery/observe"
	"orrery/shop"
)

// crowd is who stands before a gate.
type crowd struct {
	t *testing.T
	*admission.Gate
	entered chan string
	leave   []func()
	refused map[string]int
}

// come has a caller ask for places, each request after the one before has entered, waits or was turned away.
func (c *crowd) come(caller string, requests int) {
	for range requests {
		go func() {
			request := &observe.Request{}
			_, leave, err := c.Enter(observe.With(context.Background(), request), caller)
			if err != nil {
				if !shop.IsUnavailable(err) || request.Refused != observe.Shed {
					c.t.Errorf("%s gets %v, operators %q", caller, err, request.Refused)
				}
				c.refused[caller]++ // one at a time, see synctest.Wait
				return
			}
			c.leave = append(c.leave, leave)
			c.entered <- caller
		}()
		synctest.Wait()
	}
}

// out has whoever entered first leave, and returns who came in for it; nobody is "".
func (c *crowd) out() string {
	leave := c.leave[0]
	c.leave = c.leave[1:]
	leave()
	leave() // once is enough
	synctest.Wait()
	return c.in()
}

func (c *crowd) in() string {
	select {
	case caller := <-c.entered:
		return caller
	default:
		return ""
	}
}

func outside(t *testing.T, places int) *crowd {
	return &crowd{t: t, Gate: admission.New(places), entered: make(chan string, 1000), refused: map[string]int{}}
}

func TestCallersTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := outside(t, 4) // three for one caller, and 64 wait
		c.come("much", 72)
		for range 3 {
			if got := c.in(); got != "much" {
				t.Errorf("%q is in", got)
			}
		}
		if got := c.in(); got != "" || c.refused["much"] != 5 {
			t.Errorf("%q has a fourth place, %d were turned away", got, c.refused["much"])
		}
		c.come("little", 3)
		if got := c.in(); got != "little" || c.refused["little"] != 0 || c.refused["much"] != 7 {
			t.Errorf("%q is in, turned away are %v", got, c.refused)
		}
		for i, want := range []string{"much", "little", "much", "little", "much", "much"} {
			if got := c.out(); got != want {
				t.Errorf("leaving %d lets in %q, want %q", i, got, want)
			}
		}
		for range 80 {
			if len(c.leave) > 0 {
				c.out()
			}
		}
		c.come("late", 3)
		for range 3 {
			if got := c.in(); got != "late" {
				t.Errorf("an empty gate lets in %q", got)
			}
		}
	})
}

func TestNobodyWaitsForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := outside(t, 1)
		c.come("a", 1)
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		if _, _, err := c.Enter(ctx, "gone"); err == nil || time.Since(began) != 300*time.Millisecond {
			t.Errorf("who has gone waited %v: %v", time.Since(began), err)
		}
		if _, _, err := c.Enter(t.Context(), "b"); !shop.IsUnavailable(err) || time.Since(began) != 1300*time.Millisecond {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		if got := c.in() + c.out(); got != "a" {
			t.Errorf("%q came in", got)
		}
		inside, leave, err := c.Enter(t.Context(), "b")
		if err != nil {
			t.Fatal(err)
		}
		defer leave()
		if _, again, err := c.Enter(inside, "b"); err != nil {
			t.Error("what is inside waits for itself")
		} else {
			again()
		}
	})
}

// Who waits for something else keeps nobody out meanwhile, and need not wait to go on.
func TestSteppingOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := outside(t, 1)
		inside, leave, err := c.Enter(t.Context(), "login")
		if err != nil {
			t.Fatal(err)
		}
		out, back := admission.StepOut(inside)
		_, backAgain := admission.StepOut(inside)
		c.come("reader", 1)
		if got := c.in(); got != "reader" {
			t.Errorf("while the place is free %q is in", got)
		}
		if _, _, err := c.Enter(out, "login"); !shop.IsUnavailable(err) {
			t.Errorf("who has stepped out is let in once more: %v", err)
		}
		back()
		back() // once is enough
		backAgain()
		c.come("reader", 1)
		if got := c.out(); got != "" {
			t.Errorf("%q takes the place that one has who came back", got)
		}
		leave()
		leave()
		synctest.Wait()
		if got := c.in(); got != "reader" {
			t.Errorf("then %q is in", got)
		}
		_, back = admission.StepOut(inside) // has no place any more
		back()
		c.out()
		c.come("late", 1)
		if got := c.in(); got != "late" {
			t.Errorf("the empty gate lets in %q", got)
		}
		if _, back := admission.StepOut(t.Context()); back == nil {
			t.Error("no way back for who has no place")
		}
	})
}
