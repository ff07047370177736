package io.plugstream.gateway.connection;

import io.plugstream.gateway.ocpp.Dialect;
import io.plugstream.gateway.protocol.Operations;
import io.plugstream.gateway.publish.ChargerStream;

/** What is said over one connection. */
record Conversation(ChargerStream stream, Dialect dialect, Operations operations, RecentAnswers recentAnswers) {}
