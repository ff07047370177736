package io.plugstream.api.live;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.http.BlockingCall;
import io.plugstream.api.projection.trail.EventTrails;
import io.plugstream.api.projection.trail.RecordKey;
import io.plugstream.api.projection.trail.Trail;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Reads the events between two positions (a gap) in chunks. Each chunk has a short-lived consumer of its own, so the
 * number of open consumers is bounded, however many streams resume and however slowly clients read.
 */
@Component
class GapReader implements DisposableBean {

    private static final Duration POLL = Duration.ofMillis(100);
    /** Longest time for a chunk, so that a gap with few events for its audience makes way for others. */
    private static final Duration SLICE = Duration.ofSeconds(2);

    private static final int QUEUE = 100_000;

    /** Small, because records fetched beyond a full chunk are thrown away. */
    private static final int FETCHED_OF_A_PARTITION = 64 << 10;

    /** A gap rests more if it reads more records than this for each event found. */
    private static final int WORTH_WHILE = 100;

    private final KafkaClients clients;
    private final String name;
    private final AtomicLong number = new AtomicLong();
    private final int chunk;
    private final int rate;
    private final Duration heartbeat;
    private final Scheduler threads;
    private final GapStart gapStart;
    private final EventTrails trails;
    private final Counter passed;
    private final Counter found;

    GapReader(
            KafkaClients clients,
            Instance instance,
            LiveProperties properties,
            GapStart gapStart,
            EventTrails trails,
            MeterRegistry meters) {
        this.gapStart = gapStart;
        this.trails = trails;
        this.passed = Counter.builder("plugstream.api.live.gap.read")
                .description("Records read for resumed streams")
                .register(meters);
        this.found = Counter.builder("plugstream.api.live.gap.events")
                .description("Events found for resumed streams")
                .register(meters);
        this.clients = clients;
        this.name = "live-gap-" + instance.name() + '-';
        this.chunk = properties.gapChunk();
        this.rate = properties.gapRate();
        this.heartbeat = properties.heartbeat();
        this.threads = Schedulers.newBoundedElastic(properties.gapReaders(), QUEUE, "live-gaps", 60, true);
    }

    /** The audience's events between the positions, heartbeats, and a comment with the position after each chunk. */
    Flux<StreamMessage> read(Audience audience, EventFilter filter, Position from, Position to) {
        return Flux.defer(() -> from.isBehind(to)
                ? beating(gapStart.find(audience, filter, from, to)
                        .zipWith(trails.of(audience.organisationId()))
                        .flatMapMany(
                                found -> chunks(new Gap(audience, filter, from, found.getT1(), to, found.getT2()))))
                : Flux.empty());
    }

    /** Adds heartbeats, because a gap may wait long for its turn and its client must not take the stream for dead. */
    private Flux<StreamMessage> beating(Flux<StreamMessage> gap) {
        Sinks.Empty<Void> over = Sinks.empty();
        Flux<StreamMessage> beats = Flux.interval(heartbeat)
                .onBackpressureDrop()
                .map(_ -> StreamMessage.comment(null, "heartbeat"))
                .takeUntilOther(over.asMono());
        // Prefetches one message only, so that no chunk is read for a client that does not read.
        return Flux.merge(1, gap.doOnTerminate(over::tryEmitEmpty), beats);
    }

    private Flux<StreamMessage> chunks(Gap gap) {
        return chunk(gap, gap.first())
                .expand(chunk -> chunk.reached().isBehind(gap.to())
                        ? chunk(gap, chunk.reached()).delaySubscription(chunk.rest())
                        : Mono.empty())
                .concatMap(
                        chunk -> Flux.fromIterable(chunk.messages())
                                .concatWithValues(StreamMessage.comment(gap.id(chunk.reached()), "catching up")),
                        0);
    }

    private Mono<Chunk> chunk(Gap gap, Position from) {
        return from.isBehind(gap.to())
                ? BlockingCall.on(threads, () -> readChunk(gap, from))
                : Mono.just(new Chunk(List.of(), from, Duration.ZERO));
    }

    private Consumer<byte[], byte[]> consumer() {
        Map<String, Object> settings = clients.reader("none");
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, name + number.incrementAndGet());
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCHED_OF_A_PARTITION);
        settings.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        settings.put(ConsumerConfig.METRIC_REPORTER_CLASSES_CONFIG, List.of());
        return KafkaClients.openConsumer(settings);
    }

    private Chunk readChunk(Gap gap, Position from) {
        Progress progress = new Progress(gap, from, chunk, rate);
        progress.skip();
        long began = System.nanoTime();
        if (!progress.isOver()) {
            read(progress, began + SLICE.toNanos());
        }
        passed.increment((double) progress.passed);
        found.increment(progress.messages.size());
        return progress.chunk(Duration.ofNanos(System.nanoTime() - began));
    }

    private void read(Progress progress, long deadline) {
        Consumer<byte[], byte[]> consumer = consumer();
        try {
            List<TopicPartition> open = progress.unread();
            consumer.assign(open);
            open.forEach(partition -> consumer.seek(partition, progress.reached(partition)));
            while (!progress.isOver() && System.nanoTime() < deadline) {
                consumer.poll(POLL).forEach(progress::take);
                progress.unread().forEach(partition -> progress.reach(partition, consumer.position(partition)));
                progress.skip().forEach(partition -> consumer.seek(partition, progress.reached(partition)));
                consumer.pause(open.stream()
                        .filter(partition -> !progress.unread().contains(partition))
                        .toList());
            }
        } finally {
            // Waits for nothing. A client that leaves interrupts this thread, and Kafka would log an interrupted wait.
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }

    @Override
    public void destroy() {
        threads.dispose();
    }

    /**
     * @param asked where the client's id or time is
     * @param first where the first event may be that passes the filter
     */
    private record Gap(
            Audience audience,
            EventFilter filter,
            Position asked,
            Position first,
            Position to,
            Map<TopicPartition, Trail> trails) {

        /** The first offset at or after {@code offset} that can hold an event of the audience. */
        long next(TopicPartition partition, long offset) {
            return trails.getOrDefault(partition, Trail.UNKNOWN).next(offset);
        }

        /** Until the gap's end, it keeps the place that was asked for in partitions that the filter leaves out. */
        String id(Position reached) {
            boolean isComplete = filter.passesAll() || !reached.isBehind(to);
            return EventIds.write(
                    isComplete ? reached : asked.where(slot -> first.next(slot) >= to.next(slot), reached), audience);
        }
    }

    /** @param rest how long the gap waits before its next chunk, so that others can use the reader */
    private record Chunk(List<StreamMessage> messages, Position reached, Duration rest) {}

    /** The state of a chunk while it is read. */
    private static final class Progress {

        private final Gap gap;
        private final int most;
        private final int rate;
        private final long[] reached;
        private final List<StreamMessage> messages = new ArrayList<>();
        private long passed;

        Progress(Gap gap, Position from, int most, int rate) {
            this.gap = gap;
            this.most = most;
            this.rate = rate;
            this.reached = from.toArray();
        }

        boolean isFull() {
            return messages.size() >= most;
        }

        boolean isOver() {
            return isFull() || unread().isEmpty();
        }

        List<TopicPartition> unread() {
            return Position.slots()
                    .filter(slot -> reached[slot] < gap.to().next(slot))
                    .mapToObj(Position.PARTITIONS::get)
                    .toList();
        }

        long reached(TopicPartition partition) {
            return reached[Position.slot(partition)];
        }

        /** Skips offsets without an event of the organisation, and returns the partitions in which it skipped any. */
        List<TopicPartition> skip() {
            List<TopicPartition> skipped = new ArrayList<>();
            for (TopicPartition partition : unread()) {
                int slot = Position.slot(partition);
                long next =
                        Math.min(gap.next(partition, reached[slot]), gap.to().next(slot));
                if (next > reached[slot]) {
                    reached[slot] = next;
                    skipped.add(partition);
                }
            }
            return skipped;
        }

        void take(ConsumerRecord<byte[], byte[]> record) {
            passed++;
            int slot = Position.slot(record);
            // The next chunk reads records after a full chunk again.
            if (isFull() || reached[slot] >= gap.to().next(slot)) {
                return;
            }
            if (record.offset() >= gap.to().next(slot)) {
                reached[slot] = gap.to().next(slot);
                return;
            }
            reached[slot] = record.offset() + 1;
            if (RecordKey.organisation(record).equals(gap.audience().organisationId())) {
                Topics.event(record.topic(), record.value())
                        .filter(event ->
                                gap.audience().includes(event) && gap.filter().passes(event))
                        .ifPresent(event -> messages.add(new StreamMessage(
                                gap.id(Position.of(reached)),
                                event.data().type().wireName(),
                                StreamMessage.data(event))));
            }
        }

        /** Moves on to the consumer's position: a gap may end with offsets without records (transaction markers). */
        void reach(TopicPartition partition, long position) {
            int slot = Position.slot(partition);
            if (!isFull()) {
                reached[slot] =
                        Math.max(reached[slot], Math.min(position, gap.to().next(slot)));
            }
        }

        /**
         * Ends the chunk. A gap with few events for its audience rests as long as it read, so it takes at most half of
         * a reader's time. A gap with many events is sent at the configured rate.
         */
        Chunk chunk(Duration took) {
            Duration share = passed / WORTH_WHILE > messages.size() ? took : Duration.ZERO;
            Duration pace = Duration.ofSeconds(messages.size()).dividedBy(rate).minus(took);
            Duration rest = share.compareTo(pace) > 0 ? share : pace;
            return new Chunk(List.copyOf(messages), Position.of(reached), rest);
        }
    }
}
