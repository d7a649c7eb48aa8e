package content

import (
	"context"
	"time"

	"orrery/db/pg"
	"orrery/shop"
)

// SubscriberColumns lists the columns of a SubscriberRow, for newsletter_subscribers AS n.
const SubscriberColumns = `n.id, n.email, n.created_at, n.confirmed_at, n.forget_at`

var deleteSubscriber = pg.Prepared(`DELETE FROM newsletter_subscribers WHERE id = $1`)

// SubscriberRow is a row of SubscriberColumns.
type SubscriberRow struct {
	ID          string     `db:"id"`
	Email       string     `db:"email"`
	CreatedAt   time.Time  `db:"created_at"`
	ConfirmedAt *time.Time `db:"confirmed_at"`
	ForgetAt    *time.Time `db:"forget_at"`
}

// Subscriber returns the subscriber of a row.
func (r SubscriberRow) Subscriber() shop.NewsletterSubscriber { return shop.NewsletterSubscriber(r) }

var (
	subscriberIDs = pg.IDs[shop.NewsletterSubscriber]{Column: "n.id", Kind: "uuid",
		Of: func(n shop.NewsletterSubscriber) string { return n.ID }}
	subscribedAt    = func(n shop.NewsletterSubscriber) time.Time { return n.CreatedAt }
	subscriberSorts = map[shop.NewsletterSort]pg.Sort[shop.NewsletterSubscriber]{
		shop.NewsletterNewest: pg.ByTime("n.created_at", true, subscribedAt),
		shop.NewsletterOldest: pg.ByTime("n.created_at", false, subscribedAt),
	}
	subscribersOf = map[shop.NewsletterStatus]string{
		shop.NewsletterConfirmed:   "n.confirmed_at IS NOT NULL",
		shop.NewsletterUnconfirmed: "n.confirmed_at IS NULL",
	}
)

// subscribersListing returns the list of the subscribers that match the filter, if the actor may read them.
func subscribersListing(actor shop.Actor, filter shop.NewsletterFilter) (pg.List, error) {
	l := pg.List{From: "newsletter_subscribers n"}
	if err := actor.Need(shop.ReadCustomers); err != nil {
		return l, err
	}
	search, err := shop.Searched(filter.Search)
	if filter.Status != nil {
		l.Where(subscribersOf[*filter.Status])
	}
	l.AndContains("n.email", search)
	return l, err
}

// NewsletterSubscribers returns a page of the addresses that were subscribed to the newsletter, confirmed or not.
// Requires ReadCustomers.
func (s *Store) NewsletterSubscribers(ctx context.Context, actor shop.Actor, filter shop.NewsletterFilter,
	sort shop.NewsletterSort, args shop.PageArgs) (shop.Page[shop.NewsletterSubscriber], error) {
	l, err := subscribersListing(actor, filter)
	if err != nil {
		return shop.Page[shop.NewsletterSubscriber]{}, err
	}
	return pg.ReadList(ctx, s.db.DB, SubscriberColumns, l, subscriberSorts[sort], subscriberIDs,
		args.In("newsletterSubscribers", string(sort)), pg.Each(SubscriberRow.Subscriber))
}

// DeleteNewsletterSubscriber deletes an address and its links immediately. Requires
// WriteCustomers.
func (s *Store) DeleteNewsletterSubscriber(ctx context.Context, actor shop.Actor,
	in shop.NewsletterSubscriberDeleteInput) error {
	return s.db.DeleteOne(ctx, actor, actor.Need(shop.WriteCustomers), deleteSubscriber, "Subscriber", in.ID)
}

// ExportNewsletter calls do for every address that matches, newest first. Requires ReadCustomers.
func (s *Store) ExportNewsletter(ctx context.Context, actor shop.Actor, filter shop.NewsletterFilter,
	do func(shop.NewsletterSubscriber) error) error {
	l, err := subscribersListing(actor, filter)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.db.DB, SubscriberColumns, l, subscriberSorts[shop.NewsletterNewest], subscriberIDs,
		pg.Each(SubscriberRow.Subscriber), do)
}
