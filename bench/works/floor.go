package main

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"

	"github.com/lib/pq"

	"orrery/bench/wares"
)

// connections is how many every server may have to PostgreSQL: what our binary has.
const connections = 16

// A floor is what a server costs at least that does nothing but the four works: no accounts, no limits, no log, no schema. It trusts
// a header that names the buyer. Each is a process of its own.
const (
	several = "F1"  // a statement for each part, answers made by encoding/json: the plain program
	one     = "F1b" // one statement, which makes the answer in PostgreSQL
	canned  = "F3"  // an answer that was made before, so HTTP alone
)

type floor struct {
	pool *sql.DB
	mux  *http.ServeMux
}

// serveFloor tells its address on a line of its own, and serves until it is killed.
func serveFloor(kind, url string) error {
	// Left alone, PostgreSQL plans pages by cursor anew each time, which costs more than the page.
	connector, err := pq.NewConnector(url + " search_path=plain plan_cache_mode=force_generic_plan")
	if err != nil {
		return err
	}
	f := &floor{sql.OpenDB(connector), http.NewServeMux()}
	f.pool.SetMaxOpenConns(connections)
	f.pool.SetMaxIdleConns(connections)
	switch kind {
	case several:
		err = f.several()
	case one:
		err = f.one()
	case canned:
		err = f.canned()
	default:
		err = errors.New("there is no floor " + kind)
	}
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return http.Serve(listener, f.mux)
}

// answer is a work's handler: what it returns becomes the body.
func (f *floor) answer(work wares.Work, do func(r *http.Request, wish wares.Wish) (any, error)) {
	f.mux.HandleFunc("POST /"+string(work), func(w http.ResponseWriter, r *http.Request) {
		var wish wares.Wish
		err := json.NewDecoder(r.Body).Decode(&wish)
		var answer any
		if err == nil {
			answer, err = do(r, wish)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		if made, ok := answer.([]byte); ok {
			_, _ = w.Write(made)
			return
		}
		_ = json.NewEncoder(w).Encode(answer)
	})
}

func buyer(r *http.Request) (int, error) { return strconv.Atoi(r.Header.Get("X-Buyer")) }

// one statement for each work, and its row is the answer.
func (f *floor) one() error {
	for work, text := range oneStatement {
		stmt, err := f.pool.Prepare(text)
		if err != nil {
			return fmt.Errorf("%s: %w", work, err)
		}
		f.answer(work, func(r *http.Request, wish wares.Wish) (any, error) {
			args, err := oneArguments(r, work, wish)
			if err != nil {
				return nil, err
			}
			var body []byte
			err = stmt.QueryRow(args...).Scan(&body)
			return body, err
		})
	}
	return nil
}

func oneArguments(r *http.Request, work wares.Work, wish wares.Wish) ([]any, error) {
	switch work {
	case wares.List:
		if wish.After == nil {
			return []any{wish.Category, "infinity", 0}, nil
		}
		return []any{wish.Category, wish.After.At, wish.After.ID}, nil
	case wares.Detail:
		return []any{wish.ID}, nil
	case wares.Search:
		return []any{wish.Term, wish.Skip}, nil
	}
	who, err := buyer(r)
	return []any{who, wish.ID}, err
}

// canned answers every wish with the same body, of a usual size.
func (f *floor) canned() error {
	for work, args := range map[wares.Work][]any{wares.List: {"Sensors", "infinity", 0}, wares.Detail: {7}, wares.Search: {"gripper", 0}} {
		var body []byte
		if err := f.pool.QueryRow(oneStatement[work], args...).Scan(&body); err != nil {
			return fmt.Errorf("%s: %w", work, err)
		}
		f.mux.HandleFunc("POST /"+string(work), func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(body)
		})
	}
	return f.pool.Close()
}

// floorMain is the process of a floor.
func floorMain(args []string) {
	fmt.Fprintln(os.Stderr, "floor:", serveFloor(args[0], args[1]))
	os.Exit(1)
}
