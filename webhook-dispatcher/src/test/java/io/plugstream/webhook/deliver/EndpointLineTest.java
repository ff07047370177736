package io.plugstream.webhook.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.webhook.Events;
import io.plugstream.webhook.deliver.EndpointLine.Place;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class EndpointLineTest {

    private final EndpointLine line = new EndpointLine(2, 2);

    @Test
    void soManyBeginSoManyWaitTheRestFindsItFull() {
        assertThat(line.offer(delivery(), true)).isEqualTo(Place.BEGINS);
        assertThat(line.offer(delivery(), true)).isEqualTo(Place.BEGINS);
        assertThat(line.offer(delivery(), false)).isEqualTo(Place.FULL);
        assertThat(line.offer(delivery(), true)).isEqualTo(Place.WAITS);
        assertThat(line.offer(delivery(), true)).isEqualTo(Place.WAITS);
        assertThat(line.offer(delivery(), true)).isEqualTo(Place.FULL);
    }

    @Test
    void thoseThatWaitBeginInTheirOrderAsPlacesBecomeFree() {
        line.offer(delivery(), true);
        line.offer(delivery(), true);
        Delivery third = delivery();
        Delivery fourth = delivery();
        line.offer(third, true);
        line.offer(fourth, true);

        assertThat(line.next()).contains(third);
        assertThat(line.next()).contains(fourth);
        assertThat(line.next()).isEmpty();
        assertThat(line.offer(delivery(), true)).isEqualTo(Place.BEGINS);
    }

    @Test
    void aLineThatRanDryIsClosedForGood() {
        line.offer(delivery(), true);
        line.offer(delivery(), true);
        assertThat(line.next()).isEmpty();
        assertThat(line.isClosed()).isFalse();
        assertThat(line.next()).isEmpty();
        assertThat(line.isClosed()).isTrue();
        assertThat(line.offer(delivery(), true)).isEqualTo(Place.CLOSED);
    }

    @Test
    void clearingTakesOutThoseThatWait() {
        line.offer(delivery(), true);
        line.offer(delivery(), true);
        Delivery third = delivery();
        line.offer(third, true);

        assertThat(line.clear()).containsExactly(third);
        assertThat(line.next()).isEmpty();
    }

    private static Delivery delivery() {
        EventRecord event = Events.connected("acme");
        return new Delivery(
                new Claimed(
                        UUID.randomUUID(),
                        "acme",
                        Mode.LIVE,
                        "w",
                        event.eventId(),
                        EventType.CHARGER_CONNECTED,
                        Instant.EPOCH),
                EventBody.of(event.envelope()),
                event.receivedAt(),
                false);
    }
}
