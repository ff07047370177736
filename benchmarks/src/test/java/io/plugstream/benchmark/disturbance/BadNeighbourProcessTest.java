package io.plugstream.benchmark.disturbance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.plugstream.benchmark.disturbance.BadNeighbourRates.Rates;
import io.plugstream.benchmark.platform.Loopback;
import io.plugstream.benchmark.platform.Member;
import io.plugstream.local.process.FreePorts;
import io.plugstream.model.json.Json;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class BadNeighbourProcessTest {

    private final AtomicInteger calls = new AtomicInteger();
    private final Loopback api = new Loopback((_, _) -> {
        calls.incrementAndGet();
        return 401;
    });

    @TempDir
    private Path directory;

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void reportsItsCountsAndEnds() throws Exception {
        try (BadNeighbourProcess bad = BadNeighbourProcess.begin(directory, orders(List.of()))) {
            await().atMost(Duration.ofSeconds(60)).until(() -> calls.get() >= 20);
            JsonNode told = Json.mapper().readTree(bad.end());
            assertThat(told.path("made-up keys answered 401").intValue(0)).isPositive();
            assertThat(told.path("POSTs").intValue(-1)).isZero();
            assertThat(bad.isAlive()).isFalse();
        }
    }

    @Test
    void endsWhenItIsClosed() throws Exception {
        BadNeighbourProcess bad = BadNeighbourProcess.begin(directory, orders(List.of()));
        bad.close();
        await().atMost(Duration.ofSeconds(30)).until(() -> !bad.isAlive());
    }

    @Test
    void doesNotStartWithoutChargers() {
        List<Member.Registered> chargers = List.of(new Member.Registered("CP-0", "password"));
        assertThatThrownBy(() -> BadNeighbourProcess.begin(directory, orders(chargers)))
                .isInstanceOf(CompletionException.class);
    }

    private Orders orders(List<Member.Registered> chargers) {
        int port = URI.create(api.url()).getPort();
        Member member = new Member("bad", "key", chargers);
        return new Orders(port, port, FreePorts.one(), member, "0", new Rates(0, 0, 0, 100, 0));
    }
}
