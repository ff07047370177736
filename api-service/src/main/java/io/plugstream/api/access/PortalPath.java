package io.plugstream.api.access;

import io.plugstream.model.organisation.Mode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A path below {@code /portal/api/} and the one that it stands for.
 *
 * @param path whose handler answers
 * @param mode whose resources are meant; null where that makes no difference
 */
record PortalPath(String path, @Nullable Mode mode) {

    /** Who is signed in. */
    static final String SESSION = "/portal/api/session";

    private static final String ROOT = "/portal/api/";
    private static final String ADMINISTRATION = ROOT + "admin/";

    /** Whether it is a path below {@code /portal/api/}. */
    static boolean isOne(String rawPath) {
        return rawPath.startsWith(ROOT);
    }

    /** What {@code rawPath} stands for; empty if for nothing. */
    static Optional<PortalPath> of(String rawPath) {
        if (rawPath.equals(SESSION)) {
            return Optional.of(new PortalPath(rawPath, null));
        }
        if (rawPath.startsWith(ADMINISTRATION)) {
            return Optional.of(new PortalPath("/admin/v1/" + rawPath.substring(ADMINISTRATION.length()), null));
        }
        for (Mode mode : Mode.values()) {
            String below = ROOT + mode.wireName() + '/';
            if (rawPath.startsWith(below)) {
                return Optional.of(new PortalPath("/api/v1/" + rawPath.substring(below.length()), mode));
            }
        }
        return Optional.empty();
    }
}
