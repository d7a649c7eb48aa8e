package rest_test

import (
	"net/http"
	"testing"
)

func TestReadersWhoHaveTheAnswerGetNoneAgain(t *testing.T) {
	f := openDoor(t, nil)
	get := func(path, tag string) *http.Response {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, f.url+"/api/v1"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("If-None-Match", tag)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		return response
	}
	for path, public := range map[string]bool{"/products?sortBy=price": true, "/product/1": true, "/team": true, "/milestones": true,
		"/product/999": false, "/cart": false} {
		first := get(path, "")
		tag := first.Header.Get("ETag")
		if (tag != "") != public || (first.Header.Get("Cache-Control") == "public, no-cache") != public {
			t.Errorf("%s: %d %v", path, first.StatusCode, first.Header)
		}
		if public && get(path, tag).StatusCode != http.StatusNotModified {
			t.Errorf("%s is sent again to somebody who has it", path)
		}
	}
	tag := get("/product/1", "").Header.Get("ETag")
	if _, err := f.SQL.Exec(`UPDATE products SET price_minor = 100 WHERE id = 1`); err != nil {
		t.Fatal(err)
	}
	if r := get("/product/1", tag); r.StatusCode != http.StatusOK || r.Header.Get("ETag") == tag {
		t.Errorf("after a change: %d", r.StatusCode)
	}
}
