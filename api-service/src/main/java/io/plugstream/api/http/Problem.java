package io.plugstream.api.http;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;

/**
 * A problem response (RFC 9457).
 *
 * @param detail a human-readable explanation of this occurrence
 * @param errors the faults of an {@link ProblemType#INVALID_REQUEST}; else empty
 */
@JsonPropertyOrder({"type", "title", "status", "detail", "errors"})
public record Problem(
        @JsonIgnore ProblemType kind,
        String detail,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Fault> errors) {

    public Problem {
        errors = List.copyOf(errors);
    }

    /** A problem without faults. */
    public static Problem of(ProblemType kind, String detail) {
        return new Problem(kind, detail, List.of());
    }

    /** A problem with its kind's general explanation. */
    public static Problem of(ProblemType kind) {
        return of(kind, kind.explanation());
    }

    /** Ends a request for a resource that the caller does not have, such as {@code charger}. */
    public static ProblemException noSuch(String resource) {
        return of(ProblemType.NOT_FOUND, "There is no such " + resource + '.').exception();
    }

    public static Problem ofStatus(int status) {
        return ProblemMapping.ofStatus(status);
    }

    /** An {@link ProblemType#INVALID_REQUEST} with all its faults. */
    public static Problem invalid(List<Fault> faults) {
        String detail = faults.size() == 1 ? "One fault was found." : faults.size() + " faults were found.";
        return new Problem(ProblemType.INVALID_REQUEST, detail, faults);
    }

    @JsonProperty
    String type() {
        return kind.link();
    }

    @JsonProperty
    String title() {
        return kind.title();
    }

    @JsonProperty
    int status() {
        return kind.status().value();
    }

    /** An exception that ends the request with this problem. */
    public ProblemException exception() {
        return new ProblemException(this);
    }
}
