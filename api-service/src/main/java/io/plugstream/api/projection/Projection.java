package io.plugstream.api.projection;

import io.plugstream.model.event.EventRecord;

/** Writes events into tables. Events may come again, in any order: what is older than what is known changes nothing. */
@FunctionalInterface
interface Projection extends BatchProjection<EventRecord> {}
