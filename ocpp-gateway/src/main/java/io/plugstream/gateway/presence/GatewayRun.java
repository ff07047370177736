package io.plugstream.gateway.presence;

import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** This process, from its start to its end. What comes after a restart, under whatever name, is another. */
@Component
final class GatewayRun {

    private final UUID id;

    GatewayRun(TimeBasedEpochGenerator ids) {
        this.id = ids.generate();
    }

    UUID id() {
        return id;
    }
}
