package db_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"orrery/db/catalogue"
	"orrery/db/dbtest"
	"orrery/shop"
)

const sweptHash = "0123456789abcdef0123456789abcdef"

// sweeper sweeps the uploads of a database and keeps the names of the files that were deleted.
type sweeper struct {
	*dbtest.Database
	t       *testing.T
	removed []string
}

func (s *sweeper) remove(_ context.Context, name string) error {
	s.removed = append(s.removed, name)
	return nil
}

// after sweeps after a time, and returns what is deleted.
func (s *sweeper) after(wait time.Duration) []string {
	s.t.Helper()
	s.removed = nil
	s.Clock.Advance(wait)
	if err := s.Store.Catalogue.SweepUploads(s.t.Context(), s.remove); err != nil {
		s.t.Fatal(err)
	}
	return s.removed
}

func (s *sweeper) run(statement string, args ...any) {
	s.t.Helper()
	if _, err := s.SQL.Exec(statement, args...); err != nil {
		s.t.Fatal(err)
	}
}

// waiting waits until a transaction waits for a lock.
func (s *sweeper) waiting() {
	s.t.Helper()
	awaitLocks(s.t, s.Database, 1)
}

func newSweeper(t *testing.T) (*sweeper, shop.Actor) {
	t.Helper()
	d := dbtest.New(t)
	return &sweeper{Database: d, t: t}, cast(t, d).admin
}

func sweptPicture(hash string) shop.Picture {
	return shop.Picture{Hash: hash, Format: "png", Width: 700, Height: 350, Widths: []int{320, 700}}
}

// An upload is deleted once nothing has named it for 30 days; each use begins them anew.
func TestUploadsAreSweptWhenUnused(t *testing.T) {
	t.Parallel()
	s, admin := newSweeper(t)
	c := s.Store.Catalogue
	picture, err := c.CreateUpload(t.Context(), admin, sweptPicture(sweptHash))
	if err != nil {
		t.Fatal(err)
	}
	other := strings.Repeat("f", 32)
	if _, err := c.CreateDocument(t.Context(), admin, shop.DocumentFile{Hash: other, Format: shop.FormatSTEP, Bytes: 9}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.CreateFilm(t.Context(), admin, shop.FilmFile{Hash: other, Width: 1280, Height: 720, Seconds: 42, Bytes: 9}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.CreateCaptions(t.Context(), admin, shop.CaptionsFile{Hash: other, Bytes: 9}); err != nil {
		t.Fatal(err)
	}
	member, err := s.Store.Content.CreateTeamMember(t.Context(), admin, shop.TeamMemberCreateInput{Name: "A", Role: "B", AvatarID: &picture.ID})
	if err != nil {
		t.Fatal(err)
	}
	const day = 24 * time.Hour
	for _, step := range []struct {
		wait time.Duration
		do   func() error
		want []string
	}{
		{0, nil, nil},
		{29 * day, nil, nil},
		{day, nil, []string{other + ".mp4", other + ".step", other + ".vtt"}},
		{day, func() error {
			return s.Store.Content.DeleteTeamMember(t.Context(), admin, shop.TeamMemberDeleteInput{ID: member.ID})
		}, nil},
		{29 * day, func() error {
			_, err := s.Store.Content.CreateTeamMember(t.Context(), admin, shop.TeamMemberCreateInput{Name: "C", Role: "B", AvatarID: &picture.ID})
			return err
		}, nil},
		{day, nil, nil},
		{0, func() error { _, err := s.SQL.Exec(`DELETE FROM team_members WHERE name = 'C'`); return err }, nil},
		{30*day - time.Second, nil, nil},
		// The same content, uploaded again, is as good as new.
		{0, func() error { _, err := c.CreateUpload(t.Context(), admin, sweptPicture(sweptHash)); return err }, nil},
		{time.Second, nil, nil},
		{30 * day, nil, []string{sweptHash + "-320.png", sweptHash + "-700.png"}},
		{day, nil, nil},
	} {
		if step.do != nil {
			if err := step.do(); err != nil {
				t.Fatal(err)
			}
		}
		if got := s.after(step.wait); !slices.Equal(got, step.want) {
			t.Errorf("after %v more %v are deleted, want %v", step.wait, got, step.want)
		}
	}
	if n := count(t, s.SQL, "uploads"); n != 0 {
		t.Errorf("%d uploads are left", n)
	}
}

// One sweep deletes a bounded number of files, and the next ones the rest. What can't be deleted is tried again.
func TestASweepOfUploadsIsBounded(t *testing.T) {
	t.Parallel()
	s, _ := newSweeper(t)
	s.run(`INSERT INTO uploads (id, hash, format, width, height, widths, bytes, created_at)
		SELECT gen_random_uuid(), md5(n::text), 'pdf', 0, 0, '{}', 9, now() FROM generate_series(1, 30) n`)
	s.after(0)
	s.Clock.Advance(shop.UnusedUploadMemory)
	broken := errors.New("the storage is down")
	err := s.Store.Catalogue.SweepUploads(t.Context(), func(context.Context, string) error { return broken })
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "sweep uploads: ") {
		t.Errorf("the error is %v", err)
	}
	for _, want := range []int{25, 5, 0} {
		if got := s.after(0); len(got) != want {
			t.Errorf("a sweep deletes %d files, want %d", len(got), want)
		}
	}
}

// Who uploads the same content while a sweep deletes it waits, and stores it after.
func TestContentThatIsUploadedDuringASweepIsKept(t *testing.T) {
	t.Parallel()
	s, admin := newSweeper(t)
	upload := func() error {
		_, err := s.Store.Catalogue.CreateUpload(t.Context(), admin, sweptPicture(sweptHash))
		return err
	}
	if err := upload(); err != nil {
		t.Fatal(err)
	}
	s.after(0)
	s.Clock.Advance(shop.UnusedUploadMemory)
	again := make(chan error, 1)
	deleted := false
	err := s.Store.Catalogue.SweepUploads(t.Context(), func(context.Context, string) error {
		if !deleted {
			deleted = true
			go func() { again <- upload() }()
			s.waiting()
			if len(again) > 0 {
				t.Error("an upload does not wait for the sweep")
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-again; err != nil || !deleted {
		t.Fatalf("uploaded again: %v, deleted: %t", err, deleted)
	}
	if n := count(t, s.SQL, "uploads"); n != 1 {
		t.Errorf("%d uploads, want the second one", n)
	}
}

// A sweep waits for who is about to name an upload, and keeps it.
func TestAnUploadThatIsBeingNamedIsKept(t *testing.T) {
	t.Parallel()
	s, admin := newSweeper(t)
	picture, err := s.Store.Catalogue.CreateUpload(t.Context(), admin, sweptPicture(sweptHash))
	if err != nil {
		t.Fatal(err)
	}
	s.after(0)
	s.Clock.Advance(shop.UnusedUploadMemory)
	// The member is stored in a transaction that waits before its end.
	s.run(`CREATE TABLE barrier (id integer)`)
	s.run(`CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN LOCK TABLE barrier IN SHARE MODE; RETURN NULL; END $$`)
	s.run(`CREATE TRIGGER hold AFTER INSERT ON team_members FOR EACH ROW EXECUTE FUNCTION hold()`)
	tx, err := s.SQL.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(`LOCK TABLE barrier`); err != nil {
		t.Fatal(err)
	}
	named, swept := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := s.Store.Content.CreateTeamMember(context.Background(), admin, shop.TeamMemberCreateInput{Name: "A", Role: "B", AvatarID: &picture.ID})
		named <- err
	}()
	s.waiting()
	go func() { swept <- s.Store.Catalogue.SweepUploads(context.Background(), s.remove) }()
	awaitLocks(t, s.Database, 2)
	if len(swept) > 0 {
		t.Error("the sweep does not wait")
	}
	if err := errors.Join(tx.Commit(), <-named, <-swept); err != nil {
		t.Fatal(err)
	}
	if n := count(t, s.SQL, "uploads"); n != 1 || len(s.removed) > 0 {
		t.Errorf("%d uploads are left, %v was deleted", n, s.removed)
	}
}

// naming are statements that name the file in $1 in each of the columns that can.
var naming = map[string]string{
	"products.image":            `UPDATE products SET image = jsonb_build_object('url', $1::text) WHERE id = 1`,
	"products.gallery":          `UPDATE products SET gallery = jsonb_build_array(jsonb_build_object('url', $1::text)) WHERE id = 1`,
	"products.video":            `UPDATE products SET video = jsonb_build_object('url', '/media/x.mp4', 'poster', $1::text) WHERE id = 1`,
	"products.content":          `UPDATE products SET content = jsonb_build_object('documents', jsonb_build_array(jsonb_build_object('url', $1::text))) WHERE id = 1`,
	"product_versions.document": `INSERT INTO product_versions (product_id, version, document, created_at) VALUES (1, 1000, jsonb_build_object('image', $1::text), now())`,
	"product_drafts.changes": `INSERT INTO product_drafts (product_id, base_version, revision, changes, touched, updated_at)
		VALUES (1, 1, 1, jsonb_build_object('image', $1::text), '{}', now())`,
	"team_members.avatar": `UPDATE team_members SET avatar = jsonb_build_object('url', $1::text)`,
	"settings.document":   `INSERT INTO settings (id, document, created_at) SELECT max(id) + 1, jsonb_build_object('logo', $1::text), now() FROM settings`,
	"texts.document":      `INSERT INTO texts (name, version, document, valid_from, created_at) VALUES ('home', 1000, jsonb_build_object('title', 'See [it](' || $1::text || ')'), now(), now())`,
	"text_drafts.document": `INSERT INTO text_drafts (name, revision, document, updated_at)
		VALUES ('home', 1, jsonb_build_object('title', 'See [it](' || $1::text || ')'), now())`,
}

// What any of the columns names is kept.
func TestNamedUploadsAreKept(t *testing.T) {
	t.Parallel()
	for _, column := range catalogue.UploadColumns {
		t.Run(column, func(t *testing.T) {
			t.Parallel()
			s, admin := newSweeper(t)
			if _, err := s.Store.Catalogue.CreateUpload(t.Context(), admin, sweptPicture(sweptHash)); err != nil {
				t.Fatal(err)
			}
			s.run(naming[column], "/media/"+sweptHash+"-320.png")
			s.after(0)
			if got := s.after(shop.UnusedUploadMemory); len(got) > 0 {
				t.Errorf("%v is deleted", got)
			}
		})
	}
	if len(naming) != len(catalogue.UploadColumns) {
		t.Errorf("%d columns are named, and %d searched", len(naming), len(catalogue.UploadColumns))
	}
}

// Products are searched in parts of 2,000, the last one too.
func TestUploadsOfManyProductsAreKept(t *testing.T) {
	t.Parallel()
	s, admin := newSweeper(t)
	for _, hash := range []string{sweptHash, strings.Repeat("e", 32), strings.Repeat("f", 32)} {
		if _, err := s.Store.Catalogue.CreateUpload(t.Context(), admin, sweptPicture(hash)); err != nil {
			t.Fatal(err)
		}
	}
	s.run(`INSERT INTO products (name, category, created_at) SELECT 'Many', 'Arms', now() FROM generate_series(1, 4000)`)
	s.run(`INSERT INTO product_versions (product_id, version, document, created_at)
		SELECT min(id), 1000, jsonb_build_object('image', $1::text), now() FROM products`, "/media/"+sweptHash+"-320.png")
	s.run(`UPDATE products SET image = jsonb_build_object('url', $1::text) WHERE id = (SELECT max(id) FROM products)`,
		"/media/"+strings.Repeat("e", 32)+"-320.png")
	s.after(0)
	f := strings.Repeat("f", 32)
	if got, want := s.after(shop.UnusedUploadMemory), []string{f + "-320.png", f + "-700.png"}; !slices.Equal(got, want) {
		t.Errorf("%v are deleted, want %v", got, want)
	}
}

// Every column that can hold a text is searched for uploads, or is known to name none.
func TestEveryTableIsSearchedForUploads(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	rows, err := d.SQL.Query(`SELECT table_name || '.' || column_name FROM information_schema.columns
		JOIN information_schema.tables USING (table_schema, table_name)
		WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
			AND (data_type IN ('json', 'jsonb', 'text', 'character varying', 'ARRAY') AND udt_name <> '_int4') ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	known := map[string]bool{}
	for line := range strings.Lines(withoutUploads) {
		table, columns, _ := strings.Cut(line, ":")
		for column := range strings.FieldsSeq(columns) {
			known[table+"."+column] = true
		}
	}
	for rows.Next() {
		var column string
		if err := rows.Scan(&column); err != nil {
			t.Fatal(err)
		}
		if slices.Contains(catalogue.UploadColumns, column) == known[column] {
			t.Errorf("%s must be in exactly one of catalogue.UploadColumns and, if it can't name an upload, withoutUploads in db/uploadsweep_test.go", column)
		}
		delete(known, column)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if len(known) > 0 {
		t.Error(fmt.Sprint("unknown columns: ", known))
	}
}

// withoutUploads are the columns of each table that name no upload: texts that no page renders as links, codes, names, and
// what only logs a past state.
const withoutUploads = `addresses: address city company country notes phone postal_code recipient
agent_orders: agent checkout_id
agent_requests: agent key operation
agent_sessions: agent cart_id id kind lines status webhook_url
api_keys: hint name scopes
attempts: kind subject
attributes: categories choices id kind label unit
audit_entries: action address agent after before object object_id
carts: last_addition
cell_plans: input name
contact_messages: email message name status subject
deliveries: last_error object object_id
email_changes: email
event_sequences: object object_id
events: data kind object object_id
faq_entries: answer question topic
identities: email provider subject
jobs: args kind
milestones: description title
newsletter_subscribers: email
newsletter_tokens: purpose
one_time_tokens: email purpose
online_movements: currency id kind payment_id request_id state
order_changes: from_status to_status
order_items: product_name
order_keys: key
order_notes: text
order_sum_changes: currency status
order_sums: currency status
orders: address billing carrier company notes phone recipient buyer_name city country currency number postal_code search_text status tax_percent tracking_url
passages: body extra heading kind subject
payments: online_id currency source status
preorder_changes: answer
preorder_moves: reason
preorders: cancelled_from company email message name phone product_name status
product_attributes: attribute_id choice
product_categories: category
product_drafts: touched
products: category model name search_text short_desc tags
proven_identities: email name provider subject
quote_lines: lead_time model plan plan_kind plate product_name
quotes: appendix billing company currency email fit name number tax_percent
rendered_pages: address
reviews: comment name
search_words: stem word
second_factors: secret
seeds: file
sessions: browser system
sign_ins: back nonce provider state verifier
staff_invitations: email
staff_roles: name scopes
statements: format name
stock_alerts: email
team_members: name role
text_drafts: name
texts: id name
transfers: account currency end_to_end_id ignored_reason payer payer_iban proposals reference search_text state text
uploads: format hash
users: email name password_hash pending_email role
webhooks: agent kinds secret url`
