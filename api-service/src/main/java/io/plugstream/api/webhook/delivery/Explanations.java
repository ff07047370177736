package io.plugstream.api.webhook.delivery;

import io.plugstream.model.webhook.ConnectionFault;
import io.plugstream.model.webhook.Outcome;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What became of deliveries, in words for people. */
final class Explanations {

    private static final String NOTHING_SENT = " Nothing was sent.";

    private Explanations() {}

    static String of(Delivery delivery, @Nullable ConnectionFault fault) {
        String name = delivery.outcome();
        return name == null ? "It is under way." : of(outcome(name), delivery.responseStatus(), fault);
    }

    private static String of(Outcome outcome, @Nullable Integer status, @Nullable ConnectionFault fault) {
        return switch (outcome) {
            case DELIVERED -> "The endpoint took it and answered " + status + '.';
            case REJECTED -> rejected(status == null ? 0 : status);
            case TIMED_OUT ->
                "The endpoint did not answer wholly within 5 seconds"
                        + (status == null ? "." : "; the status of its answer was " + status + '.')
                        + " It may have taken it all the same.";
            case CONNECT_FAILED -> unconnected(fault) + NOTHING_SENT;
            case DISCONNECTED ->
                "The connection broke after the request went out"
                        + (status == null ? "." : " and the endpoint had begun to answer " + status + '.')
                        + " It may have arrived.";
            case BLOCKED ->
                "The address is not allowed: it is, or its name leads to, a private or special one." + NOTHING_SENT;
            case SHED ->
                "The endpoint was slower than its events came, or the webhook no longer wanted the event."
                        + NOTHING_SENT;
            case UNKNOWN -> "The platform was interrupted meanwhile, so nobody knows. It may have arrived.";
        };
    }

    private static String rejected(int status) {
        String hint = status >= 300 && status < 400 ? " Redirects are not followed." : "";
        return "The endpoint answered " + status + "; only 200 to 299 mean that it took it." + hint;
    }

    private static String unconnected(@Nullable ConnectionFault fault) {
        return switch (fault) {
            case NAME_NOT_FOUND -> "The name of the host has no address.";
            case REFUSED ->
                "The host refused the connection: nobody listens at that port, or a firewall is in the way.";
            case TLS -> "TLS could not be agreed upon. Look at the certificate: is it valid, whole, and for this name?";
            case null -> "No connection came about. Look at name, port and firewall.";
        };
    }

    private static Outcome outcome(String name) {
        return Arrays.stream(Outcome.values())
                .filter(outcome -> outcome.wireName().equals(name))
                .findAny()
                .orElse(Outcome.UNKNOWN);
    }
}
