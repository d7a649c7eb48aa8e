package ssr

import (
	"context"
	"time"
)

// share serialises the use of a resource and limits it to half of the time.
type share struct {
	queue chan struct{} // semaphore of the waiting callers and the active one
	turn  chan struct{}
	next  time.Time
}

func newShare(maxCallers int) share {
	return share{queue: make(chan struct{}, maxCallers), turn: make(chan struct{}, 1)}
}

// enter waits for the caller's turn, as long as ctx allows. leave must be called.
func (s *share) enter(ctx context.Context) (leave func(), err error) {
	select {
	case s.queue <- struct{}{}:
	default:
		return nil, ErrBusy
	}
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		<-s.queue
		return nil, ErrBusy
	}
	rest := time.NewTimer(time.Until(s.next))
	defer rest.Stop()
	began := time.Now()
	leave = func() {
		now := time.Now()
		s.next = now.Add(now.Sub(began))
		<-s.turn
		<-s.queue
	}
	select {
	case <-rest.C:
		began = time.Now()
		return leave, nil
	case <-ctx.Done():
		<-s.turn
		<-s.queue
		return nil, ErrBusy
	}
}
