package embedded

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// account is the user that PostgreSQL runs as, since it refuses to run as root.
type account struct {
	uid, gid int // of its files
	attr     *syscall.SysProcAttr
}

// own makes the account the owner of a folder.
func (a account) own(path string) error {
	if a.uid == os.Geteuid() {
		return nil
	}
	return os.Chown(path, a.uid, a.gid)
}

// accountFor returns the user of this process, or for root the first candidate that can work in the data folder.
func accountFor(bin binaries, data dataDir) (account, error) {
	if os.Geteuid() != 0 {
		return account{os.Geteuid(), os.Getegid(), tied(&syscall.SysProcAttr{})}, nil
	}
	for _, a := range candidateAccounts(data) {
		cmd := exec.Command(bin.program("postgres"), "-V")
		cmd.Dir, cmd.SysProcAttr = data.path, a.attr
		if cmd.Run() == nil {
			return a, nil
		}
	}
	return account{}, fmt.Errorf("PostgreSQL refuses to run as root, and no other user may enter %s and run %s: "+
		"start as an ordinary user, or set DATA_DIR and PGBIN to folders that everybody may enter", data.path, bin.dir)
}

// candidateAccounts returns the accounts that may run PostgreSQL when this process runs as root. The first choice is
// root in a user namespace, where it appears as an ordinary user. Some containers forbid that, and it doesn't have
// root's access to the folders of other users; the alternative is an ordinary user. The owner of existing data doesn't
// change.
func candidateAccounts(data dataDir) []account {
	root := account{0, 0, inUserNamespace()}
	if info, err := os.Stat(data.cluster()); err == nil {
		if owner := ownerOf(info); owner.uid != 0 {
			return []account{owner}
		}
		return []account{root}
	}
	all := []account{root}
	for dir := data.path; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err == nil && ownerOf(info).uid != 0 {
			all = append(all, ownerOf(info))
			break
		}
	}
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			uid, _ := strconv.Atoi(u.Uid)
			gid, _ := strconv.Atoi(u.Gid)
			all = append(all, ordinary(uid, gid))
		}
	}
	return all
}

func ownerOf(info os.FileInfo) account {
	stat := info.Sys().(*syscall.Stat_t)
	return ordinary(int(stat.Uid), int(stat.Gid))
}

func ordinary(uid, gid int) account {
	return account{uid, gid, tied(&syscall.SysProcAttr{
		Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)},
	})}
}
