package io.plugstream.model.event;

import io.plugstream.model.json.WireName;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The seven event names of the interface document, section 6. */
public enum EventType implements WireName {
    CHARGER_CONNECTED("charger.connected"),
    CHARGER_DISCONNECTED("charger.disconnected"),
    CHARGER_BOOT("charger.boot"),
    CONNECTOR_STATUS_CHANGED("connector.status_changed"),
    TRANSACTION_STARTED("transaction.started"),
    TRANSACTION_UPDATED("transaction.updated"),
    TRANSACTION_STOPPED("transaction.stopped");

    private static final Map<String, EventType> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(EventType::wireName, Function.identity()));

    private final String wireName;

    EventType(String wireName) {
        this.wireName = wireName;
    }

    @Override
    public String wireName() {
        return wireName;
    }

    /** All names, for people. */
    public static String names() {
        return Arrays.stream(values()).map(EventType::wireName).collect(Collectors.joining(", "));
    }

    /** The event with that name, if there is one. */
    public static Optional<EventType> named(String wireName) {
        return Optional.ofNullable(BY_NAME.get(wireName));
    }
}
