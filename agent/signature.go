package agent

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/dunglas/httpsfv"
)

// Limits of what is verified, before it is.
const (
	maxSignatures = 4
	maxComponents = 20
	// clockSkew is how far the clock of a signer may be ahead.
	clockSkew = 5 * time.Minute
)

// jwk is a public key of a profile (RFC 7517).
type jwk struct {
	ID    string `json:"kid"`
	Type  string `json:"kty"`
	Curve string `json:"crv,omitempty"`
	X     string `json:"x,omitempty"`
	Y     string `json:"y,omitempty"`
	Use   string `json:"use,omitempty"`
	Alg   string `json:"alg,omitempty"`
}

var curves = map[string]elliptic.Curve{"P-256": elliptic.P256(), "P-384": elliptic.P384()}

// key returns the key, nil if its algorithm is not supported.
func (k jwk) key() (*ecdsa.PublicKey, error) {
	curve := curves[k.Curve]
	if k.Type != "EC" || curve == nil || k.Use == "enc" {
		return nil, nil
	}
	size := (curve.Params().BitSize + 7) / 8
	point := []byte{4} // uncompressed
	for _, coordinate := range []string{k.X, k.Y} {
		raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(coordinate, "="))
		if err != nil || len(raw) != size {
			return nil, fmt.Errorf("the coordinates of the key %q are malformed", k.ID)
		}
		point = append(point, raw...)
	}
	return ecdsa.ParseUncompressedPublicKey(curve, point)
}

// jwkOf returns the public key of a P-256 key. Its ID is its thumbprint (RFC 7638).
func jwkOf(key *ecdsa.PrivateKey) (jwk, error) {
	point, err := key.PublicKey.Bytes()
	if err != nil {
		return jwk{}, err
	}
	encode := base64.RawURLEncoding.EncodeToString
	k := jwk{Type: "EC", Curve: "P-256", X: encode(point[1:33]), Y: encode(point[33:])}
	thumb, err := json.Marshal(map[string]string{"crv": k.Curve, "kty": k.Type, "x": k.X, "y": k.Y})
	sum := sha256.Sum256(thumb)
	k.ID, k.Use, k.Alg = encode(sum[:]), "sig", "ES256"
	return k, err
}

// isSigned reports whether a request has a signature.
func isSigned(h http.Header) bool { return h.Get("Signature") != "" || h.Get("Signature-Input") != "" }

// verify checks the signature of a request (RFC 9421) by one of the keys, which find returns by its ID. The authority
// is that of the shop, so that a request that was signed for another host is refused.
func verify(r *http.Request, body []byte, authority string, find func(id string) (*ecdsa.PublicKey, *failure),
	now time.Time) *failure {
	inputs, err := httpsfv.UnmarshalDictionary(r.Header.Values("Signature-Input"))
	if err != nil || len(inputs.Names()) == 0 || r.Header.Get("Signature") == "" {
		return unsigned("signature_missing", "Signature-Input and Signature are required")
	}
	signatures, err := httpsfv.UnmarshalDictionary(r.Header.Values("Signature"))
	if err != nil || len(inputs.Names()) > maxSignatures {
		return badSignature("Signature or Signature-Input is malformed")
	}
	var last *failure
	for _, name := range inputs.Names() {
		member, _ := inputs.Get(name)
		input, isList := member.(httpsfv.InnerList)
		held, ok := signatures.Get(name)
		item, isItem := held.(httpsfv.Item)
		if !isList || !ok || !isItem {
			last = badSignature("The signature " + name + " is malformed or missing")
			continue
		}
		signature, isBytes := item.Value.([]byte)
		if !isBytes {
			last = badSignature("The signature " + name + " is not a byte sequence")
			continue
		}
		if last = verifyOne(r, body, authority, input, signature, find, now); last == nil {
			return nil
		}
	}
	return last
}

func verifyOne(r *http.Request, body []byte, authority string, input httpsfv.InnerList, signature []byte,
	find func(id string) (*ecdsa.PublicKey, *failure), now time.Time) *failure {
	covered, failed := components(input)
	if failed != nil {
		return failed
	}
	for _, name := range required(r, len(body) > 0) {
		if !slices.Contains(covered, name) {
			return badSignature("The signature must cover " + name)
		}
	}
	if failed := timely(input.Params, now); failed != nil {
		return failed
	}
	if slices.Contains(covered, "content-digest") && !digestMatches(r.Header, body) {
		return &failure{status: http.StatusBadRequest, rpc: rpcInvalidRequest, code: "digest_mismatch",
			content: "Content-Digest is not the SHA-256 digest of the body"}
	}
	id, _ := input.Params.Get("keyid")
	keyID, ok := id.(string)
	if !ok || keyID == "" {
		return badSignature("Signature-Input must name the key by keyid")
	}
	key, failed := find(keyID)
	if failed != nil {
		return failed
	}
	base, err := signatureBase(covered, input, func(name string) (string, bool) {
		return requestComponent(r, authority, name)
	})
	if err != nil {
		return badSignature(err.Error())
	}
	if !validSignature(key, base, signature) {
		return badSignature("The signature does not match the key " + keyID)
	}
	return nil
}

// components returns the covered components; those with parameters are not supported.
func components(input httpsfv.InnerList) ([]string, *failure) {
	if len(input.Items) > maxComponents {
		return nil, badSignature("The signature covers too many components")
	}
	var names []string
	for _, item := range input.Items {
		name, ok := item.Value.(string)
		if !ok || item.Params != nil && len(item.Params.Names()) > 0 || name != strings.ToLower(name) ||
			slices.Contains(names, name) {
			return nil, badSignature("The signature covers a component that is not supported")
		}
		names = append(names, name)
	}
	return names, nil
}

// required returns the components that the signature of a request must cover.
func required(r *http.Request, hasBody bool) []string {
	names := []string{"@method", "@authority", "@path"}
	if r.URL.RawQuery != "" {
		names = append(names, "@query")
	}
	for _, header := range []string{"ucp-agent", "idempotency-key"} {
		if r.Header.Get(header) != "" {
			names = append(names, header)
		}
	}
	if hasBody {
		names = append(names, "content-digest", "content-type")
	}
	return names
}

// timely refuses signatures that have expired, or are of the future.
func timely(params *httpsfv.Params, now time.Time) *failure {
	if expires, ok := params.Get("expires"); ok {
		if at, isInt := expires.(int64); !isInt || now.Unix() >= at {
			return badSignature("The signature has expired")
		}
	}
	if created, ok := params.Get("created"); ok {
		if at, isInt := created.(int64); !isInt || at > now.Add(clockSkew).Unix() {
			return badSignature("The signature was created in the future")
		}
	}
	return nil
}

func digestMatches(h http.Header, body []byte) bool {
	digests, err := httpsfv.UnmarshalDictionary(h.Values("Content-Digest"))
	if err != nil {
		return false
	}
	member, _ := digests.Get("sha-256")
	item, _ := member.(httpsfv.Item)
	claimed, _ := item.Value.([]byte)
	sum := sha256.Sum256(body)
	return bytes.Equal(claimed, sum[:])
}

// requestComponent returns the value of a component of a request.
func requestComponent(r *http.Request, authority, name string) (string, bool) {
	switch name {
	case "@method":
		return r.Method, true
	case "@authority":
		return authority, true
	case "@path":
		return r.URL.EscapedPath(), true
	case "@query":
		return "?" + r.URL.RawQuery, true
	}
	return headerComponent(r.Header, name)
}

func headerComponent(h http.Header, name string) (string, bool) {
	values := slices.Clone(h.Values(name))
	for i, value := range values {
		values[i] = strings.TrimSpace(value)
	}
	return strings.Join(values, ", "), len(values) > 0
}

// signatureBase returns what is signed (RFC 9421, 2.5).
func signatureBase(covered []string, input httpsfv.InnerList, value func(name string) (string, bool)) ([]byte, error) {
	var base bytes.Buffer
	for _, name := range covered {
		text, ok := value(name)
		if !ok {
			return nil, fmt.Errorf("the signature covers %s, which the message does not have", name)
		}
		fmt.Fprintf(&base, "%q: %s\n", name, text)
	}
	params, err := httpsfv.Marshal(httpsfv.List{input})
	if err != nil {
		return nil, err
	}
	base.WriteString(`"@signature-params": ` + params)
	return base.Bytes(), nil
}

// validSignature reports whether a signature, the concatenation of r and s, is that of the key.
func validSignature(key *ecdsa.PublicKey, message, signature []byte) bool {
	size := (key.Curve.Params().BitSize + 7) / 8
	if len(signature) != 2*size {
		return false
	}
	return ecdsa.Verify(key, digestOf(key.Curve, message), new(big.Int).SetBytes(signature[:size]),
		new(big.Int).SetBytes(signature[size:]))
}

func digestOf(curve elliptic.Curve, message []byte) []byte {
	if curve == elliptic.P384() {
		sum := sha512.Sum384(message)
		return sum[:]
	}
	sum := sha256.Sum256(message)
	return sum[:]
}

// Signer signs messages with a key, named by its ID.
type Signer struct {
	ID  string
	Key *ecdsa.PrivateKey
}

// SignRequest signs a request with a body, and sets the headers Content-Digest, Signature-Input and Signature.
func (s Signer) SignRequest(r *http.Request, body []byte, now time.Time) error {
	names := []string{"@method", "@authority", "@path"}
	if r.URL.RawQuery != "" {
		names = append(names, "@query")
	}
	for _, header := range []string{"ucp-agent", "idempotency-key", "webhook-id", "webhook-timestamp"} {
		if r.Header.Get(header) != "" {
			names = append(names, header)
		}
	}
	if len(body) > 0 {
		sum := sha256.Sum256(body)
		r.Header.Set("Content-Digest", "sha-256=:"+base64.StdEncoding.EncodeToString(sum[:])+":")
		names = append(names, "content-digest", "content-type")
	}
	input := httpsfv.InnerList{Params: httpsfv.NewParams()}
	for _, name := range names {
		input.Items = append(input.Items, httpsfv.NewItem(name))
	}
	input.Params.Add("created", now.Unix())
	input.Params.Add("keyid", s.ID)
	base, err := signatureBase(names, input, func(name string) (string, bool) {
		return requestComponent(r, authorityOf(r.URL), name)
	})
	if err != nil {
		return err
	}
	size := (s.Key.Curve.Params().BitSize + 7) / 8
	one, other, err := ecdsa.Sign(rand.Reader, s.Key, digestOf(s.Key.Curve, base))
	if err != nil {
		return err
	}
	signature := make([]byte, 2*size)
	one.FillBytes(signature[:size])
	other.FillBytes(signature[size:])
	params, err := httpsfv.Marshal(httpsfv.List{input})
	if err != nil {
		return err
	}
	r.Header.Set("Signature-Input", "sig1="+params)
	r.Header.Set("Signature", "sig1=:"+base64.StdEncoding.EncodeToString(signature)+":")
	return nil
}

// authorityOf returns the host of a URL in lower case, without the default port (RFC 9421, 2.2.3).
func authorityOf(at *url.URL) string {
	host := strings.ToLower(at.Host)
	for scheme, port := range map[string]string{"https": ":443", "http": ":80"} {
		if at.Scheme == scheme {
			host = strings.TrimSuffix(host, port)
		}
	}
	return host
}
