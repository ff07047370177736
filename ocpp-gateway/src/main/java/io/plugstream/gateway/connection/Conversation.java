package io.plugstream.gateway.connection;

import io.plugstream.gateway.protocol.Operations;
import io.plugstream.gateway.publish.ChargerStream;

/** What is said over one connection. */
record Conversation(ChargerStream stream, Operations operations, RecentAnswers recentAnswers) {}
