package io.plugstream.api.projection;

import io.plugstream.model.event.EventRecord;

/** Writes events into tables. Events may be repeated in any order: older ones than the stored state change nothing. */
@FunctionalInterface
interface Projection extends BatchProjection<EventRecord> {}
