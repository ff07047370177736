package io.plugstream.api.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.plugstream.api.http.Fault;
import io.plugstream.api.http.ProblemException;
import io.plugstream.base.address.WebhookAddressProperties;
import io.plugstream.model.event.EventType;
import io.plugstream.model.json.Json;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

class WebhookBodyTest {

    private final WebhookBody bodies = bodies(host -> Mono.just(List.of(InetAddress.ofLiteral("93.184.215.14"))));

    private static WebhookBody bodies(HostResolver resolver) {
        var addresses = new WebhookAddressProperties(false, false, List.of());
        return new WebhookBody(addresses, new HostCheck(resolver, addresses));
    }

    @Test
    void readsARegistration() {
        NewWebhook webhook = registration(
                "{'url':'https://example.com/hook','events':['transaction.started','charger.boot'],'secret':'0123456789abcdef'}");

        assertThat(webhook)
                .isEqualTo(new NewWebhook(
                        "https://example.com/hook",
                        List.of(EventType.TRANSACTION_STARTED, EventType.CHARGER_BOOT),
                        "0123456789abcdef"));
        assertThat(webhook.toString()).doesNotContain("0123456789abcdef");
    }

    @Test
    void everyFaultIsNamedAtOnce() {
        assertThat(faultsOf(() ->
                        registration("{'url':'http://user@10.0.0.1/#x','events':['nope','charger.boot','charger.boot'],"
                                + "'secret':'short','colour':'red'}")))
                .containsExactlyInAnyOrder("url", "url", "url", "url", "events[0]", "events[2]", "secret", "colour");
    }

    @Test
    void aHostThatDoesNotExistIsNamedBesideTheOtherFaults() {
        WebhookBody checked = bodies(host -> Mono.error(new UnknownHostException(host)));
        JsonNode registration = json("{'url':'https://a.example','events':['nope'],'colour':'red'}");
        JsonNode change = json("{'url':'https://a.example','active':1}");

        assertThat(faultsOf(() -> checked.registration(registration).block()))
                .containsExactlyInAnyOrder("url", "events[0]", "colour");
        assertThat(faultsOf(() -> checked.change(change).block())).containsExactlyInAnyOrder("url", "active");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | url, events",
                "{'url':null,'events':null} | url, events",
                "{'url':7,'events':'charger.boot'} | url, events",
                "{'url':'','events':[]} | url, events",
                "{'url':'https://a.example','events':['charger.boot',1,'nope',null]} | events[1], events[2], events[3]",
                "{'url':'https://a.example','events':['Charger.Boot']} | events[0]",
                "{'url':'/relative','events':['charger.boot']} | url",
                "{'url':'https://localhost/','events':['charger.boot']} | url",
                "{'url':'https://169.254.169.254/','events':['charger.boot']} | url",
                "{'url':'https://a.example','events':['charger.boot'],'secret':7} | secret",
                "{'url':'https://a.example','events':['charger.boot'],'active':false} | active",
            })
    void faultsOfRegistrationsAreFound(String body, String fields) {
        assertThat(faultsOf(() -> registration(body)))
                .containsExactlyInAnyOrder(fields.strip().split(", "));
    }

    @Test
    void sevenEventsAreAllowedAndEightAreNot() {
        String seven = String.join(
                "','",
                Arrays.stream(EventType.values()).map(EventType::wireName).toList());

        assertThat(registration("{'url':'https://a.example','events':['" + seven + "']}")
                        .events())
                .containsExactly(EventType.values());
        assertThat(faultsOf(
                        () -> registration("{'url':'https://a.example','events':['" + seven + "','charger.boot']}")))
                .containsExactly("events");
    }

    @Test
    void aChangeHasOnlyGivenFields() {
        assertThat(change("{'active':false}")).isEqualTo(new WebhookChange(null, null, false));
        assertThat(change("{'url':'https://b.example/'}"))
                .isEqualTo(new WebhookChange("https://b.example/", null, null));
        assertThat(change("{'events':['charger.boot']}"))
                .isEqualTo(new WebhookChange(null, List.of(EventType.CHARGER_BOOT), null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | ''",
                "{'secret':'0123456789abcdef'} | secret",
                "{'active':null} | active",
                "{'active':'yes'} | active",
                "{'url':null,'events':null,'active':null} | url, events, active",
                "{'events':[]} | events",
                "{'url':'ftp://a.example','active':1} | url, active",
            })
    void faultsOfChangesAreFound(String body, String fields) {
        assertThat(faultsOf(() -> change(body)))
                .containsExactlyInAnyOrder(fields.strip().split(", "));
    }

    @Test
    void emptyTextsGetTheRule() {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> registration("{'url':'','events':['charger.boot'],'secret':''}"))
                .satisfies(e -> assertThat(e.problem().errors())
                        .extracting(Fault::message)
                        .containsExactly(
                                "must be an absolute URL of printable ASCII characters, percent-encoded where needed",
                                "must be whsec_ and base64, or 16 to 128 printable characters"));
    }

    private NewWebhook registration(String body) {
        return Objects.requireNonNull(bodies.registration(json(body)).block());
    }

    private WebhookChange change(String body) {
        return Objects.requireNonNull(bodies.change(json(body)).block());
    }

    private static List<String> faultsOf(ThrowingCallable reading) {
        var problem = assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(reading)
                .actual()
                .problem();
        assertThat(problem.errors())
                .extracting(Fault::message)
                .allSatisfy(message -> assertThat(message).isNotBlank());
        return problem.errors().stream().map(Fault::field).toList();
    }

    private static JsonNode json(String text) {
        return Json.mapper().readTree(text.replace('\'', '"'));
    }
}
