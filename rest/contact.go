package rest

import (
	"net/http"
	"time"

	"orrery/auth"
	"orrery/shop"
)

type contactBody struct {
	ID string `json:"_id"`
	*contactPerson
	Status    shop.ContactStatus `json:"status"`
	CreatedAt time.Time          `json:"createdAt"`
	ReplyBy   *time.Time         `json:"replyBy"`
	RepliedAt *time.Time         `json:"repliedAt"`
}

// contactPerson is absent when the Store withholds who wrote what.
type contactPerson struct {
	Name    string `json:"name"`
	Email   string `json:"email"`
	Subject string `json:"subject"`
	Message string `json:"message"`
}

func contactOf(m shop.ContactMessage) contactBody {
	body := contactBody{ID: m.ID, Status: m.Status, CreatedAt: m.CreatedAt, ReplyBy: m.ReplyBy, RepliedAt: m.RepliedAt}
	if m.Email != "" {
		body.contactPerson = &contactPerson{m.Name, m.Email, m.Subject, m.Message}
	}
	return body
}

func (d door) contacts(w http.ResponseWriter, r *http.Request) error {
	args, err := part(r.URL.Query())
	if err != nil {
		return err
	}
	page, err := d.Store.Content.ContactMessages(r.Context(), auth.Actor(r.Context()), shop.ContactMessageFilter{}, shop.ContactMessagesNewest, args)
	if err != nil {
		return renamed(err, partFields)
	}
	return give(w, http.StatusOK, fields{"contacts": each(page.Nodes, contactOf), "next": next(page)})
}

func (d door) createContact(w http.ResponseWriter, r *http.Request) error {
	in, err := read[struct {
		Name    string `json:"name"`
		Email   string `json:"email"`
		Subject string `json:"subject"`
		Message string `json:"message"`
	}](w, r)
	if err != nil {
		return err
	}
	replyBy, err := d.Store.Content.CreateContactMessage(r.Context(), auth.Actor(r.Context()), shop.ContactMessageCreateInput(in))
	if err != nil {
		return err
	}
	return give(w, http.StatusCreated, fields{"message": "Message Sent!", "replyBy": replyBy})
}

// updateContact resolves a message, or reopens it.
func (d door) updateContact(w http.ResponseWriter, r *http.Request) error {
	in, err := read[struct {
		Status shop.ContactStatus `json:"status"`
	}](w, r)
	if err != nil {
		return err
	}
	ctx, id := r.Context(), r.PathValue("id")
	var message shop.ContactMessage
	switch in.Status {
	case shop.ContactResolved:
		message, err = d.Store.Content.ResolveContactMessage(ctx, auth.Actor(ctx), shop.ContactMessageResolveInput{ID: id})
	case shop.ContactPending:
		message, err = d.Store.Content.ReopenContactMessage(ctx, auth.Actor(ctx), shop.ContactMessageReopenInput{ID: id})
	default:
		err = &shop.Error{Code: shop.Invalid, Field: "status", Message: "Status must be resolved or pending"}
	}
	if err != nil {
		return err
	}
	return give(w, http.StatusOK, fields{"contact": contactOf(message)})
}

func (d door) deleteContact(w http.ResponseWriter, r *http.Request) error {
	remove := shop.ContactMessageDeleteInput{ID: r.PathValue("id")}
	if err := d.Store.Content.DeleteContactMessage(r.Context(), auth.Actor(r.Context()), remove); err != nil {
		return err
	}
	return give(w, http.StatusOK, fields{"message": "Contact message deleted"})
}
