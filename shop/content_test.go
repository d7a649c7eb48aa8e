package shop

import (
	"strings"
	"testing"
)

// normal turns an input's method into what is wrong with the input.
func normal[In any](in interface{ Normal() (In, error) }) string {
	_, err := in.Normal()
	return codes(err)
}

func TestContentInputs(t *testing.T) {
	long := func(n int) string { return strings.Repeat("é", n) }
	for name, c := range map[string]struct{ got, want string }{
		"review":               {normal(ProductReviewInput{Rating: 5}), ""},
		"longest review":       {normal(ProductReviewInput{Rating: 1, Comment: long(2000)}), ""},
		"no star":              {normal(ProductReviewInput{}), "rating OUT_OF_RANGE"},
		"six stars, too long":  {normal(ProductReviewInput{Rating: 6, Comment: long(2001)}), "rating OUT_OF_RANGE, comment TOO_LONG"},
		"NUL in a review":      {normal(ProductReviewInput{Rating: 3, Comment: "a\x00b"}), "comment INVALID"},
		"status":               {normal(PreOrderStatusUpdateInput{Status: PreOrderClosed}), ""},
		"no status":            {normal(PreOrderStatusUpdateInput{}), "status REQUIRED"},
		"status in lower case": {normal(PreOrderStatusUpdateInput{Status: "closed"}), "status INVALID"},
		"step":                 {normal(MilestoneCreateInput{Title: long(200), Description: long(2000)}), ""},
		"blank step":           {normal(MilestoneCreateInput{Title: " ", Description: "\n"}), "title REQUIRED, description REQUIRED"},
		"long step":            {normal(MilestoneCreateInput{Title: long(201), Description: long(2001)}), "title TOO_LONG, description TOO_LONG"},
		"member":               {normal(TeamMemberCreateInput{Name: "Ada", Role: "Engineer"}), ""},
		"blank member":         {normal(TeamMemberCreateInput{}), "name REQUIRED, role REQUIRED"},
		"long member":          {normal(TeamMemberCreateInput{Name: long(101), Role: long(101)}), "name TOO_LONG, role TOO_LONG"},
		"message":              {normal(ContactMessageCreateInput{Name: "A", Email: "a@b.c", Subject: "S", Message: "M"}), ""},
		"blank message": {normal(ContactMessageCreateInput{}),
			"name REQUIRED, email REQUIRED, subject REQUIRED, message REQUIRED"},
		"newsletter":       {normal(NewsletterSubscribeInput{Email: "a@b.c"}), ""},
		"no newsletter":    {normal(NewsletterSubscribeInput{Email: " "}), "email REQUIRED"},
		"odd newsletter":   {normal(NewsletterSubscribeInput{Email: "a@b"}), "email INVALID"},
		"link":             {normal(NewsletterTokenInput{Token: strings.Repeat("A", 43)}), ""},
		"stock alert":      {normal(StockAlertCreateInput{ProductID: "1", Email: "A@b.c"}), ""},
		"no stock alert":   {normal(StockAlertCreateInput{Email: "a@b"}), "productId REQUIRED, email INVALID"},
		"alert's link":     {normal(StockAlertTokenInput{Token: "A"}), "token INVALID_TOKEN"},
		"link that is cut": {normal(NewsletterTokenInput{Token: "A"}), "token INVALID_TOKEN"},
		"long message": {normal(ContactMessageCreateInput{Name: long(101), Email: "a", Subject: long(201), Message: long(5001)}),
			"name TOO_LONG, email INVALID, subject TOO_LONG, message TOO_LONG"},
	} {
		if c.got != c.want {
			t.Errorf("%s: refusals %q, want %q", name, c.got, c.want)
		}
	}
	if in, _ := (ProductReviewInput{Rating: 4, Comment: "  Good.\n"}).Normal(); in.Comment != "Good." {
		t.Errorf("comment %q", in.Comment)
	}
}

func TestHideEmail(t *testing.T) {
	for email, want := range map[string]string{
		"ada@example.org": "a***@example.org", "a@b.c": "a***@b.c", "élan@example.org": "é***@example.org",
	} {
		if got := HideEmail(email); got != want {
			t.Errorf("%s is shown as %s, want %s", email, got, want)
		}
	}
}
