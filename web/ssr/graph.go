package ssr

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// fetch sends requests to the GraphQL API and returns a JSON array with the data of each response, and whether one of
// the responses is stale.
func fetch(ctx context.Context, graph http.Handler, requests []json.RawMessage) (data string, stale bool, err error) {
	all := make([]string, len(requests))
	for i, body := range requests {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, "/graphql", bytes.NewReader(body))
		if err != nil {
			return "", false, err
		}
		r.Header.Set("Content-Type", "application/json")
		w := response{header: http.Header{}}
		graph.ServeHTTP(&w, r)
		var result struct {
			Data   json.RawMessage
			Errors json.RawMessage
		}
		if err := json.Unmarshal(w.body.Bytes(), &result); err != nil {
			return "", false, fmt.Errorf("read a response of the graph: %w", err)
		}
		if len(result.Errors) > 0 || len(result.Data) == 0 {
			return "", false, errors.New("the graph refused the page's query")
		}
		all[i], stale = string(result.Data), stale || w.header.Get("Age") != ""
	}
	return "[" + strings.Join(all, ",") + "]", stale, nil
}

// response records a response of the GraphQL API. The status is ignored, since the body reports errors.
type response struct {
	header http.Header
	body   bytes.Buffer
}

func (w *response) Header() http.Header { return w.header }

func (w *response) Write(p []byte) (int, error) { return w.body.Write(p) }

func (w *response) WriteHeader(int) {}
