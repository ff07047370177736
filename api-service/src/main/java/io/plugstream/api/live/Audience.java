package io.plugstream.api.live;

import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.organisation.Mode;

/** Whose events a stream carries. */
record Audience(String organisationId, Mode mode) {

    /** Whether the event is for them; what is only kept in the log is for nobody. */
    boolean hears(EventRecord event) {
        return !event.recordOnly()
                && event.mode() == mode
                && event.organisationId().equals(organisationId);
    }

    /** Whether the refusal is for them; one under an id that is not registered belongs to no mode, so both hear it. */
    boolean hears(RefusedHandshake refusal) {
        return (refusal.mode() == null || refusal.mode() == mode)
                && refusal.organisationId().equals(organisationId);
    }
}
