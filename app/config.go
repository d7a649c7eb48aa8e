package app

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math"
	"net"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"

	"orrery/auth"
	"orrery/jobs"
	"orrery/shop"
	"orrery/stripe"
)

// minMetricsToken is the minimum length of METRICS_TOKEN in bytes; a shorter token could be guessed.
const minMetricsToken = 16

// maxReserveDays is the maximum of RESERVE_DAYS: how long an unpaid order may hold its stock after its due date.
const maxReserveDays = 365

// Config is the configuration of the process, as ReadConfig returns it.
type Config struct {
	host, port      string
	databaseURL     string // empty: the embedded PostgreSQL
	directURL       string // of PostgreSQL itself when databaseURL is that of a pooler
	readURL         string // of a replica
	dataDir         string
	publicURL       string // empty: the address of the listener
	jwtSecret       string
	jwtPrevious     []string // keys that verify and don't sign
	privateWebhooks bool     // webhooks may have addresses that are not public
	demo            bool
	demoRequested   bool // by DEMO, not by default
	adminFactor     bool // administrators need the second factor
	providers       []auth.ProviderSettings
	blobURL         string // storage of the uploads
	smtpURL         string // empty: emails are written to files

	allowedOrigins []string // of other sites that may call the APIs from a browser
	proxies        auth.Proxies
	fixed          shop.FixedSettings // that the environment fixes
	terms          shop.Terms
	rateLimit      int // requests a minute that one caller may send to the APIs; 0: any number

	logJSON      bool   // log lines are JSON
	metricsToken string // empty: only processes on this machine may read the metrics
	// drain is how long requests are accepted after the signal to stop, while /readyz reports it: a load balancer needs
	// time to notice.
	drain time.Duration

	stripe stripe.Config // zero: no online payments
}

// secrets are the variables whose value may be read from a file, which the variable with the suffix _FILE then names.
var secrets = []string{"JWT_SECRET", "JWT_SECRET_PREVIOUS", "DATABASE_URL", "DATABASE_READ_URL", "DATABASE_DIRECT_URL",
	"SMTP_URL", "BLOB_URL", "METRICS_TOKEN", "GOOGLE_CLIENT_SECRET", "GITHUB_CLIENT_SECRET", "STRIPE_SECRET_KEY",
	"STRIPE_WEBHOOK_SECRET"}

// withFiles returns the environment with the secrets that are read from files, each without its last line break.
func withFiles(env func(string) string) (func(string) string, error) {
	found := map[string]string{}
	for _, name := range secrets {
		path := env(name + "_FILE")
		switch {
		case path == "":
			continue
		case env(name) != "":
			return nil, fmt.Errorf("%s and %s_FILE are both set: one of them has to go", name, name)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("read %s_FILE: %w", name, err)
		}
		if found[name] = strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r"); found[name] == "" {
			return nil, fmt.Errorf("%s_FILE leads to an empty file", name)
		}
	}
	return func(name string) string {
		if text, inFile := found[name]; inFile {
			return text
		}
		return env(name)
	}, nil
}

// environment returns the value of a variable, or the empty string if it is not set.
type environment func(name string) string

// or returns the value of a variable, or the fallback if it is not set.
func (env environment) or(name, fallback string) string {
	if value := env(name); value != "" {
		return value
	}
	return fallback
}

// number returns a variable that is a number. must says in the error what it has to be.
func (env environment) number(name string, fallback, most int, must string) (int, error) {
	n, err := strconv.ParseUint(env.or(name, strconv.Itoa(fallback)), 10, 31)
	if err != nil || int(n) > most {
		return 0, fmt.Errorf("%s must be %s, not %q", name, must, env(name))
	}
	return int(n), nil
}

// flag returns a variable that is 1 or 0.
func (env environment) flag(name string, fallback bool) (bool, error) {
	on, err := strconv.ParseBool(env.or(name, strconv.FormatBool(fallback)))
	if err != nil {
		return false, fmt.Errorf("%s must be 1 or 0, not %q", name, env(name))
	}
	return on, nil
}

// ReadConfig reads and checks the configuration from env, which returns the value of an environment variable, or the
// empty string if it is not set. README lists the variables.
func ReadConfig(env func(string) string) (c Config, err error) {
	env, err = withFiles(env)
	if err != nil {
		return c, err
	}
	for _, read := range []func(*Config, environment) error{(*Config).readAddress, (*Config).readStorage,
		(*Config).readKeys, (*Config).readCallers, (*Config).readShop, (*Config).readSignIn, (*Config).readOperation} {
		if err := read(&c, env); err != nil {
			return c, err
		}
	}
	return c, nil
}

func (c *Config) readAddress(env environment) error {
	c.host, c.port, c.publicURL = env.or("HOST", "127.0.0.1"), env.or("PORT", "8080"), env("PUBLIC_URL")
	port, err := strconv.ParseUint(c.port, 10, 16)
	if err != nil {
		return fmt.Errorf("PORT must be a number from 0 to 65535, not %q", c.port)
	}
	if c.publicURL == "" && port != 0 {
		c.publicURL = "http://localhost:" + c.port
	}
	return nil
}

func (c *Config) readStorage(env environment) (err error) {
	c.databaseURL, c.directURL = env("DATABASE_URL"), env("DATABASE_DIRECT_URL")
	c.readURL = env("DATABASE_READ_URL")
	if c.databaseURL == "" && (c.directURL != "" || c.readURL != "") {
		return errors.New("DATABASE_DIRECT_URL and DATABASE_READ_URL need DATABASE_URL, which is missing")
	}
	if c.dataDir, err = filepath.Abs(env.or("DATA_DIR", ".data")); err != nil {
		return err
	}
	media := url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(c.dataDir, "media"))}
	c.blobURL = env.or("BLOB_URL", media.String())
	return nil
}

func (c *Config) readKeys(env environment) error {
	c.jwtSecret = env("JWT_SECRET")
	if c.databaseURL != "" && c.jwtSecret == "" {
		return errors.New("JWT_SECRET is required with DATABASE_URL: " +
			"at least 32 random bytes, the same for all instances")
	}
	if c.jwtSecret != "" && len(c.jwtSecret) < auth.MinSecret {
		return fmt.Errorf("JWT_SECRET must have at least %d bytes", auth.MinSecret)
	}
	for key := range splitList(env("JWT_SECRET_PREVIOUS")) {
		if len(key) < auth.MinSecret {
			return fmt.Errorf("each key of JWT_SECRET_PREVIOUS must have at least %d bytes", auth.MinSecret)
		}
		c.jwtPrevious = append(c.jwtPrevious, key)
	}
	return nil
}

// readCallers reads who may call the APIs, and how often.
func (c *Config) readCallers(env environment) (err error) {
	for origin := range splitList(env("ALLOWED_ORIGINS")) {
		at, err := url.Parse(origin)
		if err != nil || at.Host == "" || (at.Scheme != "http" && at.Scheme != "https") ||
			origin != at.Scheme+"://"+at.Host {
			return fmt.Errorf(
				"ALLOWED_ORIGINS must be origins such as https://shop.example, separated by commas, not %q", origin)
		}
		c.allowedOrigins = append(c.allowedOrigins, origin)
	}
	if c.proxies, err = auth.ParseProxies(splitList(env("TRUSTED_PROXIES"))); err != nil {
		return fmt.Errorf("TRUSTED_PROXIES %w", err)
	}
	c.rateLimit, err = env.number("RATE_LIMIT", 1200, math.MaxInt32,
		"a number of requests per minute, 0 for no limit")
	return err
}

func (c *Config) readShop(env environment) (err error) {
	c.smtpURL = env("SMTP_URL")
	c.fixed.MailFrom, c.fixed.ContactTo = env("MAIL_FROM"), env("CONTACT_TO")
	for name, address := range map[string]string{"MAIL_FROM": c.fixed.MailFrom, "CONTACT_TO": c.fixed.ContactTo} {
		if address == "" {
			continue
		}
		if parsed, err := mail.ParseAddress(address); err != nil || parsed.Address != address {
			return fmt.Errorf("%s must be a plain email address, not %q", name, address)
		}
	}
	if env("BANK_ACCOUNT") != "" {
		parts := strings.Split(env("BANK_ACCOUNT"), ";")
		if len(parts) != 3 {
			return errors.New("BANK_ACCOUNT must be holder, IBAN and BIC, separated by semicolons")
		}
		c.fixed.Bank = &shop.BankAccount{Holder: strings.TrimSpace(parts[0]), IBAN: strings.TrimSpace(parts[1]),
			BIC: strings.TrimSpace(parts[2])}
	}
	if env("PUBLIC_HOLIDAYS") != "" {
		days := slices.Collect(splitList(env("PUBLIC_HOLIDAYS")))
		if c.fixed.Holidays, err = shop.ParseHolidays(days); err != nil {
			return fmt.Errorf("PUBLIC_HOLIDAYS %w", err)
		}
	}
	if err := c.readTerms(env); err != nil {
		return err
	}
	if c.terms.ReserveDays, err = env.number("RESERVE_DAYS", shop.ReserveDays, maxReserveDays,
		fmt.Sprintf("a number of days, at most %d", maxReserveDays)); err != nil {
		return err
	}
	c.stripe = stripe.Config{Key: env("STRIPE_SECRET_KEY"), WebhookSecret: env("STRIPE_WEBHOOK_SECRET"),
		URL: env("STRIPE_URL")}
	if err := c.stripe.Check(); err != nil {
		return err
	}
	c.demoRequested = env("DEMO") != ""
	c.demo, err = env.flag("DEMO", c.databaseURL == "")
	return err
}

// readTerms reads prices' currency and what is added to them.
func (c *Config) readTerms(env environment) error {
	c.terms = shop.DefaultTerms()
	for _, v := range []struct {
		name string
		set  func(string) error
	}{{"CURRENCY", c.terms.SetCurrency}, {"TAX_PERCENT", c.terms.SetTaxPercent}, {"SHIPPING", c.terms.SetShipping}} {
		if text := env(v.name); text != "" {
			if err := v.set(text); err != nil {
				return fmt.Errorf("%s %w", v.name, err)
			}
		}
	}
	return nil
}

func (c *Config) readSignIn(env environment) error {
	switch wanted := env("ADMIN_SECOND_FACTOR"); wanted {
	case "required":
		c.adminFactor = true
	case "", "optional":
	default:
		return fmt.Errorf("ADMIN_SECOND_FACTOR must be required or optional, not %q", wanted)
	}
	for _, p := range []struct {
		provider shop.Provider
		name     string
		url      string
	}{{shop.Google, "GOOGLE", "GOOGLE_ISSUER"}, {shop.GitHub, "GITHUB", "GITHUB_URL"}} {
		id, secret := env(p.name+"_CLIENT_ID"), env(p.name+"_CLIENT_SECRET")
		if (id == "") != (secret == "") {
			return fmt.Errorf("%s_CLIENT_ID and %s_CLIENT_SECRET stand together", p.name, p.name)
		}
		settings := auth.ProviderSettings{Provider: p.provider, ID: id, Secret: secret, URL: env(p.url)}
		if err := settings.Check(); err != nil {
			return fmt.Errorf("%s %w", p.url, err)
		}
		if id != "" {
			c.providers = append(c.providers, settings)
		}
	}
	return nil
}

func (c *Config) readOperation(env environment) (err error) {
	if c.privateWebhooks, err = env.flag("PRIVATE_WEBHOOKS", false); err != nil {
		return err
	}
	switch format := env("LOG_FORMAT"); format {
	case "":
		c.logJSON = c.databaseURL != ""
	case "json", "text":
		c.logJSON = format == "json"
	default:
		return fmt.Errorf("LOG_FORMAT must be json or text, not %q", format)
	}
	if c.metricsToken = env("METRICS_TOKEN"); c.metricsToken != "" && len(c.metricsToken) < minMetricsToken {
		return fmt.Errorf("METRICS_TOKEN must have at least %d bytes", minMetricsToken)
	}
	drain := 5
	if c.databaseURL == "" { // nobody balances the load of a single process
		drain = 0
	}
	seconds, err := env.number("DRAIN", drain, 255, "a number of seconds, at most 255")
	c.drain = time.Duration(seconds) * time.Second
	return err
}

// splitList returns the elements of a variable, which are separated by commas or white space.
func splitList(value string) iter.Seq[string] {
	return strings.FieldsFuncSeq(value, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
}

func (c Config) listenAddress() string { return net.JoinHostPort(c.host, c.port) }

// listen opens the port.
func (c Config) listen() (net.Listener, error) {
	listener, err := net.Listen("tcp", c.listenAddress())
	if err != nil {
		return nil, fmt.Errorf("listen on %s (set HOST and PORT to use another): %w", c.listenAddress(), err)
	}
	return listener, nil
}

// checkAddress returns an error if the port can't be opened. It closes the port again, so that no client connects
// before the shop serves.
func (c Config) checkAddress() error {
	listener, err := c.listen()
	if err != nil {
		return err
	}
	return listener.Close()
}

// mailer returns a mailer that sends through SMTP_URL, or without one writes emails to a folder of the data directory.
func (c Config) mailer() (jobs.Mailer, error) {
	if c.smtpURL == "" {
		return jobs.Folder(filepath.Join(c.dataDir, "mail")), nil
	}
	mailer, err := jobs.NewSMTP(c.smtpURL)
	if err != nil {
		return nil, fmt.Errorf("SMTP_URL %w", err)
	}
	return mailer, nil
}

// mailFrom returns the sender of emails if neither MAIL_FROM nor the settings name one.
func (c Config) mailFrom() string { return "shop@" + mailDomain(c.publicURL) }

// mailDomain returns the host of a public URL, or shop.example if it is an IP address or a name without a dot, which
// receive no mail.
func mailDomain(publicURL string) string {
	at, err := url.Parse(publicURL)
	if err != nil || !strings.Contains(at.Hostname(), ".") || net.ParseIP(at.Hostname()) != nil {
		return "shop.example"
	}
	return at.Hostname()
}

// previousKeys returns the keys that JWT_SECRET, or the generated key, replaced.
func (c Config) previousKeys() (keys [][]byte) {
	for _, key := range c.jwtPrevious {
		keys = append(keys, []byte(key))
	}
	return keys
}

// signingKey returns JWT_SECRET, or a key that is generated once and stored beside the embedded database.
func (c Config) signingKey() ([]byte, error) {
	key, err := c.storedKey()
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	if err := c.createKey(); err != nil {
		return nil, fmt.Errorf("keep a signing key in %s: %w", c.keyFile(), err)
	}
	return c.storedKey()
}

func (c Config) keyFile() string { return filepath.Join(c.dataDir, "jwt-secret") }

// storedKey returns JWT_SECRET, or the stored key; fs.ErrNotExist when there is none.
func (c Config) storedKey() ([]byte, error) {
	if c.jwtSecret != "" {
		return []byte(c.jwtSecret), nil
	}
	key, err := os.ReadFile(c.keyFile())
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR): // opening the data folder reports it
		return nil, fs.ErrNotExist
	case err != nil:
		return nil, fmt.Errorf("the signing key can't be read (JWT_SECRET would be used in its place): %w", err)
	case len(key) < auth.MinSecret:
		return nil, fmt.Errorf("the signing key in %s has %d bytes instead of at least %d: "+
			"restore the old file, or remove it to make a new one, which signs everyone out",
			c.keyFile(), len(key), auth.MinSecret)
	}
	return key, nil
}

// createKey generates a key and stores it atomically. If several processes do so at once, the key of one of them is
// stored.
func (c Config) createKey() error {
	key := make([]byte, hex.EncodedLen(auth.MinSecret))
	raw := make([]byte, auth.MinSecret)
	_, _ = rand.Read(raw) // never fails, by its contract
	hex.Encode(key, raw)
	file, err := os.CreateTemp(c.dataDir, "jwt-secret-*") // readable by its owner only
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	_, err = file.Write(key)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	// A link, unlike a rename, doesn't replace a key that another process has stored meanwhile.
	if err := os.Link(file.Name(), c.keyFile()); errors.Is(err, fs.ErrExist) {
		return nil
	} else if err != nil && os.Rename(file.Name(), c.keyFile()) != nil {
		return err
	}
	folder, err := os.Open(c.dataDir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
