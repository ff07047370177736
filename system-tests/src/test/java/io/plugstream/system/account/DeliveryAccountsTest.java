package io.plugstream.system.account;

import static io.plugstream.system.account.SessionAccounts.CONNECTION;
import static io.plugstream.system.account.SessionAccounts.NOON;
import static io.plugstream.system.account.SessionAccounts.WEBHOOK;
import static io.plugstream.system.account.SessionAccounts.event;
import static io.plugstream.system.account.SessionAccounts.logged;
import static io.plugstream.system.account.SessionAccounts.post;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.system.account.Finding.Kind;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** One session of one charger. Each test falsifies its posts or deliveries. */
class DeliveryAccountsTest {

    private final SessionAccounts accounts = new SessionAccounts();

    @Test
    void copyOfAReadingWithTheSameIdIsAllowedIfPostedOnce() {
        accounts.log.add(logged(accounts.read, 70));
        accounts.assertKinds();
        accounts.posts.add(post(accounts.read, NOON.plusSeconds(9)));
        accounts.assertKinds(Kind.SECOND_POST);
    }

    /** The network delayed it until another gateway had published the event instead. */
    @Test
    void lateCopyOfAnEarlierSendIsAllowed() {
        accounts.log.add(new Logged("transaction-events", 0, 70, NOON.minusSeconds(20), accounts.stopped));
        accounts.assertKinds();
    }

    @Test
    void copyInTheTopicAndSecondPostAreSeparateFindings() {
        accounts.log.add(logged(accounts.started, 70));
        accounts.assertKinds(Kind.COPY_IN_TOPIC);
        accounts.posts.add(post(accounts.started, NOON.plusSeconds(9)));
        accounts.assertKinds(Kind.COPY_IN_TOPIC, Kind.SECOND_POST);
        assertThat(accounts.findings().getLast().sequence())
                .contains(
                        "sent to gateway 1",
                        "transaction-events-0@70",
                        "POST of " + accounts.started.eventId(),
                        "12:00:09");
    }

    @Test
    void idWithTwoBodiesIsReported() {
        accounts.log.add(logged(event(6, CONNECTION, new ChargerDisconnected("CP-1", "replaced")), 71));
        assertThat(accounts.findings()).extracting(Finding::kind).contains(Kind.COPY_IN_TOPIC, Kind.TWO_BODIES);
    }

    @Test
    void bodyThatDiffersFromTheEventIsReported() {
        accounts.posts.set(0, new Post(WEBHOOK, accounts.connected.eventId(), NOON, 5, 204));
        accounts.assertKinds(Kind.TWO_BODIES);
    }

    @Test
    void secondPostIsReported() {
        accounts.posts.add(post(accounts.disconnected, NOON));
        accounts.assertKinds(Kind.SECOND_POST);
    }

    @Test
    void postWithoutAnEventIsReported() {
        accounts.posts.add(new Post(WEBHOOK, new UUID(9, 9), NOON, 1, 204));
        accounts.assertKinds(Kind.UNEXPECTED_POST);
    }

    @Test
    void unclaimedEventIsReportedAsMissing() {
        accounts.deliveries.removeFirst();
        accounts.posts.removeFirst();
        accounts.assertKinds(Kind.MISSING_DELIVERY);
    }

    @Test
    void deliveryWithoutOutcomeIsReported() {
        accounts.deliveries.set(0, new Delivery(WEBHOOK, "d", accounts.connected.eventId(), null));
        accounts.assertKinds(Kind.MISSING_OUTCOME);
    }

    @Test
    void secondDeliveryOfAnEventIsReported() {
        accounts.deliveries.add(new Delivery(WEBHOOK, "other", accounts.connected.eventId(), "delivered"));
        accounts.assertKinds(Kind.DOUBLED_DELIVERY);
    }

    @Test
    void outcomeDeliveredWithoutPostIsAContradictionAndUnknownIsNot() {
        accounts.posts.removeFirst();
        accounts.assertKinds(Kind.CONTRADICTED_OUTCOME);
        accounts.deliveries.set(0, new Delivery(WEBHOOK, "d", accounts.connected.eventId(), "unknown"));
        accounts.assertKinds();
    }

    @Test
    void outcomeShedWithPostIsAContradiction() {
        accounts.deliveries.set(0, new Delivery(WEBHOOK, "d", accounts.connected.eventId(), "shed"));
        accounts.assertKinds(Kind.CONTRADICTED_OUTCOME);
    }

    @Test
    void outcomeThatContradictsTheAnswerIsReported() {
        Post post = accounts.posts.getFirst();
        accounts.posts.set(0, new Post(WEBHOOK, post.eventId(), NOON, post.body(), 503));
        accounts.assertKinds(Kind.CONTRADICTED_OUTCOME);
        accounts.deliveries.set(0, new Delivery(WEBHOOK, "d", post.eventId(), "rejected"));
        accounts.assertKinds();
        accounts.posts.set(0, new Post(WEBHOOK, post.eventId(), NOON, post.body(), 0));
        accounts.assertKinds(Kind.CONTRADICTED_OUTCOME);
        accounts.deliveries.set(0, new Delivery(WEBHOOK, "d", post.eventId(), "disconnected"));
        accounts.assertKinds();
    }
}
