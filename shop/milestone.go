package shop

// Milestone is a step of the company's story.
type Milestone struct {
	ID          string
	Title       string
	Description string
}

// MilestoneCreateInput is a new step.
type MilestoneCreateInput struct {
	Title       string
	Description string
}

// Normal returns the input trimmed, or everything that is wrong with it (spec 5).
func (in MilestoneCreateInput) Normal() (MilestoneCreateInput, error) {
	var c checker
	in.Title = c.text("title", "Title", in.Title, 200, true)
	in.Description = c.text("description", "Description", in.Description, 2000, true)
	return in, c.found.Err()
}

// MilestoneUpdateInput is a change of a step; nil stays as it is.
type MilestoneUpdateInput struct {
	ID          string
	Title       *string
	Description *string
}

// Normal returns the input trimmed, or everything that is wrong with it.
func (in MilestoneUpdateInput) Normal() (MilestoneUpdateInput, error) {
	var c checker
	if in.Title != nil {
		in.Title = new(c.text("title", "Title", *in.Title, 200, true))
	}
	if in.Description != nil {
		in.Description = new(c.text("description", "Description", *in.Description, 2000, true))
	}
	return in, c.found.Err()
}

// MilestoneDeleteInput names a step to remove.
type MilestoneDeleteInput struct {
	ID string
}
