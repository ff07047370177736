package io.plugstream.api.outbox;

/** A key waiting to be published. */
record OutboxRow(long id, String topic, String key) {}
