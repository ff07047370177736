-- Operators see a new organisation at once, as they see a changed one (ADR 90).
CREATE TRIGGER announce_insert AFTER INSERT ON organisations
    FOR EACH ROW EXECUTE FUNCTION announce_organisation();
