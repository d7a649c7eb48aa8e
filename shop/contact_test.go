package shop

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Times are those of the office. Worked out with a calendar of 2026, in which March 2 is a Monday.
func TestReplyBy(t *testing.T) {
	plain, amsterdam := DefaultSettings().WorkingDays(), DefaultSettings().zone()
	days, err := ParseHolidays([]string{"2026-04-03", "2026-04-06", "2026-05-01", "2026-12-24", "2026-12-25", "2026-12-28", "2026-05-14"})
	if err != nil {
		t.Fatal(err)
	}
	closed := FixedSettings{Holidays: days}.Fix(DefaultSettings()).WorkingDays()
	for name, c := range map[string]struct {
		office    WorkingDays
		came, due string
	}{
		"on a working day":             {plain, "Tue 2026-03-03 10:00:00", "Wed 2026-03-04 10:00:00"},
		"with minutes and seconds":     {plain, "Tue 2026-03-03 10:17:43", "Wed 2026-03-04 10:17:43"},
		"the opening minute":           {plain, "Mon 2026-03-02 09:00:00", "Tue 2026-03-03 09:00:00"},
		"before the opening":           {plain, "Mon 2026-03-02 08:59:59", "Tue 2026-03-03 09:00:00"},
		"after midnight":               {plain, "Mon 2026-03-02 00:00:00", "Tue 2026-03-03 09:00:00"},
		"the last second":              {plain, "Mon 2026-03-02 17:59:59", "Tue 2026-03-03 17:59:59"},
		"the closing minute":           {plain, "Mon 2026-03-02 18:00:00", "Wed 2026-03-04 09:00:00"},
		"in the evening":               {plain, "Mon 2026-03-02 20:00:00", "Wed 2026-03-04 09:00:00"},
		"on Friday":                    {plain, "Fri 2026-03-06 15:00:00", "Mon 2026-03-09 15:00:00"},
		"on Friday at closing":         {plain, "Fri 2026-03-06 18:00:00", "Tue 2026-03-10 09:00:00"},
		"on Saturday":                  {plain, "Sat 2026-03-07 11:00:00", "Tue 2026-03-10 09:00:00"},
		"on Sunday night":              {plain, "Sun 2026-03-08 23:59:59", "Tue 2026-03-10 09:00:00"},
		"Thursday evening":             {plain, "Thu 2026-03-05 18:30:00", "Mon 2026-03-09 09:00:00"},
		"over the change to summer":    {plain, "Fri 2026-03-27 09:30:00", "Mon 2026-03-30 09:30:00"},
		"on the Sunday of that change": {plain, "Sun 2026-03-29 03:30:00", "Tue 2026-03-31 09:00:00"},
		"over the change to winter":    {plain, "Fri 2026-10-23 09:30:00", "Mon 2026-10-26 09:30:00"},
		"on the Sunday of that one":    {plain, "Sun 2026-10-25 02:30:00", "Tue 2026-10-27 09:00:00"},
		"the day before a holiday":     {closed, "Wed 2026-05-13 14:00:00", "Fri 2026-05-15 14:00:00"},
		"on a holiday":                 {closed, "Thu 2026-05-14 14:00:00", "Mon 2026-05-18 09:00:00"},
		"before a holiday on Friday":   {closed, "Thu 2026-04-30 16:00:00", "Mon 2026-05-04 16:00:00"},
		"evening before that Friday":   {closed, "Thu 2026-04-30 18:00:00", "Tue 2026-05-05 09:00:00"},
		"before the long weekend":      {closed, "Thu 2026-04-02 12:00:00", "Tue 2026-04-07 12:00:00"},
		"in the long weekend":          {closed, "Sat 2026-04-04 12:00:00", "Wed 2026-04-08 09:00:00"},
		"before a row of holidays":     {closed, "Wed 2026-12-23 17:00:00", "Tue 2026-12-29 17:00:00"},
		"within it, over the year":     {closed, "Mon 2026-12-28 10:00:00", "Wed 2026-12-30 09:00:00"},
		"over the end of the year":     {plain, "Thu 2026-12-31 10:00:00", "Fri 2027-01-01 10:00:00"},
	} {
		const form = "Mon 2006-01-02 15:04:05"
		came, err := time.ParseInLocation(form, c.came, amsterdam)
		if err != nil || came.Format(form) != c.came {
			t.Fatalf("%s: %s is %s, %v", name, c.came, came.Format(form), err)
		}
		for _, zone := range []*time.Location{time.UTC, amsterdam, time.FixedZone("", -11*3600)} { // where it is asked from does not matter
			if got := c.office.ReplyBy(came.In(zone)).In(amsterdam).Format(form); got != c.due {
				t.Errorf("%s: %s is due %s, want %s", name, c.came, got, c.due)
			}
		}
	}
}

// The change of the clock itself: in hours of the sun it is one less in spring, and one more in autumn.
func TestReplyByOverSummerTime(t *testing.T) {
	for came, want := range map[string]string{"2026-03-27T08:30:00Z": "2026-03-30T07:30:00Z", "2026-10-23T07:30:00Z": "2026-10-26T08:30:00Z"} {
		at, err := time.Parse(time.RFC3339, came)
		if err != nil {
			t.Fatal(err)
		}
		if got := DefaultSettings().WorkingDays().ReplyBy(at).Format(time.RFC3339); got != want {
			t.Errorf("%s is due %s, want %s", came, got, want)
		}
	}
	at := time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)
	if got := DefaultSettings().ReplyTime(at) + ", " + DefaultSettings().ReplyTime(at.AddDate(0, -5, 0)); got != "Tue 24 Nov, 10:00 (CET), Wed 24 Jun, 11:00 (CEST)" {
		t.Error(got)
	}
}

// The office is where its settings say, whatever the clock of the machine.
func TestOfficeElsewhere(t *testing.T) {
	for zone, want := range map[string]struct{ due, words, names string }{
		"Europe/Amsterdam":    {"2026-11-25T22:30:00Z", "Wed 25 Nov, 23:30 (CET)", "[{GMT+1 CET} {GMT+2 CEST}]"},
		"America/New_York":    {"2026-11-25T22:30:00Z", "Wed 25 Nov, 17:30 (EST)", "[{GMT-5 EST} {GMT-4 EDT}]"},
		"Australia/Sydney":    {"2026-11-26T00:00:00Z", "Thu 26 Nov, 11:00 (AEDT)", "[{GMT+10 AEST} {GMT+11 AEDT}]"},
		"Asia/Kolkata":        {"2026-11-26T03:30:00Z", "Thu 26 Nov, 09:00 (IST)", "[{GMT+5:30 IST}]"},
		"America/Sao_Paulo":   {"2026-11-25T22:30:00Z", "Wed 25 Nov, 19:30 (GMT-3)", "[{GMT-3 GMT-3}]"},
		"Pacific/Marquesas":   {"2026-11-25T22:30:00Z", "Wed 25 Nov, 13:00 (GMT-9:30)", "[{GMT-9:30 GMT-9:30}]"},
		"UTC":                 {"2026-11-25T22:30:00Z", "Wed 25 Nov, 22:30 (UTC)", "[{GMT UTC}]"},
		"of an older release": {"2026-11-25T22:30:00Z", "Wed 25 Nov, 22:30 (UTC)", "[{GMT UTC}]"},
	} {
		s := DefaultSettings()
		s.TimeZone, s.Opens, s.Closes = zone, 9, 24
		if zone == "Australia/Sydney" {
			s.Opens = 11
		}
		due := s.WorkingDays().ReplyBy(time.Date(2026, 11, 24, 22, 30, 0, 0, time.UTC)) // a Tuesday, Wednesday in the east
		if got := due.Format(time.RFC3339); got != want.due {
			t.Errorf("%s: due %s, want %s", zone, got, want.due)
		}
		if got := s.ReplyTime(due); got != want.words {
			t.Errorf("%s: %s, want %s", zone, got, want.words)
		}
		if got := fmt.Sprint(s.Public(due).ZoneNames); got != want.names {
			t.Errorf("%s: names %s, want %s", zone, got, want.names)
		}
	}
	// The last hours of a day in Amsterdam are the next day in Sydney.
	s := DefaultSettings()
	s.Holidays = []string{"2026-12-24", "2026-12-25"}
	night := time.Date(2026, 12, 24, 14, 0, 0, 0, time.UTC)
	if got := s.Public(night).Holidays; len(got) != 2 {
		t.Errorf("in Amsterdam remain %v", got)
	}
	s.TimeZone = "Australia/Sydney"
	if got := s.Public(night).Holidays; len(got) != 1 {
		t.Errorf("in Sydney remain %v", got)
	}
}

func TestWorkingDaysRefuseWhatIsNoDay(t *testing.T) {
	for _, day := range []string{"", "2026-2-1", "2026-02-30", "25.12.2026", "2026-12-25T00:00:00Z", "Christmas"} {
		if _, err := ParseHolidays([]string{"2026-01-01", day}); err == nil || !strings.Contains(err.Error(), "must be days such as 2026-12-25") {
			t.Errorf("%q: %v", day, err)
		}
	}
}
