package web

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
	// What the client's build writes for us, among the files.
	scriptPath = ".server/pages.js" // for the painter
	bootPath   = ".boot.js"         // for the pages that it has painted

	callLimit   = 10 * time.Second // for one call into the engine: only a script that never ends takes as long, even on a busy machine
	engineLimit = 64 << 20         // bytes that the engine may take
	engineCalls = 30               // after which its garbage is worth the start of another one
	engineIdle  = 5 * time.Second  // after which an unused engine gives its memory back
	mostWaiting = 4                // callers in the queue for the engine
)

var errBusy = errors.New("the painter is busy")

// painter turns public pages into markup, by the same code that the browser runs (client/src/server.tsx), in an engine for
// JavaScript: one page at a time. An engine that failed in any way is thrown away, and the next call makes a new one.
type painter struct {
	script string
	origin string // that the pages name, such as https://shop.example

	queue chan struct{} // room for whoever waits, and for whoever paints
	turn  sync.Mutex
	vm    *quickjs.VM // nil until it is needed
	calls int         // that it has answered
	used  time.Time
	idle  *time.Timer // the one that calls rest, made with the first engine
}

func newPainter(script, origin string) *painter {
	return &painter{script: script, origin: origin, queue: make(chan struct{}, 1+mostWaiting)}
}

// ask returns the requests to the graph whose answers the page at an address begins with, and whether it is one that is painted.
func (p *painter) ask(ctx context.Context, address string) (requests []json.RawMessage, paintable bool, err error) {
	text, err := p.call(ctx, "ask", address)
	if err != nil {
		return nil, false, err
	}
	err = json.Unmarshal([]byte(text), &requests)
	return requests, requests != nil, err
}

// paint returns the page at an address, from a JSON array with the data of the answers: its markup, and the client's cache as JSON,
// from which it was made.
func (p *painter) paint(ctx context.Context, address, answers string) (painted markup, err error) {
	text, err := p.call(ctx, "paint", address, answers)
	if err != nil {
		return painted, err
	}
	err = json.Unmarshal([]byte(text), &painted)
	return painted, err
}

// markup is a painted page, and the client's cache that it was made from.
type markup struct{ Markup, Data string }

// call waits no longer than ctx allows; what has begun then goes on without the caller.
func (p *painter) call(ctx context.Context, function string, arguments ...any) (string, error) {
	select {
	case p.queue <- struct{}{}:
	default:
		return "", errBusy
	}
	type outcome struct {
		text string
		err  error
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() { <-p.queue }()
		p.turn.Lock()
		defer p.turn.Unlock()
		if ctx.Err() != nil {
			done <- outcome{err: errBusy}
			return
		}
		text, err := p.run(function, arguments)
		if p.calls++; err != nil || p.calls >= engineCalls {
			p.end()
		}
		done <- outcome{text, err}
	}()
	select {
	case o := <-done:
		return o.text, o.err
	case <-ctx.Done():
		return "", errBusy
	}
}

// run calls an async function of the script. Whoever calls it holds the turn.
func (p *painter) run(function string, arguments []any) (text string, err error) {
	defer func() {
		if failure := recover(); failure != nil {
			err = fmt.Errorf("the engine panicked: %v", failure)
		}
	}()
	if p.vm == nil {
		if err := p.start(); err != nil {
			return "", err
		}
	}
	p.used = time.Now()
	if _, err := p.vm.Call("begin", append([]any{function}, arguments...)...); err != nil {
		return "", err
	}
	if _, err := p.vm.ExecutePendingJobs(); err != nil {
		return "", err
	}
	ended, err := p.vm.Call("ended")
	if err != nil {
		return "", err
	}
	text, ok := ended.(string)
	if !ok {
		return "", fmt.Errorf("%s did not end", function)
	}
	return text, nil
}

// caller lets Go call the script's async functions: begin starts one, and ended gives its result after the pending jobs, or throws.
const caller = `(() => {
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

func (p *painter) start() (err error) {
	if p.vm, err = quickjs.NewVM(); err != nil {
		return err
	}
	p.vm.SetMemoryLimit(engineLimit)
	if err := p.vm.SetEvalTimeout(callLimit); err != nil {
		return err
	}
	location, err := json.Marshal(map[string]string{"origin": p.origin, "href": p.origin + "/"})
	if err != nil {
		return err
	}
	for _, script := range []string{"globalThis.location = " + string(location), p.script, caller} {
		if _, err := p.vm.Eval(script, quickjs.EvalGlobal); err != nil {
			return fmt.Errorf("start the painter: %w", err)
		}
	}
	if _, err = p.vm.ExecutePendingJobs(); err != nil {
		return fmt.Errorf("start the painter: %w", err)
	}
	if p.idle == nil {
		p.idle = time.AfterFunc(engineIdle, p.rest)
	} else {
		p.idle.Reset(engineIdle)
	}
	return nil
}

// rest ends an engine that nobody has used for a while.
func (p *painter) rest() {
	p.turn.Lock()
	defer p.turn.Unlock()
	if p.vm == nil {
		return
	}
	if left := engineIdle - time.Since(p.used); left > 0 {
		p.idle.Reset(left)
		return
	}
	p.end()
}

// end throws the engine away.
func (p *painter) end() {
	if p.vm != nil {
		_ = p.vm.Close() // it has done its work, or failed already
		p.vm, p.calls = nil, 0
	}
}
