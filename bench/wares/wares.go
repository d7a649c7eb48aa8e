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
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
)

// Buyers is the number of customers who are signed in.
const Buyers = 64

const (
	wordsEach = 12  // words in a short description
	matches   = 300 // products whose short descriptions share a word
)

//go:embed goods.sql
var goods string

// Fill replaces the products of the shop with n products, at least 1000, and adds customers.
func Fill(ctx context.Context, pool *sql.DB, n int) error {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	indexes, err := indexesOf(ctx, conn)
	if err != nil {
		return err
	}
	// Indexes are dropped and recreated at the end, which is faster than to update them row by row. Triggers are
	// disabled; the data that they maintain is computed at the end, except for the passages, which only the chat uses
	// and the benchmarks don't.
	text := dropping(indexes) + wordFunction + `DELETE FROM products; SET session_replication_role = replica;` +
		strings.NewReplacer("@n@", fmt.Sprint(n), "@words@", fmt.Sprint(Words(n)), "@buyers@", fmt.Sprint(Buyers)).
			Replace(goods) +
		`RESET session_replication_role; SELECT count_product_categories(); SELECT fill_product_words();
		SELECT fill_product_attributes();
		INSERT INTO product_stocks (product_id, stock) SELECT id, stock FROM products;`
	if _, err := conn.ExecContext(ctx, text); err != nil {
		return fmt.Errorf("fill the shop: %w", err)
	}
	if err := build(ctx, pool, indexes); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, `VACUUM ANALYZE`)
	return err
}

// indexesOf returns the definitions of the indexes of products by name, without those of constraints.
func indexesOf(ctx context.Context, conn *sql.Conn) (map[string]string, error) {
	rows, err := conn.QueryContext(ctx, `SELECT indexname, indexdef FROM pg_indexes
		WHERE tablename = 'products' AND schemaname = 'public'
		AND NOT EXISTS (SELECT FROM pg_constraint WHERE conname = indexname)`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	found := map[string]string{}
	for rows.Next() {
		var name, definition string
		if err := rows.Scan(&name, &definition); err != nil {
			return nil, err
		}
		found[name] = definition
	}
	return found, rows.Err()
}

func dropping(indexes map[string]string) string {
	var text strings.Builder
	for name := range indexes {
		fmt.Fprintf(&text, "DROP INDEX %s;", name)
	}
	return text.String()
}

// build creates the indexes, two at a time.
func build(ctx context.Context, pool *sql.DB, indexes map[string]string) error {
	definitions := make(chan string, len(indexes))
	for _, definition := range indexes {
		definitions <- definition
	}
	close(definitions)
	var failed [2]error
	var wg sync.WaitGroup
	for i := range failed {
		wg.Go(func() {
			for definition := range definitions {
				_, err := pool.ExecContext(ctx, `SET maintenance_work_mem = '512MB';`+definition)
				failed[i] = errors.Join(failed[i], err)
			}
		})
	}
	wg.Wait()
	return errors.Join(failed[:]...)
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
