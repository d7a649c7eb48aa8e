package user

import (
	"context"
	"errors"
	"fmt"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

var (
	insertSignIn = pg.Named(signInRow{}, `INSERT INTO sign_ins `+pg.Values(pg.Columns[signInRow]()...))
	takeSignIn   = pg.Prepared(`DELETE FROM sign_ins WHERE browser = $1
		RETURNING provider, state, nonce, verifier, back, link, expires_at > $2 AS in_time`)

	insertProven = pg.Named(newProven{}, `INSERT INTO proven_identities `+
		pg.Values(`browser, provider, subject, email, name, link, expires_at`))
	takeProven = pg.Prepared(`DELETE FROM proven_identities WHERE browser = $1 AND link = $2 AND expires_at > $3
		RETURNING provider, subject, email, name`)
	provenToLink = pg.Prepared(`SELECT provider, subject, email, name FROM proven_identities
		WHERE browser = $1 AND link AND expires_at > $2`)
)

// signInRow is a row of sign_ins. The browser is a hash of its secret.
type signInRow struct {
	Browser   []byte        `db:"browser"`
	Provider  shop.Provider `db:"provider"`
	State     string        `db:"state"`
	Nonce     string        `db:"nonce"`
	Verifier  string        `db:"verifier"`
	Back      string        `db:"back"`
	Link      bool          `db:"link"`
	ExpiresAt time.Time     `db:"expires_at"`
}

// BeginSignIn stores for shop.SignInLife what the provider's response to this browser has to match. Any visitor may
// call it.
func (s *Store) BeginSignIn(ctx context.Context, _ shop.Actor, browser string, f shop.SignInFlow) error {
	row := signInRow{Browser: base.HashToken(browser), Provider: f.Provider, State: f.State, Nonce: f.Nonce,
		Verifier: f.Verifier, Back: f.Back, Link: f.Link, ExpiresAt: s.db.Now().Add(shop.SignInLife)}
	if _, err := s.db.Pool().Exec(ctx, insertSignIn, insertSignIn.Args(row)...); err != nil {
		return fmt.Errorf("begin a sign-in: %w", err)
	}
	return nil
}

// TakeSignIn returns the flow that this browser has begun, and deletes it; INVALID_TOKEN when there is none or it has
// expired. Any visitor may call it, since only the browser has its secret.
func (s *Store) TakeSignIn(ctx context.Context, _ shop.Actor, browser string) (shop.SignInFlow, error) {
	var row struct {
		signInRow
		InTime bool `db:"in_time"`
	}
	switch err := s.db.Pool().Get(ctx, &row, takeSignIn, base.HashToken(browser), s.db.Now()); {
	case pg.NoRows(err) || err == nil && !row.InTime:
		return shop.SignInFlow{}, shop.NotProven()
	case err != nil:
		return shop.SignInFlow{}, fmt.Errorf("take a sign-in: %w", err)
	}
	return shop.SignInFlow{Provider: row.Provider, State: row.State, Nonce: row.Nonce, Verifier: row.Verifier,
		Back: row.Back, Link: row.Link}, nil
}

// KeepProven stores that the browser with this secret has proven an identity, to link it if link is set and otherwise
// to sign in with it. Any visitor may call it; the caller has normalised the identity and verified it with the
// provider.
func (s *Store) KeepProven(ctx context.Context, _ shop.Actor, browser string, i shop.Identity, link bool) error {
	life := shop.ProvenLife
	if link {
		life = shop.ProvenToLinkLife
	}
	row := newProven{Browser: base.HashToken(browser), Link: link, ExpiresAt: s.db.Now().Add(life)}
	row.identityRow = identityRow{Provider: string(i.Provider), Subject: i.Subject, Email: i.Email, Name: i.Name}
	if _, err := s.db.Pool().Exec(ctx, insertProven, insertProven.Args(row)...); err != nil {
		return fmt.Errorf("keep a proven identity: %w", err)
	}
	return nil
}

type identityRow struct {
	Provider string `db:"provider"`
	Subject  string `db:"subject"`
	Email    string `db:"email"`
	Name     string `db:"name"`
}

// newProven is an identity that was proven in a browser, which is a hash of its secret.
type newProven struct {
	identityRow
	Browser   []byte    `db:"browser"`
	Link      bool      `db:"link"`
	ExpiresAt time.Time `db:"expires_at"`
}

func (r identityRow) identity() shop.Identity {
	return shop.Identity{Provider: shop.Provider(r.Provider), Subject: r.Subject, Email: r.Email, Name: r.Name}
}

var (
	accountOfIdentity = pg.Prepared(`SELECT ` + Columns + `, u.password_hash,
		EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS second_factor
		FROM identities i JOIN users u ON u.id = i.user_id WHERE i.provider = $1 AND i.subject = $2`)
	insertProvenUser = pg.Named(accountRow{}, `INSERT INTO users AS u
		(id, name, email, role, password_hash, passwordless, created_at, email_verified_at)
		VALUES (:id, :name, :email, :role, :password_hash, true, :created_at, :created_at) RETURNING `+Columns)
	linkIdentity = pg.Prepared(`INSERT INTO identities (provider, subject, user_id, email, linked_at)
		VALUES ($1, $2, $3, $4, $5)`)
)

// EnterProven consumes the identity that was proven in this browser and returns its account, the account's password
// hash, and whether it has a second factor. An unknown identity creates an account whose password hash is hash, which
// matches no password. The error is INVALID_TOKEN when no identity was proven, NOT_ALLOWED when the address has an
// account that the identity was never linked to: an address alone never grants access to an account. Any visitor may
// call it.
func (s *Store) EnterProven(
	ctx context.Context, _ shop.Actor, browser, hash string,
) (user shop.User, passwordHash string, factor bool, err error) {
	id, err := pg.NewID()
	if err != nil {
		return user, "", false, err
	}
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		var proven identityRow
		switch err := tx.Get(ctx, &proven, takeProven, base.HashToken(browser), false, s.db.Now()); {
		case pg.NoRows(err):
			return shop.NotProven()
		case err != nil:
			return err
		}
		var row accountRow
		switch err := tx.Get(ctx, &row, accountOfIdentity, proven.Provider, proven.Subject); {
		case err == nil:
			user, passwordHash, factor = row.User(), row.PasswordHash, row.SecondFactor
			return nil
		case !pg.NoRows(err):
			return err
		}
		passwordHash = hash
		user, err = s.createProvenUser(ctx, tx, id, proven.identity(), hash)
		return err
	})
	if err != nil {
		return shop.User{}, "", false, fmt.Errorf("enter with a proven identity: %w", err)
	}
	return user, passwordHash, factor, nil
}

func (s *Store) createProvenUser(
	ctx context.Context, tx pg.Querier, id string, i shop.Identity, hash string,
) (shop.User, error) {
	row := s.newAccount(id, i.Name, i.Email, shop.RoleUser, hash)
	if err := tx.Get(ctx, &row, insertProvenUser, insertProvenUser.Args(row)...); err != nil {
		var taken *shop.Error
		if errors.As(base.Refusal(err), &taken) {
			return shop.User{}, shop.AddressHasAccount(i.Provider)
		}
		return shop.User{}, err
	}
	switch free, err := s.EmailFree(ctx, tx, id, i.Email); {
	case err != nil:
		return shop.User{}, err
	case !free:
		return shop.User{}, shop.AddressHasAccount(i.Provider)
	}
	if _, err := tx.Exec(ctx, linkIdentity, i.Provider, i.Subject, id, i.Email, s.db.Now()); err != nil {
		return shop.User{}, base.Refusal(err)
	}
	if _, err := tx.Exec(ctx, joinPreOrders, id, i.Email); err != nil {
		return shop.User{}, err
	}
	return row.User(), s.db.Publish(ctx, tx, shop.Happened(shop.EventUserRegistered, id))
}

// ProvenIdentity returns the identity that was proven in this browser and can be linked; nil when there is none. The
// actor must be signed in.
func (s *Store) ProvenIdentity(ctx context.Context, actor shop.Actor, browser string) (*shop.Identity, error) {
	if err := actor.NeedUser(); err != nil {
		return nil, err
	}
	var row identityRow
	switch err := s.db.Pool().Get(ctx, &row, provenToLink, base.HashToken(browser), s.db.Now()); {
	case pg.NoRows(err):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read a proven identity: %w", err)
	}
	return new(row.identity()), nil
}

// LinkProven consumes the identity that was proven in this browser and links it to the actor's account, as a way to
// sign in. The caller has verified the password, whose hash was verifiedHash then. The error is INVALID_CREDENTIALS
// when the password was changed in the meantime, INVALID_TOKEN when no identity was proven, TAKEN when it is linked to
// another account, NOT_ALLOWED when the account already has an identity of that provider, or its own address was never
// verified: such an account may later be reclaimed by the owner of the address.
func (s *Store) LinkProven(ctx context.Context, actor shop.Actor, browser, verifiedHash string) error {
	if err := actor.NeedUser(); err != nil {
		return err
	}
	err := s.db.InTx(ctx, func(tx pg.Querier) error {
		user, currentHash, _, err := s.lockForSignIn(ctx, tx, actor.UserID)
		switch {
		case err != nil:
			return err
		case currentHash != verifiedHash:
			return shop.NotThePassword()
		case !user.EmailVerified:
			return shop.VerifyFirst()
		}
		var proven identityRow
		switch err := tx.Get(ctx, &proven, takeProven, base.HashToken(browser), true, s.db.Now()); {
		case pg.NoRows(err):
			return shop.NotProven()
		case err != nil:
			return err
		}
		i := proven.identity()
		if _, err := tx.Exec(ctx, linkIdentity, i.Provider, i.Subject, actor.UserID, i.Email, s.db.Now()); err != nil {
			switch pg.Violated(err) {
			case "identities_pkey":
				return shop.LinkedElsewhere(i.Provider)
			case "identities_user_provider_key":
				return shop.LinkedAlready(i.Provider)
			}
			return err
		}
		if err := s.db.ForgetAttempts(ctx, tx, shop.PasswordChangePerAccount, actor.UserID); err != nil {
			return err
		}
		return s.notifyIdentityChanged(ctx, tx, user, i.Provider, true)
	})
	if err != nil {
		return fmt.Errorf("link an identity: %w", err)
	}
	return nil
}

var (
	ownIdentities = pg.Prepared(`SELECT provider, email, linked_at FROM identities
		WHERE user_id = $1 ORDER BY provider`)
	unlinkIdentity = pg.Prepared(`DELETE FROM identities WHERE user_id = $1 AND provider = $2`)
)

type linkedRow struct {
	Provider string    `db:"provider"`
	Email    string    `db:"email"`
	LinkedAt time.Time `db:"linked_at"`
}

func (r linkedRow) linked() shop.LinkedIdentity {
	return shop.LinkedIdentity{Provider: shop.Provider(r.Provider), Email: r.Email, LinkedAt: r.LinkedAt}
}

// Identities returns the identities at providers that the actor can sign in with.
func (s *Store) Identities(ctx context.Context, actor shop.Actor) ([]shop.LinkedIdentity, error) {
	if err := actor.NeedUser(); err != nil {
		return nil, err
	}
	return s.IdentitiesOf(ctx, s.db.Pool(), actor.UserID)
}

// IdentitiesOf returns the identities of a user. It reads with r, which may be a transaction.
func (s *Store) IdentitiesOf(ctx context.Context, r pg.Querier, userID string) ([]shop.LinkedIdentity, error) {
	var rows []linkedRow
	if err := r.Select(ctx, &rows, ownIdentities, userID); err != nil {
		return nil, fmt.Errorf("read own identities: %w", err)
	}
	found := make([]shop.LinkedIdentity, len(rows))
	for i, r := range rows {
		found[i] = r.linked()
	}
	return found, nil
}

// UnlinkIdentity removes an identity from the actor's account; NOT_ALLOWED when it is not linked, or the account has
// no password to sign in with instead.
func (s *Store) UnlinkIdentity(ctx context.Context, actor shop.Actor, in shop.IdentityUnlinkInput) error {
	if err := actor.NeedUser(); err != nil {
		return err
	}
	err := s.db.InTx(ctx, func(tx pg.Querier) error {
		var row Row
		if err := tx.Get(ctx, &row, lockUser, actor.UserID); err != nil {
			return err
		}
		if row.Passwordless {
			return shop.PasswordFirst()
		}
		switch n, err := tx.Exec(ctx, unlinkIdentity, actor.UserID, in.Provider); {
		case err != nil:
			return err
		case n == 0:
			return shop.NotLinked(in.Provider)
		}
		if _, err := tx.Exec(ctx, deleteChallenges, actor.UserID); err != nil {
			return err
		}
		return s.notifyIdentityChanged(ctx, tx, row.User(), in.Provider, false)
	})
	if err != nil {
		return fmt.Errorf("unlink an identity: %w", err)
	}
	return nil
}

func (s *Store) notifyIdentityChanged(
	ctx context.Context, tx pg.Querier, user shop.User, p shop.Provider, linked bool,
) error {
	return s.db.Enqueue(ctx, tx, shop.IdentityMail{
		To: shop.Recipient{Name: user.Name, Email: user.Email}, Provider: p, Linked: linked, At: s.db.Now(),
	})
}
