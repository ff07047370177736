package io.plugstream.api.outbox;

/** A key that waits to be published. */
record OutboxRow(long id, String topic, String key) {}
