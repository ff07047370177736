package io.plugstream.api.live;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads server-sent events as a browser does. */
public final class StreamReader implements AutoCloseable, Flow.Subscriber<String> {

    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(Executors.newFixedThreadPool(
                    4, Thread.ofPlatform().name("stream-reader-", 0).daemon().factory()))
            .build();

    private final List<Block> blocks = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final CompletableFuture<HttpResponse.ResponseInfo> answered = new CompletableFuture<>();
    private final int most;
    private final List<String> lines = new ArrayList<>();
    private volatile @Nullable String lastId;
    private volatile Flow.@Nullable Subscription subscription;
    private int events;

    private StreamReader(int most) {
        this.most = most;
    }

    /** Opens a stream. The client closes it after {@code most} events. */
    public static StreamReader open(int port, String path, Map<String, String> headers, int most) {
        StreamReader reader = new StreamReader(most);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .timeout(Duration.ofMinutes(2));
        headers.forEach(request::header);
        var _ = HTTP.sendAsync(request.build(), info -> {
                    reader.answered.complete(info);
                    return HttpResponse.BodySubscribers.fromLineSubscriber(reader);
                })
                .whenComplete((_, failure) -> {
                    if (failure != null) {
                        reader.answered.completeExceptionally(failure);
                        reader.ended.completeExceptionally(failure);
                    }
                });
        return reader;
    }

    HttpResponse.ResponseInfo answer() {
        return answered.orTimeout(60, TimeUnit.SECONDS).join();
    }

    /** All received blocks, including comments. */
    public List<Block> blocks() {
        return List.copyOf(blocks);
    }

    public List<Block> events() {
        return blocks.stream().filter(block -> block.event() != null).toList();
    }

    @Nullable
    String lastId() {
        return lastId;
    }

    boolean isEnded() {
        return ended.isDone();
    }

    /** Waits for the end of the stream; fails if the connection broke. */
    void awaitEnd() {
        ended.orTimeout(60, TimeUnit.SECONDS).join();
    }

    @Override
    public void onSubscribe(Flow.Subscription opened) {
        subscription = opened;
        opened.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String line) {
        if (!line.isEmpty()) {
            lines.add(line);
            return;
        }
        if (events >= most) {
            return;
        }
        Block block = Block.of(lines);
        lines.clear();
        blocks.add(block);
        lastId = block.id() == null ? lastId : block.id();
        if (block.event() != null && ++events == most) {
            close();
        }
    }

    @Override
    public void onError(Throwable failure) {
        ended.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        ended.complete(null);
    }

    @Override
    public void close() {
        Flow.Subscription open = subscription;
        if (open != null) {
            open.cancel();
        }
        ended.complete(null);
    }

    /** The lines between two empty lines. */
    public record Block(
            @Nullable String id,
            @Nullable String event,
            @Nullable String data,
            @Nullable String comment) {

        static Block of(List<String> lines) {
            return new Block(value(lines, "id:"), value(lines, "event:"), value(lines, "data:"), value(lines, ":"));
        }

        private static @Nullable String value(List<String> lines, String name) {
            return lines.stream()
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.substring(name.length()).stripLeading())
                    .findFirst()
                    .orElse(null);
        }
    }
}
