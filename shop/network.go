package shop

import "net/netip"

// ipv6Network is the length of the longest prefix assigned to an IPv6 customer, who can use any address in it.
const ipv6Network = 64

// Network returns the key under which limits count an address: an IPv4 address itself, including one mapped into IPv6,
// and the /64 prefix of an IPv6 address. Text that is not an address is returned unchanged.
func Network(address string) string {
	at, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if at = at.Unmap().WithZone(""); at.Is4() {
		return at.String()
	}
	network, _ := at.Prefix(ipv6Network) // fails only for lengths beyond 128 bits
	return network.String()
}
