package shop

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// StaffRole is a named set of permissions in the administration. Administrators define the roles, and who has them.
type StaffRole struct {
	ID          string
	Name        string
	Scopes      []Scope
	NeedsFactor bool // its people must use two-step sign-in
	People      int  // number of accounts that have it
	CreatedAt   time.Time
}

// Limits of staff.
const (
	MaxStaffRoles       = 50
	MaxStaffInvitations = 100
	// StaffInvitationLife is how long the link of an invitation is valid.
	StaffInvitationLife = 7 * 24 * time.Hour
)

// The names of staff roles and invitations in the audit log.
const (
	AuditStaffRole       AuditObject = "staff_roles"
	AuditStaffInvitation AuditObject = "staff_invitations"
)

// The events of staff roles. Those of the people who have one are EventUserChanged.
const (
	EventStaffRoleCreated EventKind = "staff_role.created"
	EventStaffRoleChanged EventKind = "staff_role.changed"
	EventStaffRoleDeleted EventKind = "staff_role.deleted"
)

// neededScope holds the scope that staff needs for another one: who may change an object may read it.
var neededScope = map[Scope]Scope{WriteOrders: ReadOrders, WritePayments: WriteOrders, WriteQuotes: ReadQuotes,
	WritePreOrders: ReadPreOrders, WriteCustomers: ReadCustomers, WriteContacts: ReadContacts}

// withNeeded returns the scopes with those that they need, in the order of StaffScopes.
func withNeeded(scopes []Scope) []Scope {
	all := slices.Clone(scopes)
	for i := 0; i < len(all); i++ {
		if needed, ok := neededScope[all[i]]; ok {
			all = append(all, needed)
		}
	}
	return slices.DeleteFunc(StaffScopes(), func(s Scope) bool { return !slices.Contains(all, s) })
}

// scopes refuses scopes that holders, such as API keys, can't have.
func (c *checker) scopes(scopes, possible []Scope, holders string) {
	for _, scope := range scopes {
		if !slices.Contains(possible, scope) {
			c.add(NotAllowed, "scopes", holders+" can't have the scope "+strings.ToUpper(string(scope)))
			return
		}
	}
}

// StaffRoleCreateInput is a new role.
type StaffRoleCreateInput struct {
	Name        string
	Scopes      []Scope
	NeedsFactor bool
}

// Normal returns the input trimmed and with the scopes that the others need, or all its errors.
func (in StaffRoleCreateInput) Normal() (StaffRoleCreateInput, error) {
	var c checker
	in.Name = c.line("name", "Name", in.Name, 100, true)
	c.scopes(in.Scopes, StaffScopes(), "Staff roles")
	in.Scopes = withNeeded(in.Scopes)
	return in, c.found.Err()
}

// StaffRoleUpdateInput changes a role; nil fields stay unchanged.
type StaffRoleUpdateInput struct {
	ID          string
	Name        *string
	Scopes      []Scope
	NeedsFactor *bool
}

// Normal returns the input trimmed and with the scopes that the others need, or all its errors.
func (in StaffRoleUpdateInput) Normal() (StaffRoleUpdateInput, error) {
	var c checker
	in.Name = c.lineIfSet("name", "Name", in.Name, 100, true)
	if in.Scopes != nil {
		c.scopes(in.Scopes, StaffScopes(), "Staff roles")
		in.Scopes = withNeeded(in.Scopes)
	}
	return in, c.found.Err()
}

// StaffDeleteInput names a role to delete, or an invitation to revoke.
type StaffDeleteInput struct {
	ID string
}

// StaffRoleNameTaken refuses a second role of the same name.
func StaffRoleNameTaken() *Error {
	return &Error{Code: Taken, Field: "name", Message: "A role with this name already exists"}
}

// StaffRoleInUse refuses to delete a role that an account has.
func StaffRoleInUse() *Error {
	return &Error{Code: NotAllowed, Field: "id", Message: "People have this role. Give them another role first."}
}

// TooManyStaffRoles refuses a further role.
func TooManyStaffRoles() *Error {
	return &Error{Code: NotAllowed, Field: "name", Message: fmt.Sprintf("There can be at most %d roles", MaxStaffRoles)}
}

// StaffRoleAssignInput gives an account a role; without RoleID the account loses its role.
type StaffRoleAssignInput struct {
	AccountID string
	RoleID    *string
}

// UnknownStaffRole refuses a role that does not exist.
func UnknownStaffRole() *Error {
	return &Error{Code: NotFound, Field: "roleId", Message: "Role not found"}
}

// MayHaveRole refuses to give a staff role to an administrator, or to an account with an unverified address, which may
// belong to another person.
func (c Customer) MayHaveRole() error {
	if !c.EmailVerified {
		return &Error{Code: NotAllowed, Field: "accountId",
			Message: "This account's email address is not verified. Send an invitation instead."}
	}
	if c.Role == RoleAdmin {
		return &Error{Code: NotAllowed, Field: "accountId", Message: "Administrators already have all permissions"}
	}
	return nil
}

// MayBeChangedBy refuses changes to the accounts of present and former administrators and staff by others than
// administrators: staff must not admit a colleague whom these have blocked.
func (c Customer) MayBeChangedBy(actor Actor) error {
	if actor.Role != RoleAdmin && (c.Role == RoleAdmin || c.StaffRole != nil || c.WasStaff) {
		return &Error{Code: NotAllowed, Field: "id",
			Message: "Only administrators can change the account of a present or former administrator or staff member"}
	}
	return nil
}

// StaffInvitation is a mailed invitation that nobody has accepted yet.
type StaffInvitation struct {
	ID        string
	Email     string
	Role      StaffRole
	CreatedAt time.Time // when it was last sent
	ExpiresAt time.Time
}

// StaffInviteInput is an invitation. It replaces an open one to the same address, whose link stops working.
type StaffInviteInput struct {
	Email  string
	RoleID string
}

// Normal returns the input with the address in lower case, or its errors.
func (in StaffInviteInput) Normal() (StaffInviteInput, error) {
	var c checker
	in.Email = c.email("email", in.Email)
	return in, c.found.Err()
}

// TooManyInvitations refuses a further invitation.
func TooManyInvitations() *Error {
	return &Error{Code: NotAllowed, Field: "email",
		Message: fmt.Sprintf("There can be at most %d open invitations", MaxStaffInvitations)}
}

// AlreadyAdministrator refuses to invite an administrator.
func AlreadyAdministrator() *Error {
	return &Error{Code: NotAllowed, Field: "email", Message: "This is an administrator's address"}
}

// StaffInvitationOffer is an invitation as shown to a client that has its link.
type StaffInvitationOffer struct {
	Email       string
	RoleName    string
	NeedsFactor bool
	HasAccount  bool // the address has an account, which has to sign in
}

// StaffInvitationAcceptInput accepts an invitation with the token of its link. A visitor creates an account for the
// address with a name and a password; an account that is signed in has the address.
type StaffInvitationAcceptInput struct {
	Token    string
	Name     *string
	Password *string
}

// Link returns the input with its token trimmed, or an error if it can't be one.
func (in StaffInvitationAcceptInput) Link() (StaffInvitationAcceptInput, error) {
	var c checker
	in.Token = c.token(in.Token)
	return in, c.found.Err()
}

// Account returns the account that a visitor creates at an address, or all errors of its fields.
func (in StaffInvitationAcceptInput) Account(email string) (UserRegisterInput, error) {
	account := UserRegisterInput{Email: email}
	if in.Name != nil {
		account.Name = *in.Name
	}
	if in.Password != nil {
		account.Password = *in.Password
	}
	return account.Normal()
}

// InvitedHasAccount refuses to create an account for an invited address that has one.
func InvitedHasAccount() *Error {
	return &Error{Code: NotAllowed, Field: "token", Message: "You already have an account. Sign in to accept."}
}

// InvitedOther refuses an invitation of another address than that of the account that is signed in.
func InvitedOther(email string) *Error {
	return &Error{Code: NotAllowed, Field: "token",
		Message: "This invitation was sent to " + email + ". Sign in with that address to accept it."}
}
