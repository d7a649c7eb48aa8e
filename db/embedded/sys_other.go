//go:build unix && !linux

package embedded

import "syscall"

// tied keeps Ctrl-C from a child, which Stop ends. No signal comes with our own end here: a killed Orrery's server runs
// on until the next start ends it.
func tied(attr *syscall.SysProcAttr) *syscall.SysProcAttr {
	attr.Setpgid = true
	return attr
}

// disguised is root itself, which PostgreSQL refuses: there are no user namespaces here.
func disguised() *syscall.SysProcAttr { return tied(&syscall.SysProcAttr{}) }
