package io.plugstream.simulator.ocpp16;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import io.plugstream.simulator.charger.Answer;
import io.plugstream.simulator.charger.Charger;
import io.plugstream.simulator.charger.ChargerModel;
import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.charger.FakeClock;
import io.plugstream.simulator.charger.Message;
import io.plugstream.simulator.charger.Models;
import io.plugstream.simulator.protocol.MalformedRequest;
import java.util.ArrayList;
import java.util.List;

/** A charge point with two connectors and no connection, and a central system that accepts everything. */
final class ChargePointBench {

    private final Ocpp16 protocol = new Ocpp16();
    private final ChargerModel model = Models.withTwoConnectors();
    final FakeClock clock = new FakeClock();
    final List<String> sent = new ArrayList<>();
    private final Charger charger;

    ChargePointBench() {
        charger = new Charger(model, ChargerState.fresh(model), clock, false);
        charger.connected();
        talk();
        sent.clear();
    }

    Charger charger() {
        return charger;
    }

    void charge() {
        charger.plugIn(1);
        charger.swipe(1, "A");
        talk();
        assertThat(charger.state().transactionId()).isEqualTo(7);
    }

    /** Sends and accepts messages until none is left. */
    void talk() {
        talk("Accepted");
    }

    /** @param authorisation the answer to {@code Authorize} */
    void talk(String authorisation) {
        for (var next = charger.next(); next.isPresent(); next = charger.next()) {
            Message message = next.get();
            sent.add(protocol.write(message, charger.state()).action());
            charger.confirmed(protocol.read(message, Json.mapper().readTree("""
                                    {"status": "Accepted", "interval": 300, "transactionId": 7,
                                     "idTagInfo": {"status": "%s"}}""".formatted(authorisation))));
        }
    }

    String asked(String action, String payload) throws MalformedRequest {
        var request = protocol.read(action, Json.mapper().readTree(payload.replace('\'', '"')))
                .orElseThrow();
        return switch (charger.answer(List.of(action), request)) {
            case Answer.Silence _ -> "nothing";
            case Answer.Refusal(var code, var _) -> "CALLERROR " + protocol.write(code);
            case Answer answer -> Json.mapper().writeValueAsString(protocol.write(request, answer));
        };
    }

    /** A profile that allows {@code amperes} for an hour, and then nothing. */
    static String profile(String purpose, int amperes) {
        return """
                {'chargingProfileId':%d,'stackLevel':0,'chargingProfilePurpose':'%s','chargingProfileKind':'Absolute',
                 'chargingSchedule':{'startSchedule':'2026-01-31T09:00:00Z','chargingRateUnit':'A',
                  'chargingSchedulePeriod':[{'startPeriod':0,'limit':%d},{'startPeriod':3600,'limit':0}]}}""".formatted(purpose.length(), purpose, amperes);
    }
}
