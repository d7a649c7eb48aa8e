package test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// The files that docker-compose.yml mounts exist, and the README lists the variables that it sets. bench/topology runs
// the mounted configuration.
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
			t.Errorf("%s: the image %s has no version", name, service.Image)
		}
		for variable := range service.Environment {
			if service.Build != "" && !strings.HasPrefix(variable, "AWS_") && !strings.Contains(string(readme), "| `"+variable+"`") {
				t.Errorf("%s: the README does not list %s", name, variable)
			}
		}
	}
	if shop := compose.Services["shop-one"]; shop.Build == "" || shop.Environment["DATABASE_READ_URL"] == "" {
		t.Error("no instance was read from docker-compose.yml")
	}
}

// .dockerignore admits every package of the program.
func TestImageHasEveryPackage(t *testing.T) {
	text, err := os.ReadFile(".dockerignore")
	if err != nil {
		t.Fatal(err)
	}
	for name := range mayImport {
		folder, _, _ := strings.Cut(strings.TrimPrefix(name, "orrery/"), "/")
		if name != "orrery" && folder != "bench" && folder != "test" && !strings.Contains(string(text), "\n!"+folder+"\n") {
			t.Errorf(".dockerignore excludes %s from the image", folder)
		}
	}
}
