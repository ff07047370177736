package io.plugstream.api.organisation;

import io.plugstream.api.http.JsonBody;
import io.plugstream.model.quota.Tier;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The operators' endpoints for organisations. Only operators are admitted. */
@RestController
@RequestMapping("/admin/v1/organisations")
class OrganisationAdministration {

    private static final int LONGEST_NAME = 200;

    private final Organisations organisations;

    OrganisationAdministration(Organisations organisations) {
        this.organisations = organisations;
    }

    @GetMapping
    Mono<Listing> list(@RequestParam MultiValueMap<String, String> parameters) {
        return organisations
                .list(OrganisationQuery.of(parameters))
                .map(page -> new Listing(page.entries(), page.nextCursor()));
    }

    @GetMapping("/summary")
    Mono<OrganisationSummary> summary() {
        return organisations.summary();
    }

    @PutMapping("/{id}")
    Mono<Organisation> put(@PathVariable String id, @RequestBody JsonNode json) {
        return organisations.put(wanted(id, JsonBody.of(json)));
    }

    private static Organisation wanted(String id, JsonBody body) {
        if (!TenantId.isValid(id)) {
            body.fault(
                    "id",
                    "must be 1 to 64 letters, digits or . _ : | @ - and begin with a letter or digit, not with plugstream:");
        }
        String name = body.requiredText("name", 1, LONGEST_NAME);
        Tier tier = body.required("tier") ? body.choice("tier", Tier.values()) : null;
        body.check();
        return new Organisation(id, Objects.requireNonNull(name), Objects.requireNonNull(tier));
    }

    record Listing(
            List<Organisation> organisations, @Nullable String nextCursor) {}
}
