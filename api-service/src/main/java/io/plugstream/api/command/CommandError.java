package io.plugstream.api.command;

/**
 * Why a command failed.
 *
 * @param code the charger's CALLERROR code, or one of ours spelled alike
 */
record CommandError(String code, String message) {}
