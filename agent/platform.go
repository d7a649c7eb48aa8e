package agent

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dunglas/httpsfv"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"
	"golang.org/x/time/rate"

	"orrery/shop"
)

// Limits of the discovery of profiles, which a stranger causes.
const (
	maxProfiles   = 1000
	maxProfile    = 64 << 10 // bytes
	maxProfileURL = 2000
	maxKeys       = 20
	fetchTimeout  = 5 * time.Second
	// profilesAtOnce is how many profiles that are not cached may be fetched at once, and profilesPerSecond how many
	// more each second.
	profilesAtOnce, profilesPerSecond = 40, 1
	// minTTL and maxTTL limit how long a profile is cached, whatever its Cache-Control says. A failure is cached for
	// minTTL, and a profile is fetched again for an unknown key at most once in minTTL.
	minTTL, maxTTL = time.Minute, 24 * time.Hour
)

// platform is the profile of an agent's platform.
type platform struct {
	url          string
	version      string
	capabilities []string                    // those that the shop has too, in the shop's version
	keys         map[string]*ecdsa.PublicKey // nil: of an algorithm that is not supported
	webhook      string                      // for changes of orders; empty if there is none
}

// directory fetches the profiles of platforms and caches them. It is safe for concurrent use.
type directory struct {
	client *http.Client
	local  bool // profiles of this machine may be fetched without TLS
	now    func() time.Time

	cache  *lru.Cache[string, entry]
	budget *rate.Limiter
	flight singleflight.Group
}

// entry is a profile, or the failure to fetch it.
type entry struct {
	platform *platform
	failed   *failure
	fetched  time.Time
	until    time.Time
}

func newDirectory(client *http.Client, local bool, now func() time.Time) *directory {
	cache, _ := lru.New[string, entry](maxProfiles) // fails only for a size that is not positive
	return &directory{client: client, local: local, now: now, cache: cache,
		budget: rate.NewLimiter(profilesPerSecond, profilesAtOnce)}
}

// profileOf returns the URL of the profile in a UCP-Agent header, "" without the header.
func profileOf(h http.Header) (string, *failure) {
	if h.Get("UCP-Agent") == "" {
		return "", nil
	}
	members, err := httpsfv.UnmarshalDictionary(h.Values("UCP-Agent"))
	if err != nil {
		return "", badProfileURL(`UCP-Agent must be a dictionary, such as profile="https://agent.example/profile"`)
	}
	member, _ := members.Get("profile")
	item, _ := member.(httpsfv.Item)
	profile, ok := item.Value.(string)
	if !ok {
		return "", badProfileURL("UCP-Agent must have a profile, a quoted string")
	}
	return profile, nil
}

// checkURL refuses URLs that are not fetched.
func (d *directory) checkURL(text string) *failure {
	at, err := url.Parse(text)
	switch {
	case err != nil || len(text) > maxProfileURL || at.Hostname() == "" || at.User != nil || at.Fragment != "" ||
		at.Opaque != "" || !validPort(at.Port()):
		return badProfileURL("The URL of the profile is malformed")
	case at.Scheme == "https" || d.local && at.Scheme == "http" && isLoopback(at.Hostname()):
		return nil
	}
	return badProfileURL("The URL of the profile must start with https://")
}

func validPort(text string) bool {
	number, err := strconv.ParseUint(text, 10, 16)
	return text == "" || err == nil && number > 0
}

func isLoopback(host string) bool {
	at, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && at.Unmap().IsLoopback()
}

// find returns the profile at a URL. Concurrent calls for a URL share one fetch.
func (d *directory) find(ctx context.Context, at string) (*platform, *failure) {
	if failed := d.checkURL(at); failed != nil {
		return nil, failed
	}
	if held, ok := d.cache.Get(at); ok && d.now().Before(held.until) {
		return held.platform, held.failed
	}
	return d.fetch(ctx, at)
}

// key returns a key of a platform. It fetches the profile again if the key is unknown, since keys rotate.
func (d *directory) key(ctx context.Context, p *platform, id string) (*ecdsa.PublicKey, *failure) {
	key, known := p.keys[id]
	if held, ok := d.cache.Peek(p.url); !known && ok && d.now().Sub(held.fetched) >= minTTL {
		if again, failed := d.fetch(ctx, p.url); failed == nil {
			key, known = again.keys[id]
		}
	}
	switch {
	case !known:
		return nil, unsigned("key_not_found", "The profile has no key with the ID of the signature")
	case key == nil:
		return nil, &failure{status: http.StatusBadRequest, rpc: rpcInvalidRequest, code: "algorithm_unsupported",
			content: "Only keys on the curves P-256 and P-384 are supported"}
	}
	return key, nil
}

func (d *directory) fetch(ctx context.Context, at string) (*platform, *failure) {
	found, _, _ := d.flight.Do(at, func() (any, error) {
		if !d.budget.AllowN(d.now(), 1) {
			return entry{failed: &failure{status: http.StatusServiceUnavailable, rpc: rpcProtocol,
				code: "discovery_limited", content: "Too many unknown profiles. Please try again in a moment.",
				wait: 5 * time.Second}}, nil
		}
		// Other callers wait for the same fetch.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), fetchTimeout)
		defer cancel()
		now := d.now()
		held := entry{fetched: now, until: now.Add(minTTL)}
		var ttl time.Duration
		if held.platform, ttl, held.failed = d.read(ctx, at); held.failed == nil {
			held.until = now.Add(min(max(ttl, minTTL), maxTTL))
		}
		d.cache.Add(at, held)
		return held, nil
	})
	held := found.(entry)
	return held.platform, held.failed
}

func (d *directory) read(ctx context.Context, at string) (*platform, time.Duration, *failure) {
	unreachable := func(why string) *failure {
		return discovery(http.StatusFailedDependency, "profile_unreachable", "The profile can't be fetched: "+why)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, 0, badProfileURL("The URL of the profile is malformed")
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "Orrery-Agents")
	response, err := d.client.Do(request)
	if err != nil {
		return nil, 0, unreachable("no response") // without details of the internal network
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return nil, 0, unreachable(fmt.Sprintf("status %d", response.StatusCode))
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, maxProfile+1))
	if err != nil {
		return nil, 0, unreachable("the response was interrupted")
	}
	p, err := d.parse(at, text)
	if err != nil {
		return nil, 0, discovery(http.StatusUnprocessableEntity, "profile_malformed", "The profile is malformed: "+
			err.Error())
	}
	return p, maxAge(response.Header.Get("Cache-Control")), nil
}

var versionPattern = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)

func (d *directory) parse(at string, text []byte) (*platform, error) {
	var document struct {
		UCP *struct {
			Version      string `json:"version"`
			Capabilities map[string][]struct {
				Version string          `json:"version"`
				Config  json.RawMessage `json:"config"`
			} `json:"capabilities"`
		} `json:"ucp"`
		Keys []jwk `json:"signing_keys"`
	}
	switch err := json.Unmarshal(text, &document); {
	case len(text) > maxProfile:
		return nil, fmt.Errorf("it has more than %d bytes", maxProfile)
	case err != nil:
		return nil, fmt.Errorf("it is not the JSON of a profile")
	case document.UCP == nil || !versionPattern.MatchString(document.UCP.Version):
		return nil, fmt.Errorf("ucp.version is not a date")
	case len(document.Keys) > maxKeys:
		return nil, fmt.Errorf("it has more than %d keys", maxKeys)
	}
	p := &platform{url: at, version: document.UCP.Version, keys: map[string]*ecdsa.PublicKey{}}
	for _, name := range capabilityNames {
		for _, offered := range document.UCP.Capabilities[name] {
			if offered.Version != version {
				continue
			}
			p.capabilities = append(p.capabilities, name)
			if name == orderCapability {
				p.webhook = d.webhook(offered.Config)
			}
			break
		}
	}
	for _, k := range document.Keys {
		key, err := k.key()
		if err != nil {
			return nil, err
		}
		if k.ID != "" {
			p.keys[k.ID] = key
		}
	}
	return p, nil
}

// webhook returns the URL for changes of orders, "" if it is none that may be called.
func (d *directory) webhook(config json.RawMessage) string {
	var order struct {
		URL string `json:"webhook_url"`
	}
	if json.Unmarshal(config, &order) != nil || d.checkURL(order.URL) != nil {
		return ""
	}
	return order.URL
}

// maxAge returns the max-age of a Cache-Control header, 0 if it has none.
func maxAge(control string) time.Duration {
	for directive := range strings.SplitSeq(control, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(directive), "=")
		if seconds, err := strconv.ParseUint(value, 10, 31); err == nil && strings.EqualFold(name, "max-age") {
			return time.Duration(seconds) * time.Second
		}
	}
	return 0
}

func (p *platform) has(capability string) bool { return slices.Contains(p.capabilities, capability) }

// actor returns the platform as an actor. Without a signature it may only read public data.
func (p *platform) actor(visitor shop.Actor, signed bool) shop.Actor {
	visitor.Platform = &shop.Platform{Profile: p.url}
	if signed {
		visitor.Platform.Scopes = p.scopes()
	}
	return visitor
}

func (p *platform) scopes() (scopes []shop.Scope) {
	if p.has(cartCapability) || p.has(checkoutCapability) {
		scopes = append(scopes, shop.PrepareCheckouts)
	}
	if p.has(orderCapability) {
		scopes = append(scopes, shop.ReadPreparedOrders)
	}
	return scopes
}
