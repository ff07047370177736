package io.plugstream.api.transaction;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

class TransactionSheetTest {

    private static final String NAMES =
            "transactionId,chargeBoxId,connectorId,idTag,status,meterStart,meterStop,energyWh,"
                    + "startedAt,stoppedAt,reason,stationTransactionId\r\n";

    private static final Transaction ACTIVE = new Transaction(
            7,
            "CP-1",
            1,
            "=cmd",
            "active",
            -5L,
            null,
            null,
            Instant.parse("2026-01-31T09:00:00Z"),
            null,
            null,
            null,
            new Transaction.Place(Instant.parse("2026-01-31T09:00:00Z"), 1));

    private static final Transaction COMPLETED = new Transaction(
            8,
            "CP, 2",
            2,
            "TAG",
            "completed",
            0L,
            10L,
            10L,
            Instant.parse("2026-01-31T09:00:00Z"),
            Instant.parse("2026-01-31T10:00:00.5Z"),
            "Local",
            "-station",
            new Transaction.Place(Instant.parse("2026-01-31T09:00:00Z"), 2));

    @Test
    void columnNamesComeOnlyBeforeTheFirstPart() {
        StepVerifier.create(TransactionSheet.of(Flux.just(List.of(ACTIVE), List.of(COMPLETED))))
                .expectNext(NAMES + "7,CP-1,1,'=cmd,active,-5,,,2026-01-31T09:00:00.000Z,,,\r\n")
                .expectNext(
                        "8,\"CP, 2\",2,TAG,completed,0,10,10,2026-01-31T09:00:00.000Z,2026-01-31T10:00:00.500Z,Local,"
                                + "'-station\r\n")
                .verifyComplete();
    }

    @Test
    void aSheetWithoutTransactionsHasColumnNames() {
        StepVerifier.create(TransactionSheet.of(Flux.just(List.of())))
                .expectNext(NAMES)
                .verifyComplete();
    }

    @Test
    void aFailureComesBeforeAnyText() {
        StepVerifier.create(TransactionSheet.of(Flux.error(new IllegalStateException("away"))))
                .verifyErrorMessage("away");
    }
}
