package shop

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// MaxAddresses is the maximum number of addresses that an account saves.
const MaxAddresses = 20

// Address is a delivery address that an account has saved.
type Address struct {
	ID           string
	ShippingInfo ShippingInfo
	Default      bool // offered first; one address of each account that has any
}

// ShippingInfo is the delivery address of an order. Country is an ISO 3166-1 alpha-2 code. Recipient, company, phone
// and notes are empty if they were not given; without a recipient, the buyer is the recipient.
type ShippingInfo struct {
	Address    string
	City       string
	PostalCode string
	Country    string
	Recipient  string
	Company    string
	Phone      string
	Notes      string // for the carrier, such as the floor or that a lift gate is needed
}

// Lines returns the address as it is written on a parcel, for the recipient unless the address names one.
func (a ShippingInfo) Lines(recipient string) []string {
	return addressLines(a.Company, cmp.Or(a.Recipient, recipient), a.Address, a.PostalCode, a.City, a.Country)
}

// Contact returns the phone number and the notes, on a line each.
func (a ShippingInfo) Contact() []string {
	var lines []string
	if a.Phone != "" {
		lines = append(lines, "Phone "+a.Phone)
	}
	if a.Notes != "" {
		lines = append(lines, a.Notes)
	}
	return lines
}

func addressLines(company, recipient, address, postalCode, city, country string) []string {
	lines := []string{company, recipient, address, postalCode + " " + city + ", " + country}
	return slices.DeleteFunc(lines, func(line string) bool { return line == "" })
}

// ShippingInfoInput is unchecked ShippingInfo. Nil leaves a value as it is, which is empty in a new address.
type ShippingInfoInput struct {
	Address    string
	City       string
	PostalCode string
	Country    string
	Recipient  *string `json:",omitempty"`
	Company    *string `json:",omitempty"`
	Phone      *string `json:",omitempty"`
	Notes      *string `json:",omitempty"`
}

// Over returns the address that old becomes. The input must be normalised.
func (in ShippingInfoInput) Over(old ShippingInfo) ShippingInfo {
	given := func(value *string, old string) string {
		if value == nil {
			return old
		}
		return *value
	}
	return ShippingInfo{Address: in.Address, City: in.City, PostalCode: in.PostalCode, Country: in.Country,
		Recipient: given(in.Recipient, old.Recipient), Company: given(in.Company, old.Company),
		Phone: given(in.Phone, old.Phone), Notes: given(in.Notes, old.Notes)}
}

func (in ShippingInfoInput) normal(c *checker) ShippingInfoInput {
	const at = "shippingInfo"
	in.Address, in.City, in.PostalCode, in.Country = c.place(at, in.Address, in.City, in.PostalCode, in.Country)
	in.Recipient = c.lineIfSet(at+".recipient", "Recipient", in.Recipient, 100, false)
	in.Company = c.lineIfSet(at+".company", "Company", in.Company, 100, false)
	in.Phone = c.lineIfSet(at+".phone", "Phone", in.Phone, 40, false)
	in.Notes = c.textIfSet(at+".notes", "Delivery notes", in.Notes, 500, false)
	return in
}

// BillingInfo is what an invoice states about its recipient. The address is empty if it is the delivery address.
type BillingInfo struct {
	Address             string `json:"address,omitempty"`
	City                string `json:"city,omitempty"`
	PostalCode          string `json:"postalCode,omitempty"`
	Country             string `json:"country,omitempty"`
	Recipient           string `json:"recipient,omitempty"`
	Company             string `json:"company,omitempty"`
	VATNumber           string `json:"vatNumber,omitempty"`           // in capitals without separators
	PurchaseOrderNumber string `json:"purchaseOrderNumber,omitempty"` // of the customer, to be stated on the invoice
}

// Lines returns the address as it is written on a letter, to name unless the address names a recipient; nil if there is
// no address.
func (b BillingInfo) Lines(name string) []string {
	if b.Address == "" {
		return nil
	}
	return addressLines(b.Company, cmp.Or(b.Recipient, name), b.Address, b.PostalCode, b.City, b.Country)
}

// References returns the VAT number and the purchase order number, on a line each.
func (b BillingInfo) References() []string {
	var lines []string
	if b.VATNumber != "" {
		lines = append(lines, "VAT no. "+b.VATNumber)
	}
	if b.PurchaseOrderNumber != "" {
		lines = append(lines, "Purchase order "+b.PurchaseOrderNumber)
	}
	return lines
}

// BillingInfoInput is unchecked BillingInfo.
type BillingInfoInput BillingInfo

// normal returns the input trimmed. The address is required as a whole if a part of it is given. A VAT number is
// checked for the country of the address or else for that of the delivery, and requires a company: that of the address
// or else the one of companyField.
func (in *BillingInfoInput) normal(c *checker, delivery, companyField string, company *string) *BillingInfoInput {
	if in == nil {
		return nil
	}
	const at = "billingInfo"
	out := *in
	out.Recipient = c.line(at+".recipient", "Recipient", in.Recipient, 100, false)
	out.Company = c.line(at+".company", "Company", in.Company, 100, false)
	if strings.TrimSpace(in.Address+in.City+in.PostalCode+in.Country+in.Recipient+in.Company) != "" {
		out.Address, out.City, out.PostalCode, out.Country = c.place(at, in.Address, in.City, in.PostalCode, in.Country)
	}
	out.VATNumber = c.vatNumber(at+".vatNumber", in.VATNumber, cmp.Or(out.Country, delivery))
	if out.VATNumber != "" && out.Company == "" && (company == nil || *company == "") {
		c.add(Required, companyField, "Company is required with a VAT number")
	}
	out.PurchaseOrderNumber = c.line(at+".purchaseOrderNumber", "Purchase order number", in.PurchaseOrderNumber, 50,
		false)
	return &out
}

// info returns a normalised input as BillingInfo.
func (in *BillingInfoInput) info() BillingInfo {
	if in == nil {
		return BillingInfo{}
	}
	return BillingInfo(*in)
}

// place checks the parts of an address that every address has; at is the field that holds them.
func (c *checker) place(at, address, city, postalCode, country string) (string, string, string, string) {
	address = c.line(at+".address", "Address", address, 200, true)
	city = c.line(at+".city", "City", city, 100, true)
	postalCode = strings.ToUpper(c.line(at+".postalCode", "Postal code", postalCode, 20, true))
	country = c.country(at+".country", country)
	// In other countries any code is accepted, because no example exists to explain a refusal.
	if example, known := postalCodes[country]; known && postalCode != "" &&
		formats.Var(postalCode, "postcode_iso3166_alpha2="+country) != nil {
		c.add(Invalid, at+".postalCode", fmt.Sprintf("Postal code must match the country, such as %s", example))
	}
	return address, city, postalCode, country
}

// postalCodes maps each country whose postal codes are checked to an example.
var postalCodes = map[string]string{
	"AT": "1010", "AU": "2000", "BE": "1000", "BG": "1000", "CA": "K1A 0B1", "CH": "8001", "CY": "1010", "CZ": "110 00",
	"DE": "10115", "DK": "1050", "EE": "10111", "ES": "28001", "FI": "00100", "FR": "75001", "GB": "SW1A 1AA",
	"GR": "105 57", "HR": "10000", "HU": "1011", "IT": "00118", "JP": "100-0001", "LU": "1111", "MT": "VLT 1117",
	"NL": "1012 AB", "NO": "0150", "PL": "00-001", "PT": "1000-001", "RO": "010011", "SE": "111 20", "SI": "1000",
	"SK": "811 01", "US": "10001",
}

// AddressCreateInput saves an address.
type AddressCreateInput struct {
	ShippingInfo ShippingInfoInput
	Default      bool
}

// Normal returns the input trimmed, or all its errors.
func (in AddressCreateInput) Normal() (AddressCreateInput, error) {
	var c checker
	in.ShippingInfo = in.ShippingInfo.normal(&c)
	return in, c.found.Err()
}

// AddressUpdateInput changes a saved address, or makes it the default one, or both. Nil leaves it as it is.
type AddressUpdateInput struct {
	ID           string
	ShippingInfo *ShippingInfoInput
	Default      bool
}

// Normal returns the input trimmed, or all its errors.
func (in AddressUpdateInput) Normal() (AddressUpdateInput, error) {
	var c checker
	if in.ShippingInfo != nil {
		normal := in.ShippingInfo.normal(&c)
		in.ShippingInfo = &normal
	}
	return in, c.found.Err()
}

// AddressDeleteInput names a saved address to delete.
type AddressDeleteInput struct{ ID string }

// UnknownAddress refuses an address that does not exist or belongs to another account.
func UnknownAddress() *Error {
	return &Error{Code: NotFound, Field: "id", Message: "Address not found"}
}

// TooManyAddresses refuses an address beyond MaxAddresses.
func TooManyAddresses() *Error {
	return &Error{Code: OutOfRange, Field: "shippingInfo",
		Message: fmt.Sprintf("An account can save at most %d addresses. Delete one first.", MaxAddresses)}
}
