package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"orrery/bench/load"
	"orrery/bench/wares"
)

//go:embed plain.sql
var plain string

// ours is the row of the binary.
const ours = "Orrery"

// row is a running server.
type row struct {
	name, address string
	process       *exec.Cmd
	graph         *wares.Graph // nil: a baseline
}

// request builds the request for the parameters w in the server's API.
func (r *row) request(buffer []byte, work wares.Work, w wares.Params) load.Request {
	if r.graph != nil {
		return r.graph.Request(buffer, work, w)
	}
	body, _ := json.Marshal(w) // numbers, strings and a time always marshal
	if r.name == canned {
		w.Want, w.IDs = "", 0
	}
	return wares.Post(buffer, r.address, "/"+string(work), fmt.Sprintf("X-Buyer: %d\r\n", w.Buyer), string(body), w)
}

// does reports whether the server supports the workload. The fixed response of canned is the same for all parameters
// and can't add to a cart.
func (r *row) does(c workload) bool { return r.name != canned || (c.work != wares.Add && !c.different) }

func (b *bench) startBaseline(kind, url string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self, "floor", kind, url)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	r := &row{name: kind, process: cmd}
	b.rows = append(b.rows, r)
	r.address, err = bufio.NewReader(out).ReadString('\n')
	r.address = strings.TrimSpace(r.address)
	if err != nil {
		return fmt.Errorf("start floor %s: %w", kind, err)
	}
	return nil
}

func (b *bench) stop() {
	for _, r := range b.rows {
		end(r.process)
	}
}

func end(process *exec.Cmd) {
	_ = process.Process.Signal(syscall.SIGTERM)
	_ = process.Wait()
}
