package shop

// Brand is who runs the shop, as its mails and papers say it.
type Brand struct {
	Name    string
	Email   string // of the office
	Address string // of the office, in one line
}

// DefaultBrand is Orrery Robotics (decisions: content). The client's lib/brand.ts says the same.
func DefaultBrand() Brand {
	return Brand{
		Name:    "Orrery Robotics",
		Email:   "hello@orrery.example",
		Address: "Keizersgracht 241, 1016 EA Amsterdam, Netherlands",
	}
}
