package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.gateway.payload.OfficialSchemas;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.command.StationOrder;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.ChargerNotification;
import io.plugstream.model.event.ChargerNotification.StationMessage;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.RawMeterValue;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Runs the OCA's OCPP 2.0.1 cases that {@code stories-2.0.1.txt} describes. */
class CaseStoriesIT {

    private static final Instant BEGIN = Instant.parse("2026-11-21T09:00:00Z");
    private static final int NUMBER = 77;
    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    static Stream<CaseStory> stories() throws IOException {
        return CaseStory.all().stream();
    }

    @ParameterizedTest
    @MethodSource("stories")
    void everyStepGetsItsAnswerAndStoryItsResults(CaseStory story) throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station =
                TestCharger.withProtocol(gateway.port(), id.toString(), id.chargeBoxId() + ":secret", "ocpp2.0.1")) {
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> !topics.chargerEvents(id).isEmpty());
            int second = 0;
            for (String step : story.steps()) {
                play(id, station, step, BEGIN.plusSeconds(second++));
            }
        }
        assertThat(results(id)).containsExactlyElementsOf(story.events());
    }

    private static void play(ChargerId id, TestCharger station, String step, Instant now) throws Exception {
        String[] words = step.split(" ", 2);
        switch (words[0]) {
            case "<" -> order(id, station, words[1], true);
            case "<16" -> order(id, station, words[1], false);
            case ">" -> call(station, words[1], now);
            case "status" -> status(station, words[1], now);
            default -> transaction(station, step, now);
        }
    }

    /** {@code Action payload}, optionally followed by {@code => answer}; the default is an empty answer. */
    private static void call(TestCharger station, String step, Instant now) throws Exception {
        String[] sides = step.split(" => ", 2);
        String[] call = sides[0].split(" ", 2);
        JsonNode answer = station.call(call[0], call[1].replace("NOW", now.toString()));
        switch (sides.length > 1 ? sides[1] : "{}") {
            case "BOOTED" ->
                assertThat(answer.path("status").stringValue()).as(step).isEqualTo("Accepted");
            case "TIME" ->
                assertThat(Instant.parse(answer.path("currentTime").stringValue()))
                        .as(step)
                        .isBeforeOrEqualTo(Instant.now());
            case String json -> assertThat(answer).as(step).isEqualTo(json(json));
        }
    }

    /** {@code evse.connector Word}. */
    private static void status(TestCharger station, String step, Instant now) throws Exception {
        String[] words = step.split("[. ]", 3);
        call(
                station,
                "StatusNotification {'timestamp':'NOW','evseId':%s,'connectorId':%s,'connectorStatus':'%s'}"
                        .formatted(words[0], words[1], words[2]),
                now);
    }

    /** {@code Started 0 Trigger field=value …}. */
    private static void transaction(TestCharger station, String step, Instant now) throws Exception {
        String[] words = step.split(" ", -1);
        String transaction = "one";
        StringBuilder info = new StringBuilder();
        StringBuilder fields = new StringBuilder();
        boolean hasToken = false;
        for (String word : Arrays.copyOfRange(words, 3, words.length)) {
            String[] field = word.split("=", 2);
            switch (field[0]) {
                case "tx" -> transaction = field[1];
                case "state" -> info.append(",'chargingState':'%s'".formatted(field[1]));
                case "reason" -> info.append(",'stoppedReason':'%s'".formatted(field[1]));
                case "remote" -> info.append(",'remoteStartId':%s".formatted(field[1]));
                case "evse" -> fields.append(",'evse':{'id':%s,'connectorId':1}".formatted(field[1]));
                case "offline" -> fields.append(",'offline':true");
                case "meter" -> fields.append(meter(now, field[1].split("/", 2), ""));
                case "signed" ->
                    fields.append(
                            meter(
                                    now,
                                    field[1].split("/", 2),
                                    ",'signedMeterValue':{'signedMeterData':'ZGF0YQ==','signingMethod':'','encodingMethod':'OCMF','publicKey':''}"));
                case "token" -> {
                    hasToken = true;
                    fields.append(",'idToken':{'idToken':'%s','type':'ISO14443'}".formatted(field[1]));
                }
                default -> throw new IllegalArgumentException(step);
            }
        }
        call(
                station,
                "TransactionEvent {'eventType':'%s','seqNo':%s,'triggerReason':'%s','timestamp':'NOW','transactionInfo':{'transactionId':'%s'%s}%s} => %s"
                        .formatted(
                                words[0],
                                words[1],
                                words[2],
                                transaction,
                                info,
                                fields,
                                hasToken ? "{'idTokenInfo':{'status':'Accepted'}}" : "{}"),
                now);
    }

    /** @param reading value and context */
    private static String meter(Instant now, String[] reading, String more) {
        return ",'meterValue':[{'timestamp':'%s','sampledValue':[{'value':%s,'context':'%s'%s}]}]"
                .formatted(now, reading[0], reading[1], more);
    }

    /** {@code Action payload => answer : accepted}, or {@code rejected}. */
    private static void order(ChargerId id, TestCharger station, String step, boolean own) throws Exception {
        String[] sides = step.split(" => | : ", 3);
        String[] command = sides[0].split(" ", 2);
        Order order = new Order(topics, id)
                .forStation(new StationOrder(NUMBER, "one", own))
                .place(named(command[0]), command[1]);
        JsonNode call = station.receive();
        JsonNode answer = json(sides[1]);
        String action = call.get(2).stringValue();
        if (own) {
            assertThat(action).isEqualTo(command[0]);
        }
        var schemas = OfficialSchemas.obtain("ocpp2_0_1");
        if (schemas.isPresent()) {
            assertThat(schemas.get().allows(action, call.get(3)))
                    .as(call.toString())
                    .isTrue();
            assertThat(schemas.get().allowsAnswer(action, answer)).as(sides[1]).isTrue();
        }
        station.send("[3,\"%s\",%s]".formatted(call.get(1).stringValue(), answer));
        assertThat(order.awaitEnd())
                .isInstanceOfSatisfying(
                        CommandResult.Answered.class,
                        answered -> assertThat(answered.accepted()).as(step).isEqualTo(sides[2].equals("accepted")));
    }

    private static CommandAction named(String name) {
        return Arrays.stream(CommandAction.values())
                .filter(action -> action.wireName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** All results: transactions, then connectors, then messages that are only stored. */
    private static List<String> results(ChargerId id) {
        List<String> results = new ArrayList<>();
        topics.transactionEvents(id).forEach(event -> results.add(words(event)));
        topics.connectorEvents(id).forEach(event -> results.add(words(event)));
        topics.notifications(id).forEach(kept -> results.add("kept " + words(kept.data())));
        return results;
    }

    private static String words(EventRecord event) {
        return (event.recordOnly() ? "recorded: " : "") + words(event.data());
    }

    private static String words(ChargerEvent event) {
        return switch (event) {
            case TransactionStarted started ->
                "started at %d by '%s' from %d".formatted(started.connectorId(), started.idTag(), started.meterStart());
            case TransactionUpdated updated ->
                Stream.concat(
                                updated.meterValues().stream().map(CaseStoriesIT::words),
                                updated.rawValues().stream().map(RawMeterValue::format))
                        .collect(Collectors.joining(", ", "read ", ""));
            case TransactionStopped stopped -> "stopped at %d, %s".formatted(stopped.meterStop(), stopped.reason());
            case ConnectorStatusChanged changed -> "connector %d %s".formatted(changed.connectorId(), changed.status());
            default -> event.toString();
        };
    }

    private static String words(ChargerNotification kept) {
        return kept instanceof StationMessage message ? message.action() : kept.toString();
    }

    private static String words(MeterValue value) {
        return value.value().toPlainString() + ' ' + value.context();
    }

    private static JsonNode json(String text) {
        return Json.mapper().readTree(text.replace('\'', '"'));
    }
}
