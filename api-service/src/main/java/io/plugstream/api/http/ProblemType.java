package io.plugstream.api.http;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.HttpStatus;

/** Every kind of problem the API answers; each has a page at its {@link #link()}. */
public enum ProblemType {
    INVALID_REQUEST(
            HttpStatus.BAD_REQUEST,
            "Invalid request",
            "The request could not be read or breaks a rule. Every fault found is listed in errors."),
    AUTHENTICATION_REQUIRED(
            HttpStatus.UNAUTHORIZED,
            "Authentication required",
            "Send exactly one valid credential: an API key in X-API-Key, or an ID token in Authorization: Bearer."),
    PORTAL_TOKEN_REQUIRED(
            HttpStatus.FORBIDDEN,
            "Portal token required",
            "This needs the ID token of a signed-in portal user; an API key does not suffice."),
    OPERATOR_REQUIRED(
            HttpStatus.FORBIDDEN, "Operator required", "This needs an ID token that carries the operator role."),
    TIER_REQUIRED(HttpStatus.FORBIDDEN, "Higher tier required", "The organisation's tier does not include this."),
    CHARGER_LIMIT_REACHED(
            HttpStatus.FORBIDDEN, "Charger limit reached", "The organisation has all chargers its tier allows."),
    ORIGIN_NOT_ALLOWED(
            HttpStatus.FORBIDDEN,
            "Origin not allowed",
            "Pages of that origin may not make this request; the operator lists the origins that may."),
    NOT_FOUND(HttpStatus.NOT_FOUND, "Not found", "There is no such resource in the caller's organisation and mode."),
    METHOD_NOT_ALLOWED(
            HttpStatus.METHOD_NOT_ALLOWED, "Method not allowed", "The Allow header lists what this path takes."),
    NOT_ACCEPTABLE(HttpStatus.NOT_ACCEPTABLE, "Not acceptable", "The API answers application/json only."),
    CONFLICT(HttpStatus.CONFLICT, "Conflict", "The request contradicts what is already there."),
    LIMIT_REACHED(HttpStatus.CONFLICT, "Limit reached", "No more of these can be made before one is removed."),
    CHARGER_NOT_CONNECTED(HttpStatus.CONFLICT, "Charger not connected", "The charger has no open connection."),
    NOT_SUPPORTED_BY_CHARGER(
            HttpStatus.CONFLICT,
            "Not supported by the charger",
            "The charger speaks OCPP 1.6, which has no such operation."),
    IDEMPOTENCY_KEY_REUSED(
            HttpStatus.CONFLICT,
            "Idempotency key reused",
            "This Idempotency-Key came with another request in the last 24 hours."),
    REQUEST_TIMEOUT(
            HttpStatus.REQUEST_TIMEOUT,
            "Request timeout",
            "The request did not arrive as a whole in time; send it again."),
    CONTENT_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "Content too large", "Bodies may have at most 64 KiB."),
    UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "Unsupported media type", "Bodies are application/json."),
    URI_TOO_LONG(HttpStatus.URI_TOO_LONG, "Address too long", "The first line of a request may have at most 4 KiB."),
    REQUEST_HEADER_FIELDS_TOO_LARGE(
            HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
            "Header fields too large",
            "The header fields of a request may have at most 16 KiB together."),
    QUOTA_EXCEEDED(
            HttpStatus.TOO_MANY_REQUESTS,
            "Daily allowance used up",
            "The organisation has made all calls its tier allows in a UTC day. Retry-After says when to go on."),
    TOO_MANY_REQUESTS(
            HttpStatus.TOO_MANY_REQUESTS,
            "Too many requests",
            "The portal makes more calls a minute than a session may. Retry-After says when to go on."),
    TOO_MANY_STREAMS(
            HttpStatus.TOO_MANY_REQUESTS,
            "Too many streams",
            "The organisation has as many event streams open, or catching up, as it may. Retry-After says when to try again."),
    TOO_MANY_FAILED_AUTHENTICATIONS(
            HttpStatus.TOO_MANY_REQUESTS,
            "Too many failed authentications",
            "This address failed to authenticate too often. Requests with a valid credential still pass."),
    INTERNAL_ERROR(HttpStatus.INTERNAL_SERVER_ERROR, "Internal error", "The fault is ours and has been recorded."),
    UNAVAILABLE(
            HttpStatus.SERVICE_UNAVAILABLE,
            "Unavailable",
            "A needed part of the platform does not answer. A change was made as a whole or not at all; whoever sends the"
                    + " request again with its Idempotency-Key learns which.");

    /** Where the pages are. */
    static final String PAGES = "/problems/";

    private final HttpStatus status;
    private final String title;
    private final String explanation;

    ProblemType(HttpStatus status, String title, String explanation) {
        this.status = status;
        this.title = title;
        this.explanation = explanation;
    }

    /** The kind's name in links: {@code invalid-request}. */
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
