package io.plugstream.gateway.publish;

import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.Mode;
import java.time.Clock;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Opens the stream of a new connection. */
@Component
public final class ChargerStreams {

    private final DurableLog log;
    private final Clock clock;
    private final TimeBasedEpochGenerator ids;

    ChargerStreams(DurableLog log, Clock clock, TimeBasedEpochGenerator ids) {
        this.log = log;
        this.clock = clock;
        this.ids = ids;
    }

    /** A stream with a new connection id, which is greater than that of every earlier connection. */
    public ChargerStream open(ChargerId charger, Mode mode, String protocol) {
        UUID connectionId = ids.generate();
        return new ChargerStream(log, clock, ids::generate, charger, mode, connectionId, protocol);
    }
}
