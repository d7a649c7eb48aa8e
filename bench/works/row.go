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
	graph         *wares.Graph // nil: a floor
}

// request puts a wish into the server's words.
func (r *row) request(buffer []byte, work wares.Work, w wares.Wish) load.Request {
	if r.graph != nil {
		return r.graph.Request(buffer, work, w)
	}
	body, _ := json.Marshal(w) // numbers, texts and a time always marshal
	if r.name == canned {
		w.Want, w.IDs = "", 0
	}
	return wares.Post(buffer, r.address, "/"+string(work), fmt.Sprintf("X-Buyer: %d\r\n", w.Buyer), string(body), w)
}

// does tells whether the server has the work: an answer that was made before is the same for all wishes, and nothing can be added to it.
func (r *row) does(c course) bool { return r.name != canned || (c.work != wares.Add && !c.different) }

func (b *bench) startFloor(kind, url string) error {
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
