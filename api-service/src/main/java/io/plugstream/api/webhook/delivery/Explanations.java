package io.plugstream.api.webhook.delivery;

import io.plugstream.model.json.WireName;
import io.plugstream.model.webhook.ConnectionFault;
import io.plugstream.model.webhook.Outcome;
import org.jspecify.annotations.Nullable;

/** Explains the outcomes of deliveries in words. */
final class Explanations {

    private static final String NOTHING_SENT = " Nothing was sent.";

    private Explanations() {}

    static String of(Delivery delivery, @Nullable ConnectionFault fault) {
        String name = delivery.outcome();
        return name == null
                ? "It is under way."
                : of(WireName.find(Outcome.class, name).orElse(Outcome.UNKNOWN), delivery.responseStatus(), fault);
    }

    private static String of(Outcome outcome, @Nullable Integer status, @Nullable ConnectionFault fault) {
        return switch (outcome) {
            case DELIVERED -> "The endpoint accepted it and answered " + status + '.';
            case REJECTED -> rejected(status == null ? 0 : status);
            case TIMED_OUT -> fault == null ? unanswered(status) : unconnected(fault) + NOTHING_SENT;
            case CONNECT_FAILED -> unconnected(fault) + NOTHING_SENT;
            case DISCONNECTED ->
                "The connection broke after the request was sent"
                        + (status == null ? "." : " and the endpoint had begun to answer " + status + '.')
                        + " It may have arrived.";
            case BLOCKED ->
                "Not allowed: the address, or one that the name resolves to, is private or special." + NOTHING_SENT;
            case SHED ->
                "The endpoint was slower than the rate of its events or failed for too long, the webhook was changed"
                        + " or deleted before its turn, or the dispatcher stopped."
                        + NOTHING_SENT;
            case UNKNOWN -> "The platform was interrupted, so the outcome is unknown. It may have arrived.";
        };
    }

    private static String unanswered(@Nullable Integer status) {
        return "The endpoint did not answer completely within 5 seconds"
                + (status == null ? "." : "; the status of its answer was " + status + '.')
                + " It may still have received the event.";
    }

    private static String rejected(int status) {
        String hint = switch (status) {
            case 401, 403 ->
                " If the endpoint verifies signatures, the webhook needs a secret, and the endpoint the same one.";
            default -> status >= 300 && status < 400 ? " Redirects are not followed." : "";
        };
        return "The endpoint answered " + status + "; only 200 to 299 mean that it took it." + hint;
    }

    private static String unconnected(@Nullable ConnectionFault fault) {
        return switch (fault) {
            case NAME_NOT_FOUND -> "The host name does not exist.";
            case NAME_NOT_RESOLVED -> "The host name has no address, or its name servers or ours did not answer.";
            case REFUSED -> "The host refused the connection: nothing listens on that port, or a firewall blocks it.";
            case TLS -> "The TLS handshake failed. Is the certificate valid, complete, and issued for this name?";
            case NO_ANSWER -> "No connection within 5 seconds. Check name, port and firewall.";
            case null -> "The connection failed. Check name, port and firewall.";
        };
    }
}
