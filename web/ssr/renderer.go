// Package ssr renders the public pages of the client on the server, and keeps what it has rendered.
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
	callLimit   = 10 * time.Second // for one call into the engine: only a script that never ends takes as long, even on a busy machine
	engineLimit = 64 << 20         // bytes that the engine may take
	engineCalls = 30               // after which its garbage is worth the start of another one
	engineIdle  = 5 * time.Second  // after which an unused engine gives its memory back
	maxWaiting  = 4                // callers in the queue for the engine
)

// ErrBusy is returned when others have the engine for longer than the caller can wait.
var ErrBusy = errors.New("the renderer is busy")

// Renderer turns public pages into markup, by the same code that the browser runs (client/src/server.tsx), in a JavaScript engine: one
// page at a time. An engine that failed in any way is closed, and the next call starts another one. It is safe for concurrent use.
type Renderer struct {
	script string
	origin string // that the pages name, such as https://shop.example

	queue chan struct{} // room for the callers that wait and the one that is served
	turn  sync.Mutex
	vm    *quickjs.VM // nil until it is needed
	calls int         // that it has answered
	used  time.Time
	idle  *time.Timer // the one that calls rest, made with the first engine
}

// NewRenderer returns a renderer with the script of the client's build for the server. It starts the engine when it is first needed.
func NewRenderer(script, origin string) *Renderer {
	return &Renderer{script: script, origin: origin, queue: make(chan struct{}, 1+maxWaiting)}
}

// requests returns the requests to the graph whose responses the page at an address begins with, and whether the page is one that is
// rendered on the server.
func (r *Renderer) requests(ctx context.Context, address string) (requests []json.RawMessage, renders bool, err error) {
	text, err := r.call(ctx, "requests", address)
	if err != nil {
		return nil, false, err
	}
	err = json.Unmarshal([]byte(text), &requests)
	return requests, requests != nil, err
}

// rendered is the markup of a page, and the client's cache as JSON, from which it was made.
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

// call waits no longer than ctx allows; a call that has begun goes on without the caller.
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
			r.end()
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

// bridge lets Go call the script's async functions: begin starts one, and ended gives its result after the pending jobs, or throws.
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
		r.idle = time.AfterFunc(engineIdle, r.rest)
	} else {
		r.idle.Reset(engineIdle)
	}
	return nil
}

// rest ends an engine that nobody has used for a while.
func (r *Renderer) rest() {
	r.turn.Lock()
	defer r.turn.Unlock()
	if r.vm == nil {
		return
	}
	if left := engineIdle - time.Since(r.used); left > 0 {
		r.idle.Reset(left)
		return
	}
	r.end()
}

// end closes the engine. The caller holds turn.
func (r *Renderer) end() {
	if r.vm != nil {
		_ = r.vm.Close() // it has done its work, or failed already
		r.vm, r.calls = nil, 0
	}
}
