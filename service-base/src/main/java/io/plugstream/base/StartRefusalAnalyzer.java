package io.plugstream.base;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Lets Spring Boot log the message of a {@link StartRefusedException} instead of a stack trace of bean creation. */
final class StartRefusalAnalyzer extends AbstractFailureAnalyzer<StartRefusedException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StartRefusedException refusal) {
        return new FailureAnalysis(refusal.getMessage(), null, rootFailure);
    }
}
