package test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

// feed is what a reader of RSS 2.0 sees of the merchant feed.
type feed struct {
	XMLName xml.Name `xml:"rss"`
	Version string   `xml:"version,attr"`
	Channel struct {
		Title       string `xml:"title"`
		Description string `xml:"description"`
		Links       []struct {
			Rel  string `xml:"rel,attr"`
			Href string `xml:"href,attr"`
		} `xml:"http://www.w3.org/2005/Atom link"`
		Items []feedItem `xml:"item"`
	} `xml:"channel"`
}

type feedItem struct {
	ID               string   `xml:"http://base.google.com/ns/1.0 id"`
	Title            string   `xml:"title"`
	Description      string   `xml:"description"`
	Link             string   `xml:"link"`
	Image            string   `xml:"http://base.google.com/ns/1.0 image_link"`
	Images           []string `xml:"http://base.google.com/ns/1.0 additional_image_link"`
	Availability     string   `xml:"http://base.google.com/ns/1.0 availability"`
	AvailabilityDate string   `xml:"http://base.google.com/ns/1.0 availability_date"`
	Price            string   `xml:"http://base.google.com/ns/1.0 price"`
	Condition        string   `xml:"http://base.google.com/ns/1.0 condition"`
	Brand            string   `xml:"http://base.google.com/ns/1.0 brand"`
	MPN              string   `xml:"http://base.google.com/ns/1.0 mpn"`
	IdentifierExists string   `xml:"http://base.google.com/ns/1.0 identifier_exists"`
	ProductType      string   `xml:"http://base.google.com/ns/1.0 product_type"`
	Weight           string   `xml:"http://base.google.com/ns/1.0 shipping_weight"`
	Highlights       []string `xml:"http://base.google.com/ns/1.0 product_highlight"`
	Shipping         []struct {
		Country string `xml:"http://base.google.com/ns/1.0 country"`
		Price   string `xml:"http://base.google.com/ns/1.0 price"`
	} `xml:"http://base.google.com/ns/1.0 shipping"`
	Details []struct {
		Name  string `xml:"http://base.google.com/ns/1.0 attribute_name"`
		Value string `xml:"http://base.google.com/ns/1.0 attribute_value"`
	} `xml:"http://base.google.com/ns/1.0 product_detail"`
}

// readFeed reads a page of the feed, which must be well-formed to its end.
func (s server) readFeed(path string) feed {
	s.Helper()
	status, text := s.send("GET", path, "", nil)
	if status != http.StatusOK {
		s.Fatalf("%s is %d %.300s", path, status, text)
	}
	var f feed
	d := xml.NewDecoder(strings.NewReader(text))
	if err := d.Decode(&f); err != nil {
		s.Fatalf("%s: %v", path, err)
	}
	if _, err := d.Token(); err != io.EOF && strings.TrimSpace(text[d.InputOffset():]) != "" {
		s.Fatalf("%s goes on after its end", path)
	}
	return f
}

// item returns a product of the first page of the feed, nil if it isn't there.
func (f feed) item(id string) *feedItem {
	for i, item := range f.Channel.Items {
		if item.ID == id {
			return &f.Channel.Items[i]
		}
	}
	return nil
}

// structuredData returns the things of a type that a page describes for search engines.
func (s server) structuredData(path, kind string) map[string]any {
	s.Helper()
	_, text := s.send("GET", path, "", nil)
	_, rest, _ := strings.Cut(text, `<script type="application/ld+json">`)
	block, _, _ := strings.Cut(rest, `</script>`)
	var data struct {
		Graph []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal([]byte(block), &data); err != nil {
		s.Fatalf("%s: %v in %.300s", path, err, block)
	}
	for _, thing := range data.Graph {
		if thing["@type"] == kind {
			return thing
		}
	}
	return nil
}

// fetch returns a response with its body.
func (s server) fetch(path, accept string) (*http.Response, string) {
	s.Helper()
	request, err := http.NewRequestWithContext(s.Context(), http.MethodGet, s.url+path, nil)
	if err != nil {
		s.Fatal(err)
	}
	request.Header.Set("Accept", accept)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.Fatal(err)
	}
	return response, string(text)
}

const browserAccept = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"

type machinesProduct struct {
	ID, Name, Category     string
	Model, LeadTime        *string
	ShortDesc              string
	Price, PriceWithTax    *struct{ Amount, Currency string }
	Stock, MaxQuantity     int
	IsPreorder, ComingSoon bool
	ExpectedDelivery       *time.Time
	Delivery               *struct{ From, Until time.Time }
	Images                 []struct{ URL string }
	Plate                  []struct{ Label, Value string }
	Specs                  []struct {
		Items []struct{ Label, Value string }
	}
	Documents    []struct{ URL string }
	DataSheet    string
	NumOfReviews int
	Rating       float64
}

// The structured data, the Markdown and the feed say of every product what the graph says.
func TestPagesForMachinesAgreeWithTheGraph(t *testing.T) {
	t.Parallel()
	s := startDemo(t)
	found := s.execute("", `{ products(first: 50) { nodes { id name category model leadTime shortDesc price { amount currency }
		priceWithTax { amount currency } stock maxQuantity isPreorder comingSoon expectedDelivery delivery { from until } images { url }
		plate { label value } specs { items { label value } } documents { url } dataSheet numOfReviews rating } } }`, nil)
	var products []machinesProduct
	text, err := json.Marshal(found.Data["products"].(map[string]any)["nodes"])
	if err == nil {
		err = json.Unmarshal(text, &products)
	}
	if err != nil || len(products) != 10 {
		t.Fatalf("%d products, %v", len(products), err)
	}
	f := s.readFeed("/feed.xml")
	offered := 0
	for _, p := range products {
		forSale := p.Price != nil && !p.ComingSoon
		if forSale {
			offered++
		}
		s.checkStructuredData(p, forSale)
		s.checkMarkdown(p)
		item := f.item(p.ID)
		if (item != nil) != forSale {
			t.Errorf("the feed lists %s: %v", p.ID, item != nil)
		} else if forSale {
			s.checkFeedItem(p, *item)
		}
	}
	if offered == 0 || len(f.Channel.Items) != offered {
		t.Errorf("%d items for %d offers", len(f.Channel.Items), offered)
	}
}

func (s server) checkStructuredData(p machinesProduct, forSale bool) {
	s.Helper()
	thing := s.structuredData("/products/"+p.ID, "Product")
	if thing["name"] != p.Name || thing["sku"] != p.ID || thing["category"] != p.Category || p.Model != nil && thing["mpn"] != *p.Model {
		s.Errorf("%s is described as %v", p.ID, thing)
	}
	offer, ok := thing["offers"].(map[string]any)
	if ok != forSale {
		s.Errorf("%s is offered: %v", p.ID, ok)
	}
	if !forSale {
		return
	}
	availability := "https://schema.org/InStock"
	if p.IsPreorder {
		availability = "https://schema.org/PreOrder"
	}
	if offer["price"] != p.Price.Amount || offer["priceCurrency"] != p.Price.Currency || offer["availability"] != availability {
		s.Errorf("%s: offer %v, want %s %s", p.ID, offer, p.Price.Amount, availability)
	}
}

func (s server) checkMarkdown(p machinesProduct) {
	s.Helper()
	page := "/products/" + p.ID
	byPath, text := s.fetch(page+".md", "*/*")
	negotiated, same := s.fetch(page, "text/markdown, text/html;q=0.9, */*;q=0.1")
	if text != same || byPath.StatusCode != 200 || negotiated.StatusCode != 200 {
		s.Errorf("%s: %d by its path and %d by Accept", page, byPath.StatusCode, negotiated.StatusCode)
	}
	for _, response := range []*http.Response{byPath, negotiated} {
		h := response.Header
		if h.Get("Content-Type") != "text/markdown; charset=utf-8" || h.Get("ETag") == "" || h.Get("ETag") != byPath.Header.Get("ETag") ||
			h.Get("Cache-Control") != "public, no-cache" || h.Get("Link") != "<"+s.url+page+`>; rel="canonical"` {
			s.Errorf("%s has the headers %v", page, h)
		}
	}
	html, body := s.fetch(page, browserAccept)
	for try := 0; try < 10 && !strings.Contains(body, "<main"); try++ { // a busy renderer leaves pages to the browser
		html, body = s.fetch(page, browserAccept)
	}
	if h := html.Header; !strings.HasPrefix(h.Get("Content-Type"), "text/html") || h.Get("Link") != "<"+s.url+page+`.md>; rel="alternate"; type="text/markdown"` ||
		!strings.Contains(strings.Join(h.Values("Vary"), ","), "Accept,") || !strings.Contains(strings.Join(negotiated.Header.Values("Vary"), ","), "Accept") {
		s.Errorf("the HTML of %s has the headers %v", page, h)
	}
	plain := strings.NewReplacer(`\`, "").Replace(text)
	wanted := []string{"# " + p.Name + "\n", p.ShortDesc, "| Category | " + p.Category + " |", "Page: <" + s.url + page + ">", s.url + p.DataSheet}
	if p.Price != nil {
		wanted = append(wanted, "| Price without tax | "+p.Price.Amount+" USD |", "| Price with tax | "+p.PriceWithTax.Amount+" USD |")
	}
	switch {
	case p.ComingSoon || p.Price == nil:
		wanted = append(wanted, "| Availability | Not for sale yet")
	case p.IsPreorder:
		wanted = append(wanted, "| Availability | Pre-order |")
	default:
		wanted = append(wanted, fmt.Sprintf("| Availability | %d in stock |", p.Stock))
	}
	if p.LeadTime != nil {
		wanted = append(wanted, "| Lead time after payment | "+*p.LeadTime+" |")
	}
	if p.Delivery != nil {
		wanted = append(wanted, "| Delivery if ordered now | "+p.Delivery.From.UTC().Format("January 2"))
	}
	for _, item := range p.Plate {
		wanted = append(wanted, "| "+item.Label+" | "+item.Value+" |")
	}
	for _, group := range p.Specs {
		for _, item := range group.Items {
			wanted = append(wanted, "| "+item.Label+" | "+item.Value+" |")
		}
	}
	for _, d := range p.Documents {
		wanted = append(wanted, s.url+d.URL)
	}
	for _, want := range wanted {
		if !strings.Contains(plain, want) {
			s.Errorf("%s lacks %q:\n%s", page, want, text)
		}
	}
}

func (s server) checkFeedItem(p machinesProduct, item feedItem) {
	s.Helper()
	availability := "in_stock"
	if p.IsPreorder {
		availability = "preorder"
	}
	if item.Title != p.Name || item.Link != s.url+"/products/"+p.ID || item.Price != p.Price.Amount+" "+p.Price.Currency ||
		item.Availability != availability || p.Model != nil && item.MPN != *p.Model || item.Condition != "new" ||
		item.ProductType != strings.ReplaceAll(p.Category, " / ", " > ") || (item.AvailabilityDate != "") != p.IsPreorder {
		s.Errorf("%s: %+v", p.ID, item)
	}
	if response, _ := s.fetch(strings.TrimPrefix(item.Image, s.url), "*/*"); response.StatusCode != 200 || !strings.HasPrefix(response.Header.Get("Content-Type"), "image/") {
		s.Errorf("the picture %s is %d", item.Image, response.StatusCode)
	}
}

// Every item keeps to the product data specification of Google, whatever administrators have entered.
func TestFeedIsValid(t *testing.T) {
	t.Parallel()
	s := startDemo(t)
	admin := s.loginDemoAdmin()
	hostile := `]]></item><g:price>1 USD</g:price>"&'` + "\u202e\u0085 " + strings.Repeat("long ", 35)
	s.execute(admin, `mutation { productUpdate(input: {id: "3", model: ""}) { userErrors { message } } }`, nil)
	// Earlier versions accepted control characters in names.
	if _, err := s.database("orrery").ExecContext(t.Context(), `UPDATE products SET name = $1, short_desc = $2 WHERE id = 3`,
		strings.TrimSpace(hostile[:190]), hostile); err != nil {
		t.Fatal(err)
	}
	if _, err := s.database("orrery").ExecContext(t.Context(), `UPDATE products SET stock = 0 WHERE id = 1;
		UPDATE products SET category = repeat('a / ', 60), content = content || jsonb_build_object('description', repeat('word **bold** <b>x</b> ', 900)) WHERE id = 3`); err != nil {
		t.Fatal(err)
	}
	f := s.readFeed("/feed.xml")
	if f.Version != "2.0" || f.Channel.Title != "Orrery Robotics" || f.Channel.Description == "" || len(f.Channel.Links) != 1 || f.Channel.Links[0].Rel != "self" {
		t.Errorf("the channel is %+v", f.Channel)
	}
	date := regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\dZ$`)
	price := regexp.MustCompile(`^\d+\.\d\d [A-Z]{3}$`)
	ids := map[string]bool{}
	atMost := func(id, name, text string, least, most int) {
		if n := len([]rune(text)); n < least || n > most {
			t.Errorf("%s: %s has %d characters", id, name, n)
		}
	}
	for _, i := range f.Channel.Items {
		if ids[i.ID] {
			t.Errorf("%s is there twice", i.ID)
		}
		ids[i.ID] = true
		atMost(i.ID, "id", i.ID, 1, 50)
		atMost(i.ID, "title", i.Title, 1, 150)
		atMost(i.ID, "description", i.Description, 1, 5000)
		atMost(i.ID, "brand", i.Brand, 1, 70)
		atMost(i.ID, "mpn", i.MPN, 0, 70)
		atMost(i.ID, "product_type", i.ProductType, 1, 750)
		for _, address := range append([]string{i.Link, i.Image}, i.Images...) {
			if parsed, err := url.Parse(address); err != nil || !parsed.IsAbs() || len(address) > 2000 {
				t.Errorf("%s leads to %q", i.ID, address)
			}
		}
		if len(i.Images) > 10 || len(i.Highlights) == 1 || len(i.Highlights) > 100 || len(i.Details) > 1000 {
			t.Errorf("%s has %d pictures, %d highlights and %d details", i.ID, len(i.Images), len(i.Highlights), len(i.Details))
		}
		if !price.MatchString(i.Price) || i.Condition != "new" || len(i.Shipping) != 1 || !price.MatchString(i.Shipping[0].Price) || len(i.Shipping[0].Country) != 2 {
			t.Errorf("%s: %+v", i.ID, i)
		}
		if (i.MPN == "") != (i.IdentifierExists == "no") {
			t.Errorf("%s: model %q, identifier_exists %q", i.ID, i.MPN, i.IdentifierExists)
		}
		switch i.Availability {
		case "preorder":
			at, err := time.Parse("2006-01-02T15:04Z07:00", i.AvailabilityDate)
			if err != nil || !date.MatchString(i.AvailabilityDate) || time.Until(at) > 365*24*time.Hour {
				t.Errorf("%s: availability_date %q, %v", i.ID, i.AvailabilityDate, err)
			}
		case "in_stock", "out_of_stock":
		default:
			t.Errorf("%s: availability %q", i.ID, i.Availability)
		}
	}
	if sold := f.item("1"); sold == nil || sold.Availability != "out_of_stock" || len(sold.Highlights) < 2 || sold.Weight != "96 kg" || len(sold.Details) != 6 {
		t.Errorf("the sold-out product is %+v", sold)
	}
	if hostile := f.item("3"); hostile == nil || !strings.HasPrefix(hostile.Title, `]]></item><g:price>1 USD`) || hostile.IdentifierExists != "no" ||
		strings.Contains(hostile.Description, "**") || hostile.Price != "22999.00 USD" {
		t.Errorf("the hostile product is %+v", hostile)
	}
	if status, text := s.send("GET", "/products/3.md", "", nil); status != 200 || strings.Count(text, "\n# ")+1 != 1 || strings.Contains(text, "\n|]]>") {
		t.Errorf("the hostile Markdown is %d %.500s", status, text)
	}
}

// A price that an administrator has changed is in the feed a second later at the latest; products without one are not.
func TestFeedFollowsPrices(t *testing.T) {
	t.Parallel()
	s := startDemo(t)
	admin := s.loginDemoAdmin()
	made := s.execute(admin, `mutation { productCreate(input: {name: "Priceless"}) { product { id } userErrors { message } } }`, nil)
	id := made.Data["productCreate"].(map[string]any)["product"].(map[string]any)["id"].(string)
	if s.readFeed("/feed.xml").item(id) != nil {
		t.Error("a product without a price is listed")
	}
	for i := range 5 {
		want := fmt.Sprintf("%d.00", 30_000+i)
		s.execute(admin, `mutation ($price: Decimal) { productUpdate(input: {id: "1", price: $price}) { userErrors { code } } }`, map[string]any{"price": want})
		changed := time.Now()
		for s.readFeed("/feed.xml").item("1").Price != want+" USD" {
			if time.Since(changed) > time.Second {
				t.Fatalf("the feed does not show %s after a second", want)
			}
		}
	}
	s.execute(admin, `mutation { productUpdate(input: {id: "1", listed: false}) { userErrors { code } } }`, nil)
	if s.readFeed("/feed.xml").item("1") != nil {
		t.Error("an unlisted product is listed")
	}
}

// A large catalogue has several pages, each with the same range of products whatever changes.
func TestFeedHasPages(t *testing.T) {
	t.Parallel()
	s := startDemo(t)
	if _, err := s.database("orrery").ExecContext(t.Context(), `DO $$ DECLARE names text; BEGIN
		SELECT string_agg(quote_ident(column_name), ', ') INTO names FROM information_schema.columns
			WHERE table_name = 'products' AND is_generated = 'NEVER' AND column_name <> 'id';
		EXECUTE format('INSERT INTO products (id, %1$s) SELECT unnest(ARRAY[20000, 20001, 60001]), %1$s FROM products WHERE id = 3', names);
	END $$`); err != nil {
		t.Fatal(err)
	}
	var ids []string
	pages := 0
	for at := s.url + "/feed.xml"; at != ""; pages++ {
		f := s.readFeed(strings.TrimPrefix(at, s.url))
		for _, item := range f.Channel.Items {
			ids = append(ids, item.ID)
		}
		at = ""
		for _, link := range f.Channel.Links {
			if link.Rel == "next" {
				at = link.Href
			}
		}
	}
	if got := strings.Join(ids, " "); got != "1 2 3 20000 20001 60001" || pages != 4 {
		t.Errorf("%d pages list %s", pages, got)
	}
	for _, query := range []string{"page=5", "page=0", "page=-1", "page=x", "page=99999999999999999999", "page=16777215", "page=1e3", "page=%00"} {
		if status, text := s.send("GET", "/feed.xml?"+query, "", nil); status != http.StatusNotFound {
			t.Errorf("%s is %d %.200s", query, status, text)
		}
	}
}

// The questions and the texts are available as Markdown, and llms.txt leads to every page, none of them broken.
func TestMarkdownOfTexts(t *testing.T) {
	t.Parallel()
	s := startDemo(t)
	found := s.execute("", `{ faqEntries { question answer } }`, nil)
	_, faq := s.fetch("/faq", "text/markdown")
	told := s.structuredData("/faq", "FAQPage")["mainEntity"].([]any)
	entries := found.Data["faqEntries"].([]any)
	if len(entries) == 0 || len(told) != len(entries) {
		t.Fatalf("%d questions, %d are told", len(entries), len(told))
	}
	for i, entry := range entries {
		entry, thing := entry.(map[string]any), told[i].(map[string]any)
		if thing["name"] != entry["question"] || thing["acceptedAnswer"].(map[string]any)["text"] != entry["answer"] {
			t.Errorf("question %d is told as %v", i, thing)
		}
		if !strings.Contains(strings.ReplaceAll(faq, `\`, ""), "## "+entry["question"].(string)+"\n") {
			t.Errorf("the Markdown lacks %q", entry["question"])
		}
	}
	_, terms := s.fetch("/terms.md", "*/*")
	if !strings.HasPrefix(terms, "# Terms\n") || !strings.Contains(terms, "\n## Withdrawal for consumers\n") || strings.Contains(terms, "{{") {
		t.Errorf("the terms are %.300s", terms)
	}
	if response, _ := s.fetch("/terms?version=1", "text/markdown"); !strings.HasPrefix(response.Header.Get("Content-Type"), "text/html") {
		t.Error("an earlier version is answered with the current one")
	}

	response, text := s.fetch("/llms.txt", "*/*")
	if response.StatusCode != 200 || !strings.HasPrefix(text, "# Orrery Robotics\n\n> ") {
		t.Fatalf("%d %.300s", response.StatusCode, text)
	}
	links := regexp.MustCompile(`\]\(<([^>]+)>\)`).FindAllStringSubmatch(text, -1)
	for _, link := range links {
		path := strings.TrimPrefix(link[1], s.url)
		if path == "/graphql" {
			continue // needs a query
		}
		if response, _ := s.fetch(path, "*/*"); response.StatusCode != 200 {
			t.Errorf("llms.txt leads to %s, which is %d", link[1], response.StatusCode)
		}
	}
	if len(links) < 20 || !strings.Contains(text, s.url+"/products/1.md>") || !strings.Contains(text, s.url+"/faq.md>") {
		t.Errorf("llms.txt is\n%s", text)
	}
	for path, want := range map[string]int{"/products/99.md": 404, "/products/.md": 404, "/cart.md": 404, "/products/1.md.md": 404, "/.md": 404, "/products/1/2.md": 404} {
		if response, text := s.fetch(path, "*/*"); response.StatusCode != want {
			t.Errorf("%s is %d %.200s", path, response.StatusCode, text)
		}
	}
	for accept, want := range map[string]string{browserAccept: "text/html", "*/*": "text/html", "": "text/html", "text/markdown;q=0": "text/html",
		"text/markdown;q=0.5, text/html": "text/html", "TEXT/MARKDOWN": "text/markdown", "text/html, text/markdown": "text/markdown",
		"text/markdown; charset=utf-8; q=0.9": "text/markdown", "text/markdown;q=x": "text/html"} {
		if response, _ := s.fetch("/products/1", accept); !strings.HasPrefix(response.Header.Get("Content-Type"), want) {
			t.Errorf("Accept %q is answered with %s", accept, response.Header.Get("Content-Type"))
		}
	}
}
