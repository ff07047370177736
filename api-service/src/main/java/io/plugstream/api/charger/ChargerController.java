package io.plugstream.api.charger;

import io.plugstream.api.access.Caller;
import io.plugstream.api.http.JsonBody;
import io.plugstream.api.http.Problem;
import io.plugstream.model.charger.ChargerId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The chargers of the caller's organisation and mode. */
@RestController
@RequestMapping("/api/v1/chargers")
final class ChargerController {

    private final ChargerRegistrar registrar;
    private final Chargers chargers;
    private final ChargerPages pages;

    ChargerController(ChargerRegistrar registrar, Chargers chargers, ChargerPages pages) {
        this.registrar = registrar;
        this.chargers = chargers;
        this.pages = pages;
    }

    @PostMapping
    Mono<ResponseEntity<RegisteredCharger>> register(Caller caller, @RequestBody JsonNode body) {
        return registrar
                .register(caller, NewCharger.of(body))
                .map(charger -> ResponseEntity.created(charger.location()).body(charger));
    }

    @PostMapping("/batch")
    Mono<BatchResult> registerMany(Caller caller, @RequestBody JsonNode body) {
        return registrar.register(caller, ChargerBatch.of(body));
    }

    @GetMapping
    Mono<Listing> list(Caller caller, @RequestParam MultiValueMap<String, String> parameters) {
        return pages.list(caller, ChargerQuery.of(parameters))
                .map(page -> new Listing(page.entries(), page.nextCursor()));
    }

    /** {@link NewCharger} reserves this path, so it cannot be a chargeBoxId. */
    @GetMapping("/summary")
    Mono<ChargerSummary> summary(Caller caller) {
        return pages.summary(caller);
    }

    @GetMapping("/{chargeBoxId}")
    Mono<Charger> find(Caller caller, @PathVariable String chargeBoxId) {
        return pages.find(caller, known(chargeBoxId)).switchIfEmpty(Mono.error(() -> Problem.noSuch("charger")));
    }

    @PatchMapping("/{chargeBoxId}")
    Mono<Charger> rename(Caller caller, @PathVariable String chargeBoxId, @RequestBody JsonNode body) {
        return find(caller, chargeBoxId)
                .flatMap(_ -> chargers.rename(caller, chargeBoxId, NewName.of(body)))
                .then(Mono.defer(() -> find(caller, chargeBoxId)));
    }

    @PostMapping("/{chargeBoxId}/password")
    Mono<NewPassword> newPassword(
            Caller caller, @PathVariable String chargeBoxId, @RequestBody(required = false) @Nullable JsonNode body) {
        JsonBody.checkEmpty(body);
        return registrar
                .newPassword(caller, known(chargeBoxId))
                .switchIfEmpty(Mono.error(() -> Problem.noSuch("charger")))
                .map(password -> new NewPassword(password.text()));
    }

    @DeleteMapping("/{chargeBoxId}")
    Mono<Deleted> delete(Caller caller, @PathVariable String chargeBoxId) {
        return chargers.delete(caller, known(chargeBoxId))
                .switchIfEmpty(Mono.error(() -> Problem.noSuch("charger")))
                .map(id -> new Deleted("Charger " + id.chargeBoxId() + " was deleted."));
    }

    static String known(String chargeBoxId) {
        if (!ChargerId.isChargeBoxId(chargeBoxId)) {
            throw Problem.noSuch("charger");
        }
        return chargeBoxId;
    }

    record Listing(List<Charger> chargers, @Nullable String nextCursor) {}

    record Deleted(String message) {}

    record NewPassword(String password) {

        @Override
        public String toString() {
            return "NewPassword";
        }
    }
}
