-- +goose Up
-- Tells all instances that what everybody may read has changed, so that they forget the answers they keep. Stock is left to its
-- events: transactions that notify commit one after the other, and every order takes stock.
-- +goose StatementBegin
CREATE FUNCTION notify_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('orrery_changes', '');
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER products_changes AFTER INSERT OR DELETE OR UPDATE OF name, model, category, price_minor, preorder_limit, is_preorder,
    coming_soon, listed, expected_delivery, short_desc, tags, image, gallery, video, content, rating_sum, rating_count ON products
    EXECUTE FUNCTION notify_changes();
CREATE TRIGGER reviews_changes AFTER INSERT OR DELETE OR UPDATE ON reviews EXECUTE FUNCTION notify_changes();
CREATE TRIGGER team_members_changes AFTER INSERT OR DELETE OR UPDATE ON team_members EXECUTE FUNCTION notify_changes();
CREATE TRIGGER milestones_changes AFTER INSERT OR DELETE OR UPDATE ON milestones EXECUTE FUNCTION notify_changes();
CREATE TRIGGER faq_entries_changes AFTER INSERT OR DELETE OR UPDATE ON faq_entries EXECUTE FUNCTION notify_changes();
