package app

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"

	"orrery/shop"
)

// essential is what the command init needs to know of a new shop.
type essential struct {
	flag, question string
	required       bool
	field          string // of shop.SettingsInput
}

var essentials = []essential{
	{"name", "Shop name", true, "name"},
	{"legal-name", "Legal name of the company", false, "legalName"},
	{"email", "Email address of the company", true, "email"},
	{"country", "Country, as a code of two letters such as NL", true, "country"},
	{"street", "Street and number", false, "office.street"},
	{"postal-code", "Postal code", false, "office.postalCode"},
	{"city", "City", false, "office.city"},
	{"country-name", "Country, as an address names it", false, "office.country"},
	{"time-zone", "Time zone of the office, such as Europe/Amsterdam", false, "timeZone"},
	{"admin", "Email address of the first administrator", true, "admin"},
}

// label returns the question with whether the answer is optional.
func (e essential) label() string {
	if e.required {
		return e.question
	}
	return e.question + " (optional)"
}

// setUp sets up a new shop with an empty catalogue, makes its first administrator and prints a link to set the
// password. Flags name the essentials; with ask it asks in for those that are missing; -h prints the flags and does
// nothing else. Like admin, it asks for no authorisation.
func setUp(ctx context.Context, c Config, args []string, ask bool, log *slog.Logger, in io.Reader,
	out io.Writer) error {
	given, err := readEssentials(args, ask, in, out)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	settings, err := firstSettings(given)
	if err != nil {
		return err
	}
	b, err := openBackend(ctx, c, log, nil)
	if err != nil {
		return err
	}
	defer b.close()
	if err := b.store.SetUp(ctx, settings); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "%s is set up. Its office hours are in the time zone %s. Everything else is at "+
		"/admin/settings.\n", settings.Name, settings.TimeZone); err != nil {
		return err
	}
	return b.makeAdmin(ctx, c, given["admin"], out)
}

// readEssentials returns the essentials by flag. The error is flag.ErrHelp if it has printed the flags instead.
func readEssentials(args []string, ask bool, in io.Reader, out io.Writer) (map[string]string, error) {
	flags := flag.NewFlagSet("init", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	values := map[string]*string{}
	for _, e := range essentials {
		values[e.flag] = flags.String(e.flag, "", e.label())
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		if _, err := fmt.Fprintln(out, "usage: orrery init [-FLAG VALUE]..."); err != nil {
			return nil, err
		}
		flags.SetOutput(out)
		flags.PrintDefaults()
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("init: %w", err)
	}
	if flags.NArg() > 0 {
		return nil, fmt.Errorf("init: %q is no flag", flags.Arg(0))
	}
	given := map[string]string{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = strings.TrimSpace(f.Value.String()) })
	lines := bufio.NewScanner(in)
	for _, e := range essentials {
		for ask && given[e.flag] == "" {
			if _, set := given[e.flag]; set && !e.required {
				break
			}
			if _, err := fmt.Fprintf(out, "%s: ", e.label()); err != nil {
				return nil, err
			}
			if !lines.Scan() {
				return nil, errors.Join(fmt.Errorf("init: no answer for %q", e.question), lines.Err())
			}
			if given[e.flag] = strings.TrimSpace(lines.Text()); !e.required {
				break
			}
		}
		if e.required && given[e.flag] == "" {
			return nil, fmt.Errorf("init: -%s is missing", e.flag)
		}
	}
	return given, nil
}

// firstSettings returns the settings of a new shop. The error names the flags whose values are refused.
func firstSettings(given map[string]string) (shop.Settings, error) {
	defaults := shop.DefaultSettings()
	name := given["name"]
	in := shop.SettingsInput{Name: name, Short: string([]rune(name)[:min(len([]rune(name)), 24)]), Title: name,
		LegalName: given["legal-name"], Email: given["email"], Country: given["country"],
		TimeZone: new(cmp.Or(given["time-zone"], "UTC")), Opens: defaults.Opens, Closes: defaults.Closes,
		Filters: []*shop.CategoryFilter{}, FooterCategories: []*shop.CategoryFilter{},
		OrderPrefix: defaults.OrderPrefix, QuotePrefix: defaults.QuotePrefix,
		Office: shop.Office{Street: given["street"], PostalCode: given["postal-code"], City: given["city"],
			Country: given["country-name"]}}
	settings, err := in.Normal()
	_, adminErr := shop.PasswordResetRequestInput{Email: given["admin"]}.Normal()
	refused := shop.UserErrors(err)
	for _, refusal := range shop.UserErrors(adminErr) {
		refused = append(refused, &shop.Error{Code: refusal.Code, Field: "admin", Message: refusal.Message})
	}
	var messages []string
	for _, refusal := range refused {
		at := slices.IndexFunc(essentials, func(e essential) bool { return e.field == refusal.Field })
		if at >= 0 { // the other fields follow from these
			messages = append(messages, fmt.Sprintf("-%s: %s", essentials[at].flag, refusal.Message))
		}
	}
	if len(messages) > 0 {
		return settings, fmt.Errorf("init: %s", strings.Join(messages, "; "))
	}
	return settings, errors.Join(err, adminErr)
}

// isTerminal reports whether a file is a terminal, at which questions can be answered.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
