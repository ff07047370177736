package io.plugstream.api.transaction;

import io.plugstream.api.access.Caller;
import io.plugstream.api.http.Csv;
import io.plugstream.api.http.ListQuery;
import io.plugstream.api.http.Problem;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The charging sessions of the caller's organisation and mode. */
@RestController
@RequestMapping("/api/v1/transactions")
final class TransactionController {

    private final Transactions transactions;
    private final MeterValues meterValues;

    TransactionController(Transactions transactions, MeterValues meterValues) {
        this.transactions = transactions;
        this.meterValues = meterValues;
    }

    @GetMapping
    Mono<Listing> list(Caller caller, @RequestParam MultiValueMap<String, String> parameters) {
        return transactions
                .list(caller, TransactionQuery.of(parameters))
                .map(page -> new Listing(page.entries(), page.nextCursor()));
    }

    /** All matching transactions as CSV, streamed and never collected in memory. */
    @GetMapping(produces = Csv.TYPE)
    ResponseEntity<Flux<String>> sheet(Caller caller, @RequestParam MultiValueMap<String, String> parameters) {
        return ResponseEntity.ok()
                .contentType(Csv.WITH_HEADER)
                .headers(headers -> headers.setContentDisposition(ContentDisposition.attachment()
                        .filename("transactions.csv")
                        .build()))
                .body(TransactionSheet.of(transactions.all(caller, TransactionQuery.ofAll(parameters))));
    }

    @GetMapping("/{transactionId}")
    Mono<Transaction> find(Caller caller, @PathVariable String transactionId) {
        return Mono.justOrEmpty(id(transactionId))
                .flatMap(id -> transactions.find(caller, id))
                .switchIfEmpty(Mono.error(() -> Problem.noSuch("transaction")));
    }

    @GetMapping("/{transactionId}/meter-values")
    Mono<Samples> samples(
            Caller caller, @PathVariable String transactionId, @RequestParam MultiValueMap<String, String> parameters) {
        ListQuery query = ListQuery.of(parameters);
        int limit = query.limit();
        MeterValues.Place after = query.cursor(MeterValues.list(transactionId), MeterValues.Place::of);
        query.check();
        return Mono.justOrEmpty(id(transactionId))
                .flatMap(id -> meterValues.list(caller, id, limit, after))
                .map(page -> new Samples(page.entries(), page.nextCursor()))
                .switchIfEmpty(Mono.error(() -> Problem.noSuch("transaction")));
    }

    /** Empty for spellings other than that of the API, such as {@code +1} and {@code 01}. */
    private static Optional<Integer> id(String text) {
        try {
            return Optional.of(Integer.valueOf(text))
                    .filter(number -> number.toString().equals(text));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    record Listing(List<Transaction> transactions, @Nullable String nextCursor) {}

    record Samples(
            List<ListedMeterValue> meterValues, @Nullable String nextCursor) {}
}
