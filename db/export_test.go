package db

import (
	"context"

	"orrery/shop"
)

// EnqueueThen enqueues a mail in a transaction that ends with the given error. It is no method, since those are for doors.
func EnqueueThen(ctx context.Context, s *Store, mail shop.Mail, end error) error {
	return s.inTx(ctx, func(tx runner) error {
		if err := s.enqueue(ctx, tx, mail); err != nil {
			return err
		}
		return end
	})
}

// UploadMedia is what products and team members show of an upload.
func UploadMedia(ctx context.Context, s *Store, id, alt string) (*shop.Media, error) {
	return s.uploadMedia(ctx, s.pool(), id, alt)
}
