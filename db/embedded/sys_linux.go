package embedded

import (
	"os"
	"syscall"
)

// tied makes a child end with this process, by SIGQUIT. It causes an immediate shutdown of PostgreSQL: a fast shutdown
// waits for a checkpoint, and no process would be left to bound its duration. The next start recovers from the
// write-ahead log. The child has its own process group, so that Ctrl-C doesn't reach it: it has to outlive the requests
// in flight, and Stop ends it.
func tied(attr *syscall.SysProcAttr) *syscall.SysProcAttr {
	attr.Setpgid = true
	attr.Pdeathsig = syscall.SIGQUIT
	return attr
}

// inUserNamespace runs a child in a user namespace where root appears as an ordinary user. Its files belong to root.
func inUserNamespace() *syscall.SysProcAttr {
	const inside = 1000
	return tied(&syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: inside, HostID: os.Geteuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: inside, HostID: os.Getegid(), Size: 1}},
	})
}
