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

// TeamMemberUpdateInput is a change of a member; nil stays as it is. AvatarID names an upload.
type TeamMemberUpdateInput struct {
	ID       string
	Name     *string
	Role     *string
	AvatarID *string
}

// Normal returns the input trimmed, or everything that is wrong with it.
func (in TeamMemberUpdateInput) Normal() (TeamMemberUpdateInput, error) {
	var c checker
	if in.Name != nil {
		in.Name = new(c.text("name", "Name", *in.Name, 100, true))
	}
	if in.Role != nil {
		in.Role = new(c.text("role", "Role", *in.Role, 100, true))
	}
	return in, c.found.Err()
}

// TeamMemberDeleteInput names a member to remove.
type TeamMemberDeleteInput struct {
	ID string
}
