package shop

// Milestone is an event in the company's history.
type Milestone struct {
	ID          string
	Title       string
	Description string
}

// AuditMilestone is the milestones' name in the audit log.
const AuditMilestone AuditObject = "milestones"

// The events of milestones.
const (
	EventMilestoneCreated EventKind = "milestone.created"
	EventMilestoneChanged EventKind = "milestone.changed"
	EventMilestoneDeleted EventKind = "milestone.deleted"
)

// MilestoneCreateInput is a new milestone.
type MilestoneCreateInput struct {
	Title       string
	Description string
}

// Normal returns the input trimmed, or all its errors.
func (in MilestoneCreateInput) Normal() (MilestoneCreateInput, error) {
	var c checker
	in.Title = c.line("title", "Title", in.Title, 200, true)
	in.Description = c.text("description", "Description", in.Description, 2000, true)
	return in, c.found.Err()
}

// MilestoneUpdateInput changes a milestone; nil fields stay unchanged.
type MilestoneUpdateInput struct {
	ID          string
	Title       *string
	Description *string
}

// Normal returns the input trimmed, or all its errors.
func (in MilestoneUpdateInput) Normal() (MilestoneUpdateInput, error) {
	var c checker
	in.Title = c.lineIfSet("title", "Title", in.Title, 200, true)
	in.Description = c.textIfSet("description", "Description", in.Description, 2000, true)
	return in, c.found.Err()
}

// MilestoneDeleteInput names a milestone to remove.
type MilestoneDeleteInput struct {
	ID string
}
