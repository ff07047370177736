package io.plugstream.api.http;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.HttpStatus;

/** The types of problems that the API returns. Each has a page at its {@link #link()}. */
public enum ProblemType {
    INVALID_REQUEST(
            HttpStatus.BAD_REQUEST,
            "Invalid request",
            "The request is malformed or breaks a rule. If it could be read, the field errors lists every fault."),
    AUTHENTICATION_REQUIRED(
            HttpStatus.UNAUTHORIZED,
            "Authentication required",
            "Send exactly one valid credential: an API key in X-API-Key, or an ID token in Authorization: Bearer."),
    PORTAL_TOKEN_REQUIRED(
            HttpStatus.FORBIDDEN,
            "Portal token required",
            "This needs the ID token of a signed-in portal user; an API key is not enough."),
    OPERATOR_REQUIRED(
            HttpStatus.FORBIDDEN, "Operator required", "This needs an ID token that carries the operator role."),
    TIER_REQUIRED(HttpStatus.FORBIDDEN, "Higher tier required", "The organisation's tier does not include this."),
    CHARGER_LIMIT_REACHED(
            HttpStatus.FORBIDDEN, "Charger limit reached", "The organisation has all chargers its tier allows."),
    ORIGIN_NOT_ALLOWED(
            HttpStatus.FORBIDDEN,
            "Origin not allowed",
            "Pages of this origin may not make this request. The operator can allow their origin to call the API;"
                    + " requests of the portal are for the portal's own pages."),
    NOT_FOUND(HttpStatus.NOT_FOUND, "Not found", "There is no such resource in the caller's organisation and mode."),
    METHOD_NOT_ALLOWED(
            HttpStatus.METHOD_NOT_ALLOWED, "Method not allowed", "The Allow header lists the methods of this path."),
    NOT_ACCEPTABLE(
            HttpStatus.NOT_ACCEPTABLE,
            "Not acceptable",
            "This path returns no media type that the Accept header allows."),
    CONFLICT(HttpStatus.CONFLICT, "Conflict", "The request conflicts with the current state of the resource."),
    LIMIT_REACHED(HttpStatus.CONFLICT, "Limit reached", "A limit is reached. The problem's detail names it."),
    CHARGER_NOT_CONNECTED(HttpStatus.CONFLICT, "Charger not connected", "The charger has no open connection."),
    NOT_SUPPORTED_BY_CHARGER(
            HttpStatus.CONFLICT,
            "Not supported by the charger",
            "The charger speaks OCPP 1.6, which has no such action."),
    IDEMPOTENCY_KEY_REUSED(
            HttpStatus.CONFLICT,
            "Idempotency key reused",
            "This Idempotency-Key was used for another request in the last 24 hours."),
    REQUEST_TIMEOUT(
            HttpStatus.REQUEST_TIMEOUT,
            "Request timeout",
            "The request did not arrive completely in time; send it again."),
    CONTENT_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "Content too large", "Bodies may have at most 64 KiB."),
    UNSUPPORTED_MEDIA_TYPE(
            HttpStatus.UNSUPPORTED_MEDIA_TYPE, "Unsupported media type", "Bodies must be application/json."),
    URI_TOO_LONG(HttpStatus.URI_TOO_LONG, "Address too long", "The request line may have at most 4 KiB."),
    REQUEST_HEADER_FIELDS_TOO_LARGE(
            HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
            "Header fields too large",
            "The header fields of a request may have at most 16 KiB together."),
    QUOTA_EXCEEDED(
            HttpStatus.TOO_MANY_REQUESTS,
            "Daily allowance used up",
            "The organisation has used all calls of its tier for this UTC day. Retry-After tells when to continue."),
    TOO_MANY_REQUESTS(
            HttpStatus.TOO_MANY_REQUESTS,
            "Too many requests",
            "A portal session or a test charger was used too often within a minute. Retry-After tells when to continue."),
    TOO_MANY_STREAMS(
            HttpStatus.TOO_MANY_REQUESTS,
            "Too many streams",
            "The organisation has too many streams open or catching up. Retry-After tells when to try again."),
    TOO_MANY_FAILED_AUTHENTICATIONS(
            HttpStatus.TOO_MANY_REQUESTS,
            "Too many failed authentications",
            "This address failed to authenticate too often. Requests with a valid credential still pass."),
    INTERNAL_ERROR(HttpStatus.INTERNAL_SERVER_ERROR, "Internal error", "The fault is ours and has been recorded."),
    UNAVAILABLE(
            HttpStatus.SERVICE_UNAVAILABLE,
            "Unavailable",
            "A required service does not respond. A request for a change was carried out completely or not at all; a"
                    + " retry with the same Idempotency-Key shows which.");

    static final String PAGES = "/problems/";

    private final HttpStatus status;
    private final String title;
    private final String explanation;

    ProblemType(HttpStatus status, String title, String explanation) {
        this.status = status;
        this.title = title;
        this.explanation = explanation;
    }

    /** The type's name in links, such as {@code invalid-request}. */
    public String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The {@code type} member: a link relative to the service. */
    public String link() {
        return PAGES + slug();
    }

    public HttpStatus status() {
        return status;
    }

    public String title() {
        return title;
    }

    String explanation() {
        return explanation;
    }

    static Optional<ProblemType> of(String slug) {
        return Arrays.stream(values()).filter(type -> type.slug().equals(slug)).findFirst();
    }
}
