package io.plugstream.plug;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WebhooksCommandTest {

    private static final String ANSWER = """
            {"webhooks":[
              {"id":"w-1","url":"https://a.example/hook","events":["charger.boot","transaction.started"],"active":true,
               "createdAt":"2026-01-31T09:00:00.000Z","hasSecret":true,"formerSecretUntil":"2026-02-01T09:00:00.000Z"},
              {"id":"w-2","url":"https://b.example/hook","events":["charger.boot"],"active":false,
               "createdAt":"2026-01-31T09:00:00.000Z","hasSecret":false,"formerSecretUntil":null}]}""";

    private final StringWriter output = new StringWriter();

    @Test
    void theListShowsHowDeliveriesAreSigned() throws Exception {
        try (var api = FakeApi.answering(200, _ -> ANSWER)) {
            assertThat(run(api.uri().toString(), "webhooks")).isZero();
            assertThat(api.asked().getLast().uri().getPath()).isEqualTo("/api/v1/webhooks");
        }

        assertThat(output.toString().lines().map(line -> line.split(" {2,}")))
                .containsExactly(
                        new String[] {"WEBHOOK", "STATE", "SIGNED", "FORMER SECRET UNTIL", "EVENTS", "ADDRESS"},
                        new String[] {
                            "w-1",
                            "active",
                            "yes",
                            "2026-02-01T09:00:00.000Z",
                            "charger.boot transaction.started",
                            "https://a.example/hook"
                        },
                        new String[] {"w-2", "paused", "no", "-", "charger.boot", "https://b.example/hook"});
    }

    @Test
    void anEmptyListSaysHowToCreateAWebhook() throws Exception {
        try (var api = FakeApi.answering(200, _ -> "{\"webhooks\":[]}")) {
            assertThat(run(api.uri().toString(), "webhooks")).isZero();
        }

        assertThat(output.toString().lines())
                .containsExactly("There are no webhooks yet. POST /api/v1/webhooks creates one.");
    }

    private int run(String address, String... arguments) {
        var environment = Map.of("PLUGSTREAM_URL", address, "PLUGSTREAM_KEY", "plug_test_" + "a".repeat(49));
        return Plug.commandLine(environment)
                .setOut(new PrintWriter(output, true))
                .execute(arguments);
    }
}
