package auth

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Proxies are those before us whose X-Forwarded-For is believed.
type Proxies []netip.Prefix

// ParseProxies reads addresses and networks such as 10.0.0.0/8, with commas or spaces between.
func ParseProxies(text string) (Proxies, error) {
	var all Proxies
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		network, err := netip.ParsePrefix(part)
		if err != nil {
			address, err := netip.ParseAddr(part)
			if err != nil {
				return nil, fmt.Errorf("must be addresses or networks such as 10.0.0.0/8 with commas between, not %q", part)
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

// Address is whoever is behind the proxies. Each of them appends whom it has the request from, so that the last address that is none
// of ours is the caller's; what stands before it anybody could have written.
func (p Proxies) Address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if len(p) == 0 {
		return host
	}
	at, err := netip.ParseAddr(host)
	if err != nil || !p.include(at.Unmap()) {
		return host
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break // the proxy before has let something through that is no address
		}
		if at = hop.Unmap(); !p.include(at) {
			break
		}
	}
	return at.WithZone("").String()
}
