package rest

import (
	"net/http"
	"time"

	"orrery/auth"
	"orrery/shop"
)

type userBody struct {
	ID            string    `json:"_id"`
	Name          string    `json:"name"`
	Email         string    `json:"email"`
	EmailVerified bool      `json:"emailVerified"`
	PendingEmail  *string   `json:"pendingEmail"`
	Role          shop.Role `json:"role"`
	CreatedAt     time.Time `json:"createdAt"`
}

func userOf(u shop.User) userBody {
	return userBody{u.ID, u.Name, u.Email, u.EmailVerified, u.PendingEmail, u.Role, u.CreatedAt}
}

func (d door) login(w http.ResponseWriter, r *http.Request) error {
	in, err := read[struct {
		Email    string `json:"email"`
		Password string `json:"password"`
	}](w, r)
	if err != nil {
		return err
	}
	user, token, err := d.Auth.Login(r.Context(), auth.Actor(r.Context()), shop.UserLoginInput(in))
	if err != nil {
		return err
	}
	return give(w, http.StatusOK, fields{"token": token, "user": userOf(user)})
}

func (d door) register(w http.ResponseWriter, r *http.Request) error {
	in, err := read[struct {
		Name     string `json:"name"`
		Email    string `json:"email"`
		Password string `json:"password"`
	}](w, r)
	if err != nil {
		return err
	}
	user, token, err := d.Auth.Register(r.Context(), auth.Actor(r.Context()), shop.UserRegisterInput(in))
	if err != nil {
		return err
	}
	return give(w, http.StatusCreated, fields{"token": token, "user": userOf(user)})
}

// logout needs the bearer (decisions: accounts), so that a link on some page can't sign anybody out.
func (d door) logout(w http.ResponseWriter, r *http.Request) error {
	actor := auth.Actor(r.Context())
	if err := actor.NeedUser(); err != nil {
		return err
	}
	if _, err := d.Store.EndSession(r.Context(), actor); err != nil {
		return err
	}
	return give(w, http.StatusOK, fields{"message": "Logged out successfully"})
}

func (d door) me(w http.ResponseWriter, r *http.Request) error {
	user, err := d.Store.Me(r.Context(), auth.Actor(r.Context()))
	if err != nil {
		return err
	}
	return give(w, http.StatusOK, fields{"user": userOf(user)})
}

func (d door) updateMe(w http.ResponseWriter, r *http.Request) error {
	in, err := read[struct {
		Name  *string `json:"name"`
		Email *string `json:"email"`
	}](w, r)
	if err != nil {
		return err
	}
	user, err := d.Store.UpdateUser(r.Context(), auth.Actor(r.Context()), shop.UserUpdateInput(in))
	if err != nil {
		return err
	}
	return give(w, http.StatusOK, fields{"user": userOf(user)})
}
