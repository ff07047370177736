package io.plugstream.webhook;

import io.plugstream.local.DevelopmentKey;
import io.plugstream.local.process.FreePorts;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The whole dispatcher in this JVM, where BlockHound watches its event loops. {@link RebindableNames} replace DNS. */
final class EmbeddedDispatcher {

    private EmbeddedDispatcher() {}

    static ConfigurableApplicationContext run(String servers, String... more) {
        return run(RebindableNames.class, servers, List.of(more));
    }

    /** @param replacing has beans that replace those of a deployment */
    static ConfigurableApplicationContext run(Class<?> replacing, String servers, List<String> more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--spring.kafka.bootstrap-servers=" + servers,
                "--management.server.port=" + FreePorts.one(),
                "--plugstream.instance=test",
                "--plugstream.secrets.keys=" + DevelopmentKey.VALUE,
                "--plugstream.webhook-address.allow-http=true",
                "--plugstream.webhook-address.allow-loopback=true",
                "--logging.structured.format.console="));
        arguments.addAll(more);
        return new SpringApplicationBuilder(WebhookDispatcherApplication.class, replacing)
                .run(arguments.toArray(String[]::new));
    }
}
