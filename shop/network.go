package shop

import "net/netip"

// ipv6Network is the length of the prefix that one IPv6 customer is given at least, who can take any address in it.
const ipv6Network = 64

// Network returns what limits count an address as: an IPv4 address itself, also where it is mapped into IPv6, and of an IPv6
// address its /64. Text that is no address is returned as it is.
func Network(address string) string {
	at, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if at = at.Unmap().WithZone(""); at.Is4() {
		return at.String()
	}
	network, _ := at.Prefix(ipv6Network) // fails for lengths beyond 128 bits
	return network.String()
}
