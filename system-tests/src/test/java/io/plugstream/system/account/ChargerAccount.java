package io.plugstream.system.account;

import io.plugstream.model.event.ChargerBooted;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.system.account.Finding.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Every answered message of a charger is in the topics once, and nothing else is. */
final class ChargerAccount {

    private final Accounts accounts;
    private final Sequences sequences;
    private final List<Finding> findings = new ArrayList<>();

    ChargerAccount(Accounts accounts, Sequences sequences) {
        this.accounts = accounts;
        this.sequences = sequences;
    }

    List<Finding> findings() {
        accounts.exchanges().forEach(this::compare);
        for (Map.Entry<Content, List<Logged>> one : Sequences.grouped(
                        accounts.events(), logged -> Content.of(logged.event()))
                .entrySet()) {
            boolean hasMessage = sequences.exchanges().containsKey(one.getKey());
            if (!hasMessage && mayFollow(one.getValue().getFirst().event())) {
                continue;
            }
            if (one.getValue().stream().map(Logged::eventId).distinct().count() > allowed(one.getKey())) {
                add(Kind.DOUBLED, one.getKey());
            }
            if (!hasMessage && isOfMessage(one.getValue().getFirst().event().data())) {
                add(Kind.UNSOURCED, one.getKey());
            }
        }
        return findings;
    }

    /**
     * The allowed number of events: one, or one for each sending of a status, because a repeated status looks like a
     * new one.
     */
    private long allowed(Content content) {
        return sequences.exchanges().getOrDefault(content, List.of()).stream()
                .filter(exchange -> exchange.payload() instanceof Exchange.Status)
                .mapToLong(exchange -> exchange.sendings().size())
                .max()
                .orElse(1);
    }

    private void compare(Exchange exchange) {
        Content content = Content.of(exchange);
        if (!exchange.isAnswered()) {
            add(Kind.UNANSWERED, content);
            return;
        }
        List<Logged> events = sequences.log().getOrDefault(content, List.of());
        if (events.isEmpty()) {
            // A status that changes nothing is only recorded.
            if (!sequences.recorded().contains(content)) {
                add(Kind.LOST, content);
            }
        } else if (events.stream()
                .anyMatch(event -> differs(exchange, event.event().data()))) {
            add(Kind.OTHER_TRANSACTION, content);
        }
    }

    private static boolean differs(Exchange exchange, ChargerEvent event) {
        return switch (event) {
            case TransactionStarted start -> start.transactionId() != exchange.transactionId();
            case TransactionStopped stop ->
                exchange.payload() instanceof Exchange.Stop sent && stop.meterStop() != sent.meterStop();
            default -> false;
        };
    }

    private static boolean isOfMessage(ChargerEvent event) {
        return switch (event) {
            case ChargerConnected _, ChargerDisconnected _, ChargerBooted _ -> false;
            default -> true;
        };
    }

    /** Whether an event may follow from another message: in OCPP 2.0.1, a transaction's event changes the status. */
    private static boolean mayFollow(EventRecord event) {
        return event.data() instanceof ConnectorStatusChanged && !"ocpp1.6".equals(event.protocol());
    }

    private void add(Kind kind, Content content) {
        findings.add(new Finding(kind, content.toString(), sequences.of(content)));
    }
}
