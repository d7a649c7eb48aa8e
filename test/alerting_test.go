package test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// replicaMetrics exist only with a replica.
var replicaMetrics = []string{"orrery_replica_lag_seconds", "orrery_replica_reads_total"}

var (
	literals = regexp.MustCompile(`"[^"]*"|\[[^\]]*\]|\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)`)
	names    = regexp.MustCompile(`[a-zA-Z_:][a-zA-Z0-9_:]*(\s*\()?`)
	keywords = []string{"and", "or", "unless", "bool", "offset"}
)

// missingMetrics returns the metrics of a PromQL expression that metrics, a response of /metrics, lacks.
func missingMetrics(expression, metrics string) (missing []string) {
	plain := regexp.MustCompile(`\{[^}]*\}`).ReplaceAllString(literals.ReplaceAllString(expression, ""), "")
	for _, name := range names.FindAllString(plain, -1) {
		if strings.HasSuffix(name, "(") || slices.Contains(keywords, name) || slices.Contains(replicaMetrics, name) || regexp.MustCompile(`^e\d*$`).MatchString(name) {
			continue
		}
		if !strings.Contains(metrics, "\n"+name+" ") && !strings.Contains(metrics, "\n"+name+"{") && name != "up" {
			missing = append(missing, name)
		}
	}
	return missing
}

func checkDashboard(t *testing.T, metrics string) {
	text, err := os.ReadFile("docs/operations/dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		SchemaVersion int
		Panels        []struct {
			Title, Type string
			GridPos     struct{ H, W, X, Y int }
			Targets     []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &dashboard); err != nil || dashboard.SchemaVersion < 39 {
		t.Fatal(err, dashboard.SchemaVersion)
	}
	expressions := 0
	for _, panel := range dashboard.Panels {
		if panel.Type != "row" && len(panel.Targets) == 0 || panel.GridPos.W == 0 {
			t.Errorf("the panel %q has no target or no width", panel.Title)
		}
		for _, target := range panel.Targets {
			expressions++
			if missing := missingMetrics(target.Expr, metrics); missing != nil {
				t.Errorf("%s: no %v", panel.Title, missing)
			}
		}
	}
	if expressions < 20 {
		t.Errorf("%d expressions", expressions)
	}
}

func checkAlerts(t *testing.T, metrics string) {
	var rules struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr         string
				Labels, Annotations map[string]string
			}
		}
	}
	text, err := os.ReadFile("docs/operations/alerts.yml")
	if err == nil {
		err = yaml.Unmarshal(text, &rules)
	}
	if err != nil {
		t.Fatal(err)
	}
	runbooks, err := os.ReadFile("docs/operations/runbooks.md")
	if err != nil {
		t.Fatal(err)
	}
	headings := regexp.MustCompile(`(?m)^## (\w+)$`).FindAllStringSubmatch(string(runbooks), -1)
	alerts := map[string]bool{}
	for _, group := range rules.Groups {
		for _, rule := range group.Rules {
			alerts[rule.Alert] = true
			if missing := missingMetrics(rule.Expr, metrics); missing != nil {
				t.Errorf("%s: no %v", rule.Alert, missing)
			}
			if rule.Labels["severity"] == "" || rule.Annotations["summary"] == "" || rule.Annotations["runbook"] != "docs/operations/runbooks.md#"+strings.ToLower(rule.Alert) {
				t.Errorf("%s lacks its severity, summary or runbook", rule.Alert)
			}
		}
	}
	if len(alerts) < 10 || len(headings) != len(alerts) {
		t.Errorf("%d alerts, %d headings", len(alerts), len(headings))
	}
	for _, heading := range headings {
		if !alerts[heading[1]] {
			t.Errorf("a runbook for no alert: %s", heading[1])
		}
	}
}
