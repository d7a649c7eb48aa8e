package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"orrery/auth"
)

func TestReadConfig(t *testing.T) {
	key := strings.Repeat("k", auth.MinSecret)
	for name, c := range map[string]struct {
		env   map[string]string
		fault string
		check func(config) bool
	}{
		"defaults": {nil, "", func(c config) bool {
			return c.listenAddress() == "127.0.0.1:8080" && c.publicURL == "http://localhost:8080" && c.demo &&
				filepath.Base(c.dataDir) == ".data" && filepath.IsAbs(c.dataDir)
		}},
		"a database of one's own is no demo": {map[string]string{"DATABASE_URL": "postgres://x", "JWT_SECRET": key}, "",
			func(c config) bool { return !c.demo && string(must(c.signingKey())) == key }},
		"unless asked for": {map[string]string{"DATABASE_URL": "postgres://x", "JWT_SECRET": key, "DEMO": "1"}, "",
			func(c config) bool { return c.demo }},
		"no demo":         {map[string]string{"DEMO": "0"}, "", func(c config) bool { return !c.demo }},
		"any free port":   {map[string]string{"PORT": "0"}, "", func(c config) bool { return c.publicURL == "" }},
		"public address":  {map[string]string{"PUBLIC_URL": "https://shop.example"}, "", func(c config) bool { return c.publicURL == "https://shop.example" }},
		"no key":          {map[string]string{"DATABASE_URL": "postgres://x"}, "JWT_SECRET", nil},
		"short key":       {map[string]string{"JWT_SECRET": key[1:]}, "JWT_SECRET", nil},
		"port of letters": {map[string]string{"PORT": "http"}, "PORT", nil},
		"port too large":  {map[string]string{"PORT": "65536"}, "PORT", nil},
		"demo or what":    {map[string]string{"DEMO": "maybe"}, "DEMO", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := readConfig(func(name string) string { return c.env[name] })
			switch {
			case c.fault == "" && (err != nil || !c.check(got)):
				t.Errorf("read %+v, %v", got, err)
			case c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)):
				t.Errorf("error %v must name %s", err, c.fault)
			}
		})
	}
}

func TestSigningKeyIsMadeOnce(t *testing.T) {
	c := config{dataDir: t.TempDir()}
	first, second := must(c.signingKey()), must(c.signingKey())
	if string(first) != string(second) || len(first) < auth.MinSecret {
		t.Errorf("keys %q and %q", first, second)
	}
	if other := must(config{dataDir: t.TempDir()}.signingKey()); string(other) == string(first) {
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
