package io.plugstream.api.sandbox;

import io.plugstream.api.access.Caller;
import io.plugstream.api.http.JsonBody;
import io.plugstream.api.http.ResourceId;
import io.plugstream.model.sandbox.SandboxAction;
import io.plugstream.model.sandbox.SandboxProtocol;
import io.plugstream.model.sandbox.SandboxRun;
import io.plugstream.model.sandbox.SandboxScenario;
import java.net.URI;
import java.util.Objects;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The endpoints of test chargers: state and settings, actions, and scenarios. */
@RestController
@RequestMapping("/api/v1/sandbox")
final class SandboxController {

    private static final UUID NONE = new UUID(0, 0);

    private final Sandbox sandbox;

    SandboxController(Sandbox sandbox) {
        this.sandbox = sandbox;
    }

    @GetMapping("/chargers/{chargeBoxId}")
    Mono<TestCharger> show(Caller caller, @PathVariable String chargeBoxId) {
        return sandbox.show(caller, chargeBoxId);
    }

    @PatchMapping("/chargers/{chargeBoxId}")
    Mono<TestCharger> change(Caller caller, @PathVariable String chargeBoxId, @RequestBody JsonNode body) {
        return sandbox.show(caller, chargeBoxId)
                .flatMap(_ -> sandbox.change(caller, chargeBoxId, SettingsChange.of(body)));
    }

    @PostMapping("/chargers/{chargeBoxId}/actions")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Mono<Accepted> act(Caller caller, @PathVariable String chargeBoxId, @RequestBody JsonNode body) {
        return sandbox.show(caller, chargeBoxId).flatMap(charger -> {
            JsonBody fields = JsonBody.of(body);
            SandboxAction action = fields.required("action") ? fields.choice("action", SandboxAction.values()) : null;
            String idTag = fields.text("idTag", 1, longestTag(charger.protocol()));
            if (idTag != null && action != null && action != SandboxAction.SWIPE) {
                fields.fault("idTag", "belongs to swipe only");
            }
            fields.check();
            SandboxAction wanted = Objects.requireNonNull(action);
            return sandbox.act(caller, chargeBoxId, wanted, idTag).thenReturn(new Accepted(chargeBoxId, wanted));
        });
    }

    /** The length of an IdToken in each version of OCPP. */
    private static int longestTag(SandboxProtocol protocol) {
        return switch (protocol) {
            case OCPP_1_6 -> 20;
            case OCPP_2_0_1 -> 36;
        };
    }

    @PostMapping("/chargers/{chargeBoxId}/scenarios")
    Mono<ResponseEntity<Begun>> run(Caller caller, @PathVariable String chargeBoxId, @RequestBody JsonNode body) {
        return sandbox.show(caller, chargeBoxId).flatMap(_ -> {
            JsonBody fields = JsonBody.of(body);
            SandboxScenario scenario =
                    fields.required("scenario") ? fields.choice("scenario", SandboxScenario.values()) : null;
            fields.check();
            return sandbox.run(caller, chargeBoxId, Objects.requireNonNull(scenario))
                    .map(run -> ResponseEntity.accepted()
                            .location(URI.create("/api/v1/sandbox/scenarios/" + run.id()))
                            .body(new Begun(run.id(), run.scenario(), run.status())));
        });
    }

    @GetMapping("/scenarios/{id}")
    Mono<Run> find(Caller caller, @PathVariable String id) {
        return sandbox.find(caller, ResourceId.parse(id).orElse(NONE));
    }

    record Accepted(String chargeBoxId, SandboxAction action) {}

    record Begun(UUID id, String scenario, SandboxRun.Status status) {}
}
