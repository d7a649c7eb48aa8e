package shop

// Brand describes the company as shown on its pages, emails and PDFs.
type Brand struct {
	Name   string
	Short  string // for narrow layouts
	Retail string // name of the retail automation brand
	Email  string // of the office
	Phone  string // of the office
	Office Office
}

// Office is the postal address of the company.
type Office struct {
	Street, PostalCode, City, Country string
}

// Address returns the office's address on one line.
func (b Brand) Address() string {
	return b.Office.Street + ", " + b.Office.PostalCode + " " + b.Office.City + ", " + b.Office.Country
}

// DefaultBrand returns the data of Orrery Robotics. client/src/lib/brand.ts must contain the same values.
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
