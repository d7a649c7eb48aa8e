package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"orrery/auth"
	"orrery/jobs"
	"orrery/shop"
)

func TestReadConfig(t *testing.T) {
	key := strings.Repeat("k", auth.MinSecret)
	for name, c := range map[string]struct {
		env   map[string]string
		fault string
		check func(Config) bool
	}{
		"defaults": {nil, "", func(c Config) bool {
			return c.listenAddress() == "127.0.0.1:8080" && c.publicURL == "http://localhost:8080" && c.demo &&
				filepath.Base(c.dataDir) == ".data" && filepath.IsAbs(c.dataDir) && c.blobURL == "file://"+c.dataDir+"/media"
		}},
		"a database of one's own is no demo": {map[string]string{"DATABASE_URL": "postgres://x", "JWT_SECRET": key}, "",
			func(c Config) bool { return !c.demo && string(must(c.signingKey())) == key }},
		"unless asked for": {map[string]string{"DATABASE_URL": "postgres://x", "JWT_SECRET": key, "DEMO": "1"}, "",
			func(c Config) bool { return c.demo }},
		"a replica of nothing": {map[string]string{"DATABASE_READ_URL": "postgres://x"}, "DATABASE_READ_URL", nil},
		"no demo":              {map[string]string{"DEMO": "0"}, "", func(c Config) bool { return !c.demo }},
		"any free port":        {map[string]string{"PORT": "0"}, "", func(c Config) bool { return c.publicURL == "" }},
		"public address":       {map[string]string{"PUBLIC_URL": "https://shop.example"}, "", func(c Config) bool { return c.publicURL == "https://shop.example" }},
		"uploads beside the data": {map[string]string{"DATA_DIR": "/srv/a b%c"}, "",
			func(c Config) bool { return c.blobURL == "file:///srv/a%20b%25c/media" }},
		"uploads elsewhere": {map[string]string{"BLOB_URL": "s3://shop"}, "", func(c Config) bool { return c.blobURL == "s3://shop" }},
		"no key":            {map[string]string{"DATABASE_URL": "postgres://x"}, "JWT_SECRET", nil},
		"short key":         {map[string]string{"JWT_SECRET": key[1:]}, "JWT_SECRET", nil},
		"previous keys": {map[string]string{"JWT_SECRET_PREVIOUS": key + ", " + key + "2\n"}, "",
			func(c Config) bool { return slices.Equal(c.jwtPrevious, []string{key, key + "2"}) }},
		"one previous key is short": {map[string]string{"JWT_SECRET_PREVIOUS": key + " " + key[1:]}, "JWT_SECRET_PREVIOUS", nil},
		"port of letters":           {map[string]string{"PORT": "http"}, "PORT", nil},
		"port too large":            {map[string]string{"PORT": "65536"}, "PORT", nil},
		"mail comes from the public host": {map[string]string{"PUBLIC_URL": "https://shop.example:8443"}, "", func(c Config) bool {
			return c.mailFrom() == "shop@shop.example" && c.fixed.MailFrom == "" && c.fixed.ContactTo == ""
		}},
		"a number has no mail": {map[string]string{"PUBLIC_URL": "http://192.0.2.1"}, "", func(c Config) bool {
			return c.mailFrom() == "shop@shop.example"
		}},
		"own addresses": {map[string]string{"MAIL_FROM": "a@b.example", "CONTACT_TO": "c@d.example"}, "", func(c Config) bool {
			return c.fixed.MailFrom == "a@b.example" && c.fixed.ContactTo == "c@d.example"
		}},
		"other sites": {map[string]string{"ALLOWED_ORIGINS": "https://a.example, http://localhost:5173"}, "", func(c Config) bool {
			return slices.Equal(c.allowedOrigins, []string{"https://a.example", "http://localhost:5173"})
		}},
		"providers": {map[string]string{"GOOGLE_CLIENT_ID": "a", "GOOGLE_CLIENT_SECRET": "b", "GOOGLE_ISSUER": "https://id.example/realm/", "GITHUB_CLIENT_ID": "c",
			"GITHUB_CLIENT_SECRET": "d"}, "", func(c Config) bool {
			return slices.Equal(c.providers, []auth.ProviderSettings{
				{Provider: shop.Google, ID: "a", Secret: "b", URL: "https://id.example/realm/"}, {Provider: shop.GitHub, ID: "c", Secret: "d"}})
		}},
		"no provider":         {nil, "", func(c Config) bool { return c.providers == nil }},
		"half a provider":     {map[string]string{"GITHUB_CLIENT_ID": "c"}, "GITHUB_CLIENT_SECRET", nil},
		"a secret of nothing": {map[string]string{"GOOGLE_CLIENT_SECRET": "b"}, "GOOGLE_CLIENT_ID", nil},
		"an issuer on this machine": {map[string]string{"GOOGLE_CLIENT_ID": "a", "GOOGLE_CLIENT_SECRET": "b", "GOOGLE_ISSUER": "http://127.0.0.1:5556"}, "",
			func(c Config) bool { return len(c.providers) == 1 }},
		"an issuer without TLS":   {map[string]string{"GOOGLE_ISSUER": "http://id.example"}, "GOOGLE_ISSUER", nil},
		"an issuer like ours":     {map[string]string{"GOOGLE_ISSUER": "http://127.0.0.1.example"}, "GOOGLE_ISSUER", nil},
		"an issuer with a secret": {map[string]string{"GOOGLE_ISSUER": "https://a:b@id.example"}, "GOOGLE_ISSUER", nil},
		"GitHub without TLS":      {map[string]string{"GITHUB_URL": "http://git.example"}, "GITHUB_URL", nil},
		"bank": {map[string]string{"BANK_ACCOUNT": "Shop; NL00 X ; BIC"}, "", func(c Config) bool {
			return *c.fixed.Bank == shop.BankAccount{Holder: "Shop", IBAN: "NL00 X", BIC: "BIC"}
		}},
		"public holidays": {map[string]string{"PUBLIC_HOLIDAYS": "2026-12-24, 2026-12-25\n2026-12-28"}, "", func(c Config) bool {
			due := c.fixed.Fix(shop.DefaultSettings()).WorkingDays().ReplyBy(time.Date(2026, 12, 23, 9, 0, 0, 0, time.UTC))
			return due.Equal(time.Date(2026, 12, 29, 9, 0, 0, 0, time.UTC))
		}},
		"a holiday that is no day": {map[string]string{"PUBLIC_HOLIDAYS": "2026-12-25,26.12.2026"}, `PUBLIC_HOLIDAYS must be days such as 2026-12-25 with commas between, not "26.12.2026"`, nil},
		"stock of unpaid orders":   {nil, "", func(c Config) bool { return c.terms.ReserveDays == 3 }},
		"until they are due":       {map[string]string{"RESERVE_DAYS": "0"}, "", func(c Config) bool { return c.terms.ReserveDays == 0 }},
		"for ever":                 {map[string]string{"RESERVE_DAYS": "366"}, `RESERVE_DAYS must be a number of days, at most 365, not "366"`, nil},
		"no time":                  {map[string]string{"RESERVE_DAYS": "-1"}, `RESERVE_DAYS must be a number of days, at most 365, not "-1"`, nil},
		"terms by default":         {nil, "", func(c Config) bool { return c.terms == shop.DefaultTerms() }},
		"terms": {map[string]string{"CURRENCY": "EUR", "TAX_PERCENT": "8.1", "SHIPPING": "25.5"}, "", func(c Config) bool {
			return c.terms == shop.Terms{Currency: "EUR", TaxBasisPoints: 810, ShippingMinor: 2550, ReserveDays: 3}
		}},
		"no decimals":        {map[string]string{"CURRENCY": "JPY", "SHIPPING": "25"}, "", func(c Config) bool { return c.terms.ShippingMinor == 25 }},
		"no tax":             {map[string]string{"TAX_PERCENT": "0"}, "", func(c Config) bool { return c.terms.TaxBasisPoints == 0 }},
		"no currency":        {map[string]string{"CURRENCY": "euro"}, `CURRENCY must be a currency of ISO 4217 such as EUR, not "euro"`, nil},
		"a small currency":   {map[string]string{"CURRENCY": "eur"}, "CURRENCY", nil},
		"tax as a fraction":  {map[string]string{"TAX_PERCENT": "8.125"}, "TAX_PERCENT", nil},
		"all tax":            {map[string]string{"TAX_PERCENT": "100"}, "TAX_PERCENT", nil},
		"tax back":           {map[string]string{"TAX_PERCENT": "-1"}, "TAX_PERCENT", nil},
		"tax with a sign":    {map[string]string{"TAX_PERCENT": "21%"}, "TAX_PERCENT", nil},
		"shipping back":      {map[string]string{"SHIPPING": "-1"}, "SHIPPING", nil},
		"shipping to Mars":   {map[string]string{"SHIPPING": "1000000"}, "SHIPPING", nil},
		"parts of a yen":     {map[string]string{"CURRENCY": "JPY", "SHIPPING": "0.5"}, `SHIPPING must be an amount in JPY of at most 6 digits before the point, not "0.5"`, nil},
		"half a bank":        {map[string]string{"BANK_ACCOUNT": "NL00 X"}, "BANK_ACCOUNT", nil},
		"a rate by default":  {nil, "", func(c Config) bool { return c.rateLimit == 1200 }},
		"any rate":           {map[string]string{"RATE_LIMIT": "0"}, "", func(c Config) bool { return c.rateLimit == 0 }},
		"negative rate":      {map[string]string{"RATE_LIMIT": "-1"}, "RATE_LIMIT", nil},
		"proxies on lines":   {map[string]string{"TRUSTED_PROXIES": "10.0.0.0/8\n192.0.2.1"}, "", func(c Config) bool { return len(c.proxies) == 2 }},
		"a proxy by name":    {map[string]string{"TRUSTED_PROXIES": "proxy.example"}, "TRUSTED_PROXIES", nil},
		"everybody":          {map[string]string{"ALLOWED_ORIGINS": "*"}, "ALLOWED_ORIGINS", nil},
		"no one":             {map[string]string{"ALLOWED_ORIGINS": "null"}, "ALLOWED_ORIGINS", nil},
		"a path, no origin":  {map[string]string{"ALLOWED_ORIGINS": "https://a.example/"}, "ALLOWED_ORIGINS", nil},
		"no sender":          {map[string]string{"MAIL_FROM": "Shop <a@b.example>"}, "MAIL_FROM", nil},
		"no office":          {map[string]string{"CONTACT_TO": "office"}, "CONTACT_TO", nil},
		"demo or what":       {map[string]string{"DEMO": "maybe"}, "DEMO", nil},
		"a log for people":   {nil, "", func(c Config) bool { return !c.logJSON }},
		"a log for programs": {map[string]string{"DATABASE_URL": "postgres://x", "JWT_SECRET": key}, "", func(c Config) bool { return c.logJSON }},
		"as one likes":       {map[string]string{"LOG_FORMAT": "json"}, "", func(c Config) bool { return c.logJSON }},
		"a log of what":      {map[string]string{"LOG_FORMAT": "xml"}, "LOG_FORMAT", nil},
		"a word as token":    {map[string]string{"METRICS_TOKEN": "prometheus"}, "METRICS_TOKEN", nil},
		"stops at once":      {nil, "", func(c Config) bool { return c.drain == 0 }},
		"stops beside others": {map[string]string{"DATABASE_URL": "postgres://x", "JWT_SECRET": key}, "",
			func(c Config) bool { return c.drain == 5*time.Second }},
		"stops when asked":                 {map[string]string{"DRAIN": "20"}, "", func(c Config) bool { return c.drain == 20*time.Second }},
		"stops some day":                   {map[string]string{"DRAIN": "300"}, "DRAIN", nil},
		"administrators as in the demo":    {nil, "", func(c Config) bool { return !c.adminFactor }},
		"administrators with two steps":    {map[string]string{"ADMIN_SECOND_FACTOR": "required"}, "", func(c Config) bool { return c.adminFactor }},
		"paid online":                      {map[string]string{"STRIPE_SECRET_KEY": "sk", "STRIPE_WEBHOOK_SECRET": "wh"}, "", func(c Config) bool { return c.stripe.Key == "sk" }},
		"paid online without a webhook":    {map[string]string{"STRIPE_SECRET_KEY": "sk"}, "STRIPE_WEBHOOK_SECRET", nil},
		"paid online in plain text":        {map[string]string{"STRIPE_URL": "http://stripe.example"}, "STRIPE_URL", nil},
		"administrators in some other way": {map[string]string{"ADMIN_SECOND_FACTOR": "1"}, "ADMIN_SECOND_FACTOR", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ReadConfig(func(name string) string { return c.env[name] })
			switch {
			case c.fault == "" && (err != nil || !c.check(got)):
				t.Errorf("read %+v, %v", got, err)
			case c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)):
				t.Errorf("error %v must name %s", err, c.fault)
			}
		})
	}
}

func TestSecretsByFile(t *testing.T) {
	key := strings.Repeat("k", auth.MinSecret)
	for name, c := range map[string]struct {
		text  string // of the file
		env   map[string]string
		fault string
		want  string
	}{
		"as it stands":            {text: key, want: key},
		"with a last line break":  {text: key + "\n", want: key},
		"written on Windows":      {text: key + "\r\n", want: key},
		"only the last one goes":  {text: key + " \n\n", want: key + " \n"},
		"an empty file":           {text: "\n", fault: "JWT_SECRET_FILE"},
		"short":                   {text: "short", fault: "JWT_SECRET must"},
		"both":                    {text: key, env: map[string]string{"JWT_SECRET": key}, fault: "JWT_SECRET and JWT_SECRET_FILE"},
		"no such file":            {text: key, env: map[string]string{"DATABASE_URL_FILE": "/nowhere"}, fault: "DATABASE_URL_FILE"},
		"what is no secret stays": {text: key, env: map[string]string{"PORT_FILE": "/nowhere"}, want: key},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "secret")
			if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := ReadConfig(func(name string) string {
				if name == "JWT_SECRET_FILE" {
					return path
				}
				return c.env[name]
			})
			switch {
			case c.fault == "" && (err != nil || got.jwtSecret != c.want):
				t.Errorf("read %q, %v", got.jwtSecret, err)
			case c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault) || strings.Contains(err.Error(), key)):
				t.Errorf("error %v must name %s, and show no secret", err, c.fault)
			}
		})
	}
}

func TestMailer(t *testing.T) {
	dir := t.TempDir()
	mailer, err := Config{dataDir: dir}.mailer()
	if err != nil || mailer != jobs.Folder(filepath.Join(dir, "mail")) {
		t.Errorf("without SMTP_URL %v (%v), want the folder mail", mailer, err)
	}
	mailer, err = Config{smtpURL: "smtps://shop:secret@mail.example"}.mailer()
	if _, isSMTP := mailer.(*jobs.SMTP); err != nil || !isSMTP {
		t.Errorf("with SMTP_URL %T (%v)", mailer, err)
	}
	_, err = Config{smtpURL: "http://shop:secret@mail.example"}.mailer()
	if err == nil || !strings.HasPrefix(err.Error(), "SMTP_URL must") || strings.Contains(err.Error(), "secret") {
		t.Errorf("error %v must name SMTP_URL and not show its password", err)
	}
}

func TestSigningKeyIsMadeOnce(t *testing.T) {
	c := Config{dataDir: t.TempDir()}
	first, second := must(c.signingKey()), must(c.signingKey())
	if string(first) != string(second) || len(first) < auth.MinSecret {
		t.Errorf("keys %q and %q", first, second)
	}
	if other := must(Config{dataDir: t.TempDir()}.signingKey()); string(other) == string(first) {
		t.Error("two shops have the same key")
	}
	info, err := os.Stat(filepath.Join(c.dataDir, "jwt-secret"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v (%v), want 0600", info.Mode(), err)
	}
}

func must(key []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return key
}
