package jobs

import (
	"crypto/tls"
	"crypto/x509"
)

// Trust lets a test's own certificate count.
func (s *SMTP) Trust(roots *x509.CertPool) error {
	return s.client.SetTLSConfig(&tls.Config{ServerName: "127.0.0.1", RootCAs: roots, MinVersion: tls.VersionTLS12})
}
