package io.plugstream.api.http;

import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.server.MissingRequestValueException;
import org.springframework.web.server.ServerWebInputException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Describes input that Spring could not read. */
final class InputFault {

    private InputFault() {}

    static Fault of(ServerWebInputException failure) {
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof JacksonException json) {
                return ofJson(json);
            }
        }
        if (failure instanceof MissingRequestValueException missing) {
            return new Fault(missing.getName(), "is required");
        }
        return ofParameter(failure.getMethodParameter());
    }

    private static Fault ofJson(JacksonException failure) {
        return switch (failure) {
            case UnrecognizedPropertyException unknown -> new Fault(path(unknown), "is not known here");
            case StreamReadException _ -> new Fault("", "is not well-formed JSON");
            case DatabindException wrong
            when !wrong.getPath().isEmpty() -> new Fault(path(wrong), "has the wrong type");
            default -> new Fault("", "is not the JSON expected here");
        };
    }

    private static String path(JacksonException failure) {
        return failure.getPath().stream()
                .map(step ->
                        step.getPropertyName() == null ? "[" + step.getIndex() + "]" : "." + step.getPropertyName())
                .collect(Collectors.joining())
                .replaceFirst("^\\.", "");
    }

    private static Fault ofParameter(@Nullable MethodParameter parameter) {
        if (parameter == null
                || parameter.hasParameterAnnotation(org.springframework.web.bind.annotation.RequestBody.class)) {
            return new Fault("", "a JSON body is required");
        }
        return new Fault(Objects.requireNonNullElse(parameter.getParameterName(), ""), "is not valid");
    }
}
