package shop

import (
	"strings"
	"testing"
)

func TestSafeCell(t *testing.T) {
	for text, want := range map[string]string{
		"Arm": "Arm", "": "", "a=b": "a=b", "'tis": "'tis", "2 x Arm; 1 x Gripper": "2 x Arm; 1 x Gripper", "one\ntwo": "one\ntwo",
		"=1+1": "'=1+1", "+31 20 123": "'+31 20 123", "-5": "'-5", "@SUM(A1)": "'@SUM(A1)", "'=1": "''=1",
		"＝1+1": "'＝1+1", "＋1": "'＋1", "－1": "'－1", "＠x": "'＠x",
		"  =1": "'  =1", "\u00a0=1": "'\u00a0=1", "\ufeff=1": "'\ufeff=1", "\u200b=1": "'\u200b=1", "\x00=1": "'\x00=1", `"=1`: `'"=1`, ` "' =1`: `' "' =1`,
		";=1+1": ";'=1+1", "x;=1+1": "x;'=1+1", "x; ＝1": "x;' ＝1", "\t=1": "\t'=1", "\r=1": "\r'=1", "a\r\n=1\n@b": "a\r\n'=1\n'@b", ";;-1": ";;'-1",
	} {
		if got := SafeCell(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func FuzzSafeCell(f *testing.F) {
	for _, seed := range []string{"", "'", "''=", ";'=", "a;\"'=\n'＠", "\t\t=", "\xff=", "'\n'=1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cell := SafeCell(text)
		if back := unsafeCell(cell); back != text {
			t.Errorf("%q comes back as %q", text, back)
		}
		for part := range strings.FieldsFuncSeq(cell, func(r rune) bool { return strings.ContainsRune(cellBreaks, r) }) {
			if startsFormula(part) && part[0] != '\'' {
				t.Errorf("%q becomes %q, with the formula %q", text, cell, part)
			}
		}
	})
}
