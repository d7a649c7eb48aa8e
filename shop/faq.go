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

// FaqEntryCreateInput is a new question, which comes last in its topic.
type FaqEntryCreateInput struct {
	Topic    FaqTopic
	Question string
	Answer   string
}

// Normal returns the input trimmed, or everything that is wrong with it.
func (in FaqEntryCreateInput) Normal() (FaqEntryCreateInput, error) {
	var c checker
	in.Question, in.Answer = c.question(in.Question), c.answer(in.Answer)
	return in, c.found.Err()
}

// FaqEntryUpdateInput is a change of a question; nil stays as it is. In another topic it comes last.
type FaqEntryUpdateInput struct {
	ID       string
	Topic    *FaqTopic
	Question *string
	Answer   *string
}

// Normal returns the input trimmed, or everything that is wrong with it.
func (in FaqEntryUpdateInput) Normal() (FaqEntryUpdateInput, error) {
	var c checker
	if in.Question != nil {
		in.Question = new(c.question(*in.Question))
	}
	if in.Answer != nil {
		in.Answer = new(c.answer(*in.Answer))
	}
	return in, c.found.Err()
}

func (c *checker) question(text string) string {
	return c.text("question", "Question", text, 300, true)
}

func (c *checker) answer(text string) string { return c.text("answer", "Answer", text, 5000, true) }

// FaqEntryDeleteInput names a question to delete.
type FaqEntryDeleteInput struct {
	ID string
}

// FaqEntriesReorderInput is the order of all questions of a topic.
type FaqEntriesReorderInput struct {
	Topic FaqTopic
	IDs   []string
}

// FaqChanged refuses an order that leaves out a question of the topic, or names another one.
func FaqChanged() *Error {
	return &Error{Code: Conflict, Field: "ids", Message: "The questions of this topic have changed. Please look at them again."}
}
