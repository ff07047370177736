package io.plugstream.gateway.connection;

import io.plugstream.gateway.ocpp.Dialect;
import io.plugstream.gateway.protocol.ChargerActions;
import io.plugstream.gateway.publish.ChargerStream;

/** The OCPP conversation over one connection. */
record Conversation(ChargerStream stream, Dialect dialect, ChargerActions actions, RecentAnswers recentAnswers) {}
