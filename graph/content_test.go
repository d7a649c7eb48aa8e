package graph_test

import (
	"testing"
	"time"
)

const (
	memberCreate   = `mutation ($input: TeamMemberCreateInput!) { teamMemberCreate(input: $input) { teamMember { id name role avatar { url alt } } userErrors { code field } } }`
	memberDelete   = `mutation ($id: ID!) { teamMemberDelete(input: {id: $id}) { deletedId userErrors { message code field } } }`
	stepCreate     = `mutation ($input: MilestoneCreateInput!) { milestoneCreate(input: $input) { milestone { id title description } userErrors { code field } } }`
	stepDelete     = `mutation ($id: ID!) { milestoneDelete(input: {id: $id}) { deletedId userErrors { message code field } } }`
	messageCreate  = `mutation ($input: ContactMessageCreateInput!) { contactMessageCreate(input: $input) { received userErrors { code field } } }`
	messageResolve = `mutation ($id: ID!) { contactMessageResolve(input: {id: $id}) { contactMessage { subject status } userErrors { message code field } } }`
	messageDelete  = `mutation ($id: ID!) { contactMessageDelete(input: {id: $id}) { deletedId userErrors { message code field } } }`
)

// gone expects the answer to a change of what is not there.
func (r reply) gone(mutation, message string) {
	r.t.Helper()
	r.is(mutation+".userErrors.0.code", "NOT_FOUND")
	r.is(mutation+".userErrors.0.field.0", "id")
	r.is(mutation+".userErrors.0.message", message)
}

func TestTeam(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	d.Clock.Advance(time.Minute)
	r := d.must(admin, memberCreate, vars{"input": vars{"name": " Ada King ", "role": "Engineer"}})
	r.is("teamMemberCreate.teamMember.name", "Ada King")
	r.is("teamMemberCreate.teamMember.avatar", nil)
	id := r.at("teamMemberCreate.teamMember.id")
	d.must("", `{ teamMembers { id } }`, nil).is("teamMembers.2.id", id) // behind those of the seed

	r = d.must(admin, memberCreate, vars{"input": vars{"name": "", "role": " "}})
	r.is("teamMemberCreate.teamMember", nil)
	r.is("teamMemberCreate.userErrors.1.field.0", "role")

	const memberUpdate = `mutation ($input: TeamMemberUpdateInput!) { teamMemberUpdate(input: $input) { teamMember { id name role avatar { alt } } userErrors { code field message } } }`
	r = d.must(admin, memberUpdate, vars{"input": vars{"id": id, "role": " Mathematician "}})
	r.is("teamMemberUpdate.teamMember.name", "Ada King")
	r.is("teamMemberUpdate.teamMember.role", "Mathematician")
	d.must("", `{ teamMembers { role } }`, nil).is("teamMembers.2.role", "Mathematician")
	r = d.must(admin, memberUpdate, vars{"input": vars{"id": id, "name": ""}})
	r.is("teamMemberUpdate.teamMember", nil)
	r.is("teamMemberUpdate.userErrors.0.field.0", "name")
	d.must(admin, memberUpdate, vars{"input": vars{"id": "x", "name": "A"}}).is("teamMemberUpdate.userErrors.0.message", "Team member not found")

	d.must(admin, memberDelete, vars{"id": id}).is("teamMemberDelete.deletedId", id)
	d.must(admin, memberDelete, vars{"id": id}).gone("teamMemberDelete", "Team member not found")
	d.must(admin, memberDelete, vars{"id": "x"}).gone("teamMemberDelete", "Team member not found")
	if team := d.must("", `{ teamMembers { id } }`, nil).at("teamMembers").([]any); len(team) != 2 {
		t.Errorf("the team has %d members", len(team))
	}
}

func TestMilestones(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	d.Clock.Advance(time.Minute)
	r := d.must(admin, stepCreate, vars{"input": vars{"title": "2026 Q2: Opening", "description": "Doors open."}})
	r.is("milestoneCreate.milestone.description", "Doors open.")
	id := r.at("milestoneCreate.milestone.id")
	d.must("", `{ milestones { id } }`, nil).is("milestones.5.id", id) // behind those of the seed

	r = d.must(admin, stepCreate, vars{"input": vars{"title": "", "description": ""}})
	r.is("milestoneCreate.userErrors.0.field.0", "title")
	r.is("milestoneCreate.userErrors.1.code", "REQUIRED")

	const stepUpdate = `mutation ($input: MilestoneUpdateInput!) { milestoneUpdate(input: $input) { milestone { id title description } userErrors { code field message } } }`
	r = d.must(admin, stepUpdate, vars{"input": vars{"id": id, "title": "2026 Q3: Opening"}})
	r.is("milestoneUpdate.milestone.title", "2026 Q3: Opening")
	r.is("milestoneUpdate.milestone.description", "Doors open.")
	r = d.must(admin, stepUpdate, vars{"input": vars{"id": id, "description": " "}})
	r.is("milestoneUpdate.milestone", nil)
	r.is("milestoneUpdate.userErrors.0.code", "REQUIRED")
	d.must(admin, stepUpdate, vars{"input": vars{"id": "x", "title": "A"}}).is("milestoneUpdate.userErrors.0.message", "Milestone not found")

	d.must(admin, stepDelete, vars{"id": id}).is("milestoneDelete.deletedId", id)
	d.must(admin, stepDelete, vars{"id": id}).gone("milestoneDelete", "Milestone not found")
	d.must(admin, stepDelete, vars{"id": "x"}).gone("milestoneDelete", "Milestone not found")
	if story := d.must("", `{ milestones { id } }`, nil).at("milestones").([]any); len(story) != 5 {
		t.Errorf("the story has %d steps", len(story))
	}
}
