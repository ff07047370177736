package io.plugstream.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The gateway in this JVM, on free ports. */
final class RunningGateway implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private RunningGateway(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static RunningGateway start(String kafka, String... settings) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--management.server.port=0",
                "--spring.kafka.bootstrap-servers=" + kafka,
                "--plugstream.instance=gateway-" + UUID.randomUUID(),
                "--logging.structured.format.console="));
        for (String setting : settings) {
            arguments.add("--" + setting);
        }
        SpringApplication application = new SpringApplication(GatewayApplication.class);
        application.setRegisterShutdownHook(false);
        return new RunningGateway(application.run(arguments.toArray(String[]::new)));
    }

    int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    int managementPort() {
        return context.getEnvironment().getRequiredProperty("local.management.port", Integer.class);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }
}
