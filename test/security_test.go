package test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// The tests, files and declarations that docs/security.md names as evidence exist.
func TestSecurityChecklist(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	listed, err := exec.Command("git", "ls-files", "*_test.go").Output()
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{}
	var sources strings.Builder
	for _, name := range strings.Fields(string(listed)) {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources.Write(source)
		for _, found := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllStringSubmatch(string(source), -1) {
			tests[found[1]] = true
		}
	}
	file := regexp.MustCompile(`^[\w./-]+\.(go|md|mjs|mod|ts|tsx|js|yml|yaml|cfg|sql|txt|conf|ini|graphqls)$`)
	named := 0
	for _, span := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(string(text), -1) {
		name, symbol, hasSymbol := strings.Cut(span[1], ":")
		switch {
		case strings.HasPrefix(name, "Test"):
			named++
			test, part, _ := strings.Cut(name, "/")
			if !tests[test] || part != "" && !strings.Contains(sources.String(), `"`+strings.ReplaceAll(part, "_", " ")+`"`) {
				t.Errorf("there is no test %s", name)
			}
		case file.MatchString(name):
			named++
			source, err := os.ReadFile(name)
			if err != nil {
				t.Errorf("there is no file %s", name)
			} else if hasSymbol && !regexp.MustCompile(`(?m)^(func (\([^)]*\) )?|type |var |const |\t|  )`+regexp.QuoteMeta(symbol)+`\b`).Match(source) {
				t.Errorf("%s declares no %s", name, symbol)
			}
		}
	}
	if named < 100 {
		t.Errorf("%d pieces of evidence are named", named)
	}
	for _, chapter := range strings.Split("V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11 V12 V13 V14 V15 V16 V17", " ") {
		if !strings.Contains(string(text), "\n### "+chapter+" ") {
			t.Errorf("there is no chapter %s", chapter)
		}
	}
}
