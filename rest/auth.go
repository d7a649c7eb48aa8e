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

func (a api) login(w http.ResponseWriter, r *http.Request) error {
	in, err := decode[struct {
		Email    string `json:"email"`
		Password string `json:"password"`
		Code     string `json:"code"`
	}](w, r)
	if err != nil {
		return err
	}
	actor := auth.Actor(r.Context())
	entry, err := a.Auth.Login(r.Context(), actor, shop.UserLoginInput{Email: in.Email, Password: in.Password})
	switch {
	case err == nil && entry.Challenge != "" && in.Code == "":
		err = shop.CodeNeeded()
	case err == nil && entry.Challenge != "":
		entry, err = a.Auth.ConfirmLogin(r.Context(), actor,
			shop.UserLoginConfirmInput{Challenge: entry.Challenge, Code: in.Code})
	}
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"token": entry.Token, "user": userOf(*entry.User)})
}

func (a api) register(w http.ResponseWriter, r *http.Request) error {
	in, err := decode[struct {
		Name     string `json:"name"`
		Email    string `json:"email"`
		Password string `json:"password"`
	}](w, r)
	if err != nil {
		return err
	}
	user, token, err := a.Auth.Register(r.Context(), auth.Actor(r.Context()), shop.UserRegisterInput(in))
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusCreated, fields{"token": token, "user": userOf(user)})
}

// logout requires the bearer token, so that a link on another page can't sign a user out.
func (a api) logout(w http.ResponseWriter, r *http.Request) error {
	actor := auth.Actor(r.Context())
	if err := actor.NeedUser(); err != nil {
		return err
	}
	if _, err := a.Store.Users.EndSession(r.Context(), actor); err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"message": "Logged out successfully"})
}

func (a api) me(w http.ResponseWriter, r *http.Request) error {
	user, err := a.Store.Users.Me(r.Context(), auth.Actor(r.Context()))
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"user": userOf(user)})
}

func (a api) updateMe(w http.ResponseWriter, r *http.Request) error {
	in, err := decode[struct {
		Name  *string `json:"name"`
		Email *string `json:"email"`
	}](w, r)
	if err != nil {
		return err
	}
	user, err := a.Store.Users.Update(r.Context(), auth.Actor(r.Context()), shop.UserUpdateInput(in))
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"user": userOf(user)})
}
