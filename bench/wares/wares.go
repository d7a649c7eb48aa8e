// Package wares fills shops with deterministic products and customers for the benchmarks, and builds requests for them.
package wares

import (
	"context"
	"crypto/md5"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/lib/pq"
	"golang.org/x/sync/errgroup"
)

// Buyers is the number of customers who are signed in.
const Buyers = 64

const (
	wordsEach = 12  // words in a short description
	matches   = 300 // products whose short descriptions share a word
)

//go:embed goods.sql
var goods string

// Fill replaces the products of the shop with n products, at least 1000, and adds customers; searched adds the words
// that products are searched by, which take the most time. Every step commits, is reported, and is skipped if a
// previous Fill of n products completed it. The tables should be vacuumed and analysed afterwards.
//
// Triggers are disabled; the data that they maintain is computed, except for the passages, which only the chat uses and
// the benchmarks don't.
func Fill(ctx context.Context, pool *sql.DB, n int, searched bool, report func(text string)) error {
	f := filling{pool, n, report}
	err := f.step(ctx, "products", "SELECT id FROM products", dropIndexes+wordFunction+
		`DELETE FROM products; SET LOCAL session_replication_role = replica;`+
		strings.NewReplacer("@n@", fmt.Sprint(n), "@words@", fmt.Sprint(Words(n)), "@buyers@", fmt.Sprint(Buyers)).
			Replace(goods)+
		`INSERT INTO product_stocks (product_id, stock) SELECT id, stock FROM products;
		SELECT count_product_categories()`)
	if err != nil {
		return err
	}
	all, ctx := errgroup.WithContext(ctx)
	all.Go(func() error { return f.createIndexes(ctx) })
	all.Go(func() error {
		err := f.step(ctx, "values of attributes", "SELECT product_id FROM product_attributes",
			`SELECT fill_product_attributes()`)
		if err == nil && searched {
			err = f.step(ctx, "words", "SELECT product_id FROM product_texts", `SELECT fill_product_words()`)
		}
		return err
	})
	return all.Wait()
}

// filling is a shop that is being filled with n products.
type filling struct {
	pool   *sql.DB
	n      int
	report func(text string)
}

// step runs statements in a transaction unless the query done returns the ID of the last product.
func (f filling) step(ctx context.Context, name, done, text string) error {
	var skip bool
	err := f.pool.QueryRowContext(ctx, "SELECT EXISTS (SELECT FROM ("+done+") AS ids (id) WHERE id = $1)", f.n).
		Scan(&skip)
	if skip {
		return nil
	}
	began := time.Now()
	f.report(name + " are being written")
	if err == nil {
		_, err = f.pool.ExecContext(ctx, text) // several statements without BEGIN are a transaction
	}
	if err != nil {
		return fmt.Errorf("fill the shop: %s: %w", name, err)
	}
	f.report(fmt.Sprintf("%s were written in %v", name, time.Since(began).Round(time.Second)))
	return nil
}

// dropIndexes drops the indexes of products, without those of constraints. They are created at the end, which is faster
// than to update them row by row. A table keeps their definitions until then.
const dropIndexes = `CREATE TABLE dropped_indexes AS SELECT indexname AS name, indexdef AS definition FROM pg_indexes
	WHERE tablename = 'products' AND schemaname = 'public'
	AND NOT EXISTS (SELECT FROM pg_constraint WHERE conname = indexname);
	DO $$ DECLARE name text; BEGIN
		FOR name IN SELECT d.name FROM dropped_indexes d LOOP EXECUTE format('DROP INDEX %I', name); END LOOP;
	END $$;`

func (f filling) createIndexes(ctx context.Context) error {
	for {
		var name, definition string
		began := time.Now()
		err := f.pool.QueryRowContext(ctx, `SELECT name, definition FROM dropped_indexes LIMIT 1`).
			Scan(&name, &definition)
		if errors.Is(err, sql.ErrNoRows) {
			_, err = f.pool.ExecContext(ctx, `DROP TABLE dropped_indexes`)
			return err
		}
		var missing *pq.Error
		if errors.As(err, &missing) && missing.Code.Name() == "undefined_table" {
			return nil
		}
		if err == nil {
			_, err = f.pool.ExecContext(ctx, `SET LOCAL maintenance_work_mem = '512MB';`+definition+
				`; DELETE FROM dropped_indexes WHERE name = `+pq.QuoteLiteral(name))
		}
		if err != nil {
			return fmt.Errorf("create the index %s: %w", name, err)
		}
		if took := time.Since(began); took > time.Second {
			f.report(fmt.Sprintf("%s was created in %v", name, took.Round(time.Second)))
		}
	}
}

// Tokens returns a token for each buyer, signed with the JWT secret of the shop.
func Tokens(secret string) ([]string, error) {
	tokens := make([]string, Buyers)
	for i := range tokens {
		var err error
		tokens[i], err = jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"iss": "orrery", "aud": "orrery",
			"sub": key("customer", i), "sid": key("session", i), "exp": time.Now().Add(24 * time.Hour).Unix(),
		}).SignedString([]byte(secret))
		if err != nil {
			return nil, err
		}
	}
	return tokens, nil
}

// key returns the UUID that goods.sql derives from the number i+1.
func key(of string, i int) string {
	return uuid.UUID(md5.Sum(fmt.Append(nil, of, i+1))).String()
}
