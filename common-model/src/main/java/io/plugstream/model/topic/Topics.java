package io.plugstream.model.topic;

import io.plugstream.model.charger.ChargerFrame;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.charger.ConnectorStates;
import io.plugstream.model.charger.FrameWatch;
import io.plugstream.model.charger.GatewayBeat;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.command.ReportPart;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import io.plugstream.model.event.NotificationRecord;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.DailyUsage;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.sandbox.SandboxCommand;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.model.transaction.ChargerTransactions;
import io.plugstream.model.transaction.SeenReadings;
import io.plugstream.model.transaction.TransactionIdBlock;
import io.plugstream.model.webhook.ClaimRecord;
import io.plugstream.model.webhook.DeliveryRecord;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.model.webhook.SampleEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/** Every topic of the platform. One service writes to each topic. */
public final class Topics {

    private static final Serde<ChargerId> CHARGER = new KeySerde<>(ChargerId::parse);
    private static final Serde<String> TEXT = new KeySerde<>(key -> key);

    private static final int BUSY = 6;
    private static final int QUIET = 3;

    /** Connected, disconnected, boot; from the gateway. */
    public static final Topic<ChargerId, EventRecord> CHARGER_EVENTS =
            log("charger-events", CHARGER, EventRecord.class, BUSY, Duration.ofDays(7));

    /** Status changes; from the gateway. */
    public static final Topic<ChargerId, EventRecord> CONNECTOR_EVENTS =
            log("connector-events", CHARGER, EventRecord.class, BUSY, Duration.ofDays(7));

    /** Started, updated, stopped; from the gateway. */
    public static final Topic<ChargerId, EventRecord> TRANSACTION_EVENTS =
            log("transaction-events", CHARGER, EventRecord.class, BUSY, Duration.ofDays(7));

    /** Chargers' other reports, for internal use only; from the gateway. */
    public static final Topic<ChargerId, NotificationRecord> CHARGER_NOTIFICATIONS =
            log("charger-notifications", CHARGER, NotificationRecord.class, BUSY, Duration.ofDays(7));

    /** Chargers that may connect; from the API. */
    public static final Topic<ChargerId, ChargerRegistration> CHARGER_REGISTRATIONS =
            table("charger-registrations", CHARGER, ChargerRegistration.class);

    /** Webhooks by organisation; from the API. */
    public static final Topic<String, OrganisationWebhooks> WEBHOOK_REGISTRATIONS =
            table("webhook-registrations", TEXT, OrganisationWebhooks.class);

    /** Claims of deliveries, in the partition of their events; read uncommitted; from the dispatcher. */
    public static final Topic<String, ClaimRecord> WEBHOOK_CLAIMS =
            log("webhook-claims", TEXT, ClaimRecord.class, BUSY, Duration.ofDays(7));

    /** Ends of deliveries, in the partition of their events; read uncommitted; from the dispatcher. */
    public static final Topic<String, DeliveryRecord> WEBHOOK_DELIVERIES =
            log("webhook-deliveries", TEXT, DeliveryRecord.class, BUSY, Duration.ofDays(7));

    /** Sample events that users requested, by webhook; from the API. */
    public static final Topic<String, SampleEvent> WEBHOOK_TESTS =
            log("webhook-tests", TEXT, SampleEvent.class, BUSY, Duration.ofDays(1));

    /** Every authenticated call by organisation; from the API. The broker's time decides the day of a call (ADR 44). */
    public static final Topic<String, ApiCall> API_CALLS =
            log("api-calls", TEXT, ApiCall.class, BUSY, Duration.ofDays(2)).stampedByBrokers();

    /** The decision on each call by organisation; from quota-service. */
    public static final Topic<String, QuotaDecision> QUOTA_DECISIONS =
            log("quota-decisions", TEXT, QuotaDecision.class, BUSY, Duration.ofMinutes(10));

    /** Counts by organisation and day; from quota-service. */
    public static final Topic<String, DailyUsage> DAILY_USAGE =
            new Topic<>("daily-usage", TEXT, new JsonSerde<>(DailyUsage.class), BUSY, true, Duration.ofDays(40));

    /** Commands for chargers; from the API. */
    public static final Topic<ChargerId, ChargerCommand> CHARGER_COMMANDS =
            log("charger-commands", CHARGER, ChargerCommand.class, BUSY, Duration.ofDays(1));

    /** Results of commands; from the gateway. */
    public static final Topic<ChargerId, CommandResult> COMMAND_RESULTS =
            log("command-results", CHARGER, CommandResult.class, BUSY, Duration.ofDays(1));

    /** Parts of the reports that stations send because of commands; from the gateway. */
    public static final Topic<ChargerId, ReportPart> COMMAND_REPORTS =
            log("command-reports", CHARGER, ReportPart.class, BUSY, Duration.ofDays(1));

    /** Refused handshakes by organisation, rate-limited; from the gateways. */
    public static final Topic<String, RefusedHandshake> REFUSED_HANDSHAKES =
            log("refused-handshakes", TEXT, RefusedHandshake.class, QUIET, Duration.ofDays(1));

    /** Chargers whose frames a client is watching; from the API. */
    public static final Topic<ChargerId, FrameWatch> FRAME_WATCHES =
            new Topic<>("frame-watches", CHARGER, new JsonSerde<>(FrameWatch.class), QUIET, true, Duration.ofHours(1));

    /** Masked frames of watched chargers, rate-limited; from the gateways. */
    public static final Topic<ChargerId, ChargerFrame> CHARGER_FRAMES =
            log("charger-frames", CHARGER, ChargerFrame.class, QUIET, Duration.ofMinutes(10));

    /** Each charger's newest connection and the gateway that holds it; from the gateways, for themselves. */
    public static final Topic<ChargerId, HeldConnection> CONNECTIONS =
            table("connections", CHARGER, HeldConnection.class);

    /** Beats by gateway process, in one partition and so in one order; from the gateways, for themselves. */
    public static final Topic<String, GatewayBeat> GATEWAY_BEATS =
            new Topic<>("gateway-beats", TEXT, new JsonSerde<>(GatewayBeat.class), 1, true, Duration.ofDays(1));

    /** Running and recent transactions by charger; from the gateway, for itself. */
    public static final Topic<ChargerId, ChargerTransactions> OPEN_TRANSACTIONS =
            table("open-transactions", CHARGER, ChargerTransactions.class);

    /** Connector states by charger; from the gateway, for itself. */
    public static final Topic<ChargerId, ConnectorStates> CONNECTOR_STATES =
            table("connector-states", CHARGER, ConnectorStates.class);

    /** The newest meter readings of transactions by charger; from the gateway, for itself. */
    public static final Topic<ChargerId, SeenReadings> SEEN_READINGS =
            table("seen-readings", CHARGER, SeenReadings.class);

    /** Blocks of transaction ids, identified by the record's offset; from the gateway, for itself. */
    public static final Topic<String, TransactionIdBlock> TRANSACTION_ID_BLOCKS =
            log("transaction-id-blocks", TEXT, TransactionIdBlock.class, 1, Duration.ofDays(1));

    /** Test chargers' settings; from the API. */
    public static final Topic<ChargerId, SandboxCharger> SANDBOX_CHARGERS =
            new Topic<>("sandbox-chargers", CHARGER, new JsonSerde<>(SandboxCharger.class), BUSY, true, null);

    /** Orders for test chargers; from the API. */
    public static final Topic<ChargerId, SandboxOrder> SANDBOX_ORDERS =
            log("sandbox-orders", CHARGER, SandboxOrder.class, BUSY, Duration.ofDays(1));

    /** Test chargers' states; from the sandbox, for itself and the API. */
    public static final Topic<ChargerId, SandboxState> SANDBOX_STATES =
            new Topic<>("sandbox-states", CHARGER, new JsonSerde<>(SandboxState.class), BUSY, true, null);

    /** Scenarios' commands, which the API issues; from the sandbox. */
    public static final Topic<ChargerId, SandboxCommand> SANDBOX_COMMANDS =
            log("sandbox-commands", CHARGER, SandboxCommand.class, BUSY, Duration.ofDays(1));

    /** All topics except dead letters. */
    public static final List<Topic<?, ?>> ALL = List.of(
            CHARGER_EVENTS,
            CONNECTOR_EVENTS,
            TRANSACTION_EVENTS,
            CHARGER_NOTIFICATIONS,
            CHARGER_REGISTRATIONS,
            WEBHOOK_REGISTRATIONS,
            WEBHOOK_CLAIMS,
            WEBHOOK_DELIVERIES,
            WEBHOOK_TESTS,
            API_CALLS,
            QUOTA_DECISIONS,
            DAILY_USAGE,
            CHARGER_COMMANDS,
            COMMAND_RESULTS,
            COMMAND_REPORTS,
            REFUSED_HANDSHAKES,
            FRAME_WATCHES,
            CHARGER_FRAMES,
            CONNECTIONS,
            GATEWAY_BEATS,
            OPEN_TRANSACTIONS,
            CONNECTOR_STATES,
            SEEN_READINGS,
            TRANSACTION_ID_BLOCKS,
            SANDBOX_CHARGERS,
            SANDBOX_ORDERS,
            SANDBOX_STATES,
            SANDBOX_COMMANDS);

    private Topics() {}

    /** The topic of {@code event}. */
    public static Topic<ChargerId, EventRecord> of(ChargerEvent event) {
        return of(event.type());
    }

    /** The event in a record of an event topic; empty if it is unreadable, or belongs into another topic. */
    public static Optional<EventRecord> event(String topic, byte @Nullable [] value) {
        // All event topics have the same values.
        return TRANSACTION_EVENTS.read(value).filter(event -> isOf(topic, event));
    }

    /** Whether {@code event} belongs into the topic with this name. */
    public static boolean isOf(String topic, EventRecord event) {
        return of(event.data()).name().equals(topic);
    }

    /** The topic of events of this type. */
    public static Topic<ChargerId, EventRecord> of(EventType type) {
        return switch (type) {
            case CHARGER_CONNECTED, CHARGER_DISCONNECTED, CHARGER_BOOT -> CHARGER_EVENTS;
            case CONNECTOR_STATUS_CHANGED -> CONNECTOR_EVENTS;
            case TRANSACTION_STARTED, TRANSACTION_UPDATED, TRANSACTION_STOPPED -> TRANSACTION_EVENTS;
        };
    }

    /** The topic for records that {@code service} cannot read: their unchanged bytes, kept 30 days. */
    public static Topic<byte[], byte[]> deadLetters(String service) {
        return new Topic<>(
                service + "-dead-letters", Serdes.ByteArray(), Serdes.ByteArray(), 1, false, Duration.ofDays(30));
    }

    private static <K, V> Topic<K, V> log(
            String name, Serde<K> keys, Class<V> value, int partitions, Duration retention) {
        return new Topic<>(name, keys, new JsonSerde<>(value), partitions, false, retention);
    }

    private static <K, V> Topic<K, V> table(String name, Serde<K> keys, Class<V> value) {
        return new Topic<>(name, keys, new JsonSerde<>(value), QUIET, true, null);
    }
}
