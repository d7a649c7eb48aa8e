package test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// programName are the lines of sources that name the program or the accounts of its demo, which no other shop has.
var programName = map[string][]string{
	"app/app.go": {
		`{"Orrery Admin", "admin@orrery.example", "Orrery-Admin-1!", shop.RoleAdmin},`,
		`{"Orrery Customer", "customer@orrery.example", "Orrery-Customer-1!", shop.RoleUser},`,
		`fmt.Println("Orrery is at", url)`,
	},
	"agent/platform.go": {`request.Header.Set("User-Agent", "Orrery-Agents")`},
	"agent/webhook.go":  {`h.Set("User-Agent", "Orrery-Agents")`},
	"jobs/webhook.go":   {`h.Set("User-Agent", "Orrery-Webhooks")`},
}

// What the seeded shop is called and where it is found is said in db/seed alone.
func TestSourcesDoNotNameTheSeededShop(t *testing.T) {
	text, err := os.ReadFile("db/seed/settings.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var seeded struct {
		Name, Retail, Email, Phone string
		Office                     struct{ Street string }
		Bank                       struct{ Holder, Iban, Bic string }
	}
	if err := yaml.Unmarshal(text, &seeded); err != nil {
		t.Fatal(err)
	}
	words := []string{"Orrery", "ORRERY"}
	for _, word := range []string{seeded.Name, seeded.Retail, seeded.Email, seeded.Phone, seeded.Office.Street, seeded.Bank.Holder, seeded.Bank.Iban, seeded.Bank.Bic} {
		if word == "" {
			t.Fatalf("the seed lacks a value: %+v", seeded)
		}
		words = append(words, word)
	}
	// Documents, tests, the tools of developers and operators, and the seed are no part of a shop.
	elsewhere := regexp.MustCompile(`^(docs|bench|test|deploy|media|\.ci|\.github|db/seed|db/dbtest|client/e2e|client/src/test)/|_test\.go$|\.test\.tsx?$|` +
		`/testdata/|(^|/)[A-Z]+\.md$|package-lock\.json$|^go\.sum$|^(Makefile|Dockerfile)$|\.(png|jpg|webp|avif|ico|woff2|mp4|webm)$`)
	files, err := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for file := range strings.Lines(string(files)) {
		file = strings.TrimSuffix(file, "\n")
		if elsewhere.MatchString(file) {
			continue
		}
		source, err := os.ReadFile(file)
		if os.IsNotExist(err) { // deleted and not committed yet
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		checked++
		for line := range strings.Lines(string(source)) {
			line = strings.TrimSpace(line)
			at := slices.IndexFunc(words, func(word string) bool { return strings.Contains(line, word) })
			if at >= 0 && !slices.Contains(programName[file], line) {
				t.Errorf("%s names %q: %.160s", file, words[at], line)
			}
		}
	}
	if checked < 500 {
		t.Errorf("only %d files were read", checked)
	}
}
