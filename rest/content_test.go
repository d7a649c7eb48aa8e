package rest_test

import (
	"slices"
	"testing"
)

// ids are those of a list in an answer.
func ids(r answered, list string) []string {
	var found []string
	for _, one := range r.at(list).([]any) {
		found = append(found, one.(map[string]any)["_id"].(string))
	}
	return found
}

func walkTeam(t *testing.T, c *contract) {
	before := len(ids(c.call("GET", "/team", "", nil).gives(200), "teamMembers"))
	form := []part{{name: "name", content: "Grace"}, {name: "role", content: "Compilers"}, {"avatar", "a.jpg", "image/jpeg", photo(t, 48, 32)}}
	r := c.call("POST", "/team", c.admin, form).gives(201).is("teamMember.name", "Grace").is("teamMember.role", "Compilers")
	if url := r.at("teamMember.avatar").(string); c.send("GET", url, "", "", nil).status != 200 {
		t.Errorf("no avatar at %s", url)
	}
	id := r.at("teamMember._id").(string)
	c.call("POST", "/team", c.admin, form[:2]).gives(201).is("teamMember.avatar", nil)
	c.call("POST", "/team", c.admin, form[:1]).gives(422).is("errors.role", "Role is required")
	c.call("POST", "/team", c.admin, append(form[:2:2], part{"avatar", "a.jpg", "image/jpeg", "no"})).gives(415).at("errors.avatar")
	found := ids(c.call("GET", "/team", "", nil), "teamMembers")
	if len(found) != before+2 || found[before] != id {
		t.Errorf("the team is %v", found)
	}
	for token, status := range map[string]int{"": 401, c.user: 403} {
		c.call("POST", "/team", token, form).gives(status)
		c.call("PUT", "/team/"+id, token, form[:1]).gives(status)
		c.call("DELETE", "/team/"+id, token, nil).gives(status)
	}
	c.call("PUT", "/team/"+id, c.admin, []part{{name: "name", content: "Grace Hopper"}}).gives(200).is("teamMember.name", "Grace Hopper").
		is("teamMember.role", "Compilers").at("teamMember.avatar")
	c.call("PUT", "/team/"+id, c.admin, []part{{name: "role", content: " "}}).gives(422).is("errors.role", "Role is required")
	c.call("PUT", "/team/none", c.admin, form[:1]).gives(404)
	c.call("DELETE", "/team/"+id, c.admin, nil).gives(200).is("success", true)
	c.call("DELETE", "/team/"+id, c.admin, nil).gives(404)
	if slices.Contains(ids(c.call("GET", "/team", "", nil), "teamMembers"), id) {
		t.Error("the member is still there")
	}
}

func walkMilestones(t *testing.T, c *contract) {
	before := len(ids(c.call("GET", "/milestones", "", nil).gives(200).is("success", true), "milestones"))
	in := object{"title": "2026 Q2: Here", "description": "Done"}
	id := c.call("POST", "/milestones", c.admin, in).gives(201).is("milestone.title", "2026 Q2: Here").at("milestone._id").(string)
	c.call("POST", "/milestones", c.admin, object{}).gives(422).is("errors.title", "Title is required").at("errors.description")
	if found := ids(c.call("GET", "/milestones", "", nil), "milestones"); len(found) != before+1 || found[before] != id {
		t.Errorf("the story is %v", found)
	}
	for token, status := range map[string]int{"": 401, c.user: 403} {
		c.call("POST", "/milestones", token, in).gives(status)
		c.call("PUT", "/milestones/"+id, token, object{"title": "T"}).gives(status)
		c.call("DELETE", "/milestones/"+id, token, nil).gives(status)
	}
	c.call("PUT", "/milestones/"+id, c.admin, object{"description": "Opened"}).gives(200).is("milestone.description", "Opened").is("milestone.title", "2026 Q2: Here")
	c.call("PUT", "/milestones/"+id, c.admin, object{"title": ""}).gives(422).is("errors.title", "Title is required")
	c.call("PUT", "/milestones/none", c.admin, object{"title": "T"}).gives(404)
	c.call("DELETE", "/milestones/"+id, c.admin, nil).gives(200)
	c.call("DELETE", "/milestones/"+id, c.admin, nil).gives(404)
}

func walkContact(t *testing.T, c *contract) {
	in := object{"name": "Ada", "email": "ada@example.org", "subject": "Rails", "message": "How long?"}
	c.call("POST", "/contact", "", in).gives(201).is("message", "Message Sent!")
	c.call("POST", "/contact", "", object{"email": "ada"}).gives(422).is("errors.email", "Please enter a valid email address").at("errors.subject")
	r := c.call("GET", "/contact", c.admin, nil).gives(200).is("contacts.0.name", "Ada").is("contacts.0.email", "ada@example.org").
		is("contacts.0.message", "How long?").is("contacts.0.status", "pending").is("next", nil)
	path := "/contact/" + r.at("contacts.0._id").(string)
	for token, status := range map[string]int{"": 401, c.user: 403} {
		c.call("GET", "/contact", token, nil).gives(status)
		c.call("PUT", path, token, object{"status": "resolved"}).gives(status)
		c.call("DELETE", path, token, nil).gives(status)
	}
	c.call("PUT", path, c.admin, object{"status": "read"}).gives(422).is("errors.status", "Status must be resolved or pending")
	c.call("PUT", path, c.admin, object{}).gives(422).is("code", "REQUIRED").at("errors.status")
	c.call("PUT", path, c.admin, object{"status": "resolved"}).gives(200).is("contact.status", "resolved")
	c.call("PUT", path, c.admin, object{"status": "pending"}).gives(200).is("contact.status", "pending").at("contact.repliedAt")
	c.call("PUT", path, c.admin, object{"status": "resolved"}).gives(200)
	c.call("GET", "/contact", c.admin, nil).is("contacts.0.status", "resolved")
	c.call("DELETE", path, c.admin, nil).gives(200)
	c.call("DELETE", path, c.admin, nil).gives(404)
	if n := c.count(`SELECT count(*) FROM contact_messages`); n != 0 {
		t.Errorf("%d messages are kept", n)
	}
}
