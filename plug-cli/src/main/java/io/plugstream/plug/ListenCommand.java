package io.plugstream.plug;

import io.plugstream.plug.api.Failure;
import io.plugstream.plug.listen.Listener;
import io.plugstream.plug.listen.Listening;
import io.plugstream.plug.output.Output;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Forwards events to a receiver. */
@Command(
        name = "listen",
        sortOptions = false,
        description = {
            "Forwards your events to a receiver on your machine, without a public address: the same body,"
                    + " webhook-id and kind of signature as a delivery, and its headers without traceparent. Ctrl-C"
                    + " ends it.",
            "",
            "The next run resumes where this one stopped and misses nothing for 7 days. Its position and its signing"
                    + " secret are kept in ~/.local/state/plugstream (XDG_STATE_HOME), for each key and target.",
            "",
            "Each event is POSTed once, whatever the receiver answers. Only an event whose POST was in progress when"
                    + " plug was killed is POSTed again, and plug reports it."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  plug listen --forward-to http://localhost:3000/webhooks",
            "  plug listen --forward-to http://localhost:3000/webhooks --events transaction.started",
            "  plug listen --forward-to http://localhost:3000/webhooks --since 2h",
            "",
            "Verify signatures with any Standard Webhooks library and the whsec_ secret that is shown at the start."
        })
final class ListenCommand extends ApiCommand {

    private static final Duration KEPT = Duration.ofDays(7);

    @Option(
            names = "--forward-to",
            required = true,
            paramLabel = "URL",
            description = "The URL of your receiver. http://localhost is 127.0.0.1, or ::1 if nobody listens there.")
    String target = "";

    @Option(
            names = "--events",
            split = ",",
            paramLabel = "EVENT",
            description = "Only these events, separated by commas (default: all).")
    List<String> events = List.of();

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Begin this long ago (30m, 2h, 7d) or at an ISO 8601 time, at most 7 days ago, not at the"
                    + " position of the last run.")
    @Nullable
    String since;

    @Override
    public Integer call() throws Failure, InterruptedException {
        var api = access.api();
        if (!api.key().isTest()) {
            access.errors().line("Warning: this is a live key, so the events of your real chargers are forwarded.");
        }
        var listener = access.json ? new JsonReport(access.output()) : new Report(access.output(), access.errors());
        try (var listening = Listening.open(
                api,
                target(),
                events,
                since(Instant.now()),
                Plug.version(),
                Listening.directory(),
                Clock.systemUTC(),
                listener)) {
            Runtime.getRuntime().addShutdownHook(new Thread(listening::close, "farewell"));
            listening.run();
            return 0;
        }
    }

    private URI target() throws Failure {
        var uri = Access.uri(target);
        if (uri == null) {
            throw new Failure(
                    Failure.Kind.USAGE,
                    "--forward-to must be an http or https address without user name and fragment, such as"
                            + " http://localhost:3000/webhooks");
        }
        return uri;
    }

    private @Nullable Instant since(Instant now) throws Failure {
        try {
            var begin = since == null ? null : moment(since, now);
            if (begin != null && begin.isBefore(now.minus(KEPT))) {
                throw new Failure(
                        Failure.Kind.USAGE, "--since must be at most 7 days ago: older events are no longer kept");
            }
            if (begin != null && begin.isAfter(now)) {
                throw new Failure(Failure.Kind.USAGE, "--since is in the future: %s".formatted(begin));
            }
            return begin;
        } catch (DateTimeException | ArithmeticException e) {
            throw new Failure(Failure.Kind.USAGE, "--since must be a time such as 30m, 2h, 7d or 2026-01-31T09:00:00Z");
        }
    }

    /** @throws DateTimeException if the text is not a time */
    static Instant moment(String text, Instant now) {
        if (text.matches("\\d{1,6}[smhd]")) {
            var number = Long.parseLong(text.substring(0, text.length() - 1));
            var length = switch (text.charAt(text.length() - 1)) {
                case 's' -> Duration.ofSeconds(number);
                case 'm' -> Duration.ofMinutes(number);
                case 'h' -> Duration.ofHours(number);
                default -> Duration.ofDays(number);
            };
            return now.minus(length);
        }
        return OffsetDateTime.parse(text).toInstant();
    }

    /** Text output: events go to standard output, everything else to standard error. */
    private record Report(Output output, Output errors) implements Listener {
        @Override
        public void begins(String forwardTo, String secret, Path file) {
            errors.line("Forwarding to " + forwardTo);
            errors.line("Secret of the signatures: " + secret);
            errors.line("Position and secret are kept in " + file);
        }

        @Override
        public void connected(boolean again) {
            errors.line(again ? "Connected again" : "Ready. Ctrl-C ends it.");
        }

        @Override
        public void disconnected(String reason, Duration pause) {
            errors.line("Not connected (%s); trying again in %.1f s".formatted(reason, pause.toMillis() / 1e3));
        }

        @Override
        public void repeats(String eventId) {
            errors.line(
                    "Event %s was being sent when plug was killed. It may arrive a second time.".formatted(eventId));
        }

        @Override
        public void gap(String detail) {
            errors.line("Events are missing: " + detail);
        }

        @Override
        public void forwarded(
                String eventId, String event, String timestamp, String chargeBoxId, boolean well, String outcome) {
            output.verdict("%s  %-25s %s".formatted(timestamp, event, chargeBoxId), well, outcome);
        }
    }
}
