package io.plugstream.api.http;

import java.util.List;
import java.util.Objects;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;
import org.springframework.web.bind.support.WebExchangeBindException;

/** The faults that Bean Validation or binding found. */
final class BindingFaults {

    private BindingFaults() {}

    static List<Fault> of(WebExchangeBindException failure) {
        return failure.getAllErrors().stream().map(BindingFaults::fault).toList();
    }

    private static Fault fault(ObjectError error) {
        String field = error instanceof FieldError of ? of.getField() : "";
        if (error instanceof FieldError of && of.isBindingFailure()) {
            return new Fault(field, "has the wrong type");
        }
        return new Fault(field, Objects.requireNonNullElse(error.getDefaultMessage(), "is not valid"));
    }
}
