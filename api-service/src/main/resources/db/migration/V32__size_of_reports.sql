-- How many parts a command's report has, and how many characters, so that its limit costs the same for each part. Parts of
-- earlier releases do not count.
ALTER TABLE commands
    ADD COLUMN report_parts      integer NOT NULL DEFAULT 0,
    ADD COLUMN report_characters bigint  NOT NULL DEFAULT 0;
