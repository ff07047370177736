package io.plugstream.api.access;

import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemException;
import io.plugstream.api.http.ProblemType;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;

/**
 * Tells requests of the portal's own pages from cross-site requests, by headers that browsers set and pages cannot
 * change.
 */
@Component
public final class SameOrigin {

    private static final String FETCH_SITE = "Sec-Fetch-Site";
    private static final String SAME = "same-origin";

    /** The user typed the address or opened a bookmark. */
    private static final String NONE = "none";

    private final String origin;

    SameOrigin(PortalProperties properties) {
        this.origin = properties.origin();
    }

    /** Ends a request that {@link #allows} refuses. */
    public static ProblemException refusal() {
        return Problem.of(
                        ProblemType.ORIGIN_NOT_ALLOWED,
                        "Only the portal's own pages may make this request. Open the portal at its own address;"
                                + " programs call /api/v1 with an API key.")
                .exception();
    }

    /**
     * Whether to accept the request. Safe methods (GET and HEAD) are refused if the headers show another origin; other
     * methods need a header that shows the portal's own.
     */
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
