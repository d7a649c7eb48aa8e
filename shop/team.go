package shop

// TeamMember is somebody shown on /about.
type TeamMember struct {
	ID     string
	Name   string
	Role   string // what the person does
	Avatar *Media
}

// TeamMemberCreateInput is a new member. AvatarID names an upload.
type TeamMemberCreateInput struct {
	Name     string
	Role     string
	AvatarID *string
}

// Normal returns the input trimmed, or everything that is wrong with it (spec 5).
func (in TeamMemberCreateInput) Normal() (TeamMemberCreateInput, error) {
	var c checker
	in.Name = c.text("name", "Name", in.Name, 100, true)
	in.Role = c.text("role", "Role", in.Role, 100, true)
	return in, c.found.Err()
}

// TeamMemberDeleteInput names a member to remove.
type TeamMemberDeleteInput struct {
	ID string
}
