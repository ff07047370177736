package io.plugstream.gateway.publish;

import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** This process, from its start to its end. What comes after a restart, under whatever name, is another. */
@Component
public final class GatewayRun {

    private final UUID id;

    @Autowired
    GatewayRun(TimeBasedEpochGenerator ids) {
        this(ids.generate());
    }

    private GatewayRun(UUID id) {
        this.id = id;
    }

    /** A run of this id. */
    static GatewayRun of(UUID id) {
        return new GatewayRun(id);
    }

    /** What the process is called in topics. */
    public UUID id() {
        return id;
    }
}
