package io.plugstream.simulator.charger;

import io.plugstream.simulator.charger.Answer.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A charger's display, which shows a few plain-text messages. */
final class Display {

    static final int MOST = 10;
    private static final int LONGEST_CONTENT = 512;
    private static final int LONGEST_LANGUAGE = 8;

    private final Core core;

    Display(Core core) {
        this.core = core;
    }

    Answer obey(DisplayRequest request) {
        forget(this::isOver);
        return switch (request) {
            case DisplayRequest.Show(var message) -> Answer.of(show(message));
            case DisplayRequest.Report report -> report(report);
            case DisplayRequest.Clear(var id) ->
                Answer.of(forget(message -> message.id() == id) ? Status.ACCEPTED : Status.UNKNOWN);
            case DisplayRequest.ShowCost _ -> new Answer.Empty();
        };
    }

    private Status show(DisplayMessage message) {
        if (message.format() == DisplayMessage.Format.HTML || message.format() == DisplayMessage.Format.URI) {
            return Status.UNSUPPORTED_FORMAT;
        }
        if (message.transaction() != null && !core.isRunning(message.transaction())) {
            return Status.UNKNOWN_TRANSACTION;
        }
        if (length(message.content()) > LONGEST_CONTENT
                || (message.language() != null && length(message.language()) > LONGEST_LANGUAGE)
                || isOver(message)) {
            return Status.REJECTED;
        }
        var kept = new ArrayList<>(present());
        kept.removeIf(other -> other.id() == message.id() || areBothFirst(other, message));
        if (kept.size() >= MOST) {
            return Status.REJECTED;
        }
        kept.add(message);
        core.changeStation(past -> past.messages(kept));
        return Status.ACCEPTED;
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Only one message can have the priority to be always in front. */
    private static boolean areBothFirst(DisplayMessage one, DisplayMessage other) {
        return one.priority() == DisplayMessage.Priority.ALWAYS_FRONT && other.priority() == one.priority();
    }

    private boolean isOver(DisplayMessage message) {
        var isPast = message.to() != null && !message.to().isAfter(core.clockTime());
        return isPast || (message.transaction() != null && !core.isRunning(message.transaction()));
    }

    private boolean forget(Predicate<DisplayMessage> meant) {
        var left = present().stream().filter(meant.negate()).toList();
        var isFound = left.size() < present().size();
        if (isFound) {
            core.changeStation(past -> past.messages(left));
        }
        return isFound;
    }

    private Answer report(DisplayRequest.Report request) {
        var meant = present().stream().filter(request::isMeant).toList();
        core.reportParts(meant, (part, messages) -> new Message.DisplayReported(request.requestId(), part, messages));
        return Answer.of(meant.isEmpty() ? Status.UNKNOWN : Status.ACCEPTED);
    }

    private List<DisplayMessage> present() {
        return core.state().station().messages();
    }
}
