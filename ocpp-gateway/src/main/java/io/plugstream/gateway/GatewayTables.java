package io.plugstream.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TableRule;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.charger.ConnectorStates;
import io.plugstream.model.charger.FrameWatch;
import io.plugstream.model.charger.GatewayBeat;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions;
import io.plugstream.model.transaction.SeenReadings;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The compacted topics that the gateway reads. */
@Configuration(proxyBeanMethods = false)
class GatewayTables {

    /**
     * Pause between two fetches of records that mostly this gateway writes. Connections know their own records and wait
     * for those of other gateways.
     */
    private static final Duration FETCH_PAUSE = Duration.ofMillis(25);

    private final KafkaClients clients;
    private final MeterRegistry meters;

    GatewayTables(KafkaClients clients, MeterRegistry meters) {
        this.clients = clients;
        this.meters = meters;
    }

    @Bean
    TopicTable<ChargerId, ConnectorStates> connectorStates() {
        TableRule<ConnectorStates> rule = TableRule.onceRead(ConnectorStates::following);
        return new TopicTable<>(Topics.CONNECTOR_STATES, rule, FETCH_PAUSE, clients, meters);
    }

    @Bean
    TopicTable<ChargerId, ChargerRegistration> chargerRegistrations() {
        return new TopicTable<>(Topics.CHARGER_REGISTRATIONS, clients, meters);
    }

    @Bean
    TopicTable<ChargerId, SeenReadings> seenReadings() {
        return new TopicTable<>(Topics.SEEN_READINGS, FETCH_PAUSE, clients, meters);
    }

    @Bean
    TopicTable<ChargerId, HeldConnection> connectionsOfChargers() {
        TableRule<HeldConnection> rule =
                TableRule.leftToListeners((present, next) -> next.supersedes(present) ? next : present);
        return new TopicTable<>(Topics.CONNECTIONS, rule, clients, meters);
    }

    @Bean
    TopicTable<String, GatewayBeat> gatewayBeats() {
        return new TopicTable<>(Topics.GATEWAY_BEATS, clients, meters);
    }

    @Bean
    TopicTable<ChargerId, FrameWatch> frameWatches() {
        return new TopicTable<>(Topics.FRAME_WATCHES, clients, meters);
    }

    @Bean
    TopicTable<ChargerId, ChargerTransactions> openTransactions() {
        TableRule<ChargerTransactions> rule = TableRule.always(ChargerTransactions::following);
        return new TopicTable<>(Topics.OPEN_TRANSACTIONS, rule, clients, meters);
    }
}
