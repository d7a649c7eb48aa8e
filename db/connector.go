package db

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"
	"go.opentelemetry.io/otel/trace"
)

// connectorTo makes connections with PostgreSQL's plan_cache_mode. They fail when nothing is heard of it for the given time; 0: never.
func connectorTo(url, planning string, within time.Duration) (driver.Connector, error) {
	config, err := pq.NewConfig(url)
	if err != nil {
		return nil, fmt.Errorf("read the database URL: %w", err)
	}
	if config.Runtime == nil {
		config.Runtime = map[string]string{}
	}
	config.Runtime["plan_cache_mode"] = planning
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectWithin
	}
	connector, err := pq.NewConnectorConfig(config)
	if err != nil {
		return nil, fmt.Errorf("read the database URL: %w", err)
	}
	if within > 0 {
		connector.Dialer(patient{within: within})
	}
	return uncompiled{connector}, nil
}

// uncompiled makes connections for which PostgreSQL compiles no statement (jit). It would by what a statement may cost for
// arguments that nobody knows yet: in a large shop that is ten milliseconds for a page that takes a tenth of one. A parameter of the
// connection would say it as well, but poolers refuse those that they have not been told of.
type uncompiled struct{ driver.Connector }

func (c uncompiled) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.(driver.ExecerContext).ExecContext(ctx, "SET jit = off", nil); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

func openPool(connector driver.Connector, conns int, traces trace.TracerProvider) *sqlx.DB {
	pool := sqlx.NewDb(openTraced(connector, traces), "postgres")
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	return pool
}
