package io.plugstream.sandbox.log;

import io.micrometer.core.instrument.Timer;
import io.plugstream.base.Causes;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxCommand;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.sandbox.charger.ShardWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes as the owner of a shard: the next producer of the same shard fences this one. Waiting records are committed
 * together. After a failure nothing more can be written, because the content of the log is unknown; only a record that
 * is too large fails alone. Brokers forget a producer that wrote nothing for days ({@code
 * transactional.id.expiration.ms}); a new one repeats its transaction then, of which nothing was appended. Thread-safe.
 */
public final class ShardLog implements ShardWriter, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ShardLog.class);

    private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(20);
    private static final Duration LONGEST_WRITE = Duration.ofSeconds(30);
    private static final Duration LAST_WRITES = Duration.ofSeconds(5);
    private static final int LONGEST_BLOCK_MS = 10_000;
    private static final int RETRY_MS = 10;
    private static final int MOST = 500;

    private final int shard;
    private final Map<String, Object> settings;
    private final Timer commits;
    private final LinkedBlockingQueue<Waiting> waiting = new LinkedBlockingQueue<>();
    private final Thread committer;
    private volatile @Nullable String fault;
    private volatile boolean closing;
    private volatile long end;
    private volatile Producer<byte[], byte[]> producer;
    private boolean closed;

    private record Waiting(ProducerRecord<byte[], byte[]> record, CompletableFuture<Void> written) {}

    /** @param commits measures commits */
    public ShardLog(KafkaClients clients, int shard, Timer commits) {
        this.shard = shard;
        this.commits = commits;
        var name = "sandbox-shard-" + shard;
        this.settings = clients.producer();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, name);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, name);
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, Math.toIntExact(LONGEST_TRANSACTION.toMillis()));
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, LONGEST_BLOCK_MS);
        settings.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, RETRY_MS);
        this.producer = KafkaClients.openProducer(settings);
        this.committer = Thread.ofVirtual().name(name).unstarted(this::commitUntilClosed);
    }

    /**
     * Fences every former owner of the shard. After the return they can append nothing more.
     *
     * @throws org.apache.kafka.common.KafkaException if Kafka does not answer
     */
    public void fenceFormer() {
        producer.initTransactions();
        committer.start();
    }

    /** Why nothing can be written any more; null if writes are possible. */
    public @Nullable String fault() {
        return fault;
    }

    /** The offset after the last state that this log wrote. */
    public long end() {
        return end;
    }

    @Override
    public void write(SandboxState state) throws IOException {
        write(Topics.SANDBOX_STATES, new ChargerId(state.organisationId(), state.chargeBoxId()), state);
    }

    @Override
    public void write(SandboxCommand command) throws IOException {
        write(Topics.SANDBOX_COMMANDS, new ChargerId(command.organisationId(), command.chargeBoxId()), command);
    }

    /** Deletes the state of a deleted charger. */
    public void forget(ChargerId id) throws IOException {
        write(Topics.SANDBOX_STATES, id, null);
    }

    private <V> void write(Topic<ChargerId, V> topic, ChargerId id, @Nullable V value) throws IOException {
        @SuppressWarnings("NullAway") // Kafka's interfaces have no nullness annotations; null is the tombstone.
        var bytes = topic.values().serializer().serialize(topic.name(), value);
        var entry = new Waiting(
                new ProducerRecord<>(
                        topic.name(), shard, topic.keys().serializer().serialize(topic.name(), id), bytes),
                new CompletableFuture<>());
        waiting.add(entry);
        if (fault != null || (closing && !committer.isAlive())) {
            entry.written().completeExceptionally(new IOException(String.valueOf(fault)));
        }
        try {
            entry.written().get(LONGEST_WRITE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("Shard " + shard + " could not be written: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private void commitUntilClosed() {
        var batch = new ArrayList<Waiting>();
        try {
            while (!closing || !waiting.isEmpty()) {
                var first = waiting.poll(100, TimeUnit.MILLISECONDS);
                if (first != null) {
                    batch.add(first);
                    waiting.drainTo(batch, MOST - 1);
                    commitAsOwner(batch);
                    batch.clear();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail("interrupted", batch);
        } catch (Throwable e) {
            // Catches errors as well: otherwise the shard would look healthy, and every write would wait in vain.
            log.warn("Shard {} now has another owner or cannot be written: {}", shard, e.toString());
            fail(e.toString(), batch);
        }
    }

    private void commitAsOwner(List<Waiting> batch) {
        try {
            commit(batch);
        } catch (KafkaException e) {
            if (Causes.of(e).noneMatch(InvalidPidMappingException.class::isInstance)) {
                throw e;
            }
            log.info("Brokers have forgotten the producer of shard {}; a new one goes on", shard);
            replaceProducer();
            producer.initTransactions();
            commit(batch);
        }
    }

    private synchronized void replaceProducer() {
        if (closed) {
            throw new KafkaException("The shard is closed");
        }
        producer.close(Duration.ZERO);
        producer = KafkaClients.openProducer(settings);
    }

    /** Commits a batch without the records that Kafka refuses as too large. */
    private void commit(List<Waiting> batch) {
        Set<Waiting> tooLarge = ConcurrentHashMap.newKeySet();
        try {
            commits.record(() -> append(batch, tooLarge));
        } catch (KafkaException e) {
            if (tooLarge.isEmpty()) {
                throw e;
            }
            producer.abortTransaction();
            tooLarge.forEach(ShardLog::refuse);
            var others =
                    batch.stream().filter(entry -> !tooLarge.contains(entry)).toList();
            if (!others.isEmpty()) {
                commit(others);
            }
            return;
        }
        batch.forEach(entry -> entry.written().complete(null));
    }

    private void append(List<Waiting> batch, Set<Waiting> tooLarge) {
        producer.beginTransaction();
        batch.forEach(entry -> {
            var _ = producer.send(entry.record(), (metadata, failure) -> {
                if (failure instanceof RecordTooLargeException) {
                    tooLarge.add(entry);
                } else if (failure == null && metadata.topic().equals(Topics.SANDBOX_STATES.name())) {
                    end = metadata.offset() + 1;
                }
            });
        });
        producer.commitTransaction();
    }

    private static void refuse(Waiting entry) {
        var value = entry.record().value();
        entry.written()
                .completeExceptionally(
                        new IOException("a record of " + (value == null ? 0 : value.length) + " bytes is too large"));
    }

    private void fail(String reason, List<Waiting> batch) {
        fault = reason;
        waiting.drainTo(batch);
        batch.forEach(entry -> entry.written().completeExceptionally(new IOException(reason)));
    }

    /** Commits waiting records for a limited time, then closes. */
    @Override
    public void close() {
        closing = true;
        try {
            if (committer.getState() != Thread.State.NEW) {
                var ended = committer.join(LAST_WRITES);
                log.debug("The last records of shard {} are written: {}", shard, ended);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            closed = true;
            producer.close(Duration.ZERO);
        }
        fail("closed", new ArrayList<>());
    }
}
