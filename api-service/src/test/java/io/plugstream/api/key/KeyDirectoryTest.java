package io.plugstream.api.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.access.ApiKeyDirectory.Owner;
import io.plugstream.api.database.CurrentNotifications;
import io.plugstream.model.organisation.Mode;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Guessed keys have a valid checksum. */
class KeyDirectoryTest {

    private static final int MOST_CACHED = 20;
    private static final int MOST_UNKNOWN = 5;

    private final Random random = new Random(1);
    private final CountedKeys stored = new CountedKeys();
    private final KeyDirectory directory = directory(stored);

    @Test
    void guessesDoNotEvictExistingKeys() {
        List<KeyText> existing = generate(MOST_CACHED);
        existing.forEach(stored::add);
        existing.forEach(this::find);
        // Each is more frequent than a key that exists, so that a shared cache would prefer it.
        generate(100).forEach(guess -> Stream.generate(() -> guess).limit(5).forEach(this::find));
        stored.queries.clear();

        assertThat(existing).allSatisfy(key -> assertThat(find(key)).isPresent());

        assertThat(stored.queries).isEmpty();
    }

    @Test
    void aRepeatedGuessCostsOneQuery() {
        KeyText guess = generate(1).getFirst();

        assertThat(find(guess)).isEmpty();
        assertThat(find(guess)).isEmpty();

        assertThat(stored.queries).containsExactly(guess.hash());
    }

    /** After too many failures of an address, only remembered keys from it are looked up. */
    @Test
    void rememberedKeysAreRecognisedWithoutAQuery() {
        KeyText used = generate(1).getFirst();
        stored.add(used);
        assertThat(find(used)).isPresent();
        stored.queries.clear();

        assertThat(directory.isRemembered(used.text())).isTrue();
        assertThat(generate(100)).noneMatch(guess -> directory.isRemembered(guess.text()));

        assertThat(stored.queries).isEmpty();
    }

    private Optional<Owner> find(KeyText key) {
        return directory.find(key.text()).blockOptional();
    }

    private List<KeyText> generate(int number) {
        return Stream.generate(() -> KeyText.generate(Mode.LIVE, random))
                .limit(number)
                .toList();
    }

    private static KeyDirectory directory(StoredKeys stored) {
        // Never connected to.
        ConnectionFactory connections = ConnectionFactories.get("r2dbc:postgresql://nobody:nothing@localhost:1/none");
        var notifications = new CurrentNotifications(connections);
        return new KeyDirectory(
                stored,
                new RememberedKeys(stored, notifications),
                new KeyUse(DatabaseClient.create(connections), Clock.systemUTC()),
                notifications,
                MOST_CACHED,
                MOST_UNKNOWN);
    }

    /** Keys in memory, which record each query for an owner. */
    private static final class CountedKeys implements StoredKeys {

        private final Map<KeyHash, Owner> owners = new HashMap<>();
        private final List<KeyHash> queries = new ArrayList<>();

        void add(KeyText key) {
            owners.put(key.hash(), new Owner(UUID.randomUUID().toString(), "acme", Mode.LIVE));
        }

        @Override
        public Mono<Owner> owner(KeyHash hash) {
            return Mono.defer(() -> {
                queries.add(hash);
                return Mono.justOrEmpty(owners.get(hash));
            });
        }

        @Override
        public Flux<KeyHash> active(int most) {
            return Flux.empty();
        }
    }
}
