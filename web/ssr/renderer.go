// Package ssr renders the public pages of the client on the server and caches them.
package ssr

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"modernc.org/quickjs"
)

const (
	// callLimit is the timeout of one call into an engine. Only a script that never ends takes as long, even on a busy
	// machine.
	callLimit   = 10 * time.Second
	engineLimit = 64 << 20        // memory limit of an engine, in bytes
	engineIdle  = 5 * time.Second // after which an unused engine is closed to release its memory
	maxEngines  = 4
	maxWaiting  = 4 // callers in the queue for an engine
)

// ErrBusy is returned when all engines are in use for longer than the caller can wait.
var ErrBusy = errors.New("the renderer is busy")

// Renderer renders public pages to markup with the code that the browser runs (client/src/start/server.tsx), in
// JavaScript engines, each of which renders one page at a time. An engine that failed in any way is closed, and a later
// call starts another one. It is safe for concurrent use.
type Renderer struct {
	script  string
	version [sha256.Size]byte // hash of the script and of origin
	origin  string            // of the URLs in the pages, such as https://shop.example

	code  func() ([][]byte, error) // the bytecode that starts an engine
	queue chan struct{}            // semaphore of the waiting callers and those that are served
	turns chan struct{}            // semaphore of the engines in use

	mu   sync.Mutex
	free []*engine   // unused ones, the last used one at the end
	idle *time.Timer // calls closeIdle
}

// engine is a JavaScript engine that has run the script.
type engine struct {
	vm   *quickjs.VM
	used time.Time
}

// NewRenderer returns a renderer that runs the script of the client's server build, in one engine per processor, at
// most maxEngines. They are started on first use.
func NewRenderer(script, origin string) *Renderer {
	engines := min(runtime.GOMAXPROCS(0), maxEngines)
	r := &Renderer{script: script, version: sha256.Sum256([]byte(origin + "\n" + script)), origin: origin,
		queue: make(chan struct{}, engines+maxWaiting), turns: make(chan struct{}, engines)}
	r.code = sync.OnceValues(r.compile)
	r.idle = time.AfterFunc(engineIdle, r.closeIdle)
	return r
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

// render renders the page at an address from a JSON array with the data of the responses, and the public settings as
// JSON.
func (r *Renderer) render(ctx context.Context, address, data, settings string) (page rendered, err error) {
	text, err := r.call(ctx, "render", address, data, settings)
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
		r.turns <- struct{}{}
		defer func() { <-r.turns }()
		if ctx.Err() != nil {
			done <- outcome{err: ErrBusy}
			return
		}
		text, err := r.run(function, arguments)
		done <- outcome{text, err}
	}()
	select {
	case o := <-done:
		return o.text, o.err
	case <-ctx.Done():
		return "", ErrBusy
	}
}

// run calls an async function of the script in an engine. The caller holds a turn.
func (r *Renderer) run(function string, arguments []any) (string, error) {
	e, err := r.take()
	if err != nil {
		return "", err
	}
	text, err := e.call(function, arguments)
	if err != nil {
		e.close()
		return "", err
	}
	r.release(e)
	return text, nil
}

// take returns an unused engine, or starts one.
func (r *Renderer) take() (*engine, error) {
	r.mu.Lock()
	if last := len(r.free) - 1; last >= 0 {
		defer r.mu.Unlock()
		e := r.free[last]
		r.free = r.free[:last]
		return e, nil
	}
	r.mu.Unlock()
	return r.start()
}

func (r *Renderer) release(e *engine) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e.used = time.Now(); len(r.free) == 0 {
		r.idle.Reset(engineIdle)
	}
	r.free = append(r.free, e)
}

// closeIdle closes the engines that have been idle for engineIdle. Once none is left unused, it returns the memory that
// pages and their data took, which the collector would keep for minutes.
func (r *Renderer) closeIdle() {
	r.mu.Lock()
	for len(r.free) > 0 {
		if left := engineIdle - time.Since(r.free[0].used); left > 0 {
			r.idle.Reset(left)
			r.mu.Unlock()
			return
		}
		r.free[0].close()
		r.free = slices.Delete(r.free, 0, 1)
	}
	r.mu.Unlock()
	debug.FreeOSMemory()
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

// compile returns the bytecode of the scripts that start an engine.
func (r *Renderer) compile() (code [][]byte, err error) {
	defer recovered(&err)
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	defer func() { _ = vm.Close() }()
	location, err := json.Marshal(map[string]string{"origin": r.origin, "href": r.origin + "/"})
	if err != nil {
		return nil, err
	}
	for _, script := range []string{"globalThis.location = " + string(location), r.script, bridge} {
		compiled, err := vm.Compile(script, quickjs.EvalGlobal)
		if err != nil {
			return nil, fmt.Errorf("compile the renderer: %w", err)
		}
		code = append(code, compiled)
	}
	return code, nil
}

func (r *Renderer) start() (e *engine, err error) {
	code, err := r.code()
	if err != nil {
		return nil, err
	}
	defer recovered(&err)
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	e = &engine{vm: vm}
	defer func() {
		if err != nil {
			e.close()
		}
	}()
	vm.SetMemoryLimit(engineLimit)
	if err := vm.SetEvalTimeout(callLimit); err != nil {
		return nil, err
	}
	for _, script := range code {
		if _, err := vm.EvalBytecode(script); err != nil {
			return nil, fmt.Errorf("start the renderer: %w", err)
		}
	}
	if _, err := vm.ExecutePendingJobs(); err != nil {
		return nil, fmt.Errorf("start the renderer: %w", err)
	}
	return e, nil
}

// call calls an async function of the script.
func (e *engine) call(function string, arguments []any) (text string, err error) {
	defer recovered(&err)
	if _, err := e.vm.Call("begin", append([]any{function}, arguments...)...); err != nil {
		return "", err
	}
	if _, err := e.vm.ExecutePendingJobs(); err != nil {
		return "", err
	}
	ended, err := e.vm.Call("ended")
	if err != nil {
		return "", err
	}
	text, ok := ended.(string)
	if !ok {
		return "", fmt.Errorf("%s did not end", function)
	}
	return text, nil
}

// close closes the engine. Its work is done, or it has already failed.
func (e *engine) close() { _ = e.vm.Close() }

// recovered returns a panic of an engine as an error.
func recovered(err *error) {
	if failure := recover(); failure != nil {
		*err = fmt.Errorf("the engine panicked: %v", failure)
	}
}
