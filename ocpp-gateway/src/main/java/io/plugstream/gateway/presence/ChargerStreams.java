package io.plugstream.gateway.presence;

import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.plugstream.gateway.publish.ChargerEvents;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.Claim;
import io.plugstream.gateway.publish.OddityMetrics;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.Mode;
import java.time.Clock;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Opens the stream of a new connection. */
@Component
public final class ChargerStreams {

    private final ChargerEvents events;
    private final ConnectionClaims claims;
    private final Clock clock;
    private final TimeBasedEpochGenerator ids;
    private final OddityMetrics metrics;

    ChargerStreams(
            ChargerEvents events,
            ConnectionClaims claims,
            Clock clock,
            TimeBasedEpochGenerator ids,
            OddityMetrics metrics) {
        this.events = events;
        this.claims = claims;
        this.clock = clock;
        this.ids = ids;
        this.metrics = metrics;
    }

    /** A stream with a new connection id, which is greater than that of every earlier connection. */
    public ChargerStream open(ChargerId charger, Mode mode, String protocol) {
        UUID connectionId = claims.newConnectionId(charger);
        Claim claim = claims.open(charger, mode, protocol, connectionId);
        return new ChargerStream(events, claim, clock, ids::generate, charger, mode, connectionId, protocol, metrics);
    }
}
