package io.plugstream.api.http;

import java.util.stream.Stream;

/** The links of all problem types, for tests in other packages. */
public final class ProblemLinks {

    private ProblemLinks() {}

    public static Stream<String> all() {
        return Stream.of(ProblemType.values()).map(ProblemType::link);
    }
}
