package io.plugstream.api.access;

import reactor.core.publisher.Mono;

/** Looks up sessions of the portal. */
public interface SessionDirectory {

    /** Finds the session by its secret and records its use; empty if there is none or it has ended. */
    Mono<PortalSession> find(String presented);

    /** Loads the session again and records its use; empty if it has ended. */
    Mono<PortalSession> again(PortalSession session);

    /** Whether this replica remembers the secret of a recent session; does not query the database. */
    boolean isRemembered(String presented);

    /** Completes when the user signs out of the session. */
    Mono<Void> ended(PortalSession session);
}
