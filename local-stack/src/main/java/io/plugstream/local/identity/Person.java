package io.plugstream.local.identity;

/**
 * A user who has signed in.
 *
 * @param subject the user's id
 * @param name the user's display name
 * @param operator whether the user operates the platform
 */
record Person(String subject, String name, String organisation, boolean operator) {}
