package io.plugstream.gateway.protocol;

import io.plugstream.gateway.ocpp.Dialect;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.model.command.ChargerCommand;
import java.time.Duration;

/** A version of OCPP that this gateway supports. */
public interface Protocol {

    /** The WebSocket sub-protocol. Events, connections and the API also use it to name the version. */
    String name();

    /** The format of its frames. */
    Dialect dialect();

    /** Whether messages may be compressed, if the charger offers it. */
    boolean mayCompress();

    /**
     * The actions that the charger of a new connection may request.
     *
     * @param heartbeatInterval heartbeat interval in the answer to BootNotification, in whole seconds
     */
    ChargerActions open(ChargerStream stream, Duration heartbeatInterval);

    /** The first step of a command. */
    Step begin(ChargerCommand command);
}
