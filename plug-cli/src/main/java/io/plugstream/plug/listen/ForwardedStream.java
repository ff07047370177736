package io.plugstream.plug.listen;

import io.plugstream.plug.api.Failure;
import io.plugstream.plug.api.Json;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Forwards the events of a stream one after another and saves the position after each. It also saves that a POST
 * begins, so that the next run knows which event a kill interrupted.
 */
final class ForwardedStream {

    private final ProgressFile file;
    private final Forwarder forwarder;
    private final Listener listener;
    private @Nullable Instant since;

    /** @param since overrides the position of earlier runs */
    ForwardedStream(ProgressFile file, Forwarder forwarder, @Nullable Instant since, Listener listener) {
        this.file = file;
        this.forwarder = forwarder;
        this.since = since;
        this.listener = listener;
    }

    /** The time at which the next stream begins; null if it begins at the {@link #position}. */
    @Nullable
    Instant since() {
        return since;
    }

    @Nullable
    String position() {
        return since == null ? file.progress().position() : null;
    }

    /** Writes the file. A time that was given forgets recent events, so that they are forwarded again. */
    void begin() throws Failure {
        save(since == null ? file.progress() : file.progress().withoutRecent());
    }

    /** Forwards the event of the block, if it has one, and saves the position after it. */
    void take(Block block) throws Failure, IOException, InterruptedException {
        if (block.event() == null) {
            keep(file.progress().at(block.id()));
            begun(block);
            return;
        }
        switch (block.event()) {
            case "gap" -> {
                listener.gap(detail(block));
                keep(file.progress().at(block.id()));
                begun(block);
            }
            case "overflow" -> keep(file.progress().at(block.id()));
            case "unauthorized" -> throw new Failure(Failure.Kind.NOT_AUTHORISED, "The API key is no longer valid.");
            default -> forward(Event.of(block.data() == null ? "" : block.data()), block.id());
        }
    }

    /** From the first id on, the stream resumes from that id instead of a time. */
    private void begun(Block block) {
        if (block.id() != null) {
            since = null;
        }
    }

    private static String detail(Block block) {
        try {
            return Json.read(block.data() == null ? "{}" : block.data())
                    .path("detail")
                    .asString("Some events are no longer kept.");
        } catch (JacksonException _) {
            return "Some events are no longer kept.";
        }
    }

    private void forward(Event event, @Nullable String position) throws Failure, InterruptedException {
        var progress = file.progress();
        if (progress.recent().contains(event.id())) {
            keep(progress.at(position));
            return;
        }
        if (event.id().equals(progress.inFlight())) {
            listener.repeats(event.id());
        }
        keep(progress.begun(event.id()));
        var forward = forwarder.post(event);
        keep(file.progress().done(event.id(), position));
        listener.forwarded(
                event.id(),
                event.name(),
                event.timestamp(),
                event.chargeBoxId(),
                forward.isDelivered(),
                forward.inWords());
    }

    private void keep(Progress progress) throws Failure {
        if (!progress.equals(file.progress())) {
            save(progress);
        }
    }

    private void save(Progress progress) throws Failure {
        try {
            file.save(progress);
        } catch (IOException e) {
            throw ProgressFile.unkept(file.file(), e);
        }
    }
}
