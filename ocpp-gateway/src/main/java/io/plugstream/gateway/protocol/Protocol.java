package io.plugstream.gateway.protocol;

import io.plugstream.gateway.ocpp.Dialect;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.model.command.ChargerCommand;
import java.time.Duration;

/** A version of OCPP that chargers may speak with this gateway. */
public interface Protocol {

    /** Its WebSocket sub-protocol; events, connections and the API name the version so, too. */
    String name();

    /** How its frames are built. */
    Dialect dialect();

    /** Whether messages may be compressed, if the charger offers it. */
    boolean mayCompress();

    /**
     * What the charger of a new connection may ask for.
     *
     * @param heartbeatInterval what a BootNotification is answered with, in whole seconds
     */
    ChargerActions open(ChargerStream stream, Duration heartbeatInterval);

    /** How a command is put to a charger. */
    Step begin(ChargerCommand command);
}
