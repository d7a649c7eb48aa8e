package shop

// FaqEntry is a frequent question with its answer.
type FaqEntry struct {
	ID       string
	Topic    FaqTopic
	Question string
	Answer   string
}

// FaqTopic is the page that an entry belongs to.
type FaqTopic string

// The topics.
const (
	FaqProducts  FaqTopic = "products"
	FaqContact   FaqTopic = "contact"
	FaqResources FaqTopic = "resources"
)
