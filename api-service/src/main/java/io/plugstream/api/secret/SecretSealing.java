package io.plugstream.api.secret;

import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.Sweep;
import io.plugstream.api.http.EarlyLifecycle;
import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.UnreadableSecretException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Reseals secrets that were sealed with another key than the first of the configuration. Runs at the start, before the
 * relay compares topics with the database, and then periodically, because an old replica may still serve and seal with
 * its own key. After a crash, the next run reseals the rest; replicas that start together reseal each row once.
 */
@Component
final class SecretSealing implements EarlyLifecycle {

    private static final Logger log = LoggerFactory.getLogger(SecretSealing.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration EVERY = Duration.ofMinutes(5);

    /** Some rows at a time, because all of them may need much memory. */
    private static final int AT_ONCE = 100;

    private final List<SealedTable<?>> tables;
    private final TransactionalOperator transaction;
    private final SecretCipher cipher;
    private volatile boolean running;

    SecretSealing(List<SealedTable<?>> tables, TransactionalOperator transaction, SecretCipher cipher) {
        this.tables = List.copyOf(tables);
        this.transaction = transaction;
        this.cipher = cipher;
    }

    @Override
    public void start() {
        reseal();
        running = true;
    }

    @Bean
    Sweep secretSealingSweep() {
        return new Sweep(
                "secret-sealing",
                EVERY,
                () -> Mono.fromRunnable(this::reseal).subscribeOn(Schedulers.boundedElastic()),
                "Encrypting secrets with the first key failed, retrying later");
    }

    /** Blocks. */
    void reseal() {
        tables.forEach(this::reseal);
    }

    private <K> void reseal(SealedTable<K> table) {
        long resealed = 0;
        List<SealedTable.Row<K>> page = page(table, null);
        while (!page.isEmpty()) {
            resealed += page.stream()
                    .filter(row -> !row.secrets().stream().allMatch(cipher::isCurrent) && reseal(table, row))
                    .count();
            page = page(table, page.getLast().key());
        }
        if (resealed > 0) {
            log.info(
                    "Resealed the secrets in {} rows of {} with the first of plugstream.secrets.keys",
                    resealed,
                    table.name());
        }
    }

    private static <K> List<SealedTable.Row<K>> page(SealedTable<K> table, @Nullable K after) {
        return Objects.requireNonNull(table.page(after, AT_ONCE)
                .collectList()
                .retryWhen(DatabaseTimeouts.START_RETRY)
                .block(TIMEOUT));
    }

    /** Returns false if a secret cannot be opened. It is kept: it works again once its key is configured again. */
    private <K> boolean reseal(SealedTable<K> table, SealedTable.Row<K> row) {
        try {
            List<String> secrets =
                    row.secrets().stream().map(stored -> sealed(stored, row)).toList();
            transaction
                    .transactional(table.replace(row, secrets))
                    .retryWhen(DatabaseTimeouts.START_RETRY)
                    .block(TIMEOUT);
            return true;
        } catch (UnreadableSecretException e) {
            log.error("{} in {}: {}; the secret cannot be used", row.key(), table.name(), e.getMessage());
            return false;
        }
    }

    private String sealed(String stored, SealedTable.Row<?> row) {
        return cipher.isCurrent(stored) ? stored : cipher.seal(cipher.open(stored, row.owner()), row.owner());
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
