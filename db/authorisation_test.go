package db_test

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"orrery/db"
	"orrery/db/dbtest"
	"orrery/db/pg"
	"orrery/shop"
	"orrery/shop/cell"
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
	agentsOnly     = outcome{shop.Forbidden, shop.Forbidden, shop.Forbidden, shop.Forbidden}
	badLink        = outcome{shop.InvalidToken, shop.InvalidToken, shop.InvalidToken, shop.InvalidToken} // the link decides, not who opens it
)

const unknownToken = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

const unknownID = "019a0000-0000-7000-8000-000000000009"

const ownersOrder = "019a0000-0000-7000-8000-000000000001"

// paidOrder is a third one, with a payment.
const paidOrder = "019a0000-0000-7000-8000-000000000003"

// openOrder is another order of the owner's, which no row moves on. Its address is the one that its row writes.
const openOrder = "019a0000-0000-7000-8000-000000000002"

// Every exported method of the stores is either in this table or named as one that takes no actor. A new one that is in neither
// place fails the test.
func TestAuthorisation(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	who := cast(t, d)
	if _, err := d.SQL.Exec(`UPDATE users SET email_verified_at = now()`); err != nil { // some rows need it
		t.Fatal(err)
	}
	if _, err := d.SQL.Exec(`UPDATE products SET stock = 100000`); err != nil { // enough for all callers
		t.Fatal(err)
	}
	first := shop.PageArgs{First: 10}
	s := d.Store
	s.Payments.TakeOnline(&providing{}, "")

	small := cell.Input{ArmID: "3", Part: cell.Part{Mass: 1, Length: 1, Width: 1, Height: 1}, Shifts: 1, Horizon: 1}

	table := map[string]struct {
		call func(shop.Actor) error
		want outcome
	}{
		"Catalogue.Products": {func(a shop.Actor) error {
			_, err := s.Catalogue.Products(ctx, a, shop.ProductFilter{}, shop.SortCreatedAt, first, shop.AllParts)
			return err
		}, everybody},
		"Catalogue.ProductOffers":    {func(a shop.Actor) error { _, err := s.Catalogue.ProductOffers(ctx, a, 1, 9, 10); return err }, everybody},
		"Catalogue.ProductPages":     {func(a shop.Actor) error { _, err := s.Catalogue.ProductPages(ctx, a, 1, 10, 10); return err }, everybody},
		"Catalogue.ProductRanges":    {func(a shop.Actor) error { _, err := s.Catalogue.ProductRanges(ctx, a, 10); return err }, everybody},
		"Catalogue.ProductsNow":      {func(a shop.Actor) error { _, err := s.Catalogue.ProductsNow(ctx, a, []string{"1"}); return err }, everybody},
		"Catalogue.FeaturedProducts": {func(a shop.Actor) error { _, err := s.Catalogue.FeaturedProducts(ctx, a, shop.LineParts); return err }, everybody},
		"Catalogue.ProductsByID":     {func(a shop.Actor) error { _, err := s.Catalogue.ProductsByID(ctx, a, []string{"1"}); return err }, everybody},
		"Catalogue.DataSheet":        {func(a shop.Actor) error { _, err := s.Catalogue.DataSheet(ctx, a, "1"); return err }, everybody},
		"Catalogue.FitCheck":         {func(a shop.Actor) error { _, err := s.Catalogue.FitCheck(ctx, a, []string{"1", "7"}, 0); return err }, everybody},
		"Catalogue.CellParts":        {func(a shop.Actor) error { _, err := s.Catalogue.CellParts(ctx, a); return err }, everybody},
		"Catalogue.CellPlan": {func(a shop.Actor) error {
			_, err := s.Catalogue.CellPlan(ctx, a, "", small)
			return err
		}, everybody},
		"Catalogue.CellOffer": {func(a shop.Actor) error { _, _, err := s.Catalogue.CellOffer(ctx, a, "", small); return err }, everybody},
		"Quotes.CreateForCell": {func(a shop.Actor) error {
			_, _, err := s.Quotes.CreateForCell(ctx, a, cell.QuoteInput{Name: "A", Email: "a@example.org", Cell: small, Quantity: 1, IdempotencyKey: "cell"})
			return err
		}, everybody},
		"Catalogue.ReviewsOfProducts": {func(a shop.Actor) error {
			_, err := s.Catalogue.ReviewsOfProducts(ctx, a, []string{"1"}, first)
			return err
		}, everybody},
		"Catalogue.VerifiedReviews": {func(a shop.Actor) error { _, err := s.Catalogue.VerifiedReviews(ctx, a, "1", 10); return err }, everybody},
		"Catalogue.OwnReviews":      {func(a shop.Actor) error { _, err := s.Catalogue.OwnReviews(ctx, a, []string{"1"}); return err }, everybody},
		"Content.TeamMembers":       {func(a shop.Actor) error { _, err := s.Content.TeamMembers(ctx, a); return err }, everybody},
		"Content.Milestones":        {func(a shop.Actor) error { _, err := s.Content.Milestones(ctx, a); return err }, everybody},
		"Content.Team":              {func(a shop.Actor) error { _, err := s.Content.Team(ctx, a, shop.PageArgs{First: 1}); return err }, everybody},
		"Content.CompanyHistory": {func(a shop.Actor) error {
			_, err := s.Content.CompanyHistory(ctx, a, shop.PageArgs{First: 1})
			return err
		}, everybody},
		"Content.SiteSettings": {func(a shop.Actor) error { _, err := s.Content.SiteSettings(ctx, a); return err }, adminsOnly},
		"Content.SettingsHistory": {func(a shop.Actor) error {
			_, err := s.Content.SettingsHistory(ctx, a, shop.PageArgs{First: 1})
			return err
		}, adminsOnly},
		"Content.UpdateSettings": {func(a shop.Actor) error {
			_, err := s.Content.UpdateSettings(ctx, a, settingsInput(t, s, func(*shop.SettingsInput) {}))
			return err
		}, adminsOnly},
		"Content.RestoreSettings": {func(a shop.Actor) error {
			_, err := s.Content.RestoreSettings(ctx, a, shop.SettingsRestoreInput{Restore: 9, Version: 1})
			return err
		}, adminsFindNone},
		"Content.Text":       {func(a shop.Actor) error { _, err := s.Content.Text(ctx, a, shop.TextTerms, nil); return err }, everybody},
		"Content.TextStates": {func(a shop.Actor) error { _, err := s.Content.TextStates(ctx, a); return err }, adminsOnly},
		"Content.TextDraft":  {func(a shop.Actor) error { _, err := s.Content.TextDraft(ctx, a, shop.TextTerms); return err }, adminsOnly},
		"Content.TextVersions": {func(a shop.Actor) error {
			_, err := s.Content.TextVersions(ctx, a, shop.TextTerms, first)
			return err
		}, adminsOnly},
		"Content.SaveTextDraft":    {func(a shop.Actor) error { _, err := saveText(ctx, s, a, shop.TextTerms, "Terms"); return err }, adminsOnly},
		"Content.DiscardTextDraft": {func(a shop.Actor) error { return discardText(ctx, s, a, shop.TextTerms) }, adminsOnly},
		"Content.PublishTextDraft": {func(a shop.Actor) error {
			_, err := publishText(ctx, s, a, shop.TextAbout, "About "+rand.Text(), nil)
			return err
		}, adminsOnly},
		"Content.RestoreText": {func(a shop.Actor) error {
			_, err := s.Content.RestoreText(ctx, a, shop.TextVersionRestoreInput{Name: shop.TextTerms, Restore: 9, Version: 1})
			return err
		}, adminsFindNone},
		"Content.FaqDraft": {func(a shop.Actor) error { _, err := s.Content.FaqDraft(ctx, a); return err }, adminsOnly},
		"Content.FaqVersions": {func(a shop.Actor) error {
			_, err := s.Content.FaqVersions(ctx, a, first)
			return err
		}, adminsOnly},
		"Content.SaveFaqDraft": {func(a shop.Actor) error { _, err := renameFaq(ctx, s, a, "Why?"); return err }, adminsOnly},
		"Content.DiscardFaqDraft": {func(a shop.Actor) error {
			draft, _ := s.Content.FaqDraft(ctx, a)
			_, err := s.Content.DiscardFaqDraft(ctx, a, shop.FaqDraftDiscardInput{Revision: draft.Revision})
			return err
		}, adminsOnly},
		"Content.PublishFaqDraft": {func(a shop.Actor) error {
			_, err := publishFaq(ctx, s, a, "Why "+rand.Text()+"?", nil)
			return err
		}, adminsOnly},
		"Content.RestoreFaqVersion": {func(a shop.Actor) error {
			_, err := s.Content.RestoreFaqVersion(ctx, a, shop.FaqVersionRestoreInput{Restore: 9000})
			return err
		}, adminsFindNone},
		"Content.FaqEntries": {func(a shop.Actor) error { _, err := s.Content.FaqEntries(ctx, a, shop.FaqFilter{}); return err }, everybody},
		"Content.Answers":    {func(a shop.Actor) error { _, err := s.Content.Answers(ctx, a, "payload", 5); return err }, everybody},
		"PreOrders.Create": {func(a shop.Actor) error {
			name := "Arm"
			_, err := s.PreOrders.Create(ctx, a, shop.PreOrderCreateInput{Name: "A", Email: "a@b.c", Phone: "1", ProductName: &name, Quantity: 1})
			return err
		}, everybody},
		"Quotes.Create": {func(a shop.Actor) error {
			_, _, err := s.Quotes.Create(ctx, a, shop.QuoteCreateInput{Name: "A", Email: "a@b.c", IdempotencyKey: "k",
				Lines: []*shop.QuoteLineInput{{ProductID: "1", Quantity: 1}}})
			return err
		}, everybody},
		"Quotes.Get": {func(a shop.Actor) error { _, err := s.Quotes.Get(ctx, a, who.quote, unknownToken); return err },
			outcome{visitor: shop.NotFound, other: shop.NotFound}},
		"Quotes.All": {func(a shop.Actor) error {
			_, err := s.Quotes.All(ctx, a, shop.QuoteFilter{}, shop.QuotesDue, first)
			return err
		}, adminsOnly},
		"Quotes.Answer": {func(a shop.Actor) error {
			_, err := s.Quotes.Answer(ctx, a, shop.QuoteAnswerInput{Number: "QU-1"})
			return err
		}, adminsFindNone},
		"Quotes.Update": {func(a shop.Actor) error {
			_, _, err := s.Quotes.Update(ctx, a, shop.QuoteUpdateInput{Number: "QU-1", Version: 1})
			return err
		}, adminsFindNone},
		"Quotes.Order": {func(a shop.Actor) error {
			quote, _, err := s.Quotes.Create(ctx, who.user, shop.QuoteCreateInput{Name: "A", Email: "a@b.c", IdempotencyKey: rand.Text(),
				Lines: []*shop.QuoteLineInput{{ProductID: "1", Quantity: 1}}})
			if err != nil {
				return err
			}
			_, err = s.Quotes.Order(ctx, a, shop.QuoteOrderInput{Number: quote.Number, Key: new(unknownToken), ShippingInfo: shop.ShippingInfoInput{
				Address: "Damrak 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL"}})
			return err
		}, outcome{visitor: shop.Unauthenticated, other: shop.NotFound}},
		"Users.EndSession": {func(a shop.Actor) error { _, err := s.Users.EndSession(ctx, a); return err }, everybody},
		"CountAttempt":     {func(a shop.Actor) error { return s.CountAttempt(ctx, a, shop.LoginPerAddress, "x") }, everybody},

		"Content.CreateContactMessage": {func(a shop.Actor) error {
			_, err := s.Content.CreateContactMessage(ctx, a, shop.ContactMessageCreateInput{Name: "A", Email: "a@b.c", Subject: "S", Message: "M"})
			return err
		}, everybody},
		"Content.SubscribeNewsletter": {func(a shop.Actor) error {
			return s.Content.SubscribeNewsletter(ctx, a, shop.NewsletterSubscribeInput{Email: "a@b.c"})
		}, everybody},
		"Content.ConfirmNewsletter": {func(a shop.Actor) error {
			_, err := s.Content.ConfirmNewsletter(ctx, a, shop.NewsletterTokenInput{Token: unknownToken})
			return err
		}, badLink},
		"Content.LeaveNewsletter": {func(a shop.Actor) error {
			_, err := s.Content.LeaveNewsletter(ctx, a, shop.NewsletterTokenInput{Token: unknownToken})
			return err
		}, badLink},

		"Users.Sessions": {func(a shop.Actor) error { _, err := s.Users.Sessions(ctx, a); return err }, signedIn},
		"Users.EndOwnSession": {func(a shop.Actor) error { return s.Users.EndOwnSession(ctx, a, shop.SessionEndInput{ID: unknownID}) },
			outcome{shop.Unauthenticated, shop.NotFound, shop.NotFound, shop.NotFound}},
		"Accounts.OwnData": {func(a shop.Actor) error {
			return s.Accounts.OwnData(ctx, a, func(shop.DataPart, any) error { return nil })
		}, signedIn},
		"Accounts.Delete": {func(a shop.Actor) error { return s.Accounts.Delete(ctx, a, "not the hash") },
			outcome{shop.Unauthenticated, shop.InvalidCredentials, shop.InvalidCredentials, shop.InvalidCredentials}},
		"Users.EndOtherSessions": {func(a shop.Actor) error { return s.Users.EndOtherSessions(ctx, a) }, signedIn},

		"Users.SecondFactor":      {func(a shop.Actor) error { _, err := s.Users.SecondFactor(ctx, a); return err }, signedIn},
		"Users.BeginSecondFactor": {func(a shop.Actor) error { return s.Users.BeginSecondFactor(ctx, a, "sealed") }, signedIn},
		"Users.ConfirmSecondFactor": {func(a shop.Actor) error {
			return s.Users.ConfirmSecondFactor(ctx, a, "another", shop.Proof{Step: 1}, nil)
		}, outcome{shop.Unauthenticated, shop.NotAllowed, shop.NotAllowed, shop.NotAllowed}},
		"Users.RenewRecoveryCodes": {func(a shop.Actor) error {
			return s.Users.RenewRecoveryCodes(ctx, a, shop.Proof{Recovery: []byte("x")}, nil)
		}, outcome{shop.Unauthenticated, shop.InvalidCredentials, shop.InvalidCredentials, shop.InvalidCredentials}},
		"Users.EndSecondFactor": {func(a shop.Actor) error {
			return s.Users.EndSecondFactor(ctx, a, shop.Proof{Step: 1})
		}, outcome{shop.Unauthenticated, shop.InvalidCredentials, shop.InvalidCredentials, shop.InvalidCredentials}},

		"Users.BeginSignIn": {func(a shop.Actor) error {
			return s.Users.BeginSignIn(ctx, a, rand.Text(), shop.SignInFlow{Provider: shop.Google})
		}, everybody},
		"Users.TakeSignIn": {func(a shop.Actor) error { _, err := s.Users.TakeSignIn(ctx, a, "of nobody"); return err }, badLink},
		"Users.KeepProven": {func(a shop.Actor) error {
			return s.Users.KeepProven(ctx, a, rand.Text(), shop.Identity{Provider: shop.Google}, false)
		}, everybody},
		"Users.EnterProven":    {func(a shop.Actor) error { _, _, _, err := s.Users.EnterProven(ctx, a, "of nobody", "hash"); return err }, badLink},
		"Users.ProvenIdentity": {func(a shop.Actor) error { _, err := s.Users.ProvenIdentity(ctx, a, "of nobody"); return err }, signedIn},
		"Users.LinkProven": {func(a shop.Actor) error {
			return s.Users.LinkProven(ctx, a, "of nobody", "hash")
		}, outcome{shop.Unauthenticated, shop.InvalidToken, shop.InvalidToken, shop.InvalidToken}},
		"Users.Identities": {func(a shop.Actor) error { _, err := s.Users.Identities(ctx, a); return err }, signedIn},
		"Users.UnlinkIdentity": {func(a shop.Actor) error {
			return s.Users.UnlinkIdentity(ctx, a, shop.IdentityUnlinkInput{Provider: shop.Google})
		}, outcome{shop.Unauthenticated, shop.NotAllowed, shop.NotAllowed, shop.NotAllowed}},

		"Users.Me":  {func(a shop.Actor) error { _, err := s.Users.Me(ctx, a); return err }, signedIn},
		"Carts.Get": {func(a shop.Actor) error { _, err := s.Carts.Get(ctx, a); return err }, signedIn},
		"Carts.AddItem": {func(a shop.Actor) error {
			_, err := s.Carts.AddItem(ctx, a, shop.CartItemAddInput{ProductID: "1", Quantity: 1})
			return err
		}, signedIn},
		"Carts.RemoveItem": {func(a shop.Actor) error {
			_, err := s.Carts.RemoveItem(ctx, a, shop.CartItemRemoveInput{ID: "9"})
			return err
		}, signedIn},
		"Carts.Clear": {func(a shop.Actor) error { _, err := s.Carts.Clear(ctx, a); return err }, signedIn},
		"Carts.SetItem": {func(a shop.Actor) error {
			_, err := s.Carts.SetItem(ctx, a, shop.CartItemUpdateInput{ID: "3", Quantity: 1})
			return err
		}, outcome{visitor: shop.Unauthenticated, other: shop.NotFound, admin: shop.NotFound}},
		"Users.Addresses": {func(a shop.Actor) error { _, err := s.Users.Addresses(ctx, a); return err }, signedIn},
		"Users.CreateAddress": {func(a shop.Actor) error {
			_, err := s.Users.CreateAddress(ctx, a, shop.AddressCreateInput{ShippingInfo: shop.ShippingInfoInput{
				Address: "A", City: "B", PostalCode: "1012 AB", Country: "NL"}})
			return err
		}, signedIn},
		"Users.Plans": {func(a shop.Actor) error { _, err := s.Users.Plans(ctx, a); return err }, signedIn},
		"Users.Plan": {func(a shop.Actor) error { _, err := s.Users.Plan(ctx, a, unknownID); return err },
			outcome{shop.Unauthenticated, shop.NotFound, shop.NotFound, shop.NotFound}},
		"Users.CreatePlan": {func(a shop.Actor) error {
			_, err := s.Users.CreatePlan(ctx, a, cell.CreateInput{Name: "Bench", Cell: small})
			return err
		}, signedIn},
		"Users.UpdatePlan": {func(a shop.Actor) error {
			_, err := s.Users.UpdatePlan(ctx, a, cell.UpdateInput{ID: unknownID})
			return err
		}, outcome{shop.Unauthenticated, shop.NotFound, shop.NotFound, shop.NotFound}},
		"Users.DeletePlan": {func(a shop.Actor) error { return s.Users.DeletePlan(ctx, a, cell.DeleteInput{ID: unknownID}) },
			outcome{shop.Unauthenticated, shop.NotFound, shop.NotFound, shop.NotFound}},
		"Users.UpdateAddress": {func(a shop.Actor) error {
			_, err := s.Users.UpdateAddress(ctx, a, shop.AddressUpdateInput{ID: unknownID})
			return err
		}, outcome{shop.Unauthenticated, shop.NotFound, shop.NotFound, shop.NotFound}},
		"Users.DeleteAddress": {func(a shop.Actor) error {
			return s.Users.DeleteAddress(ctx, a, shop.AddressDeleteInput{ID: unknownID})
		}, outcome{shop.Unauthenticated, shop.NotFound, shop.NotFound, shop.NotFound}},
		"Users.Update":          {func(a shop.Actor) error { _, err := s.Users.Update(ctx, a, shop.UserUpdateInput{}); return err }, signedIn},
		"Accounts.PasswordHash": {func(a shop.Actor) error { _, err := s.Accounts.PasswordHash(ctx, a); return err }, signedIn},
		"Accounts.ChangePassword": {func(a shop.Actor) error {
			_, err := s.Accounts.ChangePassword(ctx, a, shop.UserPasswordChangeInput{}, "hash", "hash")
			return err
		}, signedIn},
		"Accounts.ResendVerification": {func(a shop.Actor) error { _, err := s.Accounts.ResendVerification(ctx, a); return err }, signedIn},
		"Accounts.RequestPasswordReset": {func(a shop.Actor) error {
			return s.Accounts.RequestPasswordReset(ctx, a, shop.PasswordResetRequestInput{Email: "x" + a.UserID + "@b.c"})
		}, everybody},
		"Accounts.VerifyEmail": {func(a shop.Actor) error {
			return s.Accounts.VerifyEmail(ctx, a, shop.EmailVerifyInput{Token: unknownToken})
		}, badLink},
		"Accounts.UndoEmailChange": {func(a shop.Actor) error {
			_, err := s.Accounts.UndoEmailChange(ctx, a, shop.EmailChangeUndoInput{Token: unknownToken}, "hash")
			return err
		}, badLink},
		"Accounts.ResetPassword": {func(a shop.Actor) error {
			return s.Accounts.ResetPassword(ctx, a, shop.PasswordResetInput{Token: unknownToken}, "hash")
		}, badLink},
		"Accounts.ResetLinkValid": {func(a shop.Actor) error { _, err := s.Accounts.ResetLinkValid(ctx, a, unknownToken); return err }, everybody},
		"Catalogue.ReviewProduct": {func(a shop.Actor) error {
			_, _, err := s.Catalogue.ReviewProduct(ctx, a, shop.ProductReviewInput{ProductID: "1", Rating: 5})
			return err
		}, signedIn},
		"PreOrders.Own": {func(a shop.Actor) error { _, err := s.PreOrders.Own(ctx, a, first); return err }, signedIn},
		"Orders.Own":    {func(a shop.Actor) error { _, err := s.Orders.Own(ctx, a, first); return err }, signedIn},
		"Orders.Get": {func(a shop.Actor) error { _, err := s.Orders.Get(ctx, a, ownersOrder); return err },
			outcome{visitor: shop.Unauthenticated, other: shop.NotFound}},

		"Orders.Place": {func(a shop.Actor) error {
			if a.SignedIn() {
				if _, err := s.Carts.AddItem(ctx, a, shop.CartItemAddInput{ProductID: "3", Quantity: 1}); err != nil {
					return err
				}
			}
			_, err := s.Orders.Place(ctx, a, shop.OrderPlaceInput{IdempotencyKey: rand.Text(), ShippingInfo: shop.ShippingInfoInput{
				Address: "Damrak 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL"}})
			return err
		}, signedIn},
		"Orders.Cancel": {func(a shop.Actor) error {
			_, err := s.Orders.Cancel(ctx, a, shop.OrderCancelInput{ID: ownersOrder})
			return err
		},
			outcome{visitor: shop.Unauthenticated, user: shop.NotAllowed, other: shop.NotFound, admin: shop.NotAllowed}},
		"Orders.UpdateAddress": {func(a shop.Actor) error {
			_, err := s.Orders.UpdateAddress(ctx, a, shop.OrderAddressUpdateInput{ID: openOrder, Version: 1,
				ShippingInfo: shop.ShippingInfoInput{Address: "A", City: "B", PostalCode: "1012 AB", Country: "NL"}})
			return err
		}, outcome{visitor: shop.Unauthenticated, other: shop.NotFound}},
		"Orders.UpdateStatus": {func(a shop.Actor) error {
			_, err := s.Orders.UpdateStatus(ctx, a, shop.OrderStatusUpdateInput{ID: ownersOrder, Status: shop.OrderPaid, Version: 1})
			return err
		}, outcome{visitor: shop.Unauthenticated, user: shop.Forbidden, other: shop.Forbidden, admin: shop.NotAllowed}}, // it is paid
		"Orders.UpdateShipment": {func(a shop.Actor) error {
			_, err := s.Orders.UpdateShipment(ctx, a, shop.OrderShipmentUpdateInput{ID: ownersOrder, Version: 1})
			return err
		}, outcome{visitor: shop.Unauthenticated, user: shop.Forbidden, other: shop.Forbidden, admin: shop.NotAllowed}}, // it is not shipped
		"Orders.All": {func(a shop.Actor) error {
			_, err := s.Orders.All(ctx, a, shop.OrderFilter{}, shop.OrdersNewest, first)
			return err
		}, adminsOnly},

		"Orders.Invoice": {func(a shop.Actor) error { _, err := s.Orders.Invoice(ctx, a, ownersOrder); return err },
			outcome{visitor: shop.Unauthenticated, other: shop.NotFound}},
		"Orders.Notes": {func(a shop.Actor) error {
			found, err := s.Orders.Notes(ctx, a, []string{ownersOrder})
			if err == nil && len(found[ownersOrder]) > 0 && a.NeedPerson(shop.ReadOrders) != nil {
				return errors.New("others than admins and staff read notes")
			}
			return err
		}, everybody},
		"Orders.AddNote": {func(a shop.Actor) error {
			_, err := s.Orders.AddNote(ctx, a, shop.OrderNoteAddInput{OrderID: ownersOrder, Text: "N"})
			return err
		}, adminsOnly},
		"Orders.Payments": {func(a shop.Actor) error {
			found, err := s.Orders.Payments(ctx, a, []string{paidOrder})
			if err == nil && len(found[paidOrder]) > 0 && a.Account() != nil && *a.Account() != who.user.UserID &&
				!a.Runs(shop.ReadOrders) && !a.Runs(shop.WritePayments) {
				t.Errorf("%+v sees the payments of another one's order", a)
			}
			return err
		}, everybody},
		"Orders.ByIDs": {func(a shop.Actor) error {
			found, err := s.Orders.ByIDs(ctx, a, []string{ownersOrder})
			if len(found) > 0 != (a.UserID == who.user.UserID || a.Runs(shop.ReadOrders)) {
				t.Errorf("%+v sees %d orders", a, len(found))
			}
			return err
		}, signedIn},
		"Orders.PaymentsUnderWay": {func(a shop.Actor) error {
			_, err := s.Orders.PaymentsUnderWay(ctx, a, []string{ownersOrder})
			return err
		}, everybody},
		"Payments.Import": {func(a shop.Actor) error {
			_, err := s.Payments.Import(ctx, a, func(io.Reader) (shop.BankFile, error) {
				return shop.BankFile{Accounts: []string{"NL91ABNA0417164300"}}, nil
			}, "", strings.NewReader(""))
			return err
		}, adminsOnly},
		"Payments.OpenPage": {func(a shop.Actor) error {
			_, err := s.Payments.OpenPage(ctx, a, shop.OrderPayInput{ID: unknownID})
			return err
		}, outcome{shop.Unauthenticated, shop.NotFound, shop.NotFound, shop.NotFound}},
		"Payments.Refund": {func(a shop.Actor) error {
			_, err := s.Payments.Refund(ctx, a, shop.OrderRefundInput{ID: ownersOrder, PaymentID: unknownID, Amount: "1", IdempotencyKey: unknownID})
			return err
		}, adminsFindNone},
		"Orders.RecordPayment": {func(a shop.Actor) error {
			_, err := s.Orders.RecordPayment(ctx, a, shop.OrderPaymentRecordInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"Payments.Balances": {func(a shop.Actor) error { _, err := s.Payments.Balances(ctx, a, []string{"pi_1"}); return err }, everybody},
		"Payments.Transfers": {func(a shop.Actor) error {
			_, err := s.Payments.Transfers(ctx, a, shop.TransferFilter{}, shop.TransfersNewest, first)
			return err
		}, adminsOnly},
		"Payments.Statements": {func(a shop.Actor) error { _, err := s.Payments.Statements(ctx, a, first); return err }, adminsOnly},
		"Payments.Assign": {func(a shop.Actor) error {
			_, err := s.Payments.Assign(ctx, a, shop.TransferAssignInput{ID: unknownID, OrderIDs: []string{ownersOrder}})
			return err
		}, adminsFindNone},
		"Payments.Ignore": {func(a shop.Actor) error {
			_, err := s.Payments.Ignore(ctx, a, shop.TransferIgnoreInput{ID: unknownID, Reason: "R"})
			return err
		}, adminsFindNone},
		"Payments.Release": {func(a shop.Actor) error {
			_, err := s.Payments.Release(ctx, a, shop.TransferReleaseInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"Orders.DeleteNote": {func(a shop.Actor) error {
			return s.Orders.DeleteNote(ctx, a, shop.OrderNoteDeleteInput{ID: unknownID})
		}, adminsFindNone},
		"Catalogue.Reviews": {func(a shop.Actor) error {
			_, err := s.Catalogue.Reviews(ctx, a, shop.ReviewFilter{}, shop.ReviewsNewest, first)
			return err
		}, adminsOnly},
		"Catalogue.HideReview": {func(a shop.Actor) error {
			_, err := s.Catalogue.HideReview(ctx, a, shop.ReviewHideInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"Content.CreateFaqEntry": {func(a shop.Actor) error {
			_, err := s.Content.CreateFaqEntry(ctx, a, shop.FaqEntryCreateInput{Topic: shop.FaqContact, Question: "Q", Answer: "A"})
			return err
		}, adminsOnly},
		"Content.UpdateFaqEntry": {func(a shop.Actor) error {
			_, err := s.Content.UpdateFaqEntry(ctx, a, shop.FaqEntryUpdateInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"Content.DeleteFaqEntry": {func(a shop.Actor) error {
			return s.Content.DeleteFaqEntry(ctx, a, shop.FaqEntryDeleteInput{ID: unknownID})
		}, adminsFindNone},
		"Content.ReorderFaqEntries": {func(a shop.Actor) error {
			_, err := s.Content.ReorderFaqEntries(ctx, a, shop.FaqEntriesReorderInput{Topic: shop.FaqContact})
			return err
		}, outcome{visitor: shop.Unauthenticated, user: shop.Forbidden, other: shop.Forbidden, admin: shop.Conflict}},
		"Catalogue.CreateStockAlert": {func(a shop.Actor) error {
			return s.Catalogue.CreateStockAlert(ctx, a, shop.StockAlertCreateInput{ProductID: "999", Email: "a@b.c"})
		}, outcome{shop.NotFound, shop.NotFound, shop.NotFound, shop.NotFound}},
		"Catalogue.ConfirmStockAlert": {func(a shop.Actor) error {
			_, _, err := s.Catalogue.ConfirmStockAlert(ctx, a, shop.StockAlertTokenInput{Token: unknownToken})
			return err
		}, badLink},
		"Catalogue.CancelStockAlert": {func(a shop.Actor) error {
			_, _, err := s.Catalogue.CancelStockAlert(ctx, a, shop.StockAlertTokenInput{Token: unknownToken})
			return err
		}, badLink},
		"Content.NewsletterSubscribers": {func(a shop.Actor) error {
			_, err := s.Content.NewsletterSubscribers(ctx, a, shop.NewsletterFilter{}, shop.NewsletterNewest, first)
			return err
		}, adminsOnly},
		"Content.DeleteNewsletterSubscriber": {func(a shop.Actor) error {
			return s.Content.DeleteNewsletterSubscriber(ctx, a, shop.NewsletterSubscriberDeleteInput{ID: unknownID})
		}, adminsFindNone},

		"Catalogue.StockAlerts": {func(a shop.Actor) error {
			_, err := s.Catalogue.StockAlerts(ctx, a, shop.StockAlertFilter{}, first)
			return err
		}, adminsOnly},
		"Catalogue.ExportStockAlerts": {func(a shop.Actor) error {
			return s.Catalogue.ExportStockAlerts(ctx, a, shop.StockAlertFilter{}, func(shop.StockAlert) error { return nil })
		}, adminsOnly},
		"Catalogue.StockAlertCounts": {func(a shop.Actor) error {
			found, err := s.Catalogue.StockAlertCounts(ctx, a, []string{"3"})
			if err == nil && (found["3"] != nil) != (a.Need(shop.WriteProducts) == nil) {
				return errors.New("others than those who edit products read who waits, or these don't")
			}
			return err
		}, everybody},

		"Catalogue.CreateProduct": {func(a shop.Actor) error {
			_, err := s.Catalogue.CreateProduct(ctx, a, shop.ProductInput{Name: new("A")})
			return err
		}, adminsOnly},
		"Catalogue.UpdateProduct": {func(a shop.Actor) error {
			_, err := s.Catalogue.UpdateProduct(ctx, a, shop.ProductInput{ID: "99"})
			return err
		}, adminsFindNone},
		"Catalogue.ProductDraft": {func(a shop.Actor) error { _, err := s.Catalogue.ProductDraft(ctx, a, "99"); return err }, adminsFindNone},
		"Catalogue.SaveProductDraft": {func(a shop.Actor) error {
			_, _, err := s.Catalogue.SaveProductDraft(ctx, a, shop.ProductDraftSaveInput{Product: shop.ProductInput{ID: "99"}})
			return err
		}, adminsFindNone},
		"Catalogue.DiscardProductDraft": {func(a shop.Actor) error {
			_, err := s.Catalogue.DiscardProductDraft(ctx, a, shop.ProductDraftDiscardInput{ID: "99"})
			return err
		}, adminsFindNone},
		"Catalogue.PublishProductDraft": {func(a shop.Actor) error {
			_, _, err := s.Catalogue.PublishProductDraft(ctx, a, shop.ProductDraftPublishInput{ID: "99"})
			return err
		}, adminsFindNone},
		"Catalogue.ProductVersions": {func(a shop.Actor) error {
			_, err := s.Catalogue.ProductVersions(ctx, a, "99", shop.PageArgs{First: 1})
			return err
		}, adminsFindNone},
		"Catalogue.RestoreProductVersion": {func(a shop.Actor) error {
			_, err := s.Catalogue.RestoreProductVersion(ctx, a, shop.ProductVersionRestoreInput{ID: "99", Version: 1})
			return err
		}, adminsFindNone},
		"Catalogue.DuplicateProduct": {func(a shop.Actor) error {
			_, err := s.Catalogue.DuplicateProduct(ctx, a, shop.ProductDuplicateInput{ID: "99"})
			return err
		}, adminsFindNone},
		"Catalogue.DeleteProduct": {func(a shop.Actor) error { return s.Catalogue.DeleteProduct(ctx, a, shop.ProductDeleteInput{ID: "99"}) }, adminsFindNone},
		"PreOrders.QueuePlaces":   {func(a shop.Actor) error { _, err := s.PreOrders.QueuePlaces(ctx, a, []string{unknownID}); return err }, everybody},
		"PreOrders.DeliveryChanges": {func(a shop.Actor) error {
			_, err := s.PreOrders.DeliveryChanges(ctx, a, []string{unknownID})
			return err
		}, everybody},
		"PreOrders.Queues": {func(a shop.Actor) error { _, err := s.PreOrders.Queues(ctx, a); return err }, adminsOnly},
		"PreOrders.PreviewMove": {func(a shop.Actor) error {
			_, err := s.PreOrders.PreviewMove(ctx, a, shop.PreOrderMovePlan{QueueID: "no", Days: new(1), Units: new(1), Reason: "R"})
			return err
		}, adminsFindNone},
		"PreOrders.Move": {func(a shop.Actor) error {
			_, err := s.PreOrders.Move(ctx, a, shop.PreOrderMoveInput{Plan: shop.PreOrderMovePlan{QueueID: "no", Days: new(1), Units: new(1), Reason: "R"}})
			return err
		}, adminsFindNone},
		"PreOrders.Confirm": {func(a shop.Actor) error {
			_, err := s.PreOrders.Confirm(ctx, a, shop.PreOrderConfirmInput{ID: &who.preOrder.ID})
			return err
		}, ownersOnly},
		"PreOrders.Keep": {func(a shop.Actor) error {
			_, err := s.PreOrders.Keep(ctx, a, shop.PreOrderKeepInput{ID: &who.preOrder.ID, ExpectedDelivery: who.preOrder.ExpectedDelivery})
			return err
		}, ownersOnly},
		"PreOrders.Change": {func(a shop.Actor) error {
			_, err := s.PreOrders.Change(ctx, a, shop.PreOrderChangeInput{ID: &who.preOrder.ID, Quantity: new(1)})
			return err
		}, ownersOnly},
		"PreOrders.Cancel": {func(a shop.Actor) error {
			if _, err := s.PreOrders.Cancel(ctx, a, shop.PreOrderCancelInput{ID: &who.preOrder.ID}); err != nil {
				return err
			}
			_, err := s.PreOrders.Reopen(ctx, a, shop.PreOrderReopenInput{ID: &who.preOrder.ID}) // for the next row
			return err
		}, ownersOnly},
		"PreOrders.Reopen": {func(a shop.Actor) error {
			_, err := s.PreOrders.Reopen(ctx, a, shop.PreOrderReopenInput{ID: &who.preOrder.ID})
			return err
		}, ownersOnly},
		"PreOrders.OfLink": {func(a shop.Actor) error { _, err := s.PreOrders.OfLink(ctx, a, unknownToken); return err },
			outcome{shop.NotFound, shop.NotFound, shop.NotFound, shop.NotFound}},
		"PreOrders.All": {func(a shop.Actor) error {
			_, err := s.PreOrders.All(ctx, a, shop.PreOrderFilter{}, shop.PreOrdersNewest, first)
			return err
		}, adminsOnly},
		"PreOrders.UpdateStatus": {func(a shop.Actor) error {
			_, err := s.PreOrders.UpdateStatus(ctx, a, shop.PreOrderStatusUpdateInput{ID: unknownID, Status: shop.PreOrderClosed})
			return err
		}, adminsFindNone},
		"Content.CreateTeamMember": {func(a shop.Actor) error {
			_, err := s.Content.CreateTeamMember(ctx, a, shop.TeamMemberCreateInput{Name: "A", Role: "B"})
			return err
		}, adminsOnly},
		"Content.UpdateTeamMember": {func(a shop.Actor) error {
			_, err := s.Content.UpdateTeamMember(ctx, a, shop.TeamMemberUpdateInput{ID: unknownID, Name: new("A")})
			return err
		}, adminsFindNone},
		"Content.DeleteTeamMember": {func(a shop.Actor) error {
			return s.Content.DeleteTeamMember(ctx, a, shop.TeamMemberDeleteInput{ID: unknownID})
		}, adminsFindNone},
		"Catalogue.Attributes": {func(a shop.Actor) error { _, err := s.Catalogue.Attributes(ctx, a); return err }, everybody},
		"Catalogue.ProductAttributes": {func(a shop.Actor) error {
			_, err := s.Catalogue.ProductAttributes(ctx, a, shop.Product{})
			return err
		}, everybody},
		"Catalogue.ProductFacets": {func(a shop.Actor) error {
			_, err := s.Catalogue.ProductFacets(ctx, a, shop.ProductFilter{})
			return err
		}, everybody},
		"Catalogue.ProductsByAttribute": {func(a shop.Actor) error {
			_, err := s.Catalogue.ProductsByAttribute(ctx, a, shop.ProductFilter{}, shop.AttributeSort{Attribute: "payload"}, first, shop.LineParts)
			return err
		}, everybody},
		"Catalogue.CreateAttribute": {func(a shop.Actor) error {
			_, err := s.Catalogue.CreateAttribute(ctx, a, shop.AttributeCreateInput{ID: "noise", Label: "Noise", Kind: shop.NumberAttribute})
			if err == nil { // for the next caller
				err = s.Catalogue.DeleteAttribute(ctx, a, shop.AttributeDeleteInput{ID: "noise"})
			}
			return err
		}, adminsOnly},
		"Catalogue.UpdateAttribute": {func(a shop.Actor) error {
			_, err := s.Catalogue.UpdateAttribute(ctx, a, shop.AttributeUpdateInput{ID: "unknown", Label: new("A")})
			return err
		}, adminsFindNone},
		"Catalogue.DeleteAttribute": {func(a shop.Actor) error {
			return s.Catalogue.DeleteAttribute(ctx, a, shop.AttributeDeleteInput{ID: "unknown"})
		}, adminsFindNone},
		"Content.CreateMilestone": {func(a shop.Actor) error {
			_, err := s.Content.CreateMilestone(ctx, a, shop.MilestoneCreateInput{Title: "A", Description: "B"})
			return err
		}, adminsOnly},
		"Content.UpdateMilestone": {func(a shop.Actor) error {
			_, err := s.Content.UpdateMilestone(ctx, a, shop.MilestoneUpdateInput{ID: unknownID, Title: new("A")})
			return err
		}, adminsFindNone},
		"Content.DeleteMilestone": {func(a shop.Actor) error {
			return s.Content.DeleteMilestone(ctx, a, shop.MilestoneDeleteInput{ID: unknownID})
		}, adminsFindNone},

		"Content.ContactMessages": {func(a shop.Actor) error {
			_, err := s.Content.ContactMessages(ctx, a, shop.ContactMessageFilter{}, shop.ContactMessagesNewest, first)
			return err
		}, adminsOnly},
		"Catalogue.BeginUpload": {func(a shop.Actor) error { return s.Catalogue.BeginUpload(ctx, a) }, adminsOnly},
		"Catalogue.CreateUpload": {func(a shop.Actor) error {
			_, err := s.Catalogue.CreateUpload(ctx, a, shop.Picture{Format: "jpg", Widths: []int{1}})
			return err
		}, adminsOnly},
		"Catalogue.CreateDocument": {func(a shop.Actor) error {
			_, err := s.Catalogue.CreateDocument(ctx, a, shop.DocumentFile{Format: shop.FormatPDF, Bytes: 1})
			return err
		}, adminsOnly},
		"Catalogue.CreateFilm": {func(a shop.Actor) error {
			_, err := s.Catalogue.CreateFilm(ctx, a, shop.FilmFile{Seconds: 1, Bytes: 1})
			return err
		}, adminsOnly},
		"Catalogue.CreateCaptions": {func(a shop.Actor) error {
			_, err := s.Catalogue.CreateCaptions(ctx, a, shop.CaptionsFile{Bytes: 1})
			return err
		}, adminsOnly},
		"Content.ResolveContactMessage": {func(a shop.Actor) error {
			_, err := s.Content.ResolveContactMessage(ctx, a, shop.ContactMessageResolveInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"Content.ReopenContactMessage": {func(a shop.Actor) error {
			_, err := s.Content.ReopenContactMessage(ctx, a, shop.ContactMessageReopenInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"Ops.AuditEntries": {func(a shop.Actor) error { _, err := s.Ops.AuditEntries(ctx, a, shop.AuditFilter{}, first); return err }, adminsOnly},
		"Users.Customers": {func(a shop.Actor) error {
			_, err := s.Users.Customers(ctx, a, shop.CustomerFilter{}, shop.CustomersNewest, first)
			return err
		}, adminsOnly},
		"Catalogue.Inventory": {func(a shop.Actor) error {
			_, err := s.Catalogue.Inventory(ctx, a, shop.InventoryFilter{}, shop.InventoryName, first)
			return err
		}, adminsOnly},
		"Orders.Export": {func(a shop.Actor) error {
			return s.Orders.Export(ctx, a, shop.OrderFilter{}, func(shop.ExportedOrder) error { return nil })
		}, adminsOnly},
		"PreOrders.Export": {func(a shop.Actor) error {
			return s.PreOrders.Export(ctx, a, shop.PreOrderFilter{}, func(shop.PreOrder) error { return nil })
		}, adminsOnly},
		"Content.ExportContactMessages": {func(a shop.Actor) error {
			return s.Content.ExportContactMessages(ctx, a, shop.ContactMessageFilter{}, func(shop.ContactMessage) error { return nil })
		}, adminsOnly},
		"Users.ExportCustomers": {func(a shop.Actor) error {
			return s.Users.ExportCustomers(ctx, a, shop.CustomerFilter{}, func(shop.Customer) error { return nil })
		}, adminsOnly},
		"Catalogue.ExportReviews": {func(a shop.Actor) error {
			return s.Catalogue.ExportReviews(ctx, a, shop.ReviewFilter{}, func(shop.Review) error { return nil })
		}, adminsOnly},
		"Content.ExportNewsletter": {func(a shop.Actor) error {
			return s.Content.ExportNewsletter(ctx, a, shop.NewsletterFilter{}, func(shop.NewsletterSubscriber) error { return nil })
		}, adminsOnly},
		"Catalogue.ExportInventory": {func(a shop.Actor) error {
			return s.Catalogue.ExportInventory(ctx, a, shop.InventoryFilter{}, shop.InventoryName, func(shop.Product) error { return nil })
		}, adminsOnly},
		"Catalogue.ImportProducts": {func(a shop.Actor) error {
			_, err := s.Catalogue.ImportProducts(ctx, a, shop.ReadProducts, strings.NewReader("name\nArm\n"), true)
			return err
		}, adminsOnly},
		"Users.Customer": {func(a shop.Actor) error { _, err := s.Users.Customer(ctx, a, unknownID); return err }, adminsFindNone},
		"Users.UpdateCustomer": {func(a shop.Actor) error {
			_, err := s.Users.UpdateCustomer(ctx, a, shop.CustomerUpdateInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"Users.EndCustomerSessions": {func(a shop.Actor) error {
			_, err := s.Users.EndCustomerSessions(ctx, a, shop.CustomerSessionsEndInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"Outbox.FollowFrom": {func(a shop.Actor) error { _, err := s.Outbox.FollowFrom(ctx, a, nil, 0); return err }, adminsOnly},
		"Ops.Dashboard": {func(a shop.Actor) error {
			from := d.Clock.Now().Truncate(24 * time.Hour)
			_, err := s.Ops.Dashboard(ctx, a, from, from.AddDate(0, 0, 7))
			return err
		}, adminsOnly},
		"Partners.CreateWebhook": {func(a shop.Actor) error {
			_, _, err := s.Partners.CreateWebhook(ctx, a, shop.WebhookCreateInput{URL: "https://partner.example"})
			return err
		}, adminsOnly},
		"Partners.DeleteWebhook": {func(a shop.Actor) error { return s.Partners.DeleteWebhook(ctx, a, shop.WebhookInput{ID: unknownID}) }, adminsFindNone},
		"Partners.ResumeWebhook": {func(a shop.Actor) error {
			_, err := s.Partners.ResumeWebhook(ctx, a, shop.WebhookInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"Partners.TestWebhook": {func(a shop.Actor) error {
			_, err := s.Partners.TestWebhook(ctx, a, shop.WebhookInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"Partners.Webhook":  {func(a shop.Actor) error { _, err := s.Partners.Webhook(ctx, a, unknownID); return err }, adminsFindNone},
		"Partners.Webhooks": {func(a shop.Actor) error { _, err := s.Partners.Webhooks(ctx, a, first); return err }, adminsOnly},
		"Outbox.Deliveries": {func(a shop.Actor) error { _, err := s.Outbox.Deliveries(ctx, a, unknownID, first); return err }, adminsOnly},
		"Outbox.ReplayDelivery": {func(a shop.Actor) error {
			_, err := s.Outbox.ReplayDelivery(ctx, a, shop.DeliveryInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"Agents.Create": {func(a shop.Actor) error {
			_, err := s.Agents.Create(ctx, a, shop.AgentSessionInput{Kind: shop.AgentCart})
			return err
		}, agentsOnly},
		"Agents.Get": {func(a shop.Actor) error { _, err := s.Agents.Get(ctx, a, shop.AgentCart, "1"); return err }, agentsOnly},
		"Agents.Update": {func(a shop.Actor) error {
			_, err := s.Agents.Update(ctx, a, "1", shop.AgentSessionInput{Kind: shop.AgentCart})
			return err
		}, agentsOnly},
		"Agents.Cancel": {func(a shop.Actor) error { _, err := s.Agents.Cancel(ctx, a, shop.AgentCart, "1"); return err }, agentsOnly},
		"Agents.Claim":  {func(a shop.Actor) error { _, err := s.Agents.Claim(ctx, a, shop.AgentRequest{Key: "1"}); return err }, agentsOnly},
		"Agents.Keep": {func(a shop.Actor) error {
			return s.Agents.Keep(ctx, a, shop.AgentRequest{Key: "1"}, shop.AgentResponse{})
		}, agentsOnly},
		"Agents.Release": {func(a shop.Actor) error { return s.Agents.Release(ctx, a, shop.AgentRequest{Key: "1"}) }, agentsOnly},
		"Agents.Prepared": {func(a shop.Actor) error { _, err := s.Agents.Prepared(ctx, a, "1"); return err },
			outcome{shop.Unauthenticated, shop.NotFound, shop.NotFound, shop.NotFound}},
		"Agents.Take": {func(a shop.Actor) error { _, err := s.Agents.Take(ctx, a, shop.TakePreparedInput{ID: "1"}); return err },
			outcome{shop.Unauthenticated, shop.NotFound, shop.NotFound, shop.NotFound}},
		"Orders.Prepared": {func(a shop.Actor) error { _, err := s.Orders.Prepared(ctx, a, ownersOrder); return err }, agentsOnly},
		"Partners.CreateAPIKey": {func(a shop.Actor) error {
			_, _, err := s.Partners.CreateAPIKey(ctx, a, shop.APIKeyCreateInput{Name: "K"})
			return err
		}, adminsOnly},
		"Partners.RevokeAPIKey": {func(a shop.Actor) error {
			_, err := s.Partners.RevokeAPIKey(ctx, a, shop.APIKeyRevokeInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"Partners.APIKeys": {func(a shop.Actor) error { _, err := s.Partners.APIKeys(ctx, a, first); return err }, adminsOnly},
		"Outbox.Events":    {func(a shop.Actor) error { _, err := s.Outbox.Events(ctx, a, first); return err }, adminsOnly},
		"Users.StaffRoles": {func(a shop.Actor) error { _, err := s.Users.StaffRoles(ctx, a); return err }, adminsOnly},
		"Users.CreateStaffRole": {func(a shop.Actor) error {
			_, err := s.Users.CreateStaffRole(ctx, a, shop.StaffRoleCreateInput{Name: rand.Text()})
			return err
		}, adminsOnly},
		"Users.UpdateStaffRole": {func(a shop.Actor) error {
			_, err := s.Users.UpdateStaffRole(ctx, a, shop.StaffRoleUpdateInput{ID: unknownID})
			return err
		}, adminsFindNone},
		"Users.DeleteStaffRole": {func(a shop.Actor) error {
			return s.Users.DeleteStaffRole(ctx, a, shop.StaffDeleteInput{ID: unknownID})
		}, adminsFindNone},
		"Users.AssignStaffRole": {func(a shop.Actor) error {
			_, err := s.Users.AssignStaffRole(ctx, a, shop.StaffRoleAssignInput{AccountID: unknownID})
			return err
		}, adminsFindNone},
		"Users.StaffInvitations": {func(a shop.Actor) error { _, err := s.Users.StaffInvitations(ctx, a); return err }, adminsOnly},
		"Users.InviteStaff": {func(a shop.Actor) error {
			_, err := s.Users.InviteStaff(ctx, a, shop.StaffInviteInput{Email: "a@b.c", RoleID: unknownID})
			return err
		}, adminsFindNone},
		"Users.RevokeStaffInvitation": {func(a shop.Actor) error {
			return s.Users.RevokeStaffInvitation(ctx, a, shop.StaffDeleteInput{ID: unknownID})
		}, adminsFindNone},
		"Users.InvitationOffer": {func(a shop.Actor) error { _, err := s.Users.InvitationOffer(ctx, a, unknownToken); return err }, badLink},
		"Users.AcceptInvitation": {func(a shop.Actor) error {
			_, err := s.Users.AcceptInvitation(ctx, a, shop.StaffInvitationAcceptInput{Token: unknownToken})
			return err
		}, outcome{shop.Unauthenticated, shop.InvalidToken, shop.InvalidToken, shop.InvalidToken}},
		"Users.CreateInvited": {func(a shop.Actor) error {
			_, _, err := s.Users.CreateInvited(ctx, a, unknownToken, "A", "hash", d.Clock.Now())
			return err
		}, badLink},
		"Content.DeleteContactMessage": {func(a shop.Actor) error {
			return s.Content.DeleteContactMessage(ctx, a, shop.ContactMessageDeleteInput{ID: unknownID})
		}, adminsFindNone},
	}

	// These run before anybody is known, or for the process itself; no API calls them at a stranger's request.
	withoutActor := map[string]bool{
		// For other stores.
		"Catalogue.LowStock": true, "Catalogue.StockChanged": true, "Catalogue.IssueAlertLink": true, "Catalogue.Product": true, "Content.FillReplies": true, "Content.Unanswered": true, "Content.IssueNewsletterLinks": true,
		"Content.Promises": true, "Orders.FillReservations": true, "Orders.Order": true, "PreOrders.IssueLink": true,
		"Orders.Reserved": true,
		// For the process itself, or decided by package auth.
		"Users.Create": true, "Users.Credentials": true, "Users.SealedFactor": true, "Users.LacksFactor": true, "Users.CreateChallenge": true, "Users.ChallengedUser": true, "Users.MeetChallenge": true, "Users.ResealFactors": true, "Users.CreateSession": true, "Users.SessionActor": true, "Users.Ensure": true,
		"Accounts.IssueLink": true, "Users.IssueInvitationLink": true, "Accounts.MakeAdmin": true, "Close": true, "Ready": true, "Seed": true, "SetUp": true, "IsSetUp": true, "LacksBank": true, "Now": true, "Terms": true, "Content.SetUpSettings": true, "Content.SetUpText": true, "Content.PublishDueFaq": true, "Content.CountDueTexts": true, "Content.MailTexts": true, "Catalogue.DescriptionHTML": true,
		// What visitors may see of it is chosen by the callers.
		"Content.Settings": true, "Content.LastSettings": true,
		"Ops.Sweep": true, "Catalogue.SweepUploads": true,
		"Partners.KeyActor": true, "Outbox.Follow": true, "Outbox.TakeDelivery": true, "Outbox.FinishDelivery": true, "Outbox.FailDelivery": true, "Outbox.TakeJob": true, "Outbox.FinishJob": true, "Outbox.RetryJob": true, "Outbox.PublishEvents": true, "Outbox.Committed": true, "Outbox.NextWork": true, "Outbox.RescheduleDeliveries": true, "Outbox.BeginWorker": true, "Outbox.TakeOver": true, "Orders.EndReservations": true, "Payments.TakeOnline": true, "Payments.TakesOnline": true, "Payments.Record": true, "Payments.ResendRefunds": true, "Payments.RecordUndelivered": true, "Changes": true, "Ops.Metrics": true, "Ops.Counts": true, "Ops.ShareCounts": true, "Ops.RenderedPage": true, "Ops.StoreRenderedPage": true,
	}
	for _, name := range methods(reflect.TypeFor[*db.Store]()) {
		if _, listed := table[name]; listed == withoutActor[name] {
			t.Errorf("%s must be in exactly one of the two lists", name)
		}
	}

	// With one of these scopes staff and API keys may what administrators may. What is not listed is for administrators only.
	scopes := map[string][]shop.Scope{}
	for scope, names := range map[shop.Scope]string{
		shop.ReadOrders:     "Orders.Export Orders.Get Orders.ByIDs Orders.All Orders.Invoice",
		shop.WritePayments:  "Payments.Import Payments.Transfers Payments.Statements Payments.Assign Payments.Ignore Payments.Release Payments.Refund Orders.RecordPayment",
		shop.WriteOrders:    "Orders.Cancel Orders.UpdateStatus Orders.UpdateAddress Orders.UpdateShipment",
		shop.ReadPreOrders:  "PreOrders.Export PreOrders.All PreOrders.Queues PreOrders.PreviewMove",
		shop.WritePreOrders: "PreOrders.UpdateStatus PreOrders.Move",
		shop.ReadContacts:   "Content.ExportContactMessages Content.ContactMessages",
		shop.WriteContacts:  "Content.ResolveContactMessage Content.ReopenContactMessage Content.DeleteContactMessage",
		shop.ReadEvents:     "Outbox.Events Outbox.FollowFrom",
		shop.WriteProducts: "Catalogue.ExportInventory Catalogue.ImportProducts Catalogue.Inventory Catalogue.CreateProduct Catalogue.UpdateProduct " +
			"Catalogue.DuplicateProduct Catalogue.DeleteProduct Catalogue.ProductDraft Catalogue.SaveProductDraft Catalogue.DiscardProductDraft " +
			"Catalogue.PublishProductDraft Catalogue.ProductVersions Catalogue.RestoreProductVersion Catalogue.BeginUpload Catalogue.CreateUpload Catalogue.CreateDocument " +
			"Catalogue.CreateFilm Catalogue.CreateCaptions Catalogue.CreateAttribute Catalogue.UpdateAttribute Catalogue.DeleteAttribute",
		shop.WriteContent: "Catalogue.ExportReviews Catalogue.Reviews Catalogue.HideReview Content.CreateTeamMember Content.UpdateTeamMember " +
			"Content.DeleteTeamMember Content.CreateMilestone Content.UpdateMilestone Content.DeleteMilestone Content.CreateFaqEntry " +
			"Content.UpdateFaqEntry Content.DeleteFaqEntry Content.ReorderFaqEntries Content.TextStates Content.TextDraft Content.TextVersions " +
			"Content.SaveTextDraft Content.DiscardTextDraft Content.PublishTextDraft Content.RestoreText Content.FaqDraft Content.FaqVersions " +
			"Content.SaveFaqDraft Content.DiscardFaqDraft Content.PublishFaqDraft Content.RestoreFaqVersion Catalogue.BeginUpload Catalogue.CreateUpload",
		shop.ReadQuotes:  "Quotes.All Quotes.Get",
		shop.WriteQuotes: "Quotes.Answer Quotes.Update Quotes.Order",
		shop.ReadCustomers: "Users.Customers Users.Customer Users.ExportCustomers Content.NewsletterSubscribers Content.ExportNewsletter " +
			"Catalogue.StockAlerts Catalogue.ExportStockAlerts",
		shop.WriteCustomers: "Users.UpdateCustomer Users.EndCustomerSessions Content.DeleteNewsletterSubscriber",
		shop.WriteSettings: "Content.SiteSettings Content.SettingsHistory Content.UpdateSettings Content.RestoreSettings " +
			"Catalogue.BeginUpload Catalogue.CreateUpload",
	} {
		for _, name := range strings.Fields(names) {
			if _, ok := table[name]; !ok {
				t.Errorf("%s is no method", name)
			}
			scopes[name] = append(scopes[name], scope)
		}
	}
	// Staff may call these only in person, and with any scope the last two.
	inPerson := map[string][]shop.Scope{"Orders.AddNote": {shop.WriteOrders}, "Orders.DeleteNote": {shop.WriteOrders},
		"Outbox.FollowFrom": shop.StaffScopes(), "Ops.Dashboard": shop.StaffScopes()}
	type caller struct {
		actor shop.Actor
		want  func(name string, row outcome) shop.Code
	}
	holds := func(held, wanted []shop.Scope) bool {
		return slices.ContainsFunc(held, func(scope shop.Scope) bool { return slices.Contains(wanted, scope) })
	}
	key := func(held ...shop.Scope) caller {
		return caller{shop.Actor{Address: "192.0.2.1", Key: &shop.KeyActor{ID: unknownID, MakerID: who.admin.UserID, Scopes: held}},
			func(name string, row outcome) shop.Code {
				switch {
				case holds(held, scopes[name]):
					return row.admin
				case row.visitor == shop.Unauthenticated:
					return shop.Forbidden
				}
				return row.visitor
			}}
	}
	staff := func(held ...shop.Scope) caller {
		c := caller{who.other, func(name string, row outcome) shop.Code {
			if holds(held, scopes[name]) || holds(held, inPerson[name]) {
				return row.admin
			}
			return row.other
		}}
		c.actor.Scopes = held
		return c
	}
	all := map[string]caller{
		"visitor":              {who.visitor, func(_ string, row outcome) shop.Code { return row.visitor }},
		"user":                 {who.user, func(_ string, row outcome) shop.Code { return row.user }},
		"other":                {who.other, func(_ string, row outcome) shop.Code { return row.other }},
		"admin":                {who.admin, func(_ string, row outcome) shop.Code { return row.admin }},
		"a key without scopes": key(), "a key with all scopes": key(shop.KeyScopes()...),
		"staff with all scopes": staff(shop.StaffScopes()...),
	}
	for _, scope := range shop.KeyScopes() {
		all["a key with "+string(scope)] = key(scope)
	}
	for _, scope := range shop.StaffScopes() {
		role, err := shop.StaffRoleCreateInput{Name: "R", Scopes: []shop.Scope{scope}}.Normal()
		if err != nil {
			t.Fatal(err)
		}
		all["staff with "+string(scope)] = staff(role.Scopes...)
	}
	for name, row := range table {
		for role, c := range all {
			if _, err := d.SQL.Exec(`DELETE FROM attempts`); err != nil { // there are more callers than the limits permit
				t.Fatal(err)
			}
			// An earlier row may have emptied the owner's cart.
			if _, err := s.Carts.AddItem(ctx, who.user, shop.CartItemAddInput{ProductID: "3", Quantity: 1}); err != nil {
				t.Fatal(err)
			}
			var refusal *shop.Error
			err, want := row.call(c.actor), c.want(name, row.want)
			errors.As(err, &refusal)
			switch {
			case want == "" && err != nil:
				t.Errorf("%s as %s: %v, want success", name, role, err)
			case want != "" && (refusal == nil || refusal.Code != want):
				t.Errorf("%s as %s: %v, want %s", name, role, err, want)
			}
		}
	}
}

// methods are the exported methods of a store and of the stores that are its fields, such as Orders.Place. Those that take a transaction
// are for other stores only.
func methods(store reflect.Type) []string {
	names := methodsOf(store, "")
	for _, field := range reflect.VisibleFields(store.Elem()) {
		if field.IsExported() {
			names = append(names, methodsOf(field.Type, field.Name+".")...)
		}
	}
	return names
}

func methodsOf(store reflect.Type, prefix string) (names []string) {
	for i := range store.NumMethod() {
		method, takesTx := store.Method(i), false
		for n := range method.Type.NumIn() {
			takesTx = takesTx || method.Type.In(n) == reflect.TypeFor[pg.Querier]()
		}
		if !takesTx {
			names = append(names, prefix+method.Name)
		}
	}
	return names
}

// cast makes the accounts, with an order and a quote of the first user.
func cast(t *testing.T, d *dbtest.Database) callers {
	t.Helper()
	ctx := context.Background()
	actor := func(email string, role shop.Role) shop.Actor {
		in := shop.UserRegisterInput{Name: email, Email: email}
		user, session, err := d.Store.Users.Create(ctx, shop.Actor{}, in, "hash", d.Clock.Now().Add(time.Hour))
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
		tax_minor, shipping_minor, total_minor, created_at) VALUES ($1, $2, 'PAID', 'a', 'b', 'c', 'NL', 'USD', 1, 0, 0, 1, now()),
		($3, $2, 'PAID', 'A', 'B', '1012 AB', 'NL', 'USD', 1, 0, 0, 1, now()),
		($4, $2, 'PAID', 'A', 'B', '1012 AB', 'NL', 'USD', 1, 0, 0, 1, now())`,
		ownersOrder, who.user.UserID, openOrder, paidOrder); err != nil {
		t.Fatal(err)
	}
	if _, err := d.SQL.Exec(`INSERT INTO payments (id, order_id, source, status, amount_minor, currency, paid_at, created_at)
		VALUES ($1, $1, 'MANUAL', 'SUCCEEDED', 1, 'USD', now(), now())`, paidOrder); err != nil {
		t.Fatal(err)
	}
	quote, _, err := d.Store.Quotes.Create(ctx, who.user, shop.QuoteCreateInput{Name: "A", Email: "a@b.c", IdempotencyKey: "cast",
		Lines: []*shop.QuoteLineInput{{ProductID: "1", Quantity: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	who.quote = quote.Number
	who.preOrder, err = d.Store.PreOrders.Create(ctx, who.user, shop.PreOrderCreateInput{Name: "A", Email: "a@b.c", Phone: "1", ProductID: new("2"), Quantity: 1})
	if err != nil {
		t.Fatal(err)
	}
	return who
}
