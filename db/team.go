package db

import (
	"context"
	"encoding/json"
	"fmt"

	"orrery/shop"
)

var teamMembers = prepared(`SELECT id, name, role, avatar FROM team_members ORDER BY created_at, id`)

// TeamMembers returns the team in the order it was entered. Anybody may ask.
func (s *Store) TeamMembers(ctx context.Context, _ shop.Actor) ([]shop.TeamMember, error) {
	var rows []struct {
		ID     string `db:"id"`
		Name   string `db:"name"`
		Role   string `db:"role"`
		Avatar []byte `db:"avatar"`
	}
	if err := s.pool().list(ctx, &rows, teamMembers); err != nil {
		return nil, fmt.Errorf("read team: %w", err)
	}
	team := make([]shop.TeamMember, len(rows))
	for i, r := range rows {
		team[i] = shop.TeamMember{ID: r.ID, Name: r.Name, Role: r.Role}
		if r.Avatar == nil {
			continue
		}
		if err := json.Unmarshal(r.Avatar, &team[i].Avatar); err != nil {
			return nil, fmt.Errorf("read avatar of team member %s: %w", r.ID, err)
		}
	}
	return team, nil
}
