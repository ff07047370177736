package io.plugstream.gateway.ocpp16;

/** A validated request of a charger. */
public sealed interface Request
        permits Authorize,
                BootNotification,
                Heartbeat,
                MeterValues,
                Notification,
                StartTransaction,
                StatusNotification,
                StopTransaction {}
