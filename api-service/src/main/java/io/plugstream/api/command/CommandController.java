package io.plugstream.api.command;

import io.plugstream.api.access.Caller;
import io.plugstream.api.http.ListQuery;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ResourceId;
import io.plugstream.api.http.TimedPlace;
import io.plugstream.model.charger.ChargerId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Commands for the chargers of the caller's organisation and mode. */
@RestController
@RequestMapping("/api/v1")
final class CommandController {

    private final Commands commands;
    private final CommandRows rows;
    private final CommandHistory history;
    private final ReportRows reports;

    CommandController(Commands commands, CommandRows rows, CommandHistory history, ReportRows reports) {
        this.commands = commands;
        this.rows = rows;
        this.history = history;
        this.reports = reports;
    }

    @PostMapping("/chargers/{chargeBoxId}/commands")
    Mono<ResponseEntity<Command>> issue(Caller caller, @PathVariable String chargeBoxId, @RequestBody JsonNode body) {
        return Target.connected(target(caller, chargeBoxId))
                .flatMap(target -> commands.issue(caller, target, NewCommand.of(body, target)))
                .map(CommandController::response);
    }

    @GetMapping("/chargers/{chargeBoxId}/commands")
    Mono<Listing> list(
            Caller caller, @PathVariable String chargeBoxId, @RequestParam MultiValueMap<String, String> parameters) {
        ListQuery query = ListQuery.of(parameters);
        int limit = query.limit();
        TimedPlace after = query.cursor(CommandHistory.list(chargeBoxId), TimedPlace::of);
        query.check();
        return target(caller, chargeBoxId)
                .flatMap(target -> history.list(caller, target, limit, after))
                .map(page -> new Listing(page.entries(), page.nextCursor()));
    }

    private Mono<Target> target(Caller caller, String chargeBoxId) {
        return Mono.just(chargeBoxId)
                .filter(ChargerId::isChargeBoxId)
                .flatMap(id -> rows.target(caller, id))
                .switchIfEmpty(Mono.error(() -> Problem.noSuch("charger")));
    }

    @GetMapping("/commands/{id}")
    Mono<Command> find(Caller caller, @PathVariable String id) {
        return Mono.justOrEmpty(ResourceId.parse(id))
                .flatMap(command -> rows.find(caller, command))
                .switchIfEmpty(Mono.error(() -> Problem.noSuch("command")));
    }

    @GetMapping("/commands/{id}/report")
    Mono<Report> report(
            Caller caller, @PathVariable String id, @RequestParam MultiValueMap<String, String> parameters) {
        ListQuery query = ListQuery.of(parameters);
        int limit = query.limit();
        ReportRows.Place after = query.cursor(ReportRows.list(id), ReportRows.Place::of);
        query.check();
        return Mono.justOrEmpty(ResourceId.parse(id))
                .flatMap(command -> reports.find(caller, command, limit, after))
                .switchIfEmpty(Mono.error(() -> Problem.noSuch("report")));
    }

    private static ResponseEntity<Command> response(Command command) {
        return command.answered()
                ? ResponseEntity.ok(command)
                : ResponseEntity.accepted().location(command.location()).body(command);
    }

    record Listing(List<Command> commands, @Nullable String nextCursor) {}
}
