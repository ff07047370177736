package io.plugstream.api.http;

/**
 * What is wrong with one field of a request.
 *
 * @param field its path, such as {@code events[2]}; empty when the body as a whole is meant
 */
public record Fault(String field, String message) {}
