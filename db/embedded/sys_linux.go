package embedded

import (
	"os"
	"syscall"
)

// tied lets a child end with us. SIGQUIT, PostgreSQL's immediate shutdown: nobody is left to bound a fast one, which waits
// for a checkpoint, and the log makes good for it at the next start. A group of its own keeps Ctrl-C from the child,
// which has to outlive the requests that are being answered; Stop ends it.
func tied(attr *syscall.SysProcAttr) *syscall.SysProcAttr {
	attr.Setpgid = true
	attr.Pdeathsig = syscall.SIGQUIT
	return attr
}

// disguised puts a child into a user namespace where we are an ordinary user. Its files are ours.
func disguised() *syscall.SysProcAttr {
	const inside = 1000
	return tied(&syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: inside, HostID: os.Geteuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: inside, HostID: os.Getegid(), Size: 1}},
	})
}
