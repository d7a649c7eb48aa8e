package ops

import (
	"context"

	"orrery/db/catalogue"
	"orrery/db/content"
	"orrery/db/order"
	"orrery/db/pg"
	"orrery/db/preorder"
	"orrery/db/user"
	"orrery/shop"
)

// orderExport is a row of orders with its lines in words.
type orderExport struct {
	order.Row
	Lines string `db:"lines"`
}

const orderLines = `, coalesce((SELECT string_agg(i.quantity || ' x ' || i.product_name, '; ' ORDER BY i.id) FROM order_items i
	WHERE i.order_id = o.id), '') AS lines`

// ExportOrders does something with every order that matches, newest first. Admins only.
func (s *Store) ExportOrders(ctx context.Context, actor shop.Actor, filter shop.OrderFilter, do func(shop.ExportedOrder) error) error {
	l, err := order.Listing(actor, filter)
	if err != nil {
		return err
	}
	ids := pg.IDs[shop.ExportedOrder]{Column: order.IDs.Column}
	newest := pg.Sort[shop.ExportedOrder]{By: order.Sorts[shop.OrdersNewest].By, Desc: true}
	return pg.EachListed(ctx, s.db.DB, order.Columns+orderLines, l, newest, ids, pg.Each(func(r orderExport) shop.ExportedOrder {
		return shop.ExportedOrder{Order: s.orders.Order(r.Row), Lines: r.Lines}
	}), do)
}

// ExportPreOrders does something with every pre-order that matches, newest first. Admins only.
func (s *Store) ExportPreOrders(ctx context.Context, actor shop.Actor, filter shop.PreOrderFilter, do func(shop.PreOrder) error) error {
	l, err := preorder.Listing(actor, filter)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.db.DB, preorder.Columns, l, preorder.Sorts[shop.PreOrdersNewest], preorder.IDs, pg.Each(preorder.Row.PreOrder), do)
}

// ExportContactMessages does something with every message that matches, newest first. Admins only.
func (s *Store) ExportContactMessages(ctx context.Context, actor shop.Actor, filter shop.ContactMessageFilter,
	do func(shop.ContactMessage) error) error {
	l, err := content.ContactsListing(actor, filter)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.db.DB, content.ContactColumns, l, content.ContactSorts[shop.ContactMessagesNewest], content.ContactIDs, pg.Each(content.ContactRow.ContactMessage), do)
}

// ExportCustomers does something with every account that matches, newest first; without its sessions. Admins only.
func (s *Store) ExportCustomers(ctx context.Context, actor shop.Actor, filter shop.CustomerFilter, do func(shop.Customer) error) error {
	l, err := user.CustomersListing(actor, filter)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.db.DB, user.CustomerColumns+`, 0 AS sessions`, l, user.CustomerSorts[shop.CustomersNewest], user.CustomerIDs, pg.Each(user.CustomerRow.Customer), do)
}

// ExportReviews does something with every review that matches, newest first. Admins only.
func (s *Store) ExportReviews(ctx context.Context, actor shop.Actor, filter shop.ReviewFilter, do func(shop.Review) error) error {
	l, err := catalogue.ReviewsListing(actor, filter)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.db.DB, catalogue.ReviewColumns, l, catalogue.ReviewSorts[shop.ReviewsNewest], catalogue.ReviewIDs, pg.Each(catalogue.ReviewRow.Review), do)
}

// ExportNewsletter does something with every address that matches, newest first. Admins only.
func (s *Store) ExportNewsletter(ctx context.Context, actor shop.Actor, filter shop.NewsletterFilter,
	do func(shop.NewsletterSubscriber) error) error {
	l, err := content.SubscribersListing(actor, filter)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.db.DB, content.SubscriberColumns, l, content.SubscriberSorts[shop.NewsletterNewest], content.SubscriberIDs, pg.Each(content.SubscriberRow.Subscriber), do)
}

// ExportInventory does something with every product that matches, by name. Admins only.
func (s *Store) ExportInventory(ctx context.Context, actor shop.Actor, filter shop.InventoryFilter, do func(shop.Product) error) error {
	l, err := catalogue.InventoryListing(actor, filter)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.db.DB, catalogue.ProductColumns, l, catalogue.InventorySorts[shop.InventoryName], catalogue.ProductIDs, s.catalogue.MakeProducts, do)
}
