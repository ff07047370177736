package io.plugstream.sandbox;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.local.DevelopmentKey;
import io.plugstream.local.process.FreePorts;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The service, without a gateway: its chargers keep all messages of their sessions. */
final class SandboxService {

    private SandboxService() {}

    static ConfigurableApplicationContext start(String servers, String... more) {
        return new SpringApplicationBuilder(SandboxApplication.class)
                .run(Stream.concat(
                                Stream.of(
                                        "--spring.kafka.bootstrap-servers=" + servers,
                                        "--management.server.port=" + FreePorts.one(),
                                        "--plugstream.instance=test",
                                        "--plugstream.secrets.keys=" + DevelopmentKey.VALUE,
                                        // Nobody listens there.
                                        "--plugstream.simulation.gateway=ws://localhost:" + FreePorts.one() + "/ocpp",
                                        "--logging.structured.format.console="),
                                Stream.of(more))
                        .toArray(String[]::new));
    }

    /** The number of chargers that are awake. */
    static double awake(ConfigurableApplicationContext sandbox) {
        return sandbox.getBean(MeterRegistry.class)
                .get("plugstream.sandbox.chargers.awake")
                .gauge()
                .value();
    }
}
