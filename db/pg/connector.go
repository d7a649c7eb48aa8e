package pg

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/XSAM/otelsql"
	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

// newConnector returns a connector for connections with the given plan_cache_mode. Reads fail when PostgreSQL sends
// nothing for the duration of silence; 0 means no limit.
func newConnector(url, planning string, silence time.Duration) (driver.Connector, error) {
	config, err := pq.NewConfig(url)
	if err != nil {
		return nil, fmt.Errorf("read the database URL: %w", err)
	}
	if config.Runtime == nil {
		config.Runtime = map[string]string{}
	}
	config.Runtime["plan_cache_mode"] = planning
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	connector, err := pq.NewConnectorConfig(config)
	if err != nil {
		return nil, fmt.Errorf("read the database URL: %w", err)
	}
	if silence > 0 {
		connector.Dialer(dialer{silence: silence})
	}
	return noJIT{connector}, nil
}

// noJIT disables just-in-time compilation on its connections. PostgreSQL would decide it by the estimated cost of a
// generic plan: in a large shop compiling takes ten milliseconds for a page that takes a tenth of one. It is not set by
// a connection parameter, since poolers refuse parameters that they don't support.
type noJIT struct{ driver.Connector }

func (c noJIT) Connect(ctx context.Context) (driver.Conn, error) {
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

// openTraced is sql.OpenDB with a span for each statement. A span has the text of the statement, which contains no
// values. Without traces the connector is not wrapped.
func openTraced(connector driver.Connector, traces trace.TracerProvider) *sql.DB {
	if traces == nil {
		return sql.OpenDB(connector)
	}
	return otelsql.OpenDB(connector, otelsql.WithTracerProvider(traces),
		otelsql.WithAttributes(attribute.String("db.system.name", "postgresql")),
		otelsql.WithSpanNameFormatter(func(_ context.Context, method otelsql.Method, text string) string {
			verb, _, _ := strings.Cut(strings.TrimSpace(text), " ")
			switch {
			case method == otelsql.MethodConnPrepare:
				return "PREPARE"
			case verb == "":
				return string(method)
			}
			return verb
		}),
		otelsql.WithSpanOptions(otelsql.SpanOptions{
			DisableErrSkip: true, OmitConnResetSession: true, OmitRows: true, OmitConnectorConnect: true,
			// Errors of PostgreSQL are not recorded, since they can quote values.
			RecordError: func(error) bool { return false },
			SpanFilter: func(ctx context.Context, _ otelsql.Method, _ string, _ []driver.NamedValue) bool {
				return trace.SpanFromContext(ctx).IsRecording()
			},
		}))
}

// dialer returns connections whose reads fail when nothing arrives: a PostgreSQL that was suspended, or whose machine
// failed, sends nothing, and the driver would wait for it past the end of any context.
type dialer struct {
	net.Dialer
	silence time.Duration
}

func (d dialer) Dial(network, address string) (net.Conn, error) {
	return d.DialContext(context.Background(), network, address)
}

func (d dialer) DialTimeout(network, address string, timeout time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return d.DialContext(ctx, network, address)
}

func (d dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := d.Dialer.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	deadline, _ := ctx.Deadline()
	return &timedConn{Conn: conn, silence: d.silence, deadline: deadline}, nil
}

// timedConn fails reads when nothing arrives for the duration of silence. The driver does not read from idle
// connections.
type timedConn struct {
	net.Conn
	silence  time.Duration
	deadline time.Time // of connecting; zero: none
	bounded  bool      // the driver has set a deadline, as it does while it connects
}

func (c *timedConn) SetDeadline(t time.Time) error {
	c.bounded = !t.IsZero()
	if c.bounded && !c.deadline.IsZero() && c.deadline.Before(t) {
		t = c.deadline
	}
	return c.Conn.SetDeadline(t)
}

func (c *timedConn) Read(p []byte) (int, error) {
	if !c.bounded {
		if err := c.SetReadDeadline(time.Now().Add(c.silence)); err != nil {
			return 0, err
		}
	}
	return c.Conn.Read(p)
}
