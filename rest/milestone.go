package rest

import (
	"net/http"

	"orrery/auth"
	"orrery/shop"
)

type milestoneBody struct {
	ID          string `json:"_id"`
	Title       string `json:"title"`
	Description string `json:"description"`
}

func milestoneOf(m shop.Milestone) milestoneBody { return milestoneBody(m) }

func (a api) milestones(r *http.Request) (fields, error) {
	story, err := a.Store.Content.Milestones(r.Context(), auth.Actor(r.Context()))
	if err != nil {
		return nil, err
	}
	return fields{"milestones": mapSlice(story, milestoneOf)}, nil
}

func (a api) createMilestone(w http.ResponseWriter, r *http.Request) error {
	in, err := decode[struct {
		Title       string `json:"title"`
		Description string `json:"description"`
	}](w, r)
	if err != nil {
		return err
	}
	milestone, err := a.Store.Content.CreateMilestone(r.Context(), auth.Actor(r.Context()),
		shop.MilestoneCreateInput(in))
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusCreated, fields{"milestone": milestoneOf(milestone)})
}

func (a api) updateMilestone(w http.ResponseWriter, r *http.Request) error {
	in, err := decode[struct {
		Title       *string `json:"title"`
		Description *string `json:"description"`
	}](w, r)
	if err != nil {
		return err
	}
	update := shop.MilestoneUpdateInput{ID: r.PathValue("id"), Title: in.Title, Description: in.Description}
	milestone, err := a.Store.Content.UpdateMilestone(r.Context(), auth.Actor(r.Context()), update)
	if err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"milestone": milestoneOf(milestone)})
}

func (a api) deleteMilestone(w http.ResponseWriter, r *http.Request) error {
	remove := shop.MilestoneDeleteInput{ID: r.PathValue("id")}
	if err := a.Store.Content.DeleteMilestone(r.Context(), auth.Actor(r.Context()), remove); err != nil {
		return err
	}
	return writeSuccess(w, http.StatusOK, fields{"message": "Milestone removed"})
}
