package ssr

import (
	"context"
	"time"
)

// share lets callers use something one at a time and for half of the time at most.
type share struct {
	queue chan struct{} // room for the callers that wait and the one that is in
	turn  chan struct{}
	next  time.Time
}

func newShare(most int) share {
	return share{queue: make(chan struct{}, most), turn: make(chan struct{}, 1)}
}

// enter waits for the caller's turn, as long as ctx allows. leave has to be called.
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
