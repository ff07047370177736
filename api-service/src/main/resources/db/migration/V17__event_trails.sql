-- In which stretches of the event topics' partitions each organisation has events, so that a stream that comes back reads
-- little else. Stretches have the same number of offsets each (EventTrails).
CREATE TABLE event_trails (
    organisation_id text    NOT NULL,
    topic           text    NOT NULL,
    partition       integer NOT NULL,
    stretch         bigint  NOT NULL,
    PRIMARY KEY (organisation_id, topic, partition, stretch)
);
-- For deleting what the topics no longer keep.
CREATE INDEX event_trails_by_age ON event_trails (topic, partition, stretch);

-- From which offset to which all events have been noted.
CREATE TABLE event_trail_ranges (
    topic     text    NOT NULL,
    partition integer NOT NULL,
    begins    bigint  NOT NULL,
    ends      bigint  NOT NULL,
    PRIMARY KEY (topic, partition)
) WITH (fillfactor = 50);
