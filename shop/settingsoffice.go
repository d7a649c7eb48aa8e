package shop

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"sync"
	"time"
	_ "time/tzdata" // for systems without a time zone database
)

// timeZoneName matches the names of time zones that every browser knows.
var timeZoneName = regexp.MustCompile(`^(UTC|(Africa|America|Antarctica|Arctic|Asia|Atlantic|` +
	`Australia|Europe|Indian|Pacific)/[A-Za-z0-9_+/-]+)$`)

// zones holds the time zones that were loaded, by name.
var zones sync.Map

// timeZone returns a time zone by its IANA name.
func timeZone(name string) (*time.Location, error) {
	if zone, ok := zones.Load(name); ok {
		return zone.(*time.Location), nil
	}
	if !timeZoneName.MatchString(name) {
		return nil, fmt.Errorf("%q is no time zone", name)
	}
	zone, err := time.LoadLocation(name)
	if err == nil {
		zones.Store(name, zone)
	}
	return zone, err
}

// timeZone checks the name of a time zone. It returns "" for nil.
func (c *checker) timeZone(field string, name *string) string {
	if name == nil {
		return ""
	}
	value := c.line(field, "Time zone", *name, maxTitle, true)
	if value != "" {
		if _, err := timeZone(value); err != nil {
			c.add(Invalid, field, "Time zone must be the name of one, such as Europe/Amsterdam or UTC")
		}
	}
	return value
}

// zone returns the office's time zone.
func (s Settings) zone() *time.Location {
	if zone, err := timeZone(s.TimeZone); err == nil {
		return zone
	}
	return time.UTC
}

// ZoneName is what a time zone is called while it has an offset, such as CEST for GMT+2.
type ZoneName struct {
	Offset string `json:"offset"`
	Name   string `json:"name"`
}

// zoneNameAt returns the name of the time zone of a time.
func zoneNameAt(t time.Time) ZoneName {
	name, seconds := t.Zone()
	offset := "GMT"
	if seconds != 0 {
		offset = fmt.Sprintf("GMT%+d", seconds/3600)
		if minutes := max(seconds, -seconds) % 3600 / 60; minutes > 0 {
			offset += fmt.Sprintf(":%02d", minutes)
		}
	}
	if name[0] == '+' || name[0] == '-' {
		name = offset
	}
	return ZoneName{offset, name}
}

// zoneNames returns the names that the office's time zone has in that year, that of standard time first.
func (s Settings) zoneNames(year int) []ZoneName {
	halves := []time.Time{time.Date(year, 1, 1, 12, 0, 0, 0, s.zone()), time.Date(year, 7, 1, 12, 0, 0, 0, s.zone())}
	slices.SortStableFunc(halves, func(a, b time.Time) int { return cmp.Compare(summer(a), summer(b)) })
	return slices.Compact([]ZoneName{zoneNameAt(halves[0]), zoneNameAt(halves[1])})
}

func summer(t time.Time) int {
	if t.IsDST() {
		return 1
	}
	return 0
}

// ReplyTime formats a deadline in the office's time zone: Tue 24 Nov, 10:00 (CET).
func (s Settings) ReplyTime(due time.Time) string {
	at := due.In(s.zone())
	return at.Format("Mon 2 Jan, 15:04") + " (" + zoneNameAt(at).Name + ")"
}

// WorkingDays determines when the office is open: Monday to Friday, from opens until before closes in the office's time
// zone, except on public holidays.
type WorkingDays struct {
	zone          *time.Location
	opens, closes int
	holidays      map[string]bool
}

// ReplyBy returns the deadline for replying to a message: 24 hours of working days after it arrived, or after the next
// opening if it arrived while the office was closed. This is the same time of day on the next working day, so changes
// to and from summer time do not affect it.
func (w WorkingDays) ReplyBy(came time.Time) time.Time {
	at := came.In(w.zone)
	if !w.works(at) || at.Hour() >= w.closes {
		at = w.nextWorkingDay(at, w.opens, 0, 0)
	} else if at.Hour() < w.opens {
		at = onDay(at, 0, w.opens, 0, 0)
	}
	return w.nextWorkingDay(at, at.Hour(), at.Minute(), at.Second()).UTC()
}

// works reports whether the office opens on that day.
func (w WorkingDays) works(day time.Time) bool {
	weekend := day.Weekday() == time.Saturday || day.Weekday() == time.Sunday
	return !weekend && !w.holidays[day.Format(time.DateOnly)]
}

// nextWorkingDay returns the given time of day on the first working day after at.
func (w WorkingDays) nextWorkingDay(at time.Time, hour, minute, second int) time.Time {
	for days := 1; ; days++ {
		if next := onDay(at, days, hour, minute, second); w.works(next) {
			return next
		}
	}
}

func onDay(at time.Time, later, hour, minute, second int) time.Time {
	return time.Date(at.Year(), at.Month(), at.Day()+later, hour, minute, second, 0, at.Location())
}
