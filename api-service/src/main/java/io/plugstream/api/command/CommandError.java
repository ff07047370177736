package io.plugstream.api.command;

/**
 * Why a command failed.
 *
 * @param code the charger's CALLERROR code, or one of the platform's in the same style
 */
record CommandError(String code, String message) {}
