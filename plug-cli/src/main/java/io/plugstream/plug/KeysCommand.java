package io.plugstream.plug;

import io.plugstream.plug.api.Failure;
import io.plugstream.plug.api.Json;
import java.util.List;
import picocli.CommandLine.Command;

/** Lists the API keys of the key's mode. */
@Command(
        name = "keys",
        sortOptions = false,
        description = "Lists the API keys of your key's mode. Only the beginning of a key can be shown.",
        footerHeading = "%nExamples:%n",
        footer = {"  plug keys", "  plug keys --key-file ~/.plugstream-key"})
final class KeysCommand extends ApiCommand {

    @Override
    public Integer call() throws Failure, InterruptedException {
        var answer = access.api().get("/api/v1/auth/api-keys", "apiKeys");
        if (access.json) {
            access.output().json(Json.write(answer));
        } else {
            access.output()
                    .table(
                            List.of("KEY", "NAME", "CREATED", "LAST USED"),
                            answer.path("apiKeys")
                                    .valueStream()
                                    .map(key -> List.of(
                                            key.path("prefix").asString(""),
                                            key.path("name").asString(""),
                                            key.path("createdAt").asString(""),
                                            key.path("lastUsed").asString("never")))
                                    .toList());
        }
        return 0;
    }
}
