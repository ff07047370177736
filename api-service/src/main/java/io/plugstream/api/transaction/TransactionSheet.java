package io.plugstream.api.transaction;

import io.plugstream.api.http.Csv;
import io.plugstream.model.json.Timestamps;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/** Transactions as comma-separated values, with the column names and value formats of the JSON. */
final class TransactionSheet {

    private static final String NAMES = Csv.line(List.of(
            "transactionId",
            "chargeBoxId",
            "connectorId",
            "idTag",
            "status",
            "meterStart",
            "meterStop",
            "energyWh",
            "startedAt",
            "stoppedAt",
            "reason",
            "stationTransactionId"));

    private TransactionSheet() {}

    /**
     * A text for each part; the first text begins with the header line. Emits nothing before the first part has been
     * read, so that a failure until then can still return a problem.
     *
     * @param parts at least one, which may be empty
     */
    static Flux<String> of(Flux<List<Transaction>> parts) {
        return parts.index((place, part) -> (place == 0 ? NAMES : "") + lines(part));
    }

    private static String lines(List<Transaction> transactions) {
        return transactions.stream().map(TransactionSheet::line).collect(Collectors.joining());
    }

    private static String line(Transaction transaction) {
        return Csv.line(Arrays.<@Nullable Object>asList(
                transaction.transactionId(),
                transaction.chargeBoxId(),
                transaction.connectorId(),
                transaction.idTag(),
                transaction.status(),
                transaction.meterStart(),
                transaction.meterStop(),
                transaction.energyWh(),
                text(transaction.startedAt()),
                text(transaction.stoppedAt()),
                transaction.reason(),
                transaction.stationTransactionId()));
    }

    private static @Nullable String text(@Nullable Instant moment) {
        return moment == null ? null : Timestamps.format(moment);
    }
}
