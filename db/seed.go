package db

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"orrery/db/catalogue"
	"orrery/db/pg"
	"orrery/shop"
)

//go:embed seed
var seedFiles embed.FS

// firstTexts are the texts with which a shop of its own begins.
//
//go:embed texts
var firstTexts embed.FS

// seedColumns are the columns of a product without the one that PostgreSQL computes.
var seedColumns = slices.DeleteFunc(slices.Clone(catalogue.Columns), func(c string) bool { return c == "rating" })

var (
	loadedSeeds = pg.Prepared(`SELECT file FROM seeds`)
	claimSeed   = pg.Prepared(`INSERT INTO seeds (file, loaded_at) VALUES ($1, $2) ON CONFLICT DO NOTHING`)
	seedProduct = pg.Named(catalogue.ProductRow{}, `INSERT INTO products `+pg.Values(seedColumns...)+`
		ON CONFLICT DO NOTHING`)
	seedReview = pg.Named(catalogue.ReviewRow{}, `INSERT INTO reviews `+
		pg.Values(`id, product_id, name, rating, comment, created_at, verified`))
	// IDs of new products continue after the seeded ones, and an ID that was assigned and deleted is never reused.
	continueIDs = pg.Prepared(`SELECT setval(pg_get_serial_sequence('products', 'id'),
		greatest(max(p.id), (SELECT last_value FROM products_id_seq))) FROM products p`)
	rateProduct = pg.Prepared(`UPDATE products SET rating_sum = rating_sum + $2, rating_count = rating_count + 1
		WHERE id = $1`)
	// Pictures that an administrator added are uploads; a product that has one is not changed.
	renewPictures = pg.Named(catalogue.ProductRow{}, `UPDATE products
		SET image = :image, gallery = :gallery, video = :video
		WHERE id = :id AND coalesce(image ->> 'url', '/images/') LIKE '/images/%'
		AND coalesce(video ->> 'url', '/films/') LIKE '/films/%'
		AND NOT EXISTS (SELECT FROM jsonb_array_elements(gallery) AS picture
			WHERE picture ->> 'url' NOT LIKE '/images/%')`)
	// Values that an administrator has set are kept. A product with another model is no longer the one of the file.
	stateEngineering = pg.Prepared(`UPDATE products
		SET content = content || jsonb_build_object('engineering', $3::jsonb)
		WHERE id = $1 AND model IS NOT DISTINCT FROM $2 AND coalesce(content -> 'engineering', 'null') = 'null'`)
	stateMotion = pg.Prepared(`UPDATE products
		SET content = content || jsonb_build_object('motion', $3::jsonb)
		WHERE id = $1 AND model IS NOT DISTINCT FROM $2 AND coalesce(content -> 'motion', 'null') = 'null'`)
	listDocuments = pg.Prepared(`UPDATE products
		SET content = content || jsonb_build_object('documents', $3::jsonb)
		WHERE id = $1 AND model IS NOT DISTINCT FROM $2 AND coalesce(content -> 'documents', 'null') IN ('null', '[]')`)
	seedTeam = pg.Prepared(`INSERT INTO team_members (id, name, role, avatar, created_at)
		VALUES ($1, $2, $3, $4, $5)`)
	seedMilestone = pg.Prepared(`INSERT INTO milestones (id, title, description, created_at) VALUES ($1, $2, $3, $4)`)
)

// pictures is the name of the pictures and films of seed/products in the table of seeds. A database that was seeded
// with other ones is updated once. A change of the files needs a new name here.
const pictures = "pictures: rendered machines, films of five"

// engineering is the name of the figures for the compatibility check in the table of seeds, with the same rule.
const engineering = "engineering: figures of ten machines"

// motion is the name of the figures for cell plans in the table of seeds, with the same rule.
const motion = "motion: axes of three arms and a rail, gripper, camera"

// documents is the name of the documents of seed/products in the table of seeds, with the same rule.
const documents = "documents: CAD files of ten machines"

// seedTries and seedPause bound the wait for another process that loads the same seed.
const (
	seedTries = 10
	seedPause = time.Second
)

// setUp is the name in the table of seeds of a shop that SetUp has set up, which gets no seeds.
const setUp = "init"

// ownText returns the name in the table of seeds of a first text of such a shop.
func ownText(name shop.TextName) string { return "init: texts/" + string(name) + ".yaml" }

// mailTexts is the name in the table of seeds of the words of emails, which are the same for all shops.
const mailTexts = "texts/mails"

// SetUp stores the first settings of a new shop, which begins with an empty catalogue. The error is NOT_ALLOWED if the
// database already has a shop. It needs no authorisation: only the command init calls it.
func (s *Store) SetUp(ctx context.Context, settings shop.Settings) error {
	err := s.base.InTx(ctx, func(tx pg.Querier) error {
		var loaded []string
		if err := tx.Select(ctx, &loaded, loadedSeeds); err != nil {
			return err
		}
		if len(loaded) > 0 {
			return &shop.Error{Code: shop.NotAllowed,
				Message: "This database already has a shop. Change its settings at /admin/settings."}
		}
		if _, err := tx.Exec(ctx, claimSeed, setUp, s.base.Now()); err != nil {
			return err
		}
		if err := s.Content.SetUpSettings(ctx, tx, settings); err != nil {
			return err
		}
		for _, name := range shop.TextNames() {
			if _, err := tx.Exec(ctx, claimSeed, ownText(name), s.base.Now()); err != nil {
				return err
			}
			if err := s.setUpText(ctx, tx, name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && shop.UserErrors(err) == nil {
		return fmt.Errorf("set up the shop: %w", err)
	}
	return err
}

// setUpText stores a first text of a shop of its own.
func (s *Store) setUpText(ctx context.Context, tx pg.Querier, name shop.TextName) error {
	text, err := firstTexts.ReadFile("texts/" + string(name) + ".yaml")
	if err != nil {
		return err
	}
	return s.loadText(ctx, tx, name, text)
}

func (s *Store) loadText(ctx context.Context, tx pg.Querier, name shop.TextName, text []byte) error {
	var document shop.TextDocument
	if err := readYAML(text, &document); err != nil {
		return err
	}
	return s.Content.SetUpText(ctx, tx, name, document)
}

// IsSetUp reports whether SetUp has set up the shop, so that it isn't the demo. It needs no authorisation.
func (s *Store) IsSetUp(ctx context.Context) (bool, error) {
	var loaded []string
	if err := s.base.Pool().Select(ctx, &loaded, loadedSeeds); err != nil {
		return false, fmt.Errorf("read which seeds are loaded: %w", err)
	}
	return slices.Contains(loaded, setUp), nil
}

// LacksBank reports whether buyers are asked to pay into no bank account, or into that of the seed, which receives no
// real payments. It needs no authorisation.
func (s *Store) LacksBank(ctx context.Context) (bool, error) {
	text, err := seedFiles.ReadFile("seed/" + settingsSeed)
	if err != nil {
		return false, err
	}
	demo, current := shop.Settings{}, shop.Settings{}
	if err := readYAML(text, &demo); err != nil {
		return false, err
	}
	current, err = s.Content.Settings(ctx)
	return current.Bank == demo.Bank || current.Bank == (shop.BankAccount{}), err
}

const settingsSeed = "settings.yaml"

// Seed loads the files of seed/ that this database has never loaded, each once, so that later edits and deletions are
// kept. A shop that SetUp has set up gets its first texts instead. It is called at the start of a process, never by a
// request; several processes may call it concurrently.
func (s *Store) Seed(ctx context.Context) error {
	var loaded []string
	if err := s.base.Pool().Select(ctx, &loaded, loadedSeeds); err != nil {
		return fmt.Errorf("read which seeds are loaded: %w", err)
	}
	load := func(name string, do func(tx pg.Querier) error) error {
		if slices.Contains(loaded, name) {
			return nil
		}
		claim := func(tx pg.Querier) error {
			claimed, err := tx.Exec(ctx, claimSeed, name, s.base.Now())
			if err != nil || claimed == 0 {
				return err
			}
			return do(tx)
		}
		err := s.base.InTx(ctx, claim)
		// While another process loads it, the claim waits for longer than a statement may.
		for try := 1; try < seedTries && shop.IsUnavailable(err); try++ {
			time.Sleep(seedPause)
			err = s.base.InTx(ctx, claim)
		}
		if err != nil {
			return fmt.Errorf("load seed %q: %w", name, err)
		}
		return nil
	}
	err := load(mailTexts, func(tx pg.Querier) error {
		return s.Content.SetUpText(ctx, tx, shop.TextMails, shop.TextDocument{Title: "Emails"})
	})
	if err != nil {
		return err
	}
	if slices.Contains(loaded, setUp) {
		for _, name := range shop.TextNames() {
			err := load(ownText(name), func(tx pg.Querier) error { return s.setUpText(ctx, tx, name) })
			if err != nil {
				return err
			}
		}
		return nil
	}
	err = fs.WalkDir(seedFiles, "seed", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name := strings.TrimPrefix(path, "seed/")
		return load(name, func(tx pg.Querier) error {
			text, err := seedFiles.ReadFile(path)
			if err != nil {
				return err
			}
			return s.loadSeed(ctx, tx, name, text)
		})
	})
	if err != nil {
		return err
	}
	for name, renew := range map[string]func(context.Context, pg.Querier, shop.Product) error{
		pictures:    s.renewPictures,
		engineering: s.stateEngineering,
		motion:      s.stateMotion,
		documents:   s.listDocuments,
	} {
		err := load(name, func(tx pg.Querier) error {
			return s.eachSeededProduct(func(p shop.Product) error { return renew(ctx, tx, p) })
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) loadSeed(ctx context.Context, tx pg.Querier, name string, text []byte) error {
	switch {
	case strings.HasPrefix(name, "products/"):
		return s.loadProduct(ctx, tx, text)
	case strings.HasPrefix(name, "texts/"):
		return s.loadText(ctx, tx, shop.TextName(strings.TrimSuffix(strings.TrimPrefix(name, "texts/"), ".yaml")), text)
	case name == settingsSeed:
		settings := shop.DefaultSettings()
		if err := readYAML(text, &settings); err != nil {
			return err
		}
		return s.Content.SetUpSettings(ctx, tx, settings)
	case name == "team.yaml":
		return loadList(text, func(i int, m struct{ Name, Role string }, id string) error {
			_, err := tx.Exec(ctx, seedTeam, id, m.Name, m.Role, nil, s.after(i))
			return err
		})
	case name == "milestones.yaml":
		return loadList(text, func(i int, m struct{ Title, Description string }, id string) error {
			_, err := tx.Exec(ctx, seedMilestone, id, m.Title, m.Description, s.after(i))
			return err
		})
	case name == "faq.yaml":
		var entries []shop.FaqEntry
		err := loadList(text, func(_ int, entry shop.FaqEntry, id string) error {
			entry.ID = id
			entries = append(entries, entry)
			return nil
		})
		if err != nil {
			return err
		}
		for _, part := range []string{"faq_delivery.yaml", "faq_orders.yaml"} { // of the previous release
			if _, err := tx.Exec(ctx, claimSeed, part, s.base.Now()); err != nil {
				return err
			}
		}
		return s.Content.SetUpFaq(ctx, tx, entries)
	}
	return fmt.Errorf("no loader for this file")
}

// after returns a time that increases with i, so that rows that are sorted by time keep the order of the file.
func (s *Store) after(i int) time.Time { return s.base.Now().Add(time.Duration(i) * time.Millisecond) }

// seedEntry is the content of a file of seed/products, whose keys are the fields of shop.Product.
type seedEntry struct {
	ID      int64
	Price   *int64 `json:"price"` // in whole units of the shop's currency
	Reviews []seedReviewEntry
	shop.Product
	shop.Content
}

type seedReviewEntry struct {
	Name    string
	Rating  int
	Comment string
}

func (s *Store) readProduct(text []byte) (shop.Product, []seedReviewEntry, error) {
	var entry seedEntry
	err := readYAML(text, &entry)
	p := entry.Product
	p.Content = entry.Content
	p.ID = strconv.FormatInt(entry.ID, 10)
	if entry.Price != nil {
		p.Price = new(s.base.Terms.FromMajor(*entry.Price))
	}
	p.PreorderLimit = max(p.PreorderLimit, 1)
	// The catalogue lists the newest products first, so the seeded products are listed in the order of their IDs.
	p.CreatedAt = s.base.Now().Add(-time.Duration(entry.ID) * time.Minute)
	return p, entry.Reviews, err
}

func (s *Store) loadProduct(ctx context.Context, tx pg.Querier, text []byte) error {
	p, reviews, err := s.readProduct(text)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, seedProduct, seedProduct.Args(catalogue.RowOf(p))...); err != nil {
		return err
	}
	for i, r := range reviews {
		id, err := pg.NewID()
		if err != nil {
			return err
		}
		row := catalogue.ReviewRow{ID: id, ProductID: p.ID, Name: r.Name, Rating: r.Rating, Comment: r.Comment,
			CreatedAt: s.after(i), Verified: true}
		if _, err := tx.Exec(ctx, seedReview, seedReview.Args(row)...); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, rateProduct, p.ID, r.Rating); err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, continueIDs)
	return err
}

// eachSeededProduct calls do with the product of each file of seed/products.
func (s *Store) eachSeededProduct(do func(shop.Product) error) error {
	files, err := fs.Glob(seedFiles, "seed/products/*.yaml")
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := seedFiles.ReadFile(file)
		if err != nil {
			return err
		}
		p, _, err := s.readProduct(text)
		if err == nil {
			err = do(p)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

func (s *Store) seededProducts() (all []shop.Product, err error) {
	err = s.eachSeededProduct(func(p shop.Product) error {
		all = append(all, p)
		return nil
	})
	return all, err
}

func (s *Store) renewPictures(ctx context.Context, tx pg.Querier, p shop.Product) error {
	_, err := tx.Exec(ctx, renewPictures, renewPictures.Args(catalogue.RowOf(p))...)
	return err
}

func (s *Store) stateEngineering(ctx context.Context, tx pg.Querier, p shop.Product) error {
	if p.Engineering == nil {
		return nil
	}
	_, err := tx.Exec(ctx, stateEngineering, p.ID, p.Model, pg.JSON[*shop.Engineering]{V: p.Engineering})
	return err
}

func (s *Store) stateMotion(ctx context.Context, tx pg.Querier, p shop.Product) error {
	if p.Motion == nil {
		return nil
	}
	_, err := tx.Exec(ctx, stateMotion, p.ID, p.Model, pg.JSON[*shop.Motion]{V: p.Motion})
	return err
}

func (s *Store) listDocuments(ctx context.Context, tx pg.Querier, p shop.Product) error {
	if len(p.Documents) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, listDocuments, p.ID, p.Model, pg.JSON[[]shop.Document]{V: p.Documents})
	return err
}

func loadList[T any](text []byte, insert func(i int, item T, id string) error) error {
	var items []T
	if err := readYAML(text, &items); err != nil {
		return err
	}
	for i, item := range items {
		id, err := pg.NewID()
		if err != nil {
			return err
		}
		if err := insert(i, item, id); err != nil {
			return err
		}
	}
	return nil
}

// readYAML decodes YAML; an unknown key is an error.
func readYAML(text []byte, into any) error {
	raw, err := yaml.YAMLToJSON(text)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	return d.Decode(into)
}
