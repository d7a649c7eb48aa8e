package shop

// Milestone is a step of the company's story.
type Milestone struct {
	ID          string
	Title       string
	Description string
}
