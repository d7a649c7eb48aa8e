package shop

import (
	"maps"
	"slices"
	"time"
)

// ProductDraft holds the changes of a product that are not published yet. All editors of a product share one draft.
type ProductDraft struct {
	Revision    int           // incremented by every change; 0 before the first one
	BaseVersion int           // version of the product that the changes were made to
	Changes     ProductFields // the fields that differ from the base
	// Touched holds the revision in which a field was changed last. Fields that were published or discarded remain.
	Touched   map[string]int
	UpdatedAt *time.Time
	Author    *string // current name of the last editor; nil if the account was deleted
}

// From returns the draft with the base for changes by an editor who has seen a version. If that version is older
// than the draft's base, it becomes the base of all changes, so that what was published since is a conflict for this
// editor, too.
func (d ProductDraft) From(version int) ProductDraft {
	if version = max(1, version); len(d.Changes) == 0 || version < d.BaseVersion {
		d.BaseVersion = version
	}
	return d
}

// Save returns the draft with the fields of an editor who has seen a revision. base are the fields of the base version,
// current those of the product. A field that was changed after that revision, to another value, is a conflict; the
// draft is then returned unchanged.
func (d ProductDraft) Save(revision int, fields, base, current ProductFields) (ProductDraft, []*ProductConflict) {
	var conflicts []*ProductConflict
	changed := []string{}
	for _, name := range productFieldNames {
		value, ok := fields[name]
		now := current[name]
		if kept, isChanged := d.Changes[name]; isChanged {
			now = kept
		}
		switch {
		case !ok || sameField(name, value, now):
		case d.Touched[name] > revision:
			conflicts = append(conflicts, &ProductConflict{name, string(value), string(now)})
		default:
			changed = append(changed, name)
		}
	}
	if len(conflicts) > 0 || len(changed) == 0 {
		return d, conflicts
	}
	next := d.touch(changed)
	for _, name := range changed {
		// A value equal to the base is no change, unless it reverts what another editor published.
		if sameField(name, fields[name], base[name]) && sameField(name, base[name], current[name]) {
			delete(next.Changes, name)
		} else {
			next.Changes[name] = fields[name]
		}
	}
	return next, nil
}

// Drop returns the draft without its changes of some fields, or without all for nil.
func (d ProductDraft) Drop(fields []string) ProductDraft {
	dropped := []string{}
	for _, name := range productFieldNames {
		if _, ok := d.Changes[name]; ok && (fields == nil || slices.Contains(fields, name)) {
			dropped = append(dropped, name)
		}
	}
	if len(dropped) == 0 {
		return d
	}
	next := d.touch(dropped)
	for _, name := range dropped {
		delete(next.Changes, name)
	}
	return next
}

// touch returns a copy of the draft in its next revision, which changes some fields.
func (d ProductDraft) touch(names []string) ProductDraft {
	next := d
	next.Revision++
	next.Changes, next.Touched = ProductFields{}, map[string]int{}
	maps.Copy(next.Changes, d.Changes)
	maps.Copy(next.Touched, d.Touched)
	for _, name := range names {
		next.Touched[name] = next.Revision
	}
	return next
}

// EditedProduct is a product's draft with what an editor needs.
type EditedProduct struct {
	ProductDraft
	Version   int                // present version of the product; 0 before any is stored
	Product   Product            // with the changes of the draft
	Changes   []ProductChange    // from the product as it is published
	Conflicts []*ProductConflict // fields that were changed in the draft and, since its base, in the product
	Errors    []*Error           // what must be corrected before the draft can be published
}

// Edited returns the draft of a product in its present version. base are the fields of the draft's base version.
func (d ProductDraft) Edited(p Product, version int, base ProductFields, t Terms) (EditedProduct, error) {
	edited := EditedProduct{ProductDraft: d, Version: version, Changes: p.Fields().Changes(d.Changes)}
	_, edited.Conflicts = MergeProduct(base, d.Changes, p.Fields())
	_, err := d.Changes.Check(p.ID, t)
	if edited.Errors = UserErrors(err); err != nil && edited.Errors == nil {
		return edited, err
	}
	edited.Product, err = p.With(d.Changes, t)
	return edited, err
}

// ProductDraftSaveInput changes the draft of a product. Revision and Version are those that the editor has seen.
type ProductDraftSaveInput struct {
	Revision int
	Version  int
	Product  ProductInput
}

// Normal returns the values trimmed. They may break the rules of productUpdate, which hold when a draft is published.
func (in ProductDraftSaveInput) Normal(t Terms) (ProductEdit, error) {
	var c checker
	if in.Product.Stock != nil || in.Product.StockBefore != nil {
		c.add(NotAllowed, "stock", "Stock is not part of a draft. Change it with productUpdate.")
	}
	// Every picture and document is looked up.
	c.gallery("galleryIds", in.Product.GalleryIDs)
	c.pictureList(in.Product)
	c.documentList(in.Product.Documents)
	c.videoChoice(in.Product)
	edit, _ := in.Product.Normal(t)
	edit.Listed = in.Product.Listed
	return edit, c.found.Err()
}

// ProductDraftDiscardInput names the fields of a draft to discard, all of them if Fields is nil.
type ProductDraftDiscardInput struct {
	ID       string
	Revision int
	Fields   []string
}

// ProductDraftPublishInput publishes the draft that an editor has seen. Changes of the product up to Version, which the
// editor has seen too, are overwritten where they conflict.
type ProductDraftPublishInput struct {
	ID       string
	Revision int
	Version  int
}

// DraftChanged refuses to publish or discard a draft that somebody else has changed since it was read.
func DraftChanged() *Error {
	return &Error{Code: Conflict, Field: "revision",
		Message: "Someone else changed the draft. Review it and try again."}
}
