package io.plugstream.gateway;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The test proves a case of the Open Charge Alliance's test tool for central systems; see docs/ocpp-conformance.md. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Repeatable(OcaCase.Several.class)
public @interface OcaCase {

    /** The case's number, as {@code TC_001_CSMS}. */
    String value();

    /** The part of the case that is not proven; empty if none. */
    String missing() default "";

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface Several {
        OcaCase[] value();
    }
}
