package io.plugstream.api.access;

import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;

/**
 * Tells requests of the portal's own pages from those that pages of others make a browser send. Browsers say it themselves,
 * in headers that no page can set.
 */
@Component
public final class SameOrigin {

    private static final String FETCH_SITE = "Sec-Fetch-Site";
    private static final String SAME = "same-origin";

    /** A person's own doing: an address that was typed in, or a bookmark. */
    private static final String NONE = "none";

    private final String origin;

    SameOrigin(PortalProperties properties) {
        this.origin = properties.origin();
    }

    /** Whether the request may be what it seems: a safe one must not come from elsewhere, others must prove that they do not. */
    public boolean allows(ServerHttpRequest request) {
        HttpHeaders headers = request.getHeaders();
        List<String> sites = headers.getOrEmpty(FETCH_SITE);
        List<String> origins = headers.getOrEmpty(HttpHeaders.ORIGIN);
        boolean safe = HttpMethod.GET.equals(request.getMethod()) || HttpMethod.HEAD.equals(request.getMethod());
        if (!sites.isEmpty() && !sites.equals(List.of(SAME))) {
            return safe && sites.equals(List.of(NONE));
        }
        if (!origins.isEmpty() && !origins.equals(List.of(origin))) {
            return false;
        }
        return safe || !sites.isEmpty() || !origins.isEmpty();
    }
}
