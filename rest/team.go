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
	return teamMemberBody{m.ID, m.Name, m.Role, address(m.Avatar)}
}

func (d door) teamMembers(r *http.Request) (fields, error) {
	team, err := d.Store.Content.TeamMembers(r.Context(), auth.Actor(r.Context()))
	if err != nil {
		return nil, err
	}
	return fields{"teamMembers": each(team, teamMemberOf)}, nil
}

func (d door) createTeamMember(w http.ResponseWriter, r *http.Request) error {
	in, err := d.readPictured(w, r, "avatar", "name", "role")
	if err != nil {
		return err
	}
	create := shop.TeamMemberCreateInput{Name: in.texts["name"], Role: in.texts["role"], AvatarID: in.uploadID}
	member, err := d.Store.Content.CreateTeamMember(r.Context(), auth.Actor(r.Context()), create)
	if err != nil {
		return err
	}
	return give(w, http.StatusCreated, fields{"teamMember": teamMemberOf(member)})
}

func (d door) updateTeamMember(w http.ResponseWriter, r *http.Request) error {
	in, err := d.readPictured(w, r, "avatar", "name", "role")
	if err != nil {
		return err
	}
	update := shop.TeamMemberUpdateInput{ID: r.PathValue("id"), Name: in.text("name"), Role: in.text("role"), AvatarID: in.uploadID}
	member, err := d.Store.Content.UpdateTeamMember(r.Context(), auth.Actor(r.Context()), update)
	if err != nil {
		return err
	}
	return give(w, http.StatusOK, fields{"teamMember": teamMemberOf(member)})
}

func (d door) deleteTeamMember(w http.ResponseWriter, r *http.Request) error {
	remove := shop.TeamMemberDeleteInput{ID: r.PathValue("id")}
	if err := d.Store.Content.DeleteTeamMember(r.Context(), auth.Actor(r.Context()), remove); err != nil {
		return err
	}
	return give(w, http.StatusOK, fields{"message": "Team member removed"})
}
