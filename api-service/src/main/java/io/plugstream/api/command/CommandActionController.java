package io.plugstream.api.command;

import io.plugstream.api.command.payload.DescribedAction;
import io.plugstream.api.command.payload.Payloads;
import io.plugstream.api.command.payload.StationPayloads;
import io.plugstream.api.http.ListQuery;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Lists the actions that can be sent to chargers, with their payloads. */
@RestController
final class CommandActionController {

    private static final Listing OF_OCPP16 = new Listing(Payloads.described());
    private static final Listing OF_STATIONS =
            new Listing(Stream.concat(Payloads.describedForStation().stream(), StationPayloads.described().stream())
                    .toList());
    private static final Map<String, Listing> BY_PROTOCOL = Map.of("ocpp1.6", OF_OCPP16, "ocpp2.0.1", OF_STATIONS);

    @GetMapping("/api/v1/command-actions")
    Listing list(@RequestParam MultiValueMap<String, String> parameters) {
        ListQuery query = ListQuery.of(parameters);
        Listing asked = query.read(
                "protocol",
                protocol -> Optional.ofNullable(BY_PROTOCOL.get(protocol)),
                "must be one of ocpp1.6, ocpp2.0.1");
        query.check();
        return Objects.requireNonNullElse(asked, OF_OCPP16);
    }

    record Listing(List<DescribedAction> actions) {}
}
