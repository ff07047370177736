package io.plugstream.api.http;

import org.springframework.http.HttpHeaders;

/** Ends a request with a problem. It has no stack trace, because it is an expected response and no bug. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;
    private final transient HttpHeaders headers = new HttpHeaders();

    public ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    /** Adds a header to the response. */
    public ProblemException header(String name, String value) {
        headers.add(name, value);
        return this;
    }

    public Problem problem() {
        return problem;
    }

    HttpHeaders headers() {
        return headers;
    }
}
