//go:build unix && !linux

package embedded

import "syscall"

// tied prevents Ctrl-C from reaching a child, which Stop ends. There is no parent-death signal on these systems: the
// server of a killed shop process runs until the next start ends it.
func tied(attr *syscall.SysProcAttr) *syscall.SysProcAttr {
	attr.Setpgid = true
	return attr
}

// inUserNamespace runs a child as root, which PostgreSQL refuses: these systems have no user namespaces.
func inUserNamespace() *syscall.SysProcAttr { return tied(&syscall.SysProcAttr{}) }
