package shop

// TeamMember is a person shown on /about.
type TeamMember struct {
	ID     string
	Name   string
	Role   string // position in the company
	Avatar *Media
}

// AuditTeamMember is the members' name in the audit log.
const AuditTeamMember AuditObject = "team_members"

// The events of team members.
const (
	EventTeamMemberCreated EventKind = "team_member.created"
	EventTeamMemberChanged EventKind = "team_member.changed"
	EventTeamMemberDeleted EventKind = "team_member.deleted"
)

// TeamMemberCreateInput is a new member. AvatarID names an upload.
type TeamMemberCreateInput struct {
	Name     string
	Role     string
	AvatarID *string
}

// Normal returns the input trimmed, or all its errors.
func (in TeamMemberCreateInput) Normal() (TeamMemberCreateInput, error) {
	var c checker
	in.Name = c.line("name", "Name", in.Name, 100, true)
	in.Role = c.line("role", "Role", in.Role, 100, true)
	return in, c.found.Err()
}

// TeamMemberUpdateInput changes a member; nil fields stay unchanged. AvatarID names an upload.
type TeamMemberUpdateInput struct {
	ID       string
	Name     *string
	Role     *string
	AvatarID *string
}

// Normal returns the input trimmed, or all its errors.
func (in TeamMemberUpdateInput) Normal() (TeamMemberUpdateInput, error) {
	var c checker
	in.Name = c.lineIfSet("name", "Name", in.Name, 100, true)
	in.Role = c.lineIfSet("role", "Role", in.Role, 100, true)
	return in, c.found.Err()
}

// TeamMemberDeleteInput names a member to remove.
type TeamMemberDeleteInput struct {
	ID string
}
