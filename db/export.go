package db

import (
	"context"

	"orrery/db/pg"
	"orrery/shop"
)

// orderExport is a row of orders with its lines in words.
type orderExport struct {
	orderRow
	Lines string `db:"lines"`
}

const orderLines = `, coalesce((SELECT string_agg(i.quantity || ' x ' || i.product_name, '; ' ORDER BY i.id) FROM order_items i
	WHERE i.order_id = o.id), '') AS lines`

// ExportOrders does something with every order that matches, newest first. Admins only.
func (s *Store) ExportOrders(ctx context.Context, actor shop.Actor, filter shop.OrderFilter, do func(shop.ExportedOrder) error) error {
	l, err := ordersListing(actor, filter)
	if err != nil {
		return err
	}
	ids := pg.IDs[shop.ExportedOrder]{Column: orderIDs.Column}
	newest := pg.Sort[shop.ExportedOrder]{By: orderWays[shop.OrdersNewest].By, Desc: true}
	return pg.EachListed(ctx, s.pg, orderColumns+orderLines, l, newest, ids, pg.Each(func(r orderExport) shop.ExportedOrder {
		return shop.ExportedOrder{Order: s.order(r.orderRow), Lines: r.Lines}
	}), do)
}

// ExportPreOrders does something with every pre-order that matches, newest first. Admins only.
func (s *Store) ExportPreOrders(ctx context.Context, actor shop.Actor, filter shop.PreOrderFilter, do func(shop.PreOrder) error) error {
	l, err := preOrdersListing(actor, filter)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.pg, preOrderColumns, l, preOrderWays[shop.PreOrdersNewest], preOrderIDs, pg.Each(preOrderRow.preOrder), do)
}

// ExportContactMessages does something with every message that matches, newest first. Admins only.
func (s *Store) ExportContactMessages(ctx context.Context, actor shop.Actor, filter shop.ContactMessageFilter,
	do func(shop.ContactMessage) error) error {
	l, err := contactsListing(actor, filter)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.pg, contactColumns, l, contactWays[shop.ContactMessagesNewest], contactIDs, pg.Each(contactRow.message), do)
}

// ExportCustomers does something with every account that matches, newest first; without its sessions. Admins only.
func (s *Store) ExportCustomers(ctx context.Context, actor shop.Actor, filter shop.CustomerFilter, do func(shop.Customer) error) error {
	l, err := customersListing(actor, filter)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.pg, customerColumns+`, 0 AS sessions`, l, customerWays[shop.CustomersNewest], customerIDs, pg.Each(customerRow.customer), do)
}

// ExportReviews does something with every review that matches, newest first. Admins only.
func (s *Store) ExportReviews(ctx context.Context, actor shop.Actor, filter shop.ReviewFilter, do func(shop.Review) error) error {
	l, err := reviewsListing(actor, filter)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.pg, reviewColumns, l, reviewWays[shop.ReviewsNewest], reviewIDs, pg.Each(reviewRow.review), do)
}

// ExportNewsletter does something with every address that matches, newest first. Admins only.
func (s *Store) ExportNewsletter(ctx context.Context, actor shop.Actor, filter shop.NewsletterFilter,
	do func(shop.NewsletterSubscriber) error) error {
	l, err := subscribersListing(actor, filter)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.pg, subscriberColumns, l, subscriberWays[shop.NewsletterNewest], subscriberIDs, pg.Each(subscriberRow.subscriber), do)
}

// ExportInventory does something with every product that matches, by name. Admins only.
func (s *Store) ExportInventory(ctx context.Context, actor shop.Actor, filter shop.InventoryFilter, do func(shop.Product) error) error {
	l, err := inventoryListing(actor, filter)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.pg, productColumns, l, inventoryWays[shop.InventoryName], productIDs, s.products, do)
}
