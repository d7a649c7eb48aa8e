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

func (d door) milestones(r *http.Request) (fields, error) {
	story, err := d.Store.Content.Milestones(r.Context(), auth.Actor(r.Context()))
	if err != nil {
		return nil, err
	}
	return fields{"milestones": each(story, milestoneOf)}, nil
}

func (d door) createMilestone(w http.ResponseWriter, r *http.Request) error {
	in, err := read[struct {
		Title       string `json:"title"`
		Description string `json:"description"`
	}](w, r)
	if err != nil {
		return err
	}
	milestone, err := d.Store.Content.CreateMilestone(r.Context(), auth.Actor(r.Context()), shop.MilestoneCreateInput(in))
	if err != nil {
		return err
	}
	return give(w, http.StatusCreated, fields{"milestone": milestoneOf(milestone)})
}

func (d door) updateMilestone(w http.ResponseWriter, r *http.Request) error {
	in, err := read[struct {
		Title       *string `json:"title"`
		Description *string `json:"description"`
	}](w, r)
	if err != nil {
		return err
	}
	update := shop.MilestoneUpdateInput{ID: r.PathValue("id"), Title: in.Title, Description: in.Description}
	milestone, err := d.Store.Content.UpdateMilestone(r.Context(), auth.Actor(r.Context()), update)
	if err != nil {
		return err
	}
	return give(w, http.StatusOK, fields{"milestone": milestoneOf(milestone)})
}

func (d door) deleteMilestone(w http.ResponseWriter, r *http.Request) error {
	remove := shop.MilestoneDeleteInput{ID: r.PathValue("id")}
	if err := d.Store.Content.DeleteMilestone(r.Context(), auth.Actor(r.Context()), remove); err != nil {
		return err
	}
	return give(w, http.StatusOK, fields{"message": "Milestone removed"})
}
