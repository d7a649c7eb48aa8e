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

// MilestoneDeleteInput names a step to remove.
type MilestoneDeleteInput struct {
	ID string
}
