package io.plugstream.system.account;

import io.plugstream.model.charger.ChargerId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A command as the API lists it.
 *
 * @param error the code of its error, if it has one
 * @param data in the charger's response, if there is one
 */
public record ListedCommand(
        ChargerId charger,
        String commandId,
        String status,
        @Nullable String error,
        @Nullable String data) {

    private static final Set<String> UNDER_WAY = Set.of("queued", "sent");
    private static final Set<String> NOT_SENT = Set.of("LineFull", "NotSentInTime");

    /** Whether the command has ended. */
    public boolean hasEnded() {
        return !UNDER_WAY.contains(status);
    }

    boolean isAccepted() {
        return status.equals("accepted");
    }

    /** Whether the API says that the charger cannot have received the command. */
    boolean wasNotSent() {
        return error != null && NOT_SENT.contains(error);
    }
}
