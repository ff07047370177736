package io.plugstream.gateway.payload;

import io.plugstream.gateway.ocpp.ErrorCode;

/** What is wrong with a payload; the description names the field and never quotes its value. */
public record Violation(ErrorCode code, String description) {}
