package content

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

var (
	teamMembers = pg.Prepared(`SELECT id, name, role, avatar, created_at FROM team_members ORDER BY created_at, id`)
	teamPage    = pg.Prepared(`SELECT id, name, role, avatar, created_at FROM team_members
		WHERE $2::timestamptz IS NULL OR (created_at, id) > ($2, $3) ORDER BY created_at, id LIMIT $1`)
	countTeam = pg.Prepared(`SELECT count(*) FROM team_members`)
)

type teamRow struct {
	ID        string    `db:"id"`
	Name      string    `db:"name"`
	Role      string    `db:"role"`
	Avatar    []byte    `db:"avatar"`
	CreatedAt time.Time `db:"created_at"`
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

// TeamMembers returns the team in order of creation. No permission is required.
func (s *Store) TeamMembers(ctx context.Context, _ shop.Actor) ([]shop.TeamMember, error) {
	var rows []teamRow
	if err := s.db.Reader().Select(ctx, &rows, teamMembers); err != nil {
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
	insertTeamMember = pg.Prepared(`INSERT INTO team_members (id, name, role, avatar, created_at)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id, name, role, avatar`)
	updateTeamMember = pg.Prepared(`UPDATE team_members SET name = coalesce($2::text, name), role = coalesce($3, role),
		avatar = jsonb_set(coalesce($4::jsonb, avatar), '{alt}', to_jsonb(coalesce($2::text, name)))
		WHERE id = $1 RETURNING id, name, role, avatar`)
	deleteTeamMember = pg.Prepared(`DELETE FROM team_members WHERE id = $1`)
)

// Team returns a page of the team in order of creation. No permission is required.
func (s *Store) Team(ctx context.Context, _ shop.Actor, args shop.PageArgs) (shop.Page[shop.TeamMember], error) {
	page, err := base.Page(ctx, s.db.Reader(), teamPage, args.In("team"), teamRow.member,
		func(r teamRow) pg.Cursor { return pg.TimeCursor(r.CreatedAt, r.ID) })
	page.Count = base.Count(s.db.Reader(), countTeam)
	return page, err
}

// CreateTeamMember adds a member to the team. Requires shop.WriteContent.
func (s *Store) CreateTeamMember(ctx context.Context, actor shop.Actor,
	in shop.TeamMemberCreateInput) (member shop.TeamMember, err error) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return member, err
	}
	if in, err = in.Normal(); err != nil {
		return member, err
	}
	id, err := pg.NewID()
	if err != nil {
		return member, err
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		avatar, err := s.catalogue.Picture(ctx, tx, "avatarId", in.AvatarID, in.Name)
		if err != nil {
			return err
		}
		var row teamRow
		if err := tx.Get(ctx, &row, insertTeamMember, id, in.Name, in.Role, avatar, s.db.Now()); err != nil {
			return err
		}
		if member, err = row.member(); err != nil {
			return err
		}
		return s.db.Publish(ctx, tx, shop.Happened(shop.EventTeamMemberCreated, id))
	})
	if err != nil {
		return shop.TeamMember{}, fmt.Errorf("create team member: %w", err)
	}
	return member, nil
}

// UpdateTeamMember changes a team member. Requires shop.WriteContent. Errors: shop.Errors for the input, NOT_FOUND.
func (s *Store) UpdateTeamMember(ctx context.Context, actor shop.Actor,
	in shop.TeamMemberUpdateInput) (member shop.TeamMember, err error) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return member, err
	}
	if in, err = in.Normal(); err != nil {
		return member, err
	}
	if !pg.IsUUID(in.ID) {
		return member, shop.Unknown("Team member")
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		avatar, err := s.catalogue.Picture(ctx, tx, "avatarId", in.AvatarID, "")
		if err != nil {
			return err
		}
		var row teamRow
		switch err := tx.Get(ctx, &row, updateTeamMember, in.ID, in.Name, in.Role, avatar); {
		case pg.NoRows(err):
			return shop.Unknown("Team member")
		case err != nil:
			return err
		}
		if member, err = row.member(); err != nil {
			return err
		}
		return s.db.Publish(ctx, tx, shop.Happened(shop.EventTeamMemberChanged, in.ID))
	})
	if err != nil {
		return shop.TeamMember{}, fmt.Errorf("change team member: %w", err)
	}
	return member, nil
}

// DeleteTeamMember removes a member from the team. Requires shop.WriteContent.
func (s *Store) DeleteTeamMember(ctx context.Context, actor shop.Actor, in shop.TeamMemberDeleteInput) error {
	return s.db.DeleteOne(ctx, actor, actor.Need(shop.WriteContent), deleteTeamMember, "Team member", in.ID,
		shop.Happened(shop.EventTeamMemberDeleted, in.ID))
}
