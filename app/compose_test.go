package app

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// TestCompose holds docker-compose.yml to the files that it mounts and to the variables that the README lists. The files themselves are
// what bench/topology runs.
func TestCompose(t *testing.T) {
	text, err := os.ReadFile("docker-compose.yml")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var compose struct {
		Services map[string]struct {
			Image       string
			Build       string
			Volumes     []string
			Environment map[string]string
		}
	}
	if err := yaml.Unmarshal(text, &compose); err != nil {
		t.Fatal(err)
	}
	for name, service := range compose.Services {
		for _, volume := range service.Volumes {
			if path, _, _ := strings.Cut(volume, ":"); strings.HasPrefix(path, "./") {
				if _, err := os.Stat(path); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
		if service.Image != "" && !regexp.MustCompile(`:[v0-9]`).MatchString(service.Image) {
			t.Errorf("%s: the version of %s is anybody's guess", name, service.Image)
		}
		for variable := range service.Environment {
			if service.Build != "" && !strings.HasPrefix(variable, "AWS_") && !strings.Contains(string(readme), "| `"+variable+"`") {
				t.Errorf("%s: the README does not tell of %s", name, variable)
			}
		}
	}
	if shop := compose.Services["shop-one"]; shop.Build == "" || shop.Environment["DATABASE_READ_URL"] == "" {
		t.Error("no instance was read from docker-compose.yml")
	}
}

// .dockerignore lets in every package that the program is made of.
func TestImageHasEveryPackage(t *testing.T) {
	text, err := os.ReadFile(".dockerignore")
	if err != nil {
		t.Fatal(err)
	}
	for name := range mayImport {
		folder, _, _ := strings.Cut(strings.TrimPrefix(name, "orrery/"), "/")
		if name != "orrery" && folder != "bench" && !strings.Contains(string(text), "\n!"+folder+"\n") {
			t.Errorf("%s is kept out of the image", folder)
		}
	}
}
