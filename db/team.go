package db

import (
	"context"
	"encoding/json"
	"fmt"

	"orrery/shop"
)

var teamMembers = prepared(`SELECT id, name, role, avatar FROM team_members ORDER BY created_at, id`)

type teamRow struct {
	ID     string `db:"id"`
	Name   string `db:"name"`
	Role   string `db:"role"`
	Avatar []byte `db:"avatar"`
}

func (r teamRow) member() (shop.TeamMember, error) {
	member := shop.TeamMember{ID: r.ID, Name: r.Name, Role: r.Role}
	if r.Avatar == nil {
		return member, nil
	}
	if err := json.Unmarshal(r.Avatar, &member.Avatar); err != nil {
		return member, fmt.Errorf("read avatar of team member %s: %w", r.ID, err)
	}
	return member, nil
}

// TeamMembers returns the team in the order it was entered. Anybody may ask.
func (s *Store) TeamMembers(ctx context.Context, _ shop.Actor) ([]shop.TeamMember, error) {
	var rows []teamRow
	if err := s.reader().list(ctx, &rows, teamMembers); err != nil {
		return nil, fmt.Errorf("read team: %w", err)
	}
	team := make([]shop.TeamMember, len(rows))
	for i, r := range rows {
		var err error
		if team[i], err = r.member(); err != nil {
			return nil, err
		}
	}
	return team, nil
}

var (
	insertTeamMember = prepared(`INSERT INTO team_members (id, name, role, avatar, created_at) VALUES ($1, $2, $3, $4, $5)
		RETURNING id, name, role, avatar`)
	deleteTeamMember = prepared(`DELETE FROM team_members WHERE id = $1`)
)

// CreateTeamMember adds somebody to the team. Admins only.
func (s *Store) CreateTeamMember(ctx context.Context, actor shop.Actor,
	in shop.TeamMemberCreateInput) (member shop.TeamMember, err error) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return member, err
	}
	if in, err = in.Normal(); err != nil {
		return member, err
	}
	id, err := newID()
	if err != nil {
		return member, err
	}
	err = s.inTxOf(ctx, actor, func(tx runner) error {
		avatar, err := s.picture(ctx, tx, "avatarId", in.AvatarID, in.Name)
		if err != nil {
			return err
		}
		var row teamRow
		if err := tx.get(ctx, &row, insertTeamMember, id, in.Name, in.Role, avatar, s.now()); err != nil {
			return err
		}
		if member, err = row.member(); err != nil {
			return err
		}
		return s.tell(ctx, tx, shop.Happened(shop.EventTeamMemberCreated, id))
	})
	if err != nil {
		return shop.TeamMember{}, fmt.Errorf("create team member: %w", err)
	}
	return member, nil
}

// DeleteTeamMember removes somebody from the team. Admins only.
func (s *Store) DeleteTeamMember(ctx context.Context, actor shop.Actor, in shop.TeamMemberDeleteInput) error {
	return s.deleteOne(ctx, actor, actor.Need(shop.WriteContent), deleteTeamMember, "Team member", in.ID,
		shop.Happened(shop.EventTeamMemberDeleted, in.ID))
}
