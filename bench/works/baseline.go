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

// connections is the number of PostgreSQL connections of every server, the same as of the binary.
const connections = 16

// A baseline is a minimal server for the four works, without accounts, limits, logs and schema, which shows the least
// that a server costs. It trusts a header that names the buyer. Each baseline is a separate process.
const (
	several = "F1"  // several statements per request, encoded by encoding/json: the plain program
	one     = "F1b" // one statement per request, which builds the JSON in PostgreSQL
	canned  = "F3"  // a fixed response: the cost of HTTP alone
)

type baseline struct {
	pool *sql.DB
	mux  *http.ServeMux
}

// serveBaseline prints its address on a line and serves until it is killed.
func serveBaseline(kind, url string) error {
	// By default PostgreSQL plans the queries by cursor again for each execution, which costs more than the page.
	connector, err := pq.NewConnector(url + " search_path=plain plan_cache_mode=force_generic_plan")
	if err != nil {
		return err
	}
	f := &baseline{sql.OpenDB(connector), http.NewServeMux()}
	f.pool.SetMaxOpenConns(connections)
	f.pool.SetMaxIdleConns(connections)
	switch kind {
	case several:
		err = errors.Join(f.several(), f.orders())
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

// handle registers do as the handler of a work. Its result becomes the body: []byte as it is, other values as JSON.
func (f *baseline) handle(work wares.Work, do func(r *http.Request, params wares.Params) (any, error)) {
	f.mux.HandleFunc("POST /"+string(work), func(w http.ResponseWriter, r *http.Request) {
		var params wares.Params
		err := json.NewDecoder(r.Body).Decode(&params)
		var answer any
		if err == nil {
			answer, err = do(r, params)
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

// one registers handlers with one statement per work, whose row is the body.
func (f *baseline) one() error {
	for work, text := range oneStatement {
		stmt, err := f.pool.Prepare(text)
		if err != nil {
			return fmt.Errorf("%s: %w", work, err)
		}
		f.handle(work, func(r *http.Request, params wares.Params) (any, error) {
			args, err := oneArguments(r, work, params)
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

func oneArguments(r *http.Request, work wares.Work, params wares.Params) ([]any, error) {
	switch work {
	case wares.List:
		if params.After == nil {
			return []any{params.Category, "infinity", 0}, nil
		}
		return []any{params.Category, params.After.At, params.After.ID}, nil
	case wares.Detail:
		return []any{params.ID}, nil
	case wares.Search:
		return []any{params.Term, params.Skip}, nil
	}
	who, err := buyer(r)
	return []any{who, params.ID}, err
}

// canned registers handlers that return the same body of a typical size for all parameters.
func (f *baseline) canned() error {
	for work, args := range map[wares.Work][]any{
		wares.List: {"Sensors", "infinity", 0}, wares.Detail: {7}, wares.Search: {"gripper", 0},
	} {
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

// baselineMain is the main function of the process of a baseline.
func baselineMain(args []string) {
	fmt.Fprintln(os.Stderr, "floor:", serveBaseline(args[0], args[1]))
	os.Exit(1)
}
