package io.plugstream.api.live;

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
}
