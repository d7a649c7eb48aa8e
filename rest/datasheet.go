package rest

import (
	"context"
	"net/http"

	"orrery/admission"
	"orrery/auth"
	"orrery/pdf"
	"orrery/respcache"
	"orrery/shop"
)

// dataSheet responds with the data sheet of a product as a PDF, which is the same for every caller and rendered once
// for each state of the shop.
func (a api) dataSheet(w http.ResponseWriter, r *http.Request) error {
	id, actor := r.PathValue("id"), auth.Actor(r.Context())
	// The path alone, since a query changes nothing.
	cached, err := a.share(r.Context(), "data sheet "+id, func(ctx context.Context) (*respcache.Response, error) {
		sheet, err := a.Store.Catalogue.DataSheet(ctx, actor, id)
		if err != nil {
			return nil, err
		}
		settings, err := a.Store.Content.Settings(ctx)
		if err != nil {
			return nil, err
		}
		outside, back := admission.Yield(ctx) // rendering may wait for other PDFs
		defer back()
		file, err := pdf.DataSheet(outside, settings, sheet, a.printed(outside, sheet.Image), a.PublicURL+sheet.Page())
		return respcache.NewResponse(file, false), err
	})
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/pdf")
	w.Header().Set("Content-Disposition", "attachment") // without a name, so that a link may give one
	cached.Serve(w, r)
	return nil
}

// printed returns a picture in a size for paper, or nil if there is none. The data sheet is complete without it.
func (a api) printed(ctx context.Context, picture *shop.Media) []byte {
	const width = 640 // in pixels, 250 for an inch
	if picture == nil || a.ReadPicture == nil {
		return nil
	}
	content, err := a.ReadPicture(ctx, picture.AtLeast(width).URL)
	if err != nil {
		a.Log.WarnContext(ctx, "read picture for a data sheet", "url", picture.URL, "error", err)
		return nil
	}
	return content
}
