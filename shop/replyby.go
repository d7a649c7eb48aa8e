package shop

import (
	"fmt"
	"time"
	_ "time/tzdata" // for machines that know no time zones
)

// Office hours (spec 9): Monday to Friday, from opens until before closes, in the office's time.
const (
	opens  = 9
	closes = 18
)

// officeTime is CET, and CEST in summer.
var officeTime = func() *time.Location {
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		panic(err) // it is linked in
	}
	return zone
}()

// PromiseDays is how far back the dashboard looks at promised replies.
const PromiseDays = 30

// WorkingDays says when somebody is there to answer. The zero value knows no public holidays.
type WorkingDays struct{ holidays map[string]bool }

// NewWorkingDays has the office closed on the given days, each such as 2026-12-25; the error names the first text that is no day.
func NewWorkingDays(holidays []string) (WorkingDays, error) {
	w := WorkingDays{map[string]bool{}}
	for _, day := range holidays {
		if _, err := time.Parse(time.DateOnly, day); err != nil {
			return WorkingDays{}, fmt.Errorf("must be days such as 2026-12-25 with commas between, not %q", day)
		}
		w.holidays[day] = true
	}
	return w, nil
}

// ReplyBy is when somebody who writes at that time has a reply at the latest: 24 hours of working days after it came, or after the
// next opening when it comes while the office is closed. That is the same time on the clock of the next working day, so that a change
// to or from summer time moves nothing.
func (w WorkingDays) ReplyBy(came time.Time) time.Time {
	at := came.In(officeTime)
	if !w.works(at) || at.Hour() >= closes {
		at = w.nextWorkingDay(at, opens, 0, 0)
	} else if at.Hour() < opens {
		at = onDay(at, 0, opens, 0, 0)
	}
	return w.nextWorkingDay(at, at.Hour(), at.Minute(), at.Second()).UTC()
}

// works tells whether the office opens on that day.
func (w WorkingDays) works(day time.Time) bool {
	weekend := day.Weekday() == time.Saturday || day.Weekday() == time.Sunday
	return !weekend && !w.holidays[day.Format(time.DateOnly)]
}

// nextWorkingDay is a time of the first working day after that of at.
func (w WorkingDays) nextWorkingDay(at time.Time, hour, minute, second int) time.Time {
	for days := 1; ; days++ {
		if next := onDay(at, days, hour, minute, second); w.works(next) {
			return next
		}
	}
}

func onDay(at time.Time, later, hour, minute, second int) time.Time {
	return time.Date(at.Year(), at.Month(), at.Day()+later, hour, minute, second, 0, officeTime)
}

// ReplyWords is a due time as people read it, in the office's time: Tue 24 Nov, 10:00 (CET).
func ReplyWords(due time.Time) string { return due.In(officeTime).Format("Mon 2 Jan, 15:04 (MST)") }

// Promises is what became of replies that were due in the last PromiseDays days.
type Promises struct {
	Kept    int // answered in time
	Late    int // answered after it was due
	Overdue int // not answered yet
}
