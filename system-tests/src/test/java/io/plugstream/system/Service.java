package io.plugstream.system;

import io.plugstream.local.ImageMaker;
import io.plugstream.local.process.ServiceImage;
import java.util.List;

/** The services. */
public enum Service {
    API("api-service", 9080),
    GATEWAY("ocpp-gateway", 9081),
    QUOTA("quota-service", 9082),
    DISPATCHER("webhook-dispatcher", 9083),
    SANDBOX("sandbox", 9084);

    private final String module;
    private final int actuatorPort;

    Service(String module, int actuatorPort) {
        this.module = module;
        this.actuatorPort = actuatorPort;
    }

    public String module() {
        return module;
    }

    /** Whether it serves anything besides its actuator. */
    public boolean hasPort() {
        return this == API || this == GATEWAY;
    }

    /** The command that starts it from its image, with the JVM options of a local run. */
    public List<String> command() {
        return ImageMaker.command(Platform.repository(), module);
    }

    /** The image that it starts from. */
    ServiceImage image() {
        return ServiceImage.of(Platform.repository(), module);
    }

    int actuatorPort() {
        return actuatorPort;
    }
}
