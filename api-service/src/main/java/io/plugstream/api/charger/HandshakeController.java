package io.plugstream.api.charger;

import io.plugstream.api.access.Caller;
import io.plugstream.api.http.ListQuery;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.TimedPlace;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists refused handshakes and their reasons. */
@RestController
@RequestMapping("/api/v1")
final class HandshakeController {

    private final ChargerPages chargers;
    private final Handshakes handshakes;

    HandshakeController(ChargerPages chargers, Handshakes handshakes) {
        this.chargers = chargers;
        this.handshakes = handshakes;
    }

    @GetMapping("/handshakes")
    Mono<Listing> list(Caller caller, @RequestParam MultiValueMap<String, String> parameters) {
        Part part = Part.of(null, parameters);
        return list(caller, null, part);
    }

    @GetMapping("/chargers/{chargeBoxId}/handshakes")
    Mono<Listing> listOfCharger(
            Caller caller, @PathVariable String chargeBoxId, @RequestParam MultiValueMap<String, String> parameters) {
        Part part = Part.of(chargeBoxId, parameters);
        return chargers.find(caller, ChargerController.known(chargeBoxId))
                .switchIfEmpty(Mono.error(() -> Problem.noSuch("charger")))
                .flatMap(charger -> list(caller, charger.chargeBoxId(), part));
    }

    private Mono<Listing> list(Caller caller, @Nullable String chargeBoxId, Part part) {
        return handshakes
                .list(caller, chargeBoxId, part.limit(), part.after())
                .map(page -> new Listing(page.entries(), page.nextCursor()));
    }

    private record Part(int limit, @Nullable TimedPlace after) {

        static Part of(@Nullable String chargeBoxId, MultiValueMap<String, String> parameters) {
            ListQuery query = ListQuery.of(parameters);
            Part part = new Part(query.limit(), query.cursor(Handshakes.list(chargeBoxId), TimedPlace::of));
            query.check();
            return part;
        }
    }

    record Listing(List<Handshake> handshakes, @Nullable String nextCursor) {}
}
