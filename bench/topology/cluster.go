package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"orrery/db/embedded"
)

const password = "only-for-this-bench" // of every role

// cluster is the shop with three database machines that elect their primary: etcd, Patroni and yield.sh on each, and
// two instances that reach them through HAProxy, configured by the files in deploy/patroni.
type cluster struct {
	*site
	machines []*machine
	gate     *exec.Cmd // HAProxy in front of the databases
	postgres string    // folder of PostgreSQL's programs
	uid, gid uint32    // that they run as

	primaryPort, standbyPort int

	mu      sync.Mutex
	two     time.Duration // in which two databases were primaries
	leading map[int]bool
}

// missingOfCluster returns an error that names what is needed and not installed.
func missingOfCluster() error {
	for _, program := range []string{"patroni", "etcd", "haproxy", "curl", "ip", "nsenter", "setpriv", ".bin/orrery"} {
		if _, err := exec.LookPath(program); err != nil && !errors.Is(err, exec.ErrDot) {
			return fmt.Errorf("%s is not installed", program)
		}
	}
	if _, err := embedded.Find("pg_rewind"); err != nil {
		return err
	}
	if os.Geteuid() != 0 {
		return errors.New("only root can simulate machines")
	}
	return nil
}

func openCluster() (c *cluster, err error) {
	if err := connect(); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "orrery-")
	if err != nil {
		return nil, err
	}
	c = &cluster{site: &site{dir: dir}}
	defer func() {
		if err != nil {
			c.close()
		}
	}()
	if err := os.Chmod(dir, 0o755); err != nil {
		return c, err
	}
	for _, port := range []*int{&c.ports.proxy, &c.ports.one, &c.ports.two, &c.primaryPort, &c.standbyPort} {
		if *port, err = freePort(); err != nil {
			return c, err
		}
	}
	c.URL = func() string { return fmt.Sprintf("http://127.0.0.1:%d", c.ports.proxy) }
	if err := c.findPrograms(); err != nil {
		return c, err
	}
	for i := range 3 {
		m, err := newMachine(i+1, c.path(fmt.Sprint("database", i+1)))
		if err != nil {
			return c, err
		}
		c.machines = append(c.machines, m)
	}
	for _, m := range c.machines {
		if err := c.startMachine(m); err != nil {
			return c, err
		}
	}
	if err := c.startGate(); err != nil {
		return c, err
	}
	if err := c.createDatabase(); err != nil {
		return c, err
	}
	for i := range c.instances {
		if err := c.startInstance(i); err != nil {
			return c, fmt.Errorf("instance %d: %w", i+1, err)
		}
	}
	if err := c.startProxy(); err != nil {
		return c, err
	}
	pool, err := sql.Open("postgres", c.url("orrery", c.primaryPort))
	if err != nil {
		return c, err
	}
	defer func() { _ = pool.Close() }()
	_, err = pool.Exec(`UPDATE products SET stock = $1 WHERE id IN (1, 3)`, stock)
	return c, err
}

func (c *cluster) close() {
	for _, process := range []*exec.Cmd{c.proxy, c.instances[0], c.instances[1], c.gate} {
		end(process, syscall.SIGKILL)
	}
	for _, m := range c.machines {
		_ = m.kill()
		_ = m.network.Process.Kill()
		_ = sh("umount", m.dir)
	}
	_ = os.RemoveAll(c.dir)
}

func (c *cluster) findPrograms() error {
	rewind, err := embedded.Find("pg_rewind")
	if err != nil {
		return err
	}
	c.postgres = filepath.Dir(rewind)
	account, err := user.Lookup("postgres")
	if err != nil {
		return err
	}
	uid, err := strconv.Atoi(account.Uid)
	if err != nil {
		return err
	}
	gid, err := strconv.Atoi(account.Gid)
	c.uid, c.gid = uint32(uid), uint32(gid)
	return err
}

// startMachine starts etcd, Patroni and yield.sh.
func (c *cluster) startMachine(m *machine) error {
	name := fmt.Sprint("machine", m.number)
	var members, hosts []string
	for _, other := range c.machines {
		members = append(members, fmt.Sprintf("machine%d=http://%s:2380", other.number, other.address()))
		hosts = append(hosts, other.address()+":2379")
	}
	config, err := os.ReadFile("deploy/patroni/patroni.yml")
	if err != nil {
		return err
	}
	text := strings.Replace(string(config), "/var/run/postgresql", m.dir, 1)
	if err := os.WriteFile(filepath.Join(m.dir, "patroni.yml"), []byte(text), 0o644); err != nil {
		return err
	}
	if err := os.Chown(m.dir, int(c.uid), int(c.gid)); err != nil {
		return err
	}
	environment := []string{
		"ETCD_NAME=" + name, "ETCD_DATA_DIR=" + filepath.Join(m.dir, "etcd"),
		"ETCD_LISTEN_CLIENT_URLS=http://0.0.0.0:2379", "ETCD_LISTEN_PEER_URLS=http://" + m.address() + ":2380",
		"ETCD_ADVERTISE_CLIENT_URLS=http://" + m.address() + ":2379",
		"ETCD_INITIAL_ADVERTISE_PEER_URLS=http://" + m.address() + ":2380",
		"ETCD_INITIAL_CLUSTER=" + strings.Join(members, ","),
		"ETCD_ENABLE_V2=true", "ETCD_HEARTBEAT_INTERVAL=150", "ETCD_ELECTION_TIMEOUT=1500",
		"PATRONI_NAME=" + name, "PATRONI_RESTAPI_CONNECT_ADDRESS=" + m.address() + ":8008",
		"PATRONI_POSTGRESQL_CONNECT_ADDRESS=" + m.address() + ":5432",
		"PATRONI_POSTGRESQL_DATA_DIR=" + filepath.Join(m.dir, "postgres"), "PATRONI_POSTGRESQL_BIN_DIR=" + c.postgres,
		"PATRONI_POSTGRESQL_PGPASS=" + filepath.Join(m.dir, "pgpass"),
		"PATRONI_ETCD_HOSTS=" + strings.Join(hosts, ","), "PATRONI_SUPERUSER_PASSWORD=" + password,
		"PATRONI_REPLICATION_PASSWORD=" + password, "PATRONI_REWIND_PASSWORD=" + password,
		"HOME=" + m.dir, "LC_ALL=C.UTF-8",
	}
	guard, err := filepath.Abs("deploy/patroni/yield.sh")
	if err != nil {
		return err
	}
	for _, command := range [][]string{{"etcd"}, {"patroni", "patroni.yml"}, {guard, m.dir, "64"}} {
		as := []string{"setpriv", fmt.Sprint("--reuid=", c.uid), fmt.Sprint("--regid=", c.gid), "--init-groups"}
		if err := c.run(m, environment, filepath.Base(command[0]), m.inside(append(as, command...)...)); err != nil {
			return err
		}
	}
	return nil
}

// run starts a program of a machine and appends its output to a log file beside the machine's disk.
func (c *cluster) run(m *machine, environment []string, name string, command []string) error {
	out, err := os.OpenFile(c.log(m, name), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer func() { _ = out.Close() }()
	process := exec.Command(command[0], command[1:]...)
	process.Dir, process.Env = m.dir, append(os.Environ(), environment...)
	process.Stdout, process.Stderr = out, out
	if err := process.Start(); err != nil {
		return err
	}
	go func() { _ = process.Wait() }()
	return nil
}

func (c *cluster) log(m *machine, name string) string {
	return c.path(fmt.Sprintf("machine%d.%s.log", m.number, name))
}

func (c *cluster) startGate() (err error) {
	c.gate, err = launch(c.dir, []string{
		fmt.Sprint("PRIMARY_BIND=127.0.0.1:", c.primaryPort), fmt.Sprint("STANDBY_BIND=127.0.0.1:", c.standbyPort),
		"DATABASE_ONE=" + c.machines[0].address(), "DATABASE_TWO=" + c.machines[1].address(),
		"DATABASE_THREE=" + c.machines[2].address(),
	}, "haproxy", "-db", "-f", must(filepath.Abs("deploy/patroni/haproxy.cfg")))
	c.databases = []string{
		"DATABASE_URL=" + c.url("orrery", c.primaryPort), "DATABASE_READ_URL=" + c.url("orrery", c.standbyPort)}
	return err
}

func (c *cluster) url(role string, port int) string {
	database := "orrery"
	if role == "postgres" {
		database = role
	}
	return fmt.Sprintf("host=127.0.0.1 port=%d user=%s password=%s dbname=%s sslmode=disable connect_timeout=2",
		port, role, password, database)
}

// createDatabase waits until there are a primary and a synchronous standby, and creates the role and the database.
func (c *cluster) createDatabase() error {
	pool, err := sql.Open("postgres", c.url("postgres", c.primaryPort))
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }()
	ready := within(90*time.Second, func() bool {
		var n, all int
		err = pool.QueryRow(`SELECT count(*) FILTER (WHERE sync_state = 'sync'), count(*) FROM pg_stat_replication
			WHERE state = 'streaming'`).Scan(&n, &all)
		return err == nil && n == 1 && all == 2
	})
	if !ready {
		return fmt.Errorf("no primary with two standbys in 90 s: %v\n%s", err, c.tail())
	}
	for _, statement := range []string{
		`CREATE ROLE orrery LOGIN PASSWORD '` + password + `'`, `CREATE DATABASE orrery OWNER orrery`,
	} {
		if _, err := pool.Exec(statement); err != nil {
			return err
		}
	}
	return nil
}

// tail returns the ends of Patroni's logs.
func (c *cluster) tail() string {
	var all strings.Builder
	for _, m := range c.machines {
		text, _ := os.ReadFile(c.log(m, "patroni"))
		fmt.Fprintf(&all, "%s:\n%s\n", m.link(), text[max(0, len(text)-20000):])
	}
	return all.String()
}

func within(limit time.Duration, done func() bool) bool {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		if done() {
			return true
		}
	}
	return false
}

// socket returns a pool of one connection to the database of a machine, also when its network is cut off.
func (c *cluster) socket(m *machine) (*sql.DB, error) {
	pool, err := sql.Open("postgres", fmt.Sprintf(
		"host=%s port=5432 user=postgres password=%s dbname=postgres sslmode=disable connect_timeout=1",
		m.dir, password))
	if err == nil {
		pool.SetMaxOpenConns(1)
	}
	return pool, err
}

// watch measures until ctx ends how long more than one database accepts changes.
func (c *cluster) watch(ctx context.Context) error {
	var all []*sql.DB
	for _, m := range c.machines {
		pool, err := c.socket(m)
		if err != nil {
			return err
		}
		defer func() { _ = pool.Close() }()
		all = append(all, pool)
	}
	last := time.Now()
	for ; ctx.Err() == nil; time.Sleep(100 * time.Millisecond) {
		leading := map[int]bool{}
		for i, pool := range all {
			limited, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
			var standby bool
			if pool.QueryRowContext(limited, `SELECT pg_is_in_recovery()`).Scan(&standby) == nil && !standby {
				leading[i] = true
			}
			cancel()
		}
		now := time.Now()
		c.mu.Lock()
		if len(leading) > 1 && len(c.leading) > 1 {
			c.two += now.Sub(last)
		}
		c.leading = leading
		c.mu.Unlock()
		last = now
	}
	return nil
}

// takeTwo returns and resets the time in which two databases accepted changes.
func (c *cluster) takeTwo() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	two := c.two
	c.two = 0
	return two
}

// primaryMachine returns the machine of the primary, as reached through the proxy of the instances, and the others.
func (c *cluster) primaryMachine() (*machine, []*machine, error) {
	pool, err := sql.Open("postgres", c.url("postgres", c.primaryPort))
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = pool.Close() }()
	var address string
	if err := pool.QueryRow(`SELECT host(inet_server_addr())`).Scan(&address); err != nil {
		return nil, nil, err
	}
	var primary *machine
	var others []*machine
	for _, m := range c.machines {
		if m.address() == address {
			primary = m
		} else {
			others = append(others, m)
		}
	}
	if primary == nil {
		return nil, nil, fmt.Errorf("no machine has the address %s", address)
	}
	return primary, others, nil
}

// awaitStandbys waits until two standbys follow the primary and one of them is synchronous.
func (c *cluster) awaitStandbys(limit time.Duration) error {
	pool, err := sql.Open("postgres", c.url("postgres", c.primaryPort))
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }()
	if !within(limit, func() bool {
		var following, synchronous int
		err = pool.QueryRow(`SELECT count(*), count(*) FILTER (WHERE sync_state = 'sync') FROM pg_stat_replication
			WHERE state = 'streaming'`).Scan(&following, &synchronous)
		return err == nil && following == 2 && synchronous == 1
	}) {
		return fmt.Errorf("not two standbys within %s: %v\n%s", limit, err, c.tail())
	}
	return nil
}
