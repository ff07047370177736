package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.ocpp.ErrorCode;

/** What is wrong with a payload; the description names the field and never quotes its value. */
public record Violation(ErrorCode code, String description) {}
