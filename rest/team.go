package rest

import (
	"net/http"

	"orrery/auth"
	"orrery/shop"
)

type teamMemberBody struct {
	ID     string  `json:"_id"`
	Name   string  `json:"name"`
	Role   string  `json:"role"`
	Avatar *string `json:"avatar"`
}

func teamMemberOf(m shop.TeamMember) teamMemberBody {
	return teamMemberBody{m.ID, m.Name, m.Role, mediaURL(m.Avatar)}
}

func (a api) teamMembers(r *http.Request) (fields, error) {
	team, err := a.Store.Content.TeamMembers(r.Context(), auth.Actor(r.Context()))
	if err != nil {
		return nil, err
	}
	return fields{"teamMembers": mapSlice(team, teamMemberOf)}, nil
}

func (a api) createTeamMember(w http.ResponseWriter, r *http.Request) error {
	in, err := a.readPictureForm(w, r, "avatar", "name", "role")
	if err != nil {
		return err
	}
	create := shop.TeamMemberCreateInput{Name: in.texts["name"], Role: in.texts["role"], AvatarID: in.uploadID}
	member, err := a.Store.Content.CreateTeamMember(r.Context(), auth.Actor(r.Context()), create)
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusCreated, fields{"teamMember": teamMemberOf(member)})
}

func (a api) updateTeamMember(w http.ResponseWriter, r *http.Request) error {
	in, err := a.readPictureForm(w, r, "avatar", "name", "role")
	if err != nil {
		return err
	}
	update := shop.TeamMemberUpdateInput{ID: r.PathValue("id"), Name: in.text("name"), Role: in.text("role"),
		AvatarID: in.uploadID}
	member, err := a.Store.Content.UpdateTeamMember(r.Context(), auth.Actor(r.Context()), update)
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"teamMember": teamMemberOf(member)})
}

func (a api) deleteTeamMember(w http.ResponseWriter, r *http.Request) error {
	remove := shop.TeamMemberDeleteInput{ID: r.PathValue("id")}
	if err := a.Store.Content.DeleteTeamMember(r.Context(), auth.Actor(r.Context()), remove); err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"message": "Team member removed"})
}
