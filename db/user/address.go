package user

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"orrery/db/pg"
	"orrery/shop"
)

type addressRow struct {
	ID         string    `db:"id"`
	UserID     string    `db:"user_id"`
	Address    string    `db:"address"`
	City       string    `db:"city"`
	PostalCode string    `db:"postal_code"`
	Country    string    `db:"country"`
	Recipient  string    `db:"recipient"`
	Company    string    `db:"company"`
	Phone      string    `db:"phone"`
	Notes      string    `db:"notes"`
	Default    bool      `db:"is_default"`
	CreatedAt  time.Time `db:"created_at"`
}

func (r addressRow) saved() shop.Address {
	return shop.Address{ID: r.ID, Default: r.Default, ShippingInfo: shop.ShippingInfo{
		Address: r.Address, City: r.City, PostalCode: r.PostalCode, Country: r.Country,
		Recipient: r.Recipient, Company: r.Company, Phone: r.Phone, Notes: r.Notes}}
}

func newAddressRow(userID string, a shop.Address, at time.Time) addressRow {
	to := a.ShippingInfo
	return addressRow{ID: a.ID, UserID: userID, Default: a.Default, CreatedAt: at,
		Address: to.Address, City: to.City, PostalCode: to.PostalCode, Country: to.Country,
		Recipient: to.Recipient, Company: to.Company, Phone: to.Phone, Notes: to.Notes}
}

var (
	ownAddresses = pg.Prepared(`SELECT ` + strings.Join(pg.Columns[addressRow](), ", ") + ` FROM addresses
		WHERE user_id = $1 ORDER BY is_default DESC, created_at DESC, id DESC`)
	insertAddress = pg.Named(addressRow{}, `INSERT INTO addresses `+pg.Values(pg.Columns[addressRow]()...))
	updateAddress = pg.Named(addressRow{}, `UPDATE addresses SET address = :address, city = :city,
		postal_code = :postal_code, country = :country, recipient = :recipient, company = :company, phone = :phone,
		notes = :notes WHERE id = :id AND user_id = :user_id`)
	deleteAddress = pg.Prepared(`DELETE FROM addresses WHERE id = $1 AND user_id = $2`)
	clearDefault  = pg.Prepared(`UPDATE addresses SET is_default = false
		WHERE user_id = $1 AND is_default AND id <> $2`)
	setDefault = pg.Prepared(`UPDATE addresses SET is_default = true WHERE user_id = $1 AND id = $2 AND NOT is_default`)
)

// Addresses returns the addresses that the actor has saved, the default one first, then the newest.
func (s *Store) Addresses(ctx context.Context, actor shop.Actor) ([]shop.Address, error) {
	if err := actor.NeedUser(); err != nil {
		return nil, err
	}
	return s.AddressesOf(ctx, s.db.Pool(), actor.UserID)
}

// AddressesOf is like Addresses for an account. It reads with r, which may be a transaction.
func (s *Store) AddressesOf(ctx context.Context, r pg.Querier, userID string) ([]shop.Address, error) {
	var rows []addressRow
	if err := r.Select(ctx, &rows, ownAddresses, userID); err != nil {
		return nil, fmt.Errorf("read addresses: %w", err)
	}
	saved := make([]shop.Address, len(rows))
	for i, row := range rows {
		saved[i] = row.saved()
	}
	return saved, nil
}

// changeAddresses runs do in a transaction with the actor's saved addresses, which can't change until it commits, so
// that the limit and the default hold.
func (s *Store) changeAddresses(
	ctx context.Context, actor shop.Actor, do func(tx pg.Querier, saved []shop.Address) error,
) error {
	return s.db.InTx(ctx, func(tx pg.Querier) error {
		if _, err := tx.Exec(ctx, lockUser, actor.UserID); err != nil {
			return err
		}
		saved, err := s.AddressesOf(ctx, tx, actor.UserID)
		if err != nil {
			return err
		}
		return do(tx, saved)
	})
}

// makeDefault makes an address the only default one of its account.
func (s *Store) makeDefault(ctx context.Context, tx pg.Querier, userID, id string) error {
	for _, q := range []pg.Statement{clearDefault, setDefault} {
		if _, err := tx.Exec(ctx, q, userID, id); err != nil {
			return err
		}
	}
	return nil
}

// CreateAddress saves an address for the actor; the first one becomes the default. An address that is saved already is
// returned as it is. Errors: shop.Errors for the input, OUT_OF_RANGE beyond shop.MaxAddresses.
func (s *Store) CreateAddress(
	ctx context.Context, actor shop.Actor, in shop.AddressCreateInput,
) (address shop.Address, err error) {
	if err := actor.NeedUser(); err != nil {
		return address, err
	}
	if in, err = in.Normal(); err != nil {
		return address, err
	}
	err = s.changeAddresses(ctx, actor, func(tx pg.Querier, saved []shop.Address) error {
		address = shop.Address{ShippingInfo: in.ShippingInfo.Over(shop.ShippingInfo{})}
		i := slices.IndexFunc(saved, func(a shop.Address) bool { return a.ShippingInfo == address.ShippingInfo })
		switch {
		case i >= 0:
			address = saved[i]
		case len(saved) >= shop.MaxAddresses:
			return shop.TooManyAddresses()
		default:
			if address.ID, err = pg.NewID(); err != nil {
				return err
			}
			row := newAddressRow(actor.UserID, address, s.db.Now())
			if _, err := tx.Exec(ctx, insertAddress, insertAddress.Args(row)...); err != nil {
				return err
			}
		}
		if !in.Default && len(saved) > 0 {
			return nil
		}
		address.Default = true
		return s.makeDefault(ctx, tx, actor.UserID, address.ID)
	})
	if err != nil {
		return shop.Address{}, fmt.Errorf("save address: %w", err)
	}
	return address, nil
}

// UpdateAddress changes one of the actor's saved addresses, or makes it the default one. Orders keep the address that
// they were placed with. Errors: shop.Errors for the input, NOT_FOUND.
func (s *Store) UpdateAddress(
	ctx context.Context, actor shop.Actor, in shop.AddressUpdateInput,
) (address shop.Address, err error) {
	if err := actor.NeedUser(); err != nil {
		return address, err
	}
	if in, err = in.Normal(); err != nil {
		return address, err
	}
	err = s.changeAddresses(ctx, actor, func(tx pg.Querier, saved []shop.Address) error {
		i := slices.IndexFunc(saved, func(a shop.Address) bool { return a.ID == in.ID })
		if i < 0 {
			return shop.UnknownAddress()
		}
		address = saved[i]
		if in.ShippingInfo != nil {
			address.ShippingInfo = in.ShippingInfo.Over(address.ShippingInfo)
			row := newAddressRow(actor.UserID, address, time.Time{})
			if _, err := tx.Exec(ctx, updateAddress, updateAddress.Args(row)...); err != nil {
				return err
			}
		}
		if !in.Default {
			return nil
		}
		address.Default = true
		return s.makeDefault(ctx, tx, actor.UserID, address.ID)
	})
	if err != nil {
		return shop.Address{}, fmt.Errorf("change address: %w", err)
	}
	return address, nil
}

// DeleteAddress deletes one of the actor's saved addresses. The newest other one becomes the default if it was the
// default. The error is NOT_FOUND if there is no such address.
func (s *Store) DeleteAddress(ctx context.Context, actor shop.Actor, in shop.AddressDeleteInput) error {
	if err := actor.NeedUser(); err != nil {
		return err
	}
	err := s.changeAddresses(ctx, actor, func(tx pg.Querier, saved []shop.Address) error {
		i := slices.IndexFunc(saved, func(a shop.Address) bool { return a.ID == in.ID })
		if i < 0 {
			return shop.UnknownAddress()
		}
		if _, err := tx.Exec(ctx, deleteAddress, in.ID, actor.UserID); err != nil {
			return err
		}
		if !saved[i].Default || len(saved) == 1 {
			return nil
		}
		return s.makeDefault(ctx, tx, actor.UserID, slices.Delete(saved, i, i+1)[0].ID)
	})
	if err != nil {
		return fmt.Errorf("delete address: %w", err)
	}
	return nil
}
