package io.plugstream.api.http;

/**
 * An error in one field of a request.
 *
 * @param field its path, such as {@code events[2]}; empty for the body as a whole
 */
public record Fault(String field, String message) {}
