package shop

// TeamMember is somebody shown on /about.
type TeamMember struct {
	ID     string
	Name   string
	Role   string // what the person does
	Avatar *Media
}
