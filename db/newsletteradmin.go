package db

import (
	"context"
	"time"

	"orrery/db/pg"
	"orrery/shop"
)

const subscriberColumns = `n.id, n.email, n.created_at, n.confirmed_at, n.forget_at`

var deleteSubscriber = pg.Prepared(`DELETE FROM newsletter_subscribers WHERE id = $1`)

type subscriberRow struct {
	ID          string     `db:"id"`
	Email       string     `db:"email"`
	CreatedAt   time.Time  `db:"created_at"`
	ConfirmedAt *time.Time `db:"confirmed_at"`
	ForgetAt    *time.Time `db:"forget_at"`
}

func (r subscriberRow) subscriber() shop.NewsletterSubscriber { return shop.NewsletterSubscriber(r) }

var (
	subscriberIDs  = pg.IDs[shop.NewsletterSubscriber]{Column: "n.id", Kind: "uuid", Of: func(n shop.NewsletterSubscriber) string { return n.ID }}
	subscribedAt   = func(n shop.NewsletterSubscriber) time.Time { return n.CreatedAt }
	subscriberWays = map[shop.NewsletterSort]pg.Sort[shop.NewsletterSubscriber]{
		shop.NewsletterNewest: pg.ByTime("n.created_at", true, subscribedAt),
		shop.NewsletterOldest: pg.ByTime("n.created_at", false, subscribedAt),
	}
	subscribersOf = map[shop.NewsletterStatus]string{
		shop.NewsletterConfirmed:   "n.confirmed_at IS NOT NULL",
		shop.NewsletterUnconfirmed: "n.confirmed_at IS NULL",
	}
)

// subscribersListing is what the actor may list of the addresses that match.
func subscribersListing(actor shop.Actor, filter shop.NewsletterFilter) (pg.List, error) {
	l := pg.List{From: "newsletter_subscribers n"}
	if err := actor.NeedAdmin(); err != nil {
		return l, err
	}
	search, err := shop.Searched(filter.Search)
	if filter.Status != nil {
		l.Where(subscribersOf[*filter.Status])
	}
	l.AndContains("n.email", search)
	return l, err
}

// NewsletterSubscribers returns a page of the addresses that asked for the newsletter. Admins only.
func (s *Store) NewsletterSubscribers(ctx context.Context, actor shop.Actor, filter shop.NewsletterFilter, sort shop.NewsletterSort,
	args shop.PageArgs) (shop.Page[shop.NewsletterSubscriber], error) {
	l, err := subscribersListing(actor, filter)
	if err != nil {
		return shop.Page[shop.NewsletterSubscriber]{}, err
	}
	return pg.ReadList(ctx, s.pg, subscriberColumns, l, subscriberWays[sort], subscriberIDs, args.In("newsletterSubscribers", string(sort)), pg.Each(subscriberRow.subscriber))
}

// CountNewsletterSubscribers returns how many addresses match, up to shop.MaxCount. Admins only.
func (s *Store) CountNewsletterSubscribers(ctx context.Context, actor shop.Actor, filter shop.NewsletterFilter) (int, error) {
	l, err := subscribersListing(actor, filter)
	if err != nil {
		return 0, err
	}
	return s.pg.CountList(ctx, l)
}

// DeleteNewsletterSubscriber forgets an address at once, and its links with it. Admins only.
func (s *Store) DeleteNewsletterSubscriber(ctx context.Context, actor shop.Actor, in shop.NewsletterSubscriberDeleteInput) error {
	return s.deleteOne(ctx, actor, actor.NeedAdmin(), deleteSubscriber, "Subscriber", in.ID)
}
