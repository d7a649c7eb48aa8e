package client

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

func sample(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("src", "features", "software", "samples", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// What the page shows as code is read by the tools that it is written for; the TypeScript runs in the browser suite.
func TestSampleJob(t *testing.T) {
	var job struct {
		Job       string                         `yaml:"job"`
		Machine   string                         `yaml:"machine"`
		Tool      string                         `yaml:"tool"`
		Payload   map[string]string              `yaml:"payload"`
		Version   int                            `yaml:"version"`
		Positions map[string]map[string]float64  `yaml:"positions"`
		Objects   map[string]map[string]string   `yaml:"objects"`
		Steps     []map[string]map[string]string `yaml:"steps"`
		When      map[string]map[string]any      `yaml:"when"`
	}
	if err := yaml.UnmarshalWithOptions(sample(t, "repack.job.yaml"), &job, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	if len(job.Steps) != 5 {
		t.Errorf("%d steps", len(job.Steps))
	}
	for _, step := range job.Steps {
		for verb, with := range step {
			for _, place := range []string{with["to"], with["from"], with["at"]} {
				if _, known := job.Positions[place]; place != "" && !known {
					t.Errorf("%s names the unknown position %q", verb, place)
				}
			}
			if _, known := job.Objects[with["object"]]; with["object"] != "" && !known {
				t.Errorf("%s names the unknown object %q", verb, with["object"])
			}
		}
	}
	for _, model := range []string{job.Machine, job.Tool} {
		if !inCatalogue(t, model) {
			t.Errorf("no product has the model code %q", model)
		}
	}
}

func inCatalogue(t *testing.T, model string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "db", "seed", "products", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatal("no seeds", err)
	}
	return slices.ContainsFunc(files, func(name string) bool {
		text, err := os.ReadFile(name)
		return err == nil && strings.Contains(string(text), "\nmodel: "+model+"\n")
	})
}

// Code, build file and manifest of the ROS package name the same packages.
func TestSamplePackage(t *testing.T) {
	var manifest struct {
		Name    string   `xml:"name"`
		Depends []string `xml:"depend"`
	}
	if err := xml.Unmarshal(sample(t, "package.xml"), &manifest); err != nil {
		t.Fatal(err)
	}
	build := string(sample(t, "CMakeLists.txt"))
	for _, line := range []string{"cmake_minimum_required(VERSION 3.10)", "set(CMAKE_CXX_STANDARD 17)", "project(" + manifest.Name + ")"} {
		if !strings.Contains(build, line+"\n") {
			t.Errorf("CMakeLists.txt has no %s", line)
		}
	}
	components := regexp.MustCompile(`(?s)COMPONENTS\s+(.*?)\s*\)`).FindStringSubmatch(build)
	if components == nil || !slices.Equal(strings.Fields(components[1]), manifest.Depends) {
		t.Errorf("CMakeLists.txt finds %q, package.xml depends on %q", components, manifest.Depends)
	}
	if open, closed := strings.Count(build, "("), strings.Count(build, ")"); open != closed {
		t.Errorf("CMakeLists.txt opens %d brackets and closes %d", open, closed)
	}
	for _, include := range regexp.MustCompile(`#include <(\w+)/`).FindAllStringSubmatch(string(sample(t, "move_arm.cpp")), -1) {
		needed := strings.Replace(include[1], "ros", "roscpp", 1)
		if !slices.Contains(manifest.Depends, needed) {
			t.Errorf("move_arm.cpp includes %s, which package.xml does not name", include[1])
		}
	}
}
