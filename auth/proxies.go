package auth

import (
	"fmt"
	"iter"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Proxies are the networks of the reverse proxies whose X-Forwarded-For is trusted.
type Proxies []netip.Prefix

// ParseProxies parses addresses and networks such as 10.0.0.0/8.
func ParseProxies(networks iter.Seq[string]) (Proxies, error) {
	var all Proxies
	for part := range networks {
		network, err := netip.ParsePrefix(part)
		if err != nil {
			address, err := netip.ParseAddr(part)
			if err != nil {
				return nil, fmt.Errorf("must be addresses or networks such as 10.0.0.0/8 with commas between, not %q",
					part)
			}
			network = netip.PrefixFrom(address, address.BitLen())
		}
		all = append(all, network.Masked())
	}
	return all, nil
}

func (p Proxies) include(address netip.Addr) bool {
	for _, network := range p {
		if network.Contains(address) {
			return true
		}
	}
	return false
}

// Address returns the IP address of the client behind the proxies. Each proxy appends the address from which it
// received the request, so the last address that is not a proxy's is the client's; a client can forge everything before
// it.
func (p Proxies) Address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if len(p) == 0 {
		return host
	}
	client, err := netip.ParseAddr(host)
	if err != nil || !p.include(client.Unmap()) {
		return host
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break // the proxy has passed on something that is not an address
		}
		if client = hop.Unmap(); !p.include(client) {
			break
		}
	}
	return client.WithZone("").String()
}
