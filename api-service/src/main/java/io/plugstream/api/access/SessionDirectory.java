package io.plugstream.api.access;

import reactor.core.publisher.Mono;

/** Recognises sessions of the portal. */
public interface SessionDirectory {

    /** The session of that secret, which is used thereby; empty if there is none, or none any more. */
    Mono<PortalSession> find(String presented);

    /** The session as it is now, which is used thereby; empty if it is over. */
    Mono<PortalSession> again(PortalSession session);

    /** Whether it was a session not long ago, as far as this replica remembers; asks nobody. */
    boolean isRemembered(String presented);

    /** Completes when somebody ends the session. */
    Mono<Void> ended(PortalSession session);
}
