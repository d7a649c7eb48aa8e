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

// contactPerson is absent when the Store withholds the sender and the text.
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

func (a api) contacts(w http.ResponseWriter, r *http.Request) error {
	args, err := pageArgs(r.URL.Query())
	if err != nil {
		return err
	}
	page, err := a.Store.Content.ContactMessages(r.Context(), auth.Actor(r.Context()), shop.ContactMessageFilter{},
		shop.ContactMessagesNewest, args)
	if err != nil {
		return renameFields(err, pageArgFields)
	}
	return writeSuccess(w, http.StatusOK, fields{"contacts": mapSlice(page.Nodes, contactOf), "next": next(page)})
}

func (a api) createContact(w http.ResponseWriter, r *http.Request) error {
	in, err := decode[struct {
		Name    string `json:"name"`
		Email   string `json:"email"`
		Subject string `json:"subject"`
		Message string `json:"message"`

		IdempotencyKey *string `json:"idempotencyKey"`
	}](w, r)
	if err != nil {
		return err
	}
	replyBy, err := a.Store.Content.CreateContactMessage(r.Context(), auth.Actor(r.Context()),
		shop.ContactMessageCreateInput(in))
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusCreated, fields{"message": "Message Sent!", "replyBy": replyBy})
}

// updateContact resolves or reopens a message.
func (a api) updateContact(w http.ResponseWriter, r *http.Request) error {
	in, err := decode[struct {
		Status shop.ContactStatus `json:"status"`
	}](w, r)
	if err != nil {
		return err
	}
	ctx, id := r.Context(), r.PathValue("id")
	var message shop.ContactMessage
	switch in.Status {
	case shop.ContactResolved:
		message, err = a.Store.Content.ResolveContactMessage(ctx, auth.Actor(ctx),
			shop.ContactMessageResolveInput{ID: id})
	case shop.ContactPending:
		message, err = a.Store.Content.ReopenContactMessage(ctx, auth.Actor(ctx),
			shop.ContactMessageReopenInput{ID: id})
	case "":
		err = &shop.Error{Code: shop.Required, Field: "status", Message: "Status is required"}
	default:
		err = &shop.Error{Code: shop.Invalid, Field: "status", Message: "Status must be resolved or pending"}
	}
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"contact": contactOf(message)})
}

func (a api) deleteContact(w http.ResponseWriter, r *http.Request) error {
	remove := shop.ContactMessageDeleteInput{ID: r.PathValue("id")}
	if err := a.Store.Content.DeleteContactMessage(r.Context(), auth.Actor(r.Context()), remove); err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"message": "Contact message deleted"})
}
