package main

import (
	"fmt"
	"regexp"
	"strconv"

	"orrery/bench/load"
	"orrery/bench/wares"
)

const probes = 4

var named = regexp.MustCompile(`"id"\s*:\s*"?(\d+)`)

// probe verifies the first responses of a workload against the database, so that no incorrect responses are measured.
func (b *bench) probe(r *row, c workload) error {
	for range probes {
		key := r.name + c.name
		params := b.shelf.Repeated(c.work, b.asked[key])
		if c.different {
			params = b.shelf.Different(c.work, b.asked[key])
		}
		b.asked[key]++
		body, err := load.Once(r.address, r.request(nil, c.work, params))
		if err != nil || r.name == canned {
			return err
		}
		var ids []int
		for _, found := range named.FindAllSubmatch(body, -1) {
			id, _ := strconv.Atoi(string(found[1]))
			ids = append(ids, id)
		}
		if err := b.check(c.work, params, ids, body); err != nil {
			return fmt.Errorf("%w in %.400s", err, body)
		}
	}
	return nil
}

func (b *bench) check(work wares.Work, w wares.Params, ids []int, body []byte) error {
	for i, id := range ids {
		var right bool
		var err error
		switch work {
		case wares.List:
			at, after := "infinity", 0
			if w.After != nil {
				at, after = w.After.At.Format("2006-01-02 15:04:05.999999Z07:00"), w.After.ID
			}
			err = b.pool.QueryRow(`SELECT $4 = (SELECT id FROM products
				WHERE category = $1 AND (created_at, id) < ($2, $3)
				ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET $5)`, w.Category, at, after, id, i).Scan(&right)
		case wares.Search:
			err = b.pool.QueryRow(`SELECT search_text LIKE '%' || $2 || '%' FROM products WHERE id = $1`,
				id, w.Term).Scan(&right)
		default:
			right = work != wares.Detail || id == w.ID
		}
		if err != nil {
			return err
		}
		if !right {
			return fmt.Errorf("product %d is no answer to %+v", id, w)
		}
	}
	if work != wares.List {
		return nil
	}
	var total string
	if err := b.pool.QueryRow(`SELECT count(*) FROM products WHERE category = $1`, w.Category).
		Scan(&total); err != nil {
		return err
	}
	if !regexp.MustCompile(`"total(Count)?"\s*:\s*` + total + `\b`).Match(body) {
		return fmt.Errorf("no total of %s", total)
	}
	return nil
}
