package io.plugstream.system.account;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.system.account.Exchange.Sending;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A DataTransfer that a client sent with one Idempotency-Key until the API answered, or the client gave up.
 *
 * @param data unique among the commands of a load
 * @param commandId null if the API named no command
 * @param status the command's status in the answer
 */
public record IssuedCommand(
        ChargerId charger,
        String data,
        List<Sending> requests,
        @Nullable String commandId,
        @Nullable String status) {

    public IssuedCommand {
        requests = List.copyOf(requests);
    }
}
