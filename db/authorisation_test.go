package db_test

import (
	"context"
	"crypto/rand"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"orrery/db"
	"orrery/db/dbtest"
	"orrery/shop"
)

// callers are who the table below asks as. The first user owns what the rows name.
type callers struct {
	visitor, user, other, admin shop.Actor
	quote                       string // number of the user's
	preOrder                    shop.PreOrder
}

// outcome is what each of them gets: a code, or "" for success.
type outcome struct{ visitor, user, other, admin shop.Code }

var (
	everybody      = outcome{}
	signedIn       = outcome{visitor: shop.Unauthenticated}
	adminsOnly     = outcome{visitor: shop.Unauthenticated, user: shop.Forbidden, other: shop.Forbidden}
	ownersOnly     = outcome{visitor: shop.Unauthenticated, other: shop.NotFound, admin: shop.NotFound}
	adminsFindNone = outcome{visitor: shop.Unauthenticated, user: shop.Forbidden, other: shop.Forbidden, admin: shop.NotFound}
	badLink        = outcome{shop.InvalidToken, shop.InvalidToken, shop.InvalidToken, shop.InvalidToken} // the link decides, not who opens it
)

const unknownToken = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

const unknownID = "019a0000-0000-7000-8000-000000000009"

const ownersOrder = "019a0000-0000-7000-8000-000000000001"

// Every exported method of Store is either in this table or named as one that takes no actor. A new one that is in neither
// place fails the test.
func TestAuthorisation(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	who := cast(t, d)
	if _, err := d.SQL.Exec(`UPDATE users SET email_verified_at = now()`); err != nil { // some rows need it
		t.Fatal(err)
	}
	first := shop.PageArgs{First: 10}
	s := d.Store

	table := map[string]struct {
		call func(shop.Actor) error
		want outcome
	}{
		"Products": {func(a shop.Actor) error {
			_, err := s.Products(ctx, a, shop.ProductFilter{}, shop.SortCreatedAt, first, shop.AllParts)
			return err
		}, everybody},
		"CountProducts": {func(a shop.Actor) error { _, err := s.CountProducts(ctx, a, shop.ProductFilter{}); return err }, everybody},
		"ProductPages":  {func(a shop.Actor) error { _, err := s.ProductPages(ctx, a, 10); return err }, everybody},
		"ProductsNow":   {func(a shop.Actor) error { _, err := s.ProductsNow(ctx, a, []string{"1"}); return err }, everybody},
		"ProductsByID":  {func(a shop.Actor) error { _, err := s.ProductsByID(ctx, a, []string{"1"}); return err }, everybody},
		"FitCheck":      {func(a shop.Actor) error { _, err := s.FitCheck(ctx, a, []string{"1", "7"}, 0); return err }, everybody},
		"ReviewsOfProducts": {func(a shop.Actor) error {
			_, err := s.ReviewsOfProducts(ctx, a, []string{"1"}, first)
			return err
		}, everybody},
		"VerifiedReviews": {func(a shop.Actor) error { _, err := s.VerifiedReviews(ctx, a, "1", 10); return err }, everybody},
		"OwnReviews":      {func(a shop.Actor) error { _, err := s.OwnReviews(ctx, a, []string{"1"}); return err }, everybody},
		"TeamMembers":     {func(a shop.Actor) error { _, err := s.TeamMembers(ctx, a); return err }, everybody},
		"Milestones":      {func(a shop.Actor) error { _, err := s.Milestones(ctx, a); return err }, everybody},
		"Team":            {func(a shop.Actor) error { _, err := s.Team(ctx, a, shop.PageArgs{First: 1}); return err }, everybody},
		"CountTeam":       {func(a shop.Actor) error { _, err := s.CountTeam(ctx, a); return err }, everybody},
		"CompanyHistory":  {func(a shop.Actor) error { _, err := s.CompanyHistory(ctx, a, shop.PageArgs{First: 1}); return err }, everybody},
		"CountMilestones": {func(a shop.Actor) error { _, err := s.CountMilestones(ctx, a); return err }, everybody},
		"FaqEntries":      {func(a shop.Actor) error { _, err := s.FaqEntries(ctx, a, nil); return err }, everybody},
		"Answers":         {func(a shop.Actor) error { _, err := s.Answers(ctx, a, "payload", 5); return err }, everybody},
		"CreatePreOrder": {func(a shop.Actor) error {
			name := "Arm"
			_, err := s.CreatePreOrder(ctx, a, shop.PreOrderCreateInput{Name: "A", Email: "a@b.c", Phone: "1", ProductName: &name, Quantity: 1})
			return err
		}, everybody},
		"CreateQuote": {func(a shop.Actor) error {
			_, _, err := s.CreateQuote(ctx, a, shop.QuoteCreateInput{Name: "A", Email: "a@b.c", IdempotencyKey: "k",
				Lines: []*shop.QuoteLineInput{{ProductID: "1", Quantity: 1}}})
			return err
		}, everybody},
		"Quote": {func(a shop.Actor) error { _, err := s.Quote(ctx, a, who.quote, unknownToken); return err },
			outcome{visitor: shop.NotFound, other: shop.NotFound}},
		"Quotes": {func(a shop.Actor) error {
			_, err := s.Quotes(ctx, a, shop.QuoteFilter{}, shop.QuotesDue, first)
			return err
		}, adminsOnly},
		"CountQuotes": {func(a shop.Actor) error { _, err := s.CountQuotes(ctx, a, shop.QuoteFilter{}); return err }, adminsOnly},
		"AnswerQuote": {func(a shop.Actor) error {
			_, err := s.AnswerQuote(ctx, a, shop.QuoteAnswerInput{Number: "QU-1"})
			return err
		}, adminsFindNone},
		"OrderQuote": {func(a shop.Actor) error {
			quote, _, err := s.CreateQuote(ctx, who.user, shop.QuoteCreateInput{Name: "A", Email: "a@b.c", IdempotencyKey: rand.Text(),
				Lines: []*shop.QuoteLineInput{{ProductID: "1", Quantity: 1}}})
			if err != nil {
				return err
			}
			_, err = s.OrderQuote(ctx, a, shop.QuoteOrderInput{Number: quote.Number, Key: new(unknownToken), ShippingInfo: shop.ShippingInfoInput{
				Address: "Damrak 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL"}})
			return err
		}, outcome{visitor: shop.Unauthenticated, other: shop.NotFound}},
		"EndSession":   {func(a shop.Actor) error { _, err := s.EndSession(ctx, a); return err }, everybody},
		"CountAttempt": {func(a shop.Actor) error { return s.CountAttempt(ctx, a, shop.LoginPerAddress, "x") }, everybody},

		"CreateContactMessage": {func(a shop.Actor) error {
			_, err := s.CreateContactMessage(ctx, a, shop.ContactMessageCreateInput{Name: "A", Email: "a@b.c", Subject: "S", Message: "M"})
			return err
		}, everybody},
		"SubscribeNewsletter": {func(a shop.Actor) error {
			return s.SubscribeNewsletter(ctx, a, shop.NewsletterSubscribeInput{Email: "a@b.c"})
		}, everybody},
		"ConfirmNewsletter": {func(a shop.Actor) error {
			_, err := s.ConfirmNewsletter(ctx, a, shop.NewsletterTokenInput{Token: unknownToken})
			return err
		}, badLink},
		"LeaveNewsletter": {func(a shop.Actor) error {
			_, err := s.LeaveNewsletter(ctx, a, shop.NewsletterTokenInput{Token: unknownToken})
			return err
		}, badLink},

		"Sessions": {func(a shop.Actor) error { _, err := s.Sessions(ctx, a); return err }, signedIn},
		"EndOwnSession": {func(a shop.Actor) error { return s.EndOwnSession(ctx, a, shop.SessionEndInput{ID: unknownID}) },
			outcome{shop.Unauthenticated, shop.NotFound, shop.NotFound, shop.NotFound}},
		"OwnData": {func(a shop.Actor) error {
			return s.OwnData(ctx, a, func(shop.DataPart, any) error { return nil })
		}, signedIn},
		"DeleteUser": {func(a shop.Actor) error { return s.DeleteUser(ctx, a, "not the hash") },
			outcome{shop.Unauthenticated, shop.InvalidCredentials, shop.InvalidCredentials, shop.InvalidCredentials}},
		"EndOtherSessions": {func(a shop.Actor) error { return s.EndOtherSessions(ctx, a) }, signedIn},

		"SecondFactor":      {func(a shop.Actor) error { _, err := s.SecondFactor(ctx, a); return err }, signedIn},
		"BeginSecondFactor": {func(a shop.Actor) error { return s.BeginSecondFactor(ctx, a, "sealed") }, signedIn},
		"ConfirmSecondFactor": {func(a shop.Actor) error {
			return s.ConfirmSecondFactor(ctx, a, "another", shop.Proof{Step: 1}, nil)
		}, outcome{shop.Unauthenticated, shop.NotAllowed, shop.NotAllowed, shop.NotAllowed}},
		"RenewRecoveryCodes": {func(a shop.Actor) error {
			return s.RenewRecoveryCodes(ctx, a, shop.Proof{Recovery: []byte("x")}, nil)
		}, outcome{shop.Unauthenticated, shop.InvalidCredentials, shop.InvalidCredentials, shop.InvalidCredentials}},
		"EndSecondFactor": {func(a shop.Actor) error {
			return s.EndSecondFactor(ctx, a, shop.Proof{Step: 1})
		}, outcome{shop.Unauthenticated, shop.InvalidCredentials, shop.InvalidCredentials, shop.InvalidCredentials}},

		"BeginSignIn": {func(a shop.Actor) error {
			return s.BeginSignIn(ctx, a, rand.Text(), shop.SignInFlow{Provider: shop.Google})
		}, everybody},
		"TakeSignIn": {func(a shop.Actor) error { _, err := s.TakeSignIn(ctx, a, "of nobody"); return err }, badLink},
		"KeepProven": {func(a shop.Actor) error {
			return s.KeepProven(ctx, a, rand.Text(), shop.Identity{Provider: shop.Google}, false)
		}, everybody},
		"EnterProven":    {func(a shop.Actor) error { _, _, _, err := s.EnterProven(ctx, a, "of nobody", "hash"); return err }, badLink},
		"ProvenIdentity": {func(a shop.Actor) error { _, err := s.ProvenIdentity(ctx, a, "of nobody"); return err }, signedIn},
		"LinkProven": {func(a shop.Actor) error {
			return s.LinkProven(ctx, a, "of nobody")
		}, outcome{shop.Unauthenticated, shop.InvalidToken, shop.InvalidToken, shop.InvalidToken}},
		"Identities": {func(a shop.Actor) error { _, err := s.Identities(ctx, a); return err }, signedIn},
		"UnlinkIdentity": {func(a shop.Actor) error {
			return s.UnlinkIdentity(ctx, a, shop.IdentityUnlinkInput{Provider: shop.Google})
		}, outcome{shop.Unauthenticated, shop.NotAllowed, shop.NotAllowed, shop.NotAllowed}},

		"Me":   {func(a shop.Actor) error { _, err := s.Me(ctx, a); return err }, signedIn},
		"Cart": {func(a shop.Actor) error { _, err := s.Cart(ctx, a); return err }, signedIn},
		"AddCartItem": {func(a shop.Actor) error {
			_, err := s.AddCartItem(ctx, a, shop.CartItemAddInput{ProductID: "1", Quantity: 1})
			return err
		}, signedIn},
		"RemoveCartItem": {func(a shop.Actor) error {
			_, err := s.RemoveCartItem(ctx, a, shop.CartItemRemoveInput{ID: "9"})
			return err
		}, signedIn},
		"ClearCart": {func(a shop.Actor) error { _, err := s.ClearCart(ctx, a); return err }, signedIn},
		"SetCartItem": {func(a shop.Actor) error {
			_, err := s.SetCartItem(ctx, a, shop.CartItemUpdateInput{ID: "3", Quantity: 1})
			return err
		}, outcome{visitor: shop.Unauthenticated, other: shop.NotFound, admin: shop.NotFound}},
		"UpdateUser":   {func(a shop.Actor) error { _, err := s.UpdateUser(ctx, a, shop.UserUpdateInput{}); return err }, signedIn},
		"PasswordHash": {func(a shop.Actor) error { _, err := s.PasswordHash(ctx, a); return err }, signedIn},
		"ChangePassword": {func(a shop.Actor) error {
			_, err := s.ChangePassword(ctx, a, shop.UserPasswordChangeInput{}, "hash", "hash")
			return err
		}, signedIn},
		"ResendVerification": {func(a shop.Actor) error { _, err := s.ResendVerification(ctx, a); return err }, signedIn},
		"RequestPasswordReset": {func(a shop.Actor) error {
			return s.RequestPasswordReset(ctx, a, shop.PasswordResetRequestInput{Email: "x" + a.UserID + "@b.c"})
		}, everybody},
		"VerifyEmail": {func(a shop.Actor) error { return s.VerifyEmail(ctx, a, shop.EmailVerifyInput{Token: unknownToken}) }, badLink},
		"UndoEmailChange": {func(a shop.Actor) error {
			_, err := s.UndoEmailChange(ctx, a, shop.EmailChangeUndoInput{Token: unknownToken}, "hash")
			return err
		}, badLink},
		"ResetPassword": {func(a shop.Actor) error {
			return s.ResetPassword(ctx, a, shop.PasswordResetInput{Token: unknownToken}, "hash")
		}, badLink},
		"ReviewProduct": {func(a shop.Actor) error {
			_, _, err := s.ReviewProduct(ctx, a, shop.ProductReviewInput{ProductID: "1", Rating: 5})
			return err
		}, signedIn},
		"PreOrders":      {func(a shop.Actor) error { _, err := s.PreOrders(ctx, a, first); return err }, signedIn},
		"CountPreOrders": {func(a shop.Actor) error { _, err := s.CountPreOrders(ctx, a); return err }, signedIn},
		"Orders":         {func(a shop.Actor) error { _, err := s.Orders(ctx, a, first); return err }, signedIn},
		"CountOrders":    {func(a shop.Actor) error { _, err := s.CountOrders(ctx, a); return err }, signedIn},
		"Order": {func(a shop.Actor) error { _, err := s.Order(ctx, a, ownersOrder); return err },
			outcome{visitor: shop.Unauthenticated, other: shop.NotFound}},

		"PlaceOrder": {func(a shop.Actor) error {
			if a.SignedIn() {
				if _, err := s.AddCartItem(ctx, a, shop.CartItemAddInput{ProductID: "3", Quantity: 1}); err != nil {
					return err
				}
			}
			_, err := s.PlaceOrder(ctx, a, shop.OrderPlaceInput{IdempotencyKey: "k", ShippingInfo: shop.ShippingInfoInput{
				Address: "Damrak 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL"}})
			return err
		}, signedIn},
		"CancelOrder": {func(a shop.Actor) error {
			_, err := s.CancelOrder(ctx, a, shop.OrderCancelInput{ID: ownersOrder})
			return err
		},
			outcome{visitor: shop.Unauthenticated, user: shop.NotAllowed, other: shop.NotFound, admin: shop.NotAllowed}},
		"UpdateOrderStatus": {func(a shop.Actor) error {
			_, err := s.UpdateOrderStatus(ctx, a, shop.OrderStatusUpdateInput{ID: ownersOrder, Status: shop.OrderPaid, Version: 1})
			return err
		}, outcome{visitor: shop.Unauthenticated, user: shop.Forbidden, other: shop.Forbidden, admin: shop.NotAllowed}}, // it is paid
		"AllOrders": {func(a shop.Actor) error {
			_, err := s.AllOrders(ctx, a, shop.OrderFilter{}, shop.OrdersNewest, first)
			return err
		}, adminsOnly},
		"CountAllOrders": {func(a shop.Actor) error { _, err := s.CountAllOrders(ctx, a, shop.OrderFilter{}); return err }, adminsOnly},

		"Invoice": {func(a shop.Actor) error { _, err := s.Invoice(ctx, a, ownersOrder); return err },
			outcome{visitor: shop.Unauthenticated, other: shop.NotFound}},
		"OrderNotes": {func(a shop.Actor) error {
			found, err := s.OrderNotes(ctx, a, []string{ownersOrder})
			if err == nil && len(found[ownersOrder]) > 0 && a.NeedAdmin() != nil {
				return errors.New("others than admins read notes")
			}
			return err
		}, everybody},
		"AddOrderNote": {func(a shop.Actor) error {
			_, err := s.AddOrderNote(ctx, a, shop.OrderNoteAddInput{OrderID: ownersOrder, Text: "N"})
			return err
		}, adminsOnly},
		"DeleteOrderNote": {func(a shop.Actor) error {
			return s.DeleteOrderNote(ctx, a, shop.OrderNoteDeleteInput{ID: unknownID})
		}, adminsFindNone},
		"Reviews": {func(a shop.Actor) error {
			_, err := s.Reviews(ctx, a, shop.ReviewFilter{}, shop.ReviewsNewest, first)
			return err
		}, adminsOnly},
		"CountReviews": {func(a shop.Actor) error { _, err := s.CountReviews(ctx, a, shop.ReviewFilter{}); return err }, adminsOnly},
		"HideReview": {func(a shop.Actor) error {
			_, err := s.HideReview(ctx, a, shop.ReviewHideInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"CreateFaqEntry": {func(a shop.Actor) error {
			_, err := s.CreateFaqEntry(ctx, a, shop.FaqEntryCreateInput{Topic: shop.FaqContact, Question: "Q", Answer: "A"})
			return err
		}, adminsOnly},
		"UpdateFaqEntry": {func(a shop.Actor) error {
			_, err := s.UpdateFaqEntry(ctx, a, shop.FaqEntryUpdateInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"DeleteFaqEntry": {func(a shop.Actor) error {
			return s.DeleteFaqEntry(ctx, a, shop.FaqEntryDeleteInput{ID: unknownID})
		}, adminsFindNone},
		"ReorderFaqEntries": {func(a shop.Actor) error {
			_, err := s.ReorderFaqEntries(ctx, a, shop.FaqEntriesReorderInput{Topic: shop.FaqContact})
			return err
		}, outcome{visitor: shop.Unauthenticated, user: shop.Forbidden, other: shop.Forbidden, admin: shop.Conflict}},
		"NewsletterSubscribers": {func(a shop.Actor) error {
			_, err := s.NewsletterSubscribers(ctx, a, shop.NewsletterFilter{}, shop.NewsletterNewest, first)
			return err
		}, adminsOnly},
		"CountNewsletterSubscribers": {func(a shop.Actor) error {
			_, err := s.CountNewsletterSubscribers(ctx, a, shop.NewsletterFilter{})
			return err
		}, adminsOnly},
		"DeleteNewsletterSubscriber": {func(a shop.Actor) error {
			return s.DeleteNewsletterSubscriber(ctx, a, shop.NewsletterSubscriberDeleteInput{ID: unknownID})
		}, adminsFindNone},

		"CreateProduct": {func(a shop.Actor) error {
			_, err := s.CreateProduct(ctx, a, shop.ProductCreateInput{Name: "A"})
			return err
		}, adminsOnly},
		"UpdateProduct": {func(a shop.Actor) error {
			_, err := s.UpdateProduct(ctx, a, shop.ProductUpdateInput{ID: "99"})
			return err
		}, adminsFindNone},
		"DeleteProduct":   {func(a shop.Actor) error { return s.DeleteProduct(ctx, a, shop.ProductDeleteInput{ID: "99"}) }, adminsFindNone},
		"QueuePlaces":     {func(a shop.Actor) error { _, err := s.QueuePlaces(ctx, a, []string{unknownID}); return err }, everybody},
		"DeliveryChanges": {func(a shop.Actor) error { _, err := s.DeliveryChanges(ctx, a, []string{unknownID}); return err }, everybody},
		"PreOrderQueues":  {func(a shop.Actor) error { _, err := s.PreOrderQueues(ctx, a); return err }, adminsOnly},
		"PreviewPreOrderMove": {func(a shop.Actor) error {
			_, err := s.PreviewPreOrderMove(ctx, a, shop.PreOrderMovePlan{QueueID: "no", Days: new(1), Units: new(1), Reason: "R"})
			return err
		}, adminsFindNone},
		"MovePreOrders": {func(a shop.Actor) error {
			_, err := s.MovePreOrders(ctx, a, shop.PreOrderMoveInput{Plan: shop.PreOrderMovePlan{QueueID: "no", Days: new(1), Units: new(1), Reason: "R"}})
			return err
		}, adminsFindNone},
		"ConfirmPreOrder": {func(a shop.Actor) error {
			_, err := s.ConfirmPreOrder(ctx, a, shop.PreOrderConfirmInput{ID: &who.preOrder.ID})
			return err
		}, ownersOnly},
		"KeepPreOrder": {func(a shop.Actor) error {
			_, err := s.KeepPreOrder(ctx, a, shop.PreOrderKeepInput{ID: &who.preOrder.ID, ExpectedDelivery: who.preOrder.ExpectedDelivery})
			return err
		}, ownersOnly},
		"ChangePreOrder": {func(a shop.Actor) error {
			_, err := s.ChangePreOrder(ctx, a, shop.PreOrderChangeInput{ID: &who.preOrder.ID, Quantity: new(1)})
			return err
		}, ownersOnly},
		"CancelPreOrder": {func(a shop.Actor) error {
			if _, err := s.CancelPreOrder(ctx, a, shop.PreOrderCancelInput{ID: &who.preOrder.ID}); err != nil {
				return err
			}
			_, err := s.ReopenPreOrder(ctx, a, shop.PreOrderReopenInput{ID: &who.preOrder.ID}) // for the next row
			return err
		}, ownersOnly},
		"ReopenPreOrder": {func(a shop.Actor) error {
			_, err := s.ReopenPreOrder(ctx, a, shop.PreOrderReopenInput{ID: &who.preOrder.ID})
			return err
		}, ownersOnly},
		"PreOrderOfLink": {func(a shop.Actor) error { _, err := s.PreOrderOfLink(ctx, a, unknownToken); return err },
			outcome{shop.NotFound, shop.NotFound, shop.NotFound, shop.NotFound}},
		"AllPreOrders": {func(a shop.Actor) error {
			_, err := s.AllPreOrders(ctx, a, shop.PreOrderFilter{}, shop.PreOrdersNewest, first)
			return err
		}, adminsOnly},
		"CountAllPreOrders": {func(a shop.Actor) error { _, err := s.CountAllPreOrders(ctx, a, shop.PreOrderFilter{}); return err }, adminsOnly},
		"UpdatePreOrderStatus": {func(a shop.Actor) error {
			_, err := s.UpdatePreOrderStatus(ctx, a, shop.PreOrderStatusUpdateInput{ID: unknownID, Status: shop.PreOrderClosed})
			return err
		}, adminsFindNone},
		"CreateTeamMember": {func(a shop.Actor) error {
			_, err := s.CreateTeamMember(ctx, a, shop.TeamMemberCreateInput{Name: "A", Role: "B"})
			return err
		}, adminsOnly},
		"UpdateTeamMember": {func(a shop.Actor) error {
			_, err := s.UpdateTeamMember(ctx, a, shop.TeamMemberUpdateInput{ID: unknownID, Name: new("A")})
			return err
		}, adminsFindNone},
		"DeleteTeamMember": {func(a shop.Actor) error {
			return s.DeleteTeamMember(ctx, a, shop.TeamMemberDeleteInput{ID: unknownID})
		}, adminsFindNone},
		"CreateMilestone": {func(a shop.Actor) error {
			_, err := s.CreateMilestone(ctx, a, shop.MilestoneCreateInput{Title: "A", Description: "B"})
			return err
		}, adminsOnly},
		"UpdateMilestone": {func(a shop.Actor) error {
			_, err := s.UpdateMilestone(ctx, a, shop.MilestoneUpdateInput{ID: unknownID, Title: new("A")})
			return err
		}, adminsFindNone},
		"DeleteMilestone": {func(a shop.Actor) error {
			return s.DeleteMilestone(ctx, a, shop.MilestoneDeleteInput{ID: unknownID})
		}, adminsFindNone},

		"ContactMessages": {func(a shop.Actor) error {
			_, err := s.ContactMessages(ctx, a, shop.ContactMessageFilter{}, shop.ContactMessagesNewest, first)
			return err
		}, adminsOnly},
		"BeginUpload": {func(a shop.Actor) error { return s.BeginUpload(ctx, a) }, adminsOnly},
		"CreateUpload": {func(a shop.Actor) error {
			_, err := s.CreateUpload(ctx, a, shop.Picture{Format: "jpg", Widths: []int{1}})
			return err
		}, adminsOnly},
		"ResolveContactMessage": {func(a shop.Actor) error {
			_, err := s.ResolveContactMessage(ctx, a, shop.ContactMessageResolveInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"ReopenContactMessage": {func(a shop.Actor) error {
			_, err := s.ReopenContactMessage(ctx, a, shop.ContactMessageReopenInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"AuditEntries": {func(a shop.Actor) error { _, err := s.AuditEntries(ctx, a, shop.AuditFilter{}, first); return err }, adminsOnly},
		"Customers": {func(a shop.Actor) error {
			_, err := s.Customers(ctx, a, shop.CustomerFilter{}, shop.CustomersNewest, first)
			return err
		}, adminsOnly},
		"Inventory": {func(a shop.Actor) error {
			_, err := s.Inventory(ctx, a, shop.InventoryFilter{}, shop.InventoryName, first)
			return err
		}, adminsOnly},
		"ExportOrders": {func(a shop.Actor) error {
			return s.ExportOrders(ctx, a, shop.OrderFilter{}, func(shop.ExportedOrder) error { return nil })
		}, adminsOnly},
		"ExportPreOrders": {func(a shop.Actor) error {
			return s.ExportPreOrders(ctx, a, shop.PreOrderFilter{}, func(shop.PreOrder) error { return nil })
		}, adminsOnly},
		"ExportContactMessages": {func(a shop.Actor) error {
			return s.ExportContactMessages(ctx, a, shop.ContactMessageFilter{}, func(shop.ContactMessage) error { return nil })
		}, adminsOnly},
		"ExportCustomers": {func(a shop.Actor) error {
			return s.ExportCustomers(ctx, a, shop.CustomerFilter{}, func(shop.Customer) error { return nil })
		}, adminsOnly},
		"ExportReviews": {func(a shop.Actor) error {
			return s.ExportReviews(ctx, a, shop.ReviewFilter{}, func(shop.Review) error { return nil })
		}, adminsOnly},
		"ExportNewsletter": {func(a shop.Actor) error {
			return s.ExportNewsletter(ctx, a, shop.NewsletterFilter{}, func(shop.NewsletterSubscriber) error { return nil })
		}, adminsOnly},
		"ExportInventory": {func(a shop.Actor) error {
			return s.ExportInventory(ctx, a, shop.InventoryFilter{}, func(shop.Product) error { return nil })
		}, adminsOnly},
		"ImportProducts": {func(a shop.Actor) error {
			_, err := s.ImportProducts(ctx, a, strings.NewReader("name\nArm\n"), true)
			return err
		}, adminsOnly},
		"CountInventory": {func(a shop.Actor) error { _, err := s.CountInventory(ctx, a, shop.InventoryFilter{}); return err }, adminsOnly},
		"Customer":       {func(a shop.Actor) error { _, err := s.Customer(ctx, a, unknownID); return err }, adminsFindNone},
		"CountCustomers": {func(a shop.Actor) error { _, err := s.CountCustomers(ctx, a, shop.CustomerFilter{}); return err }, adminsOnly},
		"UpdateCustomer": {func(a shop.Actor) error {
			_, err := s.UpdateCustomer(ctx, a, shop.CustomerUpdateInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"EndCustomerSessions": {func(a shop.Actor) error {
			_, err := s.EndCustomerSessions(ctx, a, shop.CustomerSessionsEndInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"FollowFrom": {func(a shop.Actor) error { _, err := s.FollowFrom(ctx, a, nil, 0); return err }, adminsOnly},
		"Dashboard": {func(a shop.Actor) error {
			from := d.Clock.Now().Truncate(24 * time.Hour)
			_, err := s.Dashboard(ctx, a, from, from.AddDate(0, 0, 7))
			return err
		}, adminsOnly},
		"CreateWebhook": {func(a shop.Actor) error {
			_, _, err := s.CreateWebhook(ctx, a, shop.WebhookCreateInput{URL: "https://partner.example"})
			return err
		}, adminsOnly},
		"DeleteWebhook": {func(a shop.Actor) error { return s.DeleteWebhook(ctx, a, shop.WebhookInput{ID: unknownID}) }, adminsFindNone},
		"ResumeWebhook": {func(a shop.Actor) error {
			_, err := s.ResumeWebhook(ctx, a, shop.WebhookInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"TestWebhook": {func(a shop.Actor) error {
			_, err := s.TestWebhook(ctx, a, shop.WebhookInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"Webhook":    {func(a shop.Actor) error { _, err := s.Webhook(ctx, a, unknownID); return err }, adminsFindNone},
		"Webhooks":   {func(a shop.Actor) error { _, err := s.Webhooks(ctx, a, first); return err }, adminsOnly},
		"Deliveries": {func(a shop.Actor) error { _, err := s.Deliveries(ctx, a, unknownID, first); return err }, adminsOnly},
		"ReplayDelivery": {func(a shop.Actor) error {
			_, err := s.ReplayDelivery(ctx, a, shop.DeliveryInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"CreateAPIKey": {func(a shop.Actor) error {
			_, _, err := s.CreateAPIKey(ctx, a, shop.APIKeyCreateInput{Name: "K"})
			return err
		}, adminsOnly},
		"RevokeAPIKey": {func(a shop.Actor) error {
			_, err := s.RevokeAPIKey(ctx, a, shop.APIKeyRevokeInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"APIKeys": {func(a shop.Actor) error { _, err := s.APIKeys(ctx, a, first); return err }, adminsOnly},
		"Events":  {func(a shop.Actor) error { _, err := s.Events(ctx, a, first); return err }, adminsOnly},
		"DeleteContactMessage": {func(a shop.Actor) error {
			return s.DeleteContactMessage(ctx, a, shop.ContactMessageDeleteInput{ID: unknownID})
		}, adminsFindNone},
		"CountContactMessages": {func(a shop.Actor) error {
			_, err := s.CountContactMessages(ctx, a, shop.ContactMessageFilter{})
			return err
		}, adminsOnly},
	}

	// These run before anybody is known, or for the process itself; no door calls them for a stranger's wish.
	withoutActor := map[string]bool{
		"CreateUser": true, "Credentials": true, "SealedFactor": true, "LacksFactor": true, "CreateChallenge": true, "ChallengedUser": true, "MeetChallenge": true, "ResealFactors": true, "CreateSession": true, "SessionActor": true, "EnsureUser": true,
		"IssueLink": true, "MakeAdmin": true, "Close": true, "Ready": true, "Seed": true, "Sweep": true,
		"KeyActor": true, "Follow": true, "TakeDelivery": true, "FinishDelivery": true, "FailDelivery": true, "TakeJob": true, "FinishJob": true, "RetryJob": true, "PublishEvents": true, "Told": true, "NextWork": true, "BeginWorker": true, "TakeOver": true, "EndReservations": true, "Changes": true, "Replica": true, "Metrics": true, "Counts": true, "ShareCounts": true,
	}
	methods := reflect.TypeFor[*db.Store]()
	for i := range methods.NumMethod() {
		name := methods.Method(i).Name
		if _, listed := table[name]; listed == withoutActor[name] {
			t.Errorf("Store.%s must be in exactly one of the two lists", name)
		}
	}

	// With an API key one may what visitors may, and of what is left only what has a scope. With all scopes that is what admins may.
	scoped := []string{"ExportReviews", "ExportOrders", "ExportPreOrders", "ExportContactMessages", "ExportInventory", "ImportProducts", "Inventory", "CountInventory", "Order", "AllOrders", "CountAllOrders", "CancelOrder", "UpdateOrderStatus", "AllPreOrders", "CountAllPreOrders",
		"UpdatePreOrderStatus", "PreOrderQueues", "PreviewPreOrderMove", "MovePreOrders", "ContactMessages", "CountContactMessages", "ResolveContactMessage", "ReopenContactMessage", "DeleteContactMessage", "Events", "FollowFrom",
		"CreateProduct", "UpdateProduct", "DeleteProduct", "CreateTeamMember", "UpdateTeamMember", "DeleteTeamMember", "CreateMilestone", "UpdateMilestone", "DeleteMilestone",
		"BeginUpload", "CreateUpload", "Invoice", "Reviews", "CountReviews", "HideReview", "CreateFaqEntry", "UpdateFaqEntry", "DeleteFaqEntry",
		"ReorderFaqEntries"}
	bare := shop.Actor{Address: "192.0.2.1", Key: &shop.KeyActor{ID: unknownID, MakerID: who.admin.UserID}}
	full := shop.Actor{Address: "192.0.2.1", Key: &shop.KeyActor{ID: unknownID, MakerID: who.admin.UserID, Scopes: shop.Scopes()}}

	for name, row := range table {
		withBare := row.want.visitor
		if withBare == shop.Unauthenticated {
			withBare = shop.Forbidden
		}
		withFull := withBare
		if slices.Contains(scoped, name) {
			withFull = row.want.admin
		}
		for role, c := range map[string]struct {
			actor shop.Actor
			want  shop.Code
		}{
			"visitor": {who.visitor, row.want.visitor}, "user": {who.user, row.want.user},
			"other": {who.other, row.want.other}, "admin": {who.admin, row.want.admin},
			"a key without scopes": {bare, withBare}, "a key with all scopes": {full, withFull},
		} {
			// An earlier row may have emptied the owner's cart.
			if _, err := s.AddCartItem(ctx, who.user, shop.CartItemAddInput{ProductID: "3", Quantity: 1}); err != nil {
				t.Fatal(err)
			}
			var refusal *shop.Error
			err := row.call(c.actor)
			errors.As(err, &refusal)
			switch {
			case c.want == "" && err != nil:
				t.Errorf("%s as %s: %v, want success", name, role, err)
			case c.want != "" && (refusal == nil || refusal.Code != c.want):
				t.Errorf("%s as %s: %v, want %s", name, role, err, c.want)
			}
		}
	}
}

// cast makes the accounts, with an order and a quote of the first user.
func cast(t *testing.T, d *dbtest.Database) callers {
	t.Helper()
	ctx := context.Background()
	actor := func(email string, role shop.Role) shop.Actor {
		in := shop.UserRegisterInput{Name: email, Email: email}
		user, session, err := d.Store.CreateUser(ctx, shop.Actor{}, in, "hash", d.Clock.Now().Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		return shop.Actor{UserID: user.ID, SessionID: session, Role: role, Address: "192.0.2.1"}
	}
	who := callers{user: actor("a@b.c", shop.RoleUser), other: actor("d@e.f", shop.RoleUser), admin: actor("g@h.i", shop.RoleAdmin)}
	if _, err := d.SQL.Exec(`UPDATE users SET role = 'admin' WHERE id = $1`, who.admin.UserID); err != nil {
		t.Fatal(err)
	}
	if _, err := d.SQL.Exec(`UPDATE products SET stock = 1000 WHERE id = 3`); err != nil { // enough for every row
		t.Fatal(err)
	}
	if _, err := d.SQL.Exec(`INSERT INTO orders (id, user_id, status, address, city, postal_code, country, currency, subtotal_minor,
		tax_minor, shipping_minor, total_minor, created_at) VALUES ($1, $2, 'PAID', 'a', 'b', 'c', 'NL', 'USD', 1, 0, 0, 1, now())`,
		ownersOrder, who.user.UserID); err != nil {
		t.Fatal(err)
	}
	quote, _, err := d.Store.CreateQuote(ctx, who.user, shop.QuoteCreateInput{Name: "A", Email: "a@b.c", IdempotencyKey: "cast",
		Lines: []*shop.QuoteLineInput{{ProductID: "1", Quantity: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	who.quote = quote.Number
	who.preOrder, err = d.Store.CreatePreOrder(ctx, who.user, shop.PreOrderCreateInput{Name: "A", Email: "a@b.c", Phone: "1", ProductID: new("2"), Quantity: 1})
	if err != nil {
		t.Fatal(err)
	}
	return who
}
