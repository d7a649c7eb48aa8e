package jobs_test

import (
	"strings"
	"testing"
	"time"

	"orrery/db/dbtest"
)

// A letter that was sent while the database was out of reach is not sent again: that is written down as soon as it can be.
func TestALetterIsRecordedAfterAnOutage(t *testing.T) {
	t.Parallel()
	d, cable := dbtest.NewCabled(t)
	enqueue(t, d, order("1"))
	sent := make(chan string, 10)
	log, _ := start(t, d, mailerFunc(func(id string) {
		cable.Cut()
		sent <- id
	}))
	<-sent
	for !strings.Contains(log.String(), "look for work") { // the outage is noticed
		time.Sleep(10 * time.Millisecond)
	}
	cable.Mend()
	await(t, d, nothingLeft)
	if len(sent) > 0 {
		t.Error("it was sent twice")
	}
}
