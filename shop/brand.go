package shop

// Brand is who runs the shop, as its pages, mails and papers say it.
type Brand struct {
	Name   string
	Short  string // where the name has little room
	Retail string // of the retail automation
	Email  string // of the office
	Phone  string // of the office
	Office Office
}

// Office is where the company can be visited.
type Office struct {
	Street, PostalCode, City, Country string
}

// Address is the office in one line.
func (b Brand) Address() string {
	return b.Office.Street + ", " + b.Office.PostalCode + " " + b.Office.City + ", " + b.Office.Country
}

// DefaultBrand is Orrery Robotics (decisions: content). The client's lib/brand.ts says the same.
func DefaultBrand() Brand {
	return Brand{
		Name:   "Orrery Robotics",
		Short:  "Orrery",
		Retail: "Winkelwerk",
		Email:  "hello@orrery.example",
		Phone:  "+31 20 555 0142",
		Office: Office{Street: "Keizersgracht 241", PostalCode: "1016 EA", City: "Amsterdam", Country: "Netherlands"},
	}
}
