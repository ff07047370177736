package io.plugstream.plug;

import io.plugstream.plug.api.Failure;
import io.plugstream.plug.api.Json;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** Lists the webhooks of the key's mode. */
@Command(
        name = "webhooks",
        sortOptions = false,
        description = {
            "Lists your webhooks: whether they are active, and whether their deliveries are signed. After a change of"
                    + " the secret, deliveries are signed with the former one, too, until the time shown. No secret is"
                    + " shown."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  plug webhooks", "  plug webhooks --json | jq -r '.webhooks[] | select(.hasSecret | not).url'"})
final class WebhooksCommand extends ApiCommand {

    @Override
    public Integer call() throws Failure, InterruptedException {
        var answer = access.api().get("/api/v1/webhooks", "webhooks");
        var rows =
                answer.path("webhooks").valueStream().map(WebhooksCommand::row).toList();
        if (access.json) {
            access.output().json(Json.write(answer));
        } else if (rows.isEmpty()) {
            access.output().line("There are no webhooks yet. POST /api/v1/webhooks creates one.");
        } else {
            access.output()
                    .table(List.of("WEBHOOK", "STATE", "SIGNED", "FORMER SECRET UNTIL", "EVENTS", "ADDRESS"), rows);
        }
        return 0;
    }

    private static List<String> row(JsonNode webhook) {
        return List.of(
                webhook.path("id").asString(""),
                webhook.path("active").asBoolean(false) ? "active" : "paused",
                webhook.path("hasSecret").asBoolean(false) ? "yes" : "no",
                webhook.path("formerSecretUntil").asString("-"),
                webhook.path("events")
                        .valueStream()
                        .map(name -> name.asString(""))
                        .collect(Collectors.joining(" ")),
                webhook.path("url").asString(""));
    }
}
