package db

import (
	"context"
	"time"

	"orrery/shop"
)

const subscriberColumns = `n.id, n.email, n.created_at, n.confirmed_at, n.forget_at`

var deleteSubscriber = prepared(`DELETE FROM newsletter_subscribers WHERE id = $1`)

type subscriberRow struct {
	ID          string     `db:"id"`
	Email       string     `db:"email"`
	CreatedAt   time.Time  `db:"created_at"`
	ConfirmedAt *time.Time `db:"confirmed_at"`
	ForgetAt    *time.Time `db:"forget_at"`
}

func (r subscriberRow) subscriber() shop.NewsletterSubscriber { return shop.NewsletterSubscriber(r) }

var (
	subscriberIDs  = ids[shop.NewsletterSubscriber]{"n.id", "uuid", func(n shop.NewsletterSubscriber) string { return n.ID }}
	subscribedAt   = func(n shop.NewsletterSubscriber) time.Time { return n.CreatedAt }
	subscriberWays = map[shop.NewsletterSort]ordering[shop.NewsletterSubscriber]{
		shop.NewsletterNewest: byTime("n.created_at", true, subscribedAt),
		shop.NewsletterOldest: byTime("n.created_at", false, subscribedAt),
	}
	subscribersOf = map[shop.NewsletterStatus]string{
		shop.NewsletterConfirmed:   "n.confirmed_at IS NOT NULL",
		shop.NewsletterUnconfirmed: "n.confirmed_at IS NULL",
	}
)

// subscribersListing is what the actor may list of the addresses that match.
func subscribersListing(actor shop.Actor, filter shop.NewsletterFilter) (listing, error) {
	l := listing{from: "newsletter_subscribers n"}
	if err := actor.NeedAdmin(); err != nil {
		return l, err
	}
	search, err := shop.Searched(filter.Search)
	if filter.Status != nil {
		l.where = append(l.where, subscribersOf[*filter.Status])
	}
	l.somewhere("n.email", search)
	return l, err
}

// NewsletterSubscribers returns a page of the addresses that asked for the newsletter. Admins only.
func (s *Store) NewsletterSubscribers(ctx context.Context, actor shop.Actor, filter shop.NewsletterFilter, sort shop.NewsletterSort,
	args shop.PageArgs) (shop.Page[shop.NewsletterSubscriber], error) {
	l, err := subscribersListing(actor, filter)
	if err != nil {
		return shop.Page[shop.NewsletterSubscriber]{}, err
	}
	return readList(ctx, s, subscriberColumns, l, subscriberWays[sort], subscriberIDs, args.In("newsletterSubscribers", string(sort)), each(subscriberRow.subscriber))
}

// CountNewsletterSubscribers returns how many addresses match, up to shop.MaxCount. Admins only.
func (s *Store) CountNewsletterSubscribers(ctx context.Context, actor shop.Actor, filter shop.NewsletterFilter) (int, error) {
	l, err := subscribersListing(actor, filter)
	if err != nil {
		return 0, err
	}
	return s.countList(ctx, l)
}

// DeleteNewsletterSubscriber forgets an address at once, and its links with it. Admins only.
func (s *Store) DeleteNewsletterSubscriber(ctx context.Context, actor shop.Actor, in shop.NewsletterSubscriberDeleteInput) error {
	return s.deleteOne(ctx, actor, actor.NeedAdmin(), deleteSubscriber, "Subscriber", in.ID)
}
