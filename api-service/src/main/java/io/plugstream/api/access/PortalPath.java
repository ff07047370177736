package io.plugstream.api.access;

import io.plugstream.model.organisation.Mode;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The API path behind a path below {@code /portal/api/}.
 *
 * @param path the path whose handler responds
 * @param mode the mode of the requested resources; null if it makes no difference
 */
record PortalPath(String path, @Nullable Mode mode) {

    /** The signed-in user. */
    static final String SESSION = "/portal/api/session";

    private static final String ROOT = "/portal/api/";
    private static final String API = "/api/v1/";
    private static final String ADMINISTRATION = ROOT + "admin/";

    static boolean matches(String rawPath) {
        return rawPath.startsWith(ROOT);
    }

    /** Empty if no API path belongs to {@code rawPath}. */
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
                return Optional.of(new PortalPath(API + rawPath.substring(below.length()), mode));
            }
        }
        return Optional.empty();
    }

    /** The portal's own address of an API address in {@code mode}. */
    static String of(URI api, Mode mode) {
        String address = api.toString();
        return address.startsWith(API) ? ROOT + mode.wireName() + '/' + address.substring(API.length()) : address;
    }
}
