package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"orrery/bench/binary"
	"orrery/bench/buyers"
	"orrery/db/embedded"
)

const startWithin = 10 * time.Second

// site is the multi-machine deployment on one machine: a PostgreSQL primary with a replica, PgBouncer, two instances
// and HAProxy, configured by the files in deploy/.
type site struct {
	buyers.Shop
	dir string

	primary, replica *embedded.Server
	pooler, proxy    *exec.Cmd
	instances        [2]*exec.Cmd
	alone            bool     // instances read only from the primary
	databases        []string // settings that lead instances to other databases; nil: primary and replica

	ports struct{ pooler, proxy, one, two int }
}

// missing returns an error that names the first required program that is not installed or too old.
func missing() error {
	for _, program := range []string{"pgbouncer", "haproxy", ".bin/orrery"} {
		if _, err := exec.LookPath(program); err != nil && !errors.Is(err, exec.ErrDot) {
			return fmt.Errorf("%s is not installed", program)
		}
	}
	out, err := exec.Command("pgbouncer", "--version").Output()
	var major, minor int
	if _, scan := fmt.Sscanf(string(out), "PgBouncer %d.%d", &major, &minor); err != nil || scan != nil ||
		major*100+minor < 121 {
		return fmt.Errorf("PgBouncer must be 1.21 or newer, to keep prepared statements: %.40q", out)
	}
	return nil
}

// open starts every component with temporary data, which close removes.
func open() (s *site, err error) {
	dir, err := os.MkdirTemp("", "orrery-")
	if err != nil {
		return nil, err
	}
	s = &site{dir: dir}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	for _, port := range []*int{&s.ports.pooler, &s.ports.proxy, &s.ports.one, &s.ports.two} {
		if *port, err = freePort(); err != nil {
			return s, err
		}
	}
	s.URL = func() string { return fmt.Sprintf("http://127.0.0.1:%d", s.ports.proxy) }
	if err := s.startPrimary(); err != nil {
		return s, fmt.Errorf("primary: %w", err)
	}
	if err := s.primary.Copy(context.Background(), s.path("replica")); err != nil {
		return s, err
	}
	for name, start := range map[string]func() error{"replica": s.startReplica, "PgBouncer": s.startPooler} {
		if err := start(); err != nil {
			return s, fmt.Errorf("%s: %w", name, err)
		}
	}
	for i := range s.instances {
		if err := s.startInstance(i); err != nil {
			return s, fmt.Errorf("instance %d: %w", i+1, err)
		}
	}
	if err := s.startProxy(); err != nil {
		return s, fmt.Errorf("HAProxy: %w", err)
	}
	return s, s.fillShelves()
}

func (s *site) fillShelves() error {
	pool, err := sql.Open("postgres", s.postgres("primary"))
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }()
	_, err = pool.Exec(`UPDATE products SET stock = $1 WHERE id IN (1, 3)`, stock)
	return err
}

// close ends every component that runs and removes the data.
func (s *site) close() {
	for _, c := range []*exec.Cmd{s.proxy, s.instances[0], s.instances[1], s.pooler} {
		end(c, syscall.SIGTERM)
	}
	for _, server := range []*embedded.Server{s.replica, s.primary} {
		if server != nil {
			_ = server.Stop()
		}
	}
	_ = os.RemoveAll(s.dir)
}

func (s *site) path(name string) string { return filepath.Join(s.dir, name) }

func (s *site) startPrimary() (err error) {
	s.primary, err = startPostgres(s.path("primary"), "deploy/primary.conf")
	return err
}

func (s *site) startReplica() (err error) {
	s.replica, err = startPostgres(s.path("replica"), "deploy/replica.conf")
	return err
}

func startPostgres(dir, settings string) (*embedded.Server, error) {
	text, err := os.ReadFile(settings)
	if err != nil {
		return nil, err
	}
	set := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), " = "); ok && !strings.HasPrefix(name, "#") {
			set[name] = value
		}
	}
	return embedded.Start(context.Background(), embedded.Options{
		DataDir: dir, Durable: true, Settings: set, NPMDir: "client/node_modules"})
}

// startPooler starts PgBouncer in its own folder with the settings of this site, which include deploy/pgbouncer.ini.
func (s *site) startPooler() error {
	common, err := filepath.Abs("deploy/pgbouncer.ini")
	if err != nil {
		return err
	}
	dir := s.path("pgbouncer")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	config := fmt.Sprintf(`[databases]
orrery = host=%s port=5432 dbname=orrery user=postgres `+
		`connect_query='SET plan_cache_mode = force_generic_plan; SET jit = off'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = any
%%include %s
`, s.path("primary/postgres.socket"), s.ports.pooler, common)
	if err := os.WriteFile(filepath.Join(dir, "pgbouncer.ini"), []byte(config), 0o644); err != nil {
		return err
	}
	command := []string{"pgbouncer", "pgbouncer.ini"}
	if os.Geteuid() == 0 { // PgBouncer refuses to run as root; the user namespace maps root to another UID
		command = append([]string{"unshare", "--user", "--map-user=1000"}, command...)
	}
	s.pooler, err = launch(dir, nil, command...)
	if err != nil {
		return err
	}
	return answers(s.ports.pooler)
}

func (s *site) startInstance(i int) (err error) {
	dir := s.path(fmt.Sprint("shop", i+1))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	port := [...]int{s.ports.one, s.ports.two}[i]
	settings := append([]string{fmt.Sprint("PORT=", port), "TRUSTED_PROXIES=127.0.0.1",
		"JWT_SECRET=only-for-this-bench-0123456789abcdef", "BLOB_URL=file://" + s.path("media"), "DRAIN=2",
	}, s.databases...)
	if s.databases == nil {
		settings = append(settings,
			fmt.Sprintf("DATABASE_URL=postgres://orrery@127.0.0.1:%d/orrery?sslmode=disable&connect_timeout=2",
				s.ports.pooler),
			"DATABASE_DIRECT_URL="+s.postgres("primary"))
		if !s.alone {
			settings = append(settings, "DATABASE_READ_URL="+s.postgres("replica"))
		}
	}
	s.instances[i], _, err = binary.Start(dir, settings...)
	return err
}

// postgres returns the connection string of the primary or the replica, which does not change with a restart.
func (s *site) postgres(name string) string {
	return fmt.Sprintf("host=%s port=5432 user=postgres dbname=orrery sslmode=disable connect_timeout=2",
		s.path(name+"/postgres.socket"))
}

func (s *site) startProxy() (err error) {
	at := func(port int) string { return fmt.Sprintf("127.0.0.1:%d", port) }
	s.proxy, err = launch(s.dir,
		[]string{"PROXY_BIND=" + at(s.ports.proxy), "SHOP_ONE=" + at(s.ports.one), "SHOP_TWO=" + at(s.ports.two)},
		"haproxy", "-db", "-f", must(filepath.Abs("deploy/haproxy.cfg")))
	if err != nil {
		return err
	}
	return answers(s.ports.proxy)
}

// ready reports whether both instances answer /readyz with 200.
func (s *site) ready() bool {
	for _, port := range []int{s.ports.one, s.ports.two} {
		response, err := quick.Get(fmt.Sprintf("http://127.0.0.1:%d/readyz", port))
		if err != nil {
			return false
		}
		_ = response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return false
		}
	}
	return true
}

var quick = http.Client{Timeout: time.Second}

// launch starts a program in dir, with its output in a log file there.
func launch(dir string, environment []string, command ...string) (*exec.Cmd, error) {
	c := exec.Command(command[0], command[1:]...)
	c.Dir, c.Env = dir, append(os.Environ(), environment...)
	out, err := os.Create(filepath.Join(dir, filepath.Base(command[0])+".log"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = out.Close() }()
	c.Stdout, c.Stderr = out, out
	return c, c.Start()
}

// end signals a process and waits for it to exit. After 20 s it kills the process.
func end(c *exec.Cmd, signal syscall.Signal) {
	if c == nil || c.Process == nil || c.ProcessState != nil {
		return
	}
	_ = c.Process.Signal(signal)
	late := time.AfterFunc(20*time.Second, func() { _ = c.Process.Kill() })
	_ = c.Wait()
	late.Stop()
}

func answers(port int) error {
	for deadline := time.Now().Add(startWithin); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			_ = c.Close()
			return nil
		}
	}
	return fmt.Errorf("nothing answers on port %d", port)
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port, nil
}

func must(path string, err error) string {
	if err != nil {
		panic(err)
	}
	return path
}
