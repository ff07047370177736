package io.plugstream.api.live;

import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.organisation.Mode;

/** The organisation and mode whose events a stream carries. */
record Audience(String organisationId, Mode mode) {

    /** Whether the event belongs to this audience. Record-only events are never streamed. */
    boolean includes(EventRecord event) {
        return !event.recordOnly()
                && event.mode() == mode
                && event.organisationId().equals(organisationId);
    }

    /** Whether the refusal belongs to this audience. Both modes receive refusals of unregistered ids. */
    boolean includes(RefusedHandshake refusal) {
        return (refusal.mode() == null || refusal.mode() == mode)
                && refusal.organisationId().equals(organisationId);
    }
}
