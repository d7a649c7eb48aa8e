// Package ssr renders the public pages of the client on the server and caches them.
package ssr

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"modernc.org/quickjs"
)

const (
	// callLimit is the timeout of one call into the engine. Only a script that never ends takes as long, even on a busy
	// machine.
	callLimit   = 10 * time.Second
	engineLimit = 64 << 20        // memory limit of the engine, in bytes
	engineCalls = 30              // calls after which the garbage outweighs the cost of a restart
	engineIdle  = 5 * time.Second // after which an unused engine is closed to release its memory
	maxWaiting  = 4               // callers in the queue for the engine
)

// ErrBusy is returned when the engine is in use for longer than the caller can wait.
var ErrBusy = errors.New("the renderer is busy")

// Renderer renders public pages to markup with the code that the browser runs (client/src/start/server.tsx), in a
// JavaScript engine, one page at a time. An engine that failed in any way is closed, and the next call starts another
// one. It is safe for concurrent use.
type Renderer struct {
	script string
	origin string // of the URLs in the pages, such as https://shop.example

	queue chan struct{} // semaphore of the waiting callers and the one that is served
	turn  sync.Mutex
	vm    *quickjs.VM // nil until it is needed
	calls int         // completed calls of this engine
	used  time.Time
	idle  *time.Timer // calls closeIdle; created with the first engine
}

// NewRenderer returns a renderer that runs the script of the client's server build. The engine is started on first use.
func NewRenderer(script, origin string) *Renderer {
	return &Renderer{script: script, origin: origin, queue: make(chan struct{}, 1+maxWaiting)}
}

// requests returns the requests to the GraphQL API for the initial data of the page at an address, and whether the page
// is rendered on the server.
func (r *Renderer) requests(ctx context.Context, address string) (requests []json.RawMessage, renders bool, err error) {
	text, err := r.call(ctx, "requests", address)
	if err != nil {
		return nil, false, err
	}
	err = json.Unmarshal([]byte(text), &requests)
	return requests, requests != nil, err
}

// rendered is the markup of a page, and the client's cache as JSON from which it was made.
type rendered struct{ Markup, Data string }

// render renders the page at an address from a JSON array with the data of the responses.
func (r *Renderer) render(ctx context.Context, address, data string) (page rendered, err error) {
	text, err := r.call(ctx, "render", address, data)
	if err != nil {
		return page, err
	}
	err = json.Unmarshal([]byte(text), &page)
	return page, err
}

// call calls a function of the script. It waits no longer than ctx allows; a call that has begun continues after the
// caller has left.
func (r *Renderer) call(ctx context.Context, function string, arguments ...any) (string, error) {
	select {
	case r.queue <- struct{}{}:
	default:
		return "", ErrBusy
	}
	type outcome struct {
		text string
		err  error
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() { <-r.queue }()
		r.turn.Lock()
		defer r.turn.Unlock()
		if ctx.Err() != nil {
			done <- outcome{err: ErrBusy}
			return
		}
		text, err := r.run(function, arguments)
		if r.calls++; err != nil || r.calls >= engineCalls {
			r.closeEngine()
		}
		done <- outcome{text, err}
	}()
	select {
	case o := <-done:
		return o.text, o.err
	case <-ctx.Done():
		return "", ErrBusy
	}
}

// run calls an async function of the script. The caller holds turn.
func (r *Renderer) run(function string, arguments []any) (text string, err error) {
	defer func() {
		if failure := recover(); failure != nil {
			err = fmt.Errorf("the engine panicked: %v", failure)
		}
	}()
	if r.vm == nil {
		if err := r.start(); err != nil {
			return "", err
		}
	}
	r.used = time.Now()
	if _, err := r.vm.Call("begin", append([]any{function}, arguments...)...); err != nil {
		return "", err
	}
	if _, err := r.vm.ExecutePendingJobs(); err != nil {
		return "", err
	}
	ended, err := r.vm.Call("ended")
	if err != nil {
		return "", err
	}
	text, ok := ended.(string)
	if !ok {
		return "", fmt.Errorf("%s did not end", function)
	}
	return text, nil
}

// bridge lets Go call the script's async functions: begin starts one, and ended returns its result after the pending
// jobs, or throws.
const bridge = `(() => {
	let outcome
	globalThis.begin = (name, ...args) => {
		outcome = undefined
		globalThis[name](...args).then((text) => { outcome = { text } }, (error) => { outcome = { error } })
	}
	globalThis.ended = () => {
		const { text, error } = outcome ?? {}
		outcome = undefined
		if (error) throw error
		return text
	}
})()`

func (r *Renderer) start() (err error) {
	if r.vm, err = quickjs.NewVM(); err != nil {
		return err
	}
	r.vm.SetMemoryLimit(engineLimit)
	if err := r.vm.SetEvalTimeout(callLimit); err != nil {
		return err
	}
	location, err := json.Marshal(map[string]string{"origin": r.origin, "href": r.origin + "/"})
	if err != nil {
		return err
	}
	for _, script := range []string{"globalThis.location = " + string(location), r.script, bridge} {
		if _, err := r.vm.Eval(script, quickjs.EvalGlobal); err != nil {
			return fmt.Errorf("start the renderer: %w", err)
		}
	}
	if _, err = r.vm.ExecutePendingJobs(); err != nil {
		return fmt.Errorf("start the renderer: %w", err)
	}
	if r.idle == nil {
		r.idle = time.AfterFunc(engineIdle, r.closeIdle)
	} else {
		r.idle.Reset(engineIdle)
	}
	return nil
}

// closeIdle closes an engine that has been idle for engineIdle.
func (r *Renderer) closeIdle() {
	r.turn.Lock()
	defer r.turn.Unlock()
	if r.vm == nil {
		return
	}
	if left := engineIdle - time.Since(r.used); left > 0 {
		r.idle.Reset(left)
		return
	}
	r.closeEngine()
}

// closeEngine closes the engine. The caller holds turn.
func (r *Renderer) closeEngine() {
	if r.vm != nil {
		_ = r.vm.Close() // its work is done, or it has already failed
		r.vm, r.calls = nil, 0
	}
}
