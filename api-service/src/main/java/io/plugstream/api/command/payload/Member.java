package io.plugstream.api.command.payload;

/** A field that an object may or must have. */
record Member(String name, Shape shape, boolean required) {

    static Member required(String name, Shape shape) {
        return new Member(name, shape, true);
    }

    static Member optional(String name, Shape shape) {
        return new Member(name, shape, false);
    }
}
